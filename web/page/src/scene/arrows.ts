// An arrow: two lanes, their heads and ports, the travelling disc, and the pill with incoming × local = contribution.
import { clamp, easeOut, laneRadius, signOf, sizes } from "../model/look";
import type { Edge, Pill } from "../model/messages";
import { colourOf, mix, type Rgb } from "./colour";
import { besideAt, distance, type Piece, type Vec3 } from "./curve";
import type { Pen } from "./pen";
import { drawRuns, type Run, widthOf } from "./runs";
import type { Staging } from "./staging";
import { format } from "../model/format";

const NOWHERE = 9;

export function drawArrow(pen: Pen, edge: Edge, staging: Staging): void {
  const { view, lanes, palette } = pen;
  const frame = view.frame.edges[edge.id]!;
  const pieces = staging.paths[edge.id]!;
  const focused = staging.focusEdges.has(edge.id);
  const forward = view.frame.direction === "forward";
  const carries = view.trace.graph.nodes[edge.child]!.kind !== "const";
  lanes.addShadow(pieces);
  if (!view.layout.small || focused) ports(pen, edge, pieces, staging);
  const value = view.numbers.values[edge.child]!;
  const contribution = view.numbers.contributions[edge.id]!;
  // In the overview an arrow is one lane, that of the present direction.
  const single = view.layout.small && !focused;
  const offset = single || !carries ? 0 : sizes.lane.offset * (focused ? 1.5 : 1);
  if (forward || !single || frame.backward === 0)
    drawLane(pen, pieces, {
      offset,
      toward: 1,
      fill: forward ? frame.forward : 0,
      pulse: forward ? frame.pulse : null,
      value,
      idleRadius: single ? 0.022 : sizes.lane.quiet,
      idle: palette.quietLane,
      headed: true,
    });
  if (carries && !forward && (!single || frame.backward > 0))
    drawLane(pen, pieces, {
      offset: -offset,
      toward: -1,
      fill: frame.backward,
      pulse: frame.pulse,
      value: contribution,
      idleRadius: sizes.lane.empty,
      idle: palette.emptyLane,
      headed: frame.backward === 1,
    });
  if (carries && forward && !single)
    drawLane(pen, pieces, {
      offset: -offset,
      toward: -1,
      fill: 0,
      pulse: null,
      value: 0,
      idleRadius: sizes.lane.empty,
      idle: palette.emptyLane,
      headed: false,
    });
}

interface LaneLook {
  offset: number;
  /** +1 runs to the parent, -1 to the child. */
  toward: 1 | -1;
  fill: number;
  pulse: number | null;
  value: number;
  idleRadius: number;
  idle: Rgb;
  headed: boolean;
}

function drawLane(pen: Pen, pieces: readonly Piece[], look: LaneLook): void {
  const { lanes, palette } = pen;
  const { offset, toward, fill, pulse } = look;
  const lit = colourOf(look.value, palette);
  const litRadius = laneRadius(look.value);
  const radius = fill === 1 ? litRadius : look.idleRadius;
  const grow = clamp(0.7 + radius * 8, 0.7, 1.5);
  const [length, width] = [sizes.head.length * grow, sizes.head.width * grow];
  const taken = look.headed ? stretch(pieces, toward, offset, length * 0.9) : 0;
  const [start, end] = toward > 0 ? [0, 1 - taken] : [taken, 1];
  const [from, to] = toward > 0 ? [0, fill] : [1 - fill, 1];
  const head = pulse === null ? NOWHERE : toward > 0 ? pulse : 1 - pulse;
  const swell = pulse === null ? 0 : sizes.pulse.swell;
  lanes.addTube({
    pieces,
    offset,
    start,
    end,
    from: fill > 0 ? from : 2,
    to: fill > 0 ? to : 2,
    lit,
    idle: look.idle,
    litRadius,
    idleRadius: look.idleRadius,
    head,
    swell,
  });
  if (look.headed) {
    // The head lies along the end of its lane, however steep that is.
    const [tip, base] = [besideAt(pieces, toward > 0 ? 1 : 0, offset), besideAt(pieces, toward > 0 ? end : start, offset)];
    const span = Math.hypot(tip[0] - base[0], tip[1] - base[1]) || 1;
    const aim = [(tip[0] - base[0]) / span, (tip[1] - base[1]) / span] as const;
    lanes.addHead(tip, aim, length, width, fill === 1 ? lit : look.idle);
  }
  if (pulse !== null) drawPulse(pen, besideAt(pieces, clamp(head), offset), look.value);
}

