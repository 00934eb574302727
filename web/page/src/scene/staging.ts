// Where everything stands in this frame: the layout as it is, and in an overview the present step's cards drawn large.
import { clamp, easeInOut, motion, readable, sizes } from "../model/look";
import type { Layout, Pill } from "../model/messages";
import { stepDuration } from "../model/timeline";
import { bridge, type Piece, piecesOf, type Vec3 } from "./curve";
import type { Flow, View } from "../model/view";
import type { Place } from "./pen";

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

const LARGE = { w: sizes.card.w, h: sizes.card.h, lift: 0.5, constW: sizes.constant.w, constH: sizes.constant.h, gap: 1.5, rowGap: 0.9 };

const paths = new WeakMap<Layout, Piece[][]>();

export function pathsOf(layout: Layout): Piece[][] {
  let known = paths.get(layout);
  if (known === undefined) {
    const flat = (points: readonly (readonly number[])[]) => points.map(([x = 0, y = 0, z = 0]): Vec3 => [x, y, z + sizes.lane.z]);
    known = layout.paths.map(({ points }) => piecesOf(flat(points)));
    paths.set(layout, known);
  }
  return known;
}

/** The part of the board that the fitted view shows: its middle and its size, in u. */
export interface Region {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** `pixels` is how many CSS px one u measures on screen. */
export function stagingOf(view: View, pixels: number, region: Region): Staging {
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
  return small && centre !== null ? enlarge(view, still, centre, pixels, region) : still;
}

/** The acting node stays where it is; its inputs gather beside it, in slot order, with room for the labels between. */
function enlarge(view: View, still: Staging, centre: number, pixels: number, region: Region): Staging {
  const { graph } = view.trace;
  const k = Math.max(1, readable / (pixels * sizes.type.most * sizes.type.leant));
  const grown = growth(view);
  const inputs = [...new Set(graph.nodes[centre]!.inputs)];
  const target = gather(view, centre, inputs, k, region);
  const places = still.places.map((place, id) => {
    const large = target.get(id);
    return large === undefined ? place : between(place, large, grown);
  });
  const edges = graph.edges.filter(({ parent }) => parent === centre);
  const paths = [...still.paths];
  const pills = [...still.pills];
  // Arrows of other steps follow the cards that have moved, unless that would turn them round.
  for (const { id, child, parent, slot } of graph.edges) {
    if (parent === centre || !(target.has(child) || target.has(parent))) continue;
    const [from, to] = ports(places[child]!, places[parent]!, slot, graph.nodes[parent]!.inputs.length, false, view.flow);
    if ((view.flow === "right" ? to[0] - from[0] : from[1] - to[1]) > 0.3) paths[id] = piecesOf(bridge(from, to, view.flow));
  }
  for (const { id, child, slot } of edges) {
    const parallel = edges.filter((edge) => edge.child === child).length > 1;
    const [from, to] = ports(places[child]!, places[centre]!, slot, edges.length, parallel, view.flow);
    paths[id] = piecesOf(bridge(from, to, view.flow));
    pills[id] = label(to, slot, places[centre]!, view.flow);
  }
  const totals = [...still.totals];
  const [left, right] = [region.x - region.w / 2, region.x + region.w / 2];
  for (const id of inputs) {
    const { x, y, h } = places[id]!;
    const size = { w: sizes.pill.w * k, h: sizes.pill.twoLines * k, lines: 2 };
    if (view.flow === "right") totals[id] = { x: Math.max(x, left + 1.65 * k), y: y - h / 2 - 0.8 * k, ...size };
    else totals[id] = { x: within(x, left + 1.5 * k, right - 1.5 * k), y: y + h / 2 + 0.7 * k, ...size, w: 2.9 * k };
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

/** The acting node near its own place, its inputs before it, all within the picture with their labels and totals. */
function gather(view: View, centre: number, inputs: readonly number[], k: number, region: Region): Map<number, Place> {
  const { layout, trace, flow } = view;
  const large = (id: number, x: number, y: number): Place => {
    const { kind, derived } = trace.graph.nodes[id]!;
    const h = kind === "const" ? LARGE.constH : LARGE.h + (derived ? sizes.strip : 0);
    const w = (kind === "const" ? LARGE.constW : LARGE.w) * k;
    return { x, y, z: layout.cards[id]!.z + LARGE.lift, w, h: h * k, scale: k, full: true };
  };
  const card = layout.cards[centre]!;
  const [left, right] = [region.x - region.w / 2, region.x + region.w / 2];
  const [bottom, top] = [region.y - region.h / 2, region.y + region.h / 2];
  const some = inputs.length > 0 ? 1 : 0;
  const places = new Map<number, Place>();
  if (flow === "right") {
    const step = (LARGE.w + LARGE.gap) * k;
    const half = ((inputs.length - 1) * (LARGE.h + LARGE.rowGap) * k) / 2;
    const x = within(card.x, left + 1.2 * k + some * step, right - 1.2 * k);
    const y = within(card.y, bottom + half + 2.3 * k, top - Math.max(half + 1.1 * k, 2.5 * k));
    places.set(centre, large(centre, x, y));
    inputs.forEach((id, i) => places.set(id, large(id, x - step, y + half - i * (LARGE.h + LARGE.rowGap) * k)));
  } else {
    const step = (LARGE.h + LARGE.gap) * k;
    const half = ((inputs.length - 1) * (LARGE.w + 0.3) * k) / 2;
    const x = within(card.x, left + 3.6 * k, right - 3.6 * k);
    const y = within(card.y, bottom + k, top - some * (step + 2.1 * k) - k);
    places.set(centre, large(centre, x, y));
    inputs.forEach((id, i) => places.set(id, large(id, x - half + i * (LARGE.w + 0.3) * k, y + step)));
  }
  return places;
}

/** `x` held between the two, or their middle where there is no room between them. */
const within = (x: number, low: number, high: number): number => (low > high ? (low + high) / 2 : clamp(x, low, high));

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

/** Beside the arrow and clear of all large cards: above and below the acting card, or on its two sides where ranks run down. */
function label(to: Vec3, slot: number, parent: Place, flow: Flow): Pill {
  const side = slot === 0 ? 1 : -1;
  const k = parent.scale;
  const size = { w: sizes.pill.w * k, h: sizes.pill.twoLines * k, lines: 2 };
  if (flow === "down") return { x: parent.x - side * 2.32 * k, y: parent.y + 0.2 * k, ...size, w: 2.15 * k };
  return { x: to[0] + 0.5 * k, y: parent.y + side * (parent.h / 2 + 0.8 * k), ...size };
}
