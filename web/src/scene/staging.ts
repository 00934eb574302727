// Where everything stands in this frame: the layout as it is, and in an overview the present step's cards drawn large.
import { clamp, easeInOut, motion, readable, sizes } from "../look";
import type { Layout, Pill } from "../messages";
import { stepDuration } from "../timeline";
import { bridge, type Piece, piecesOf, type Vec3 } from "./curve";
import type { Flow, Place, View } from "./pen";

export interface Staging {
  places: Place[];
  /** Centre line of every edge. */
  paths: readonly (readonly Piece[])[];
  /** Slot of every edge's label. */
  pills: readonly Pill[];
  /** Slot of a node's running total. */
  totals: (Pill | null)[];
  /** Nodes and edges drawn large; empty outside an overview. */
  focus: ReadonlySet<number>;
  focusEdges: ReadonlySet<number>;
}

const LARGE = { w: 2.3, h: 1.56, lift: 0.5, constW: 1.62, constH: 0.62, gap: 1.5, rowGap: 0.5 };

const paths = new WeakMap<Layout, Piece[][]>();

export function pathsOf(layout: Layout): Piece[][] {
  let known = paths.get(layout);
  if (known === undefined) {
    const flat = (points: readonly (readonly number[])[]) =>
      points.map(([x = 0, y = 0, z = 0]): Vec3 => [x, y, z + sizes.lane.z]);
    known = layout.paths.map(({ points }) => piecesOf(flat(points)));
    paths.set(layout, known);
  }
  return known;
}

/** `pixels` is how many CSS px one u measures on screen. */
export function stagingOf(view: View, pixels: number): Staging {
  const { layout } = view;
  const small = layout.small;
  const places = layout.cards.map(({ x, y, z, w, h }): Place => ({ x, y, z, w, h, scale: 1, full: !small }));
  const still: Staging = {
    places,
    paths: pathsOf(layout),
    pills: layout.paths.map(({ pill }) => pill),
    totals: layout.cards.map(({ total }) => total),
    focus: new Set(),
    focusEdges: new Set(),
  };
  const centre = view.frame.sender;
  return small && centre !== null ? enlarge(view, still, centre, pixels) : still;
}

/** The acting node stays where it is; its inputs gather beside it, in slot order, with room for the labels between. */
function enlarge(view: View, still: Staging, centre: number, pixels: number): Staging {
  const { graph } = view.message;
  const k = clamp(readable / (pixels * sizes.type.most * sizes.type.leant), 1, 3);
  const grown = growth(view);
  const inputs = [...new Set(graph.nodes[centre]!.inputs)];
  const target = gather(view, centre, inputs, k);
  const places = still.places.map((place, id) => {
    const large = target.get(id);
    return large === undefined ? place : between(place, large, grown);
  });
  const edges = graph.edges.filter(({ parent }) => parent === centre);
  const paths = [...still.paths];
  const pills = [...still.pills];
  // Arrows of other steps follow the cards that have moved.
  for (const { id, child, parent, slot } of graph.edges) {
    if (parent === centre || !(target.has(child) || target.has(parent))) continue;
    const [from, to] = ports(places[child]!, places[parent]!, slot, graph.nodes[parent]!.inputs.length, false, view.flow);
    paths[id] = piecesOf(bridge(from, to, view.flow));
  }
  for (const { id, child, slot } of edges) {
    const parallel = edges.filter((edge) => edge.child === child).length > 1;
    const [from, to] = ports(places[child]!, places[centre]!, slot, edges.length, parallel, view.flow);
    paths[id] = piecesOf(bridge(from, to, view.flow));
    pills[id] = label(from, to, slot, places[centre]!, view.flow);
  }
  const totals = [...still.totals];
  const { left } = boundsOf(view.layout);
  for (const id of inputs) {
    const { x, y, h } = places[id]!;
    totals[id] = { x: Math.max(x, left + 1.2 * k), y: y - h / 2 - 0.8 * k, w: 3.2 * k, h: 0.84 * k, lines: 2 };
  }
  return { places, paths, pills, totals, focus: new Set([centre, ...inputs]), focusEdges: new Set(edges.map(({ id }) => id)) };
}

/** 0 to 1 while the step's cards grow out of the overview; grown once the same node keeps acting. */
function growth({ frame }: View): number {
  const before = frame.steps[frame.step - 2];
  const present = frame.steps[frame.step - 1];
  if (before !== undefined && before.node === present?.node) return 1;
  const elapsed = frame.t - (frame.step - 1);
  return easeInOut(clamp((elapsed * stepDuration) / motion.enlarge));
}