/** How much of s an arrowhead of `length` u takes at its end of the lane. */
function stretch(pieces: readonly Piece[], toward: 1 | -1, offset: number, length: number): number {
  const tip = besideAt(pieces, toward > 0 ? 1 : 0, offset);
  let [low, high] = [0, 0.4];
  for (let i = 0; i < 7; i++) {
    const s = (low + high) / 2;
    if (distance(besideAt(pieces, toward > 0 ? 1 - s : s, offset), tip) < length) low = s;
    else high = s;
  }
  return high;
}

function drawPulse(pen: Pen, [x, y, z]: Vec3, value: number): void {
  const { ink, palette, strength } = pen;
  const { radius, ring, halo } = sizes.pulse;
  const colour = colourOf(value, palette);
  const at = z + 0.3;
  ink.halo(x, y, at - 0.02, halo, colour, strength.halo, strength.haloAdds);
  ink.disc(x, y, at, radius + ring, [1, 1, 1], 1);
  ink.disc(x, y, at + 0.004, radius, colour, 1);
  const sign = signOf(value);
  if (sign !== 0) ink.stroke(sign > 0 ? "plus" : "minus", x, y, at + 0.008, 0.12, 0.055, palette.cut, 1);
}

function ports(pen: Pen, edge: Edge, pieces: readonly Piece[], { places }: Staging): void {
  const { w, h, depth } = sizes.port;
  const { port } = pen.palette;
  const right = pen.view.flow === "right";
  const ends = [
    [pieces[0]!.p0, places[edge.child]!],
    [pieces[pieces.length - 1]!.p1, places[edge.parent]!],
  ] as const;
  for (const [[x, y, z], { scale }] of ends) {
    const size = right ? { w: w * scale, h: h * scale } : { w: h * scale, h: w * scale };
    const base = z - sizes.lane.z * scale + 0.03;
    pen.slabs.add({ x, y, z: base, ...size, depth: depth * scale, corner: 0.05 * scale, bevel: 0.02, top: port, side: port, rim: port });
  }
}

/** The label of a backward arrow, once its pulse is on the way, or its local derivative alone. */
export function drawPill(pen: Pen, edge: Edge, slot: Pill, z: number): PillBox | null {
  const { view, palette } = pen;
  const frame = view.frame.edges[edge.id]!;
  if (frame.pill === "none" || frame.grow === 0) return null;
  const local = view.numbers.locals[edge.id]!;
  if (frame.pill === "local") {
    const words: Run = { text: "local ", face: "words", colour: palette.ink2 };
    return drawLabel(
      pen,
      slot,
      z,
      local,
      (digits) => [[words, { ...strong(pen, local, digits), colour: colourOf(local, palette) }]],
      frame,
    );
  }
  const incoming = view.numbers.grads[edge.parent]!;
  const contribution = view.numbers.contributions[edge.id]!;
  const parts = (digits: number) => [
    [strong(pen, incoming, digits)],
    [quiet(pen, "× "), strong(pen, local, digits)],
    [quiet(pen, "= "), outcome(pen, contribution, digits)],
  ];
  return drawLabel(pen, slot, z, contribution, parts, frame);
}

/** `total 3 + 3 = 6` under the card that has been reached again. */
export function drawTotal(pen: Pen, slot: Pill, z: number): PillBox | null {
  const { palette, view } = pen;
  const total = view.frame.total;
  if (total === null) return null;
  const words: Run = { text: "total ", face: "words", colour: palette.ink2 };
  const parts = (digits: number) => [
    [words, strong(pen, total.before, digits)],
    [quiet(pen, "+ "), strong(pen, total.added, digits)],
    [quiet(pen, "= "), outcome(pen, total.after, digits)],
  ];
  return drawLabel(pen, slot, z, total.after, parts, { pill: "present", grow: 1 });
}

const strong = ({ palette }: Pen, x: number, digits: number): Run => ({ text: format(x, digits), face: "code-bold", colour: palette.ink });
const quiet = ({ palette }: Pen, text: string): Run => ({ text, face: "code", colour: palette.ink3 });
const outcome = ({ palette }: Pen, x: number, digits: number): Run => ({
  text: format(x, digits),
  face: "code-heavy",
  colour: colourOf(x, palette),
});

/** Where a label was drawn, for hit tests and measurements. */
export interface PillBox {
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
  type: number;
}

/** The box is only as wide as its text. */
function drawLabel(
  pen: Pen,
  slot: Pill,
  z: number,
  value: number,
  parts: (digits: number) => Run[][],
  { pill, grow }: { pill: string; grow: number },
): PillBox {
  const { ink, palette, slabs, strength } = pen;
  const { oneLine, twoLines, textAt, end, type, disc, discAt, depth } = sizes.pill;
  // An overview's slot is larger than life; so is its label.
  const k = Math.max(1, slot.h / (slot.lines === 2 ? twoLines : oneLine));
  const room = slot.w / k - textAt - end;
  const arrangement = arranged(pen, slot, parts, room);
  const natural = widest(pen, arrangement);
  const size = Math.max(pen.least, type * Math.min(1, room / natural));
  const pop = 0.92 + 0.08 * easeOut(grow);
  const lines = arrangement.length;
  const [w, h] = [(textAt + (natural * size) / type + end) * k * pop, (lines === 1 ? oneLine : twoLines + (lines - 2) * LINE) * k * pop];
  const s = k * pop;
  const corner = Math.min(h / 2, 0.26 * k);
  const top = mix(pen.palette.stage, palette.pillTop, clamp(0.4 + grow));
  pen.ground.addShadow(slot.x + 0.1, slot.y - 0.24, w, h, corner, 0.3, strength.ambient * 0.9);
  slabs.add({
    x: slot.x,
    y: slot.y,
    z,
    w,
    h,
    depth: depth * s,
    corner,
    bevel: 0.03 * s,
    top,
    side: palette.cardSide,
    rim: palette.cardRim,
  });
  const face = z + depth * s + 0.006;
  const colour = colourOf(value, palette);
  const present = pill === "present";
  ink.outline(slot.x, slot.y, face, w, h, corner, (present ? 0.034 : 0.016) * s, present ? colour : palette.strong);
  const left = slot.x - w / 2;
  const sign = signOf(value);
  ink.disc(left + discAt * s, slot.y, face, disc * s, sign === 0 ? palette.ink3 : colour);
  if (sign !== 0) ink.stroke(sign > 0 ? "plus" : "minus", left + discAt * s, slot.y, face, 0.07 * s, 0.036 * s, palette.cut);
  arrangement.forEach((line, i) => {
    const middle = slot.y + ((lines - 1) / 2 - i) * LINE * s;
    drawRuns(ink, line, left + textAt * s, middle - size * 0.31 * s, face, size * s);
  });
  return { x: slot.x, y: slot.y, z: face, w, h, type: size * s };
}

/** From one line of a label to the next, in u. */
const LINE = 0.36;

/** What text may be wider than its room, as a part of it: a little over the slot is better read than a stack. */
const LEEWAY = 0.5;

/** One line if it fits the slot, else two; and where wide numbers do not fit so at the least size, they give up digits or stand in three. */
function arranged(pen: Pen, slot: Pill, parts: (digits: number) => Run[][], room: number): Run[][] {
  const whole = parts(4);
  const one = [joined(pen, whole)];
  if (slot.lines === 1 || whole.length === 1 || widest(pen, one) <= room) return one;
  const most = room * (1 + LEEWAY);
  const fits = (lines: Run[][]) => (widest(pen, lines) * pen.least) / sizes.pill.type <= most;
  let lines = one;
  for (const [digits, count] of CHOICES) {
    const all = parts(digits);
    lines = count === 2 ? [joined(pen, all.slice(0, 2)), all[2]!] : all;
    if (fits(lines)) break;
  }
  return lines;
}

/** What is tried, the best first: so many digits in so many lines. */
const CHOICES = [
  [4, 2],
  [3, 2],
  [4, 3],
  [3, 3],
  [2, 3],
] as const;

function joined(pen: Pen, parts: Run[][]): Run[] {
  return parts.flatMap((part, i) => (i === 0 ? part : [quiet(pen, " "), ...part]));
}

const widest = ({ ink }: Pen, lines: Run[][]) => Math.max(...lines.map((line) => widthOf(ink, line, sizes.pill.type)));