function between(a: Place, b: Place, k: number): Place {
  const at = (p: number, q: number) => p + (q - p) * k;
  const scale = at(b.scale * (a.w / b.w), b.scale);
  return { x: at(a.x, b.x), y: at(a.y, b.y), z: at(a.z, b.z), w: at(a.w, b.w), h: at(a.h, b.h), scale, full: true };
}

function gather(view: View, centre: number, inputs: readonly number[], k: number): Map<number, Place> {
  const { layout, message, flow } = view;
  const large = (id: number, x: number, y: number): Place => {
    const constant = message.graph.nodes[id]!.kind === "const";
    const h = constant ? LARGE.constH : LARGE.h + (message.graph.nodes[id]!.derived ? sizes.strip : 0);
    return { x, y, z: layout.cards[id]!.z + LARGE.lift, w: (constant ? LARGE.constW : LARGE.w) * k, h: h * k, scale: k, full: true };
  };
  const bounds = boundsOf(layout);
  const down = flow === "down";
  // Along the flow the whole group must stay in the picture; across it the inputs are spread around the acting node.
  const [step, lead] = down ? [(LARGE.h + LARGE.gap) * k, LARGE.h * k] : [(LARGE.w + LARGE.gap) * k, LARGE.w * k];
  const card = layout.cards[centre]!;
  const along = down ? -card.y : card.x;
  const [first, last] = down ? [-bounds.top, -bounds.bottom] : [bounds.left, bounds.right];
  const group = inputs.length === 0 ? 0 : step;
  const middle = clamp(along, Math.min(first + lead / 2 + group, last - lead / 2), last - lead / 2);
  const pitch = (down ? LARGE.w + LARGE.rowGap : LARGE.h + LARGE.rowGap + 0.4) * k;
  const across = down ? card.x : card.y;
  const [low, high] = down ? [bounds.left + lead / 2, bounds.right - lead / 2] : [bounds.bottom + lead / 3, bounds.top - lead / 3];
  const half = ((inputs.length - 1) * pitch) / 2;
  const anchor = clamp(across, Math.min(low + half, high - half), Math.max(low + half, high - half));
  const places = new Map<number, Place>();
  const put = (id: number, a: number, c: number) => places.set(id, down ? large(id, c, -a) : large(id, a, c));
  put(centre, middle, anchor);
  inputs.forEach((id, i) => {
    const spread = half - i * pitch;
    put(id, middle - step, anchor + (down ? -spread : spread));
  });
  return places;
}

function boundsOf({ cards }: Layout): { left: number; right: number; top: number; bottom: number } {
  return {
    left: Math.min(...cards.map(({ x, w }) => x - w / 2)),
    right: Math.max(...cards.map(({ x, w }) => x + w / 2)),
    top: Math.max(...cards.map(({ y, h }) => y + h / 2)),
    bottom: Math.min(...cards.map(({ y, h }) => y - h / 2)),
  };
}

function ports(child: Place, parent: Place, slot: number, slots: number, parallel: boolean, flow: Flow): [Vec3, Vec3] {
  const apart = slots > 1 ? (0.24 - 0.48 * slot) * parent.scale : 0;
  const own = parallel ? apart * 1.4 : 0;
  const z = (place: Place) => place.z + sizes.lane.z * place.scale;
  if (flow === "right")
    return [
      [child.x + child.w / 2, child.y + own, z(child)],
      [parent.x - parent.w / 2, parent.y + apart, z(parent)],
    ];
  return [
    [child.x - own, child.y - child.h / 2, z(child)],
    [parent.x - apart, parent.y + parent.h / 2, z(parent)],
  ];
}

/** Beside the arrow, on its outer side and clear of both cards: the first slot's above the acting card, the last one's below. */
function label(from: Vec3, to: Vec3, slot: number, parent: Place, flow: Flow): Pill {
  const side = slot === 0 ? 1 : -1;
  const k = parent.scale;
  const size = { w: 3.2 * k, h: 0.84 * k, lines: 2 };
  if (flow === "down") return { x: from[0] - side * 1.9 * k, y: (from[1] + to[1]) / 2, ...size };
  return { x: to[0] + 0.5 * k, y: parent.y + side * (parent.h / 2 + 0.8 * k), ...size };
}
