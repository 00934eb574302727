// The anatomy of a card: what stands where on a leaf, an op, a derived op and a constant, full or small.
import { exponentOf } from "../model/constants";
import { format } from "../model/format";
import { sizes } from "../model/look";
import type { Node } from "../model/messages";
import { colourOf, mix, type Rgb } from "./colour";
import type { Stroke } from "./ink";
import type { Pen, Place } from "./pen";
import { drawRuns, fit, fitName, type Run, typeset, widthOf } from "./runs";

/** Ops whose sign is drawn as strokes; every other op shows its symbol as text. */
const STROKES: Readonly<Record<string, Stroke>> = { "+": "plus", "-": "minus", "*": "times", "/": "divide" };

const FACE = 0.006;

/** Narrow cards keep less air at their sides. */
const padding = (w: number): number => (w < 2.2 ? 0.12 : sizes.card.padding);

/** Card-local coordinates: `x` from the left edge, `y` down from the top, both in u of the anatomy. */
interface Sheet {
  left: number;
  top: number;
  z: number;
  w: number;
  h: number;
  k: number;
}

export function drawCard(pen: Pen, node: Node, place: Place): void {
  const glow = pen.view.frame.glow[node.id]!;
  const sends = pen.view.frame.sender === node.id;
  if (node.kind === "const") drawConstant(pen, node, place);
  else {
    // What arrives lights the card up in the colour of its sign.
    const { values, grads, direction } = pen.view.frame;
    const arrived = (direction === "forward" ? values : grads)[node.id]!;
    const top = mix(sends ? pen.palette.senderTop : pen.palette.cardTop, colourOf(arrived, pen.palette), 0.22 * glow);
    const sheet = drawBody(pen, place, node.derived && place.full, top);
    if (place.full) drawFull(pen, node, sheet);
    else drawSmall(pen, node, sheet);
    outline(pen, place, sheet.z, sends, pen.view.selected === node.id);
  }
}

function drawBody(pen: Pen, place: Place, plates: boolean, top: Rgb): Sheet {
  const { palette, slabs } = pen;
  const { x, y, z, w, h } = place;
  const k = place.scale;
  const small = place.full ? 1 : 0.6;
  const depth = (plates ? sizes.plates.depth : sizes.card.depth) * k * small;
  const corner = sizes.card.corner * k * (place.full ? 1 : 0.75);
  const body = { x, y, w, h, corner, bevel: sizes.card.bevel * k * small, side: palette.cardSide, rim: palette.cardRim };
  shadows(pen, place, corner);
  if (plates) {
    // Two plates with a dark seam: something is inside that opens.
    slabs.add({ ...body, z, depth: depth * 0.42, top: palette.shadow });
    slabs.add({
      ...body,
      z: z + depth * 0.42,
      depth: depth * 0.12,
      w: w - 0.08,
      h: h - 0.08,
      bevel: 0.001,
      top: palette.shadow,
      side: palette.shadow,
      rim: palette.shadow,
    });
    slabs.add({ ...body, z: z + depth * 0.54, depth: depth * 0.46, top });
  } else slabs.add({ ...body, z, depth, top });
  return { left: x - w / 2, top: y + h / 2, z: z + depth + FACE, w: w / k, h: h / k, k };
}

function shadows(pen: Pen, { x, y, z, w, h }: Place, corner: number): void {
  const { contact, ambient } = pen.strength;
  // A card that floats throws its shadow farther and softer.
  pen.ground.addShadow(x + 0.08 + z * 0.1, y - 0.26 - z * 0.3, w, h, corner + 0.2, 0.75 + z * 0.4, ambient);
  pen.ground.addShadow(x + 0.02 + z * 0.1, y - 0.07 - z * 0.3, w, h, corner, 0.16 + z * 0.5, contact);
}

function outline(pen: Pen, { x, y, w, h, scale }: Place, z: number, sends: boolean, selected: boolean): void {
  if (!sends && !selected) return;
  const width = sizes.outline * scale * (sends ? 1 : 0.6);
  const inset = 0.02 * scale;
  const corner = (sizes.card.corner - 0.02) * scale;
  pen.ink.outline(x, y, z, w - inset, h - inset, corner, width, sends ? pen.palette.ink : pen.palette.ink3);
}

function drawFull(pen: Pen, node: Node, sheet: Sheet): void {
  const { ink, palette, view } = pen;
  const { left, top, z, w, k } = sheet;
  const pad = padding(w);
  header(pen, node, sheet);
  ink.plate(left + (w / 2) * k, top - sizes.header.rule * k, z, (w - 2 * pad) * k, 0.016 * k, 0.008 * k, palette.cardRule);
  row(pen, sheet, "value", view.frame.values[node.id]!, sizes.rows.value);
  row(pen, sheet, "grad", view.frame.grads[node.id]!, sizes.rows.grad);
  if (node.derived) strip(pen, node, sheet);
}

function row(pen: Pen, { left, top, z, w, k }: Sheet, label: string, number: number | null, baseline: number): void {
  const { ink, palette } = pen;
  const pad = padding(w);
  const y = top - baseline * k;
  const words = { face: "words", size: sizes.type.row * k, colour: palette.ink2 } as const;
  const used = ink.width(label, words) / k;
  const fitted = fitNumber(pen, number, sizes.type.number, w - 2 * pad - used - 0.05);
  // A word as long as `undefined` takes the label's place where there is no room for both.
  if (fitted.width + used + 2 * pad <= w) ink.text(label, left + pad * k, y, z, words);
  drawRuns(ink, fitted.runs, left + (w - pad) * k - fitted.width * k, y, z, fitted.size * k);
}

interface FittedNumber {
  runs: Run[];
  size: number;
  width: number;
  /** It fits with all its digits. */
  whole: boolean;
}

/** A number is never cut: where it does not fit at the least size it gives up digits. */
function fitNumber(
  pen: Pen,
  number: number | null,
  size: number,
  room: number,
  { most, least } = { most: 4, least: pen.least },
): FittedNumber {
  const { ink, palette } = pen;
  const colour = number === null ? palette.ink3 : colourOf(number, palette);
  for (let digits = most; ; digits--) {
    const runs: Run[] = [{ text: number === null ? "--" : format(number, digits), face: "code-bold", colour }];
    const natural = widthOf(ink, runs, size);
    const shrunk = Math.max(least, Math.min(size, (size * room) / natural));
    const width = widthOf(ink, runs, shrunk);
    if (width <= room || digits === 1) return { runs, size: shrunk, width, whole: digits === most && width <= room };
  }
}

function header(pen: Pen, node: Node, { left, top, z, w, k }: Sheet): void {
  const { ink, palette } = pen;
  const pad = padding(w);
  const centre = top - sizes.header.centre * k;
  if (node.kind === "leaf") {
    const name = fitName(ink, { text: node.label, face: "code-heavy", colour: palette.ink }, sizes.type.leaf, pen.least, w - 2 * pad);
    drawRuns(ink, name.runs, left + pad * k, centre - name.size * 0.31 * k, z, name.size * k);
    return;
  }
  const tile = drawTile(pen, node, left + pad * k, centre, z, sizes.tile.side * k) / k;
  const room = w - 2 * pad - tile - 0.13;
  const runs: Run[] = [{ text: labelOf(node), face: "code", colour: palette.ink2 }];
  const label = fit(ink, runs, sizes.type.op, pen.least, room);
  drawRuns(ink, label.runs, left + (pad + tile + 0.13) * k, centre - label.size * 0.3 * k, z, label.size * k);
}

/** The text beside the tile; a function's name is on its tile already. */
function labelOf(node: Node): string {
  const bare = node.text.startsWith(`${node.symbol}(`) ? node.text.slice(node.symbol.length) : node.text;
  return bare.replaceAll("-", "−");
}

/** The op's tile with its left edge at `x`, centred on `y`; returns its width. */
function drawTile(pen: Pen, node: Node, x: number, y: number, z: number, side: number): number {
  const { ink, palette } = pen;
  const runs = symbolRuns(node, palette.ink);
  const size = side * 0.6;
  const width = runs === null ? side : Math.max(side, widthOf(ink, runs, size) + side * 0.36);
  ink.plate(x + width / 2, y, z, width, side, side * 0.24, palette.tile);
  if (runs === null) {
    const unit = side / sizes.tile.side;
    ink.stroke(STROKES[node.symbol]!, x + width / 2, y, z, sizes.stroke.arm * unit, sizes.stroke.width * unit, palette.ink);
  } else {
    const text = widthOf(ink, runs, size);
    drawRuns(ink, runs, x + (width - text) / 2, y - size * 0.29, z, size);
  }
  return width;
}

/** The symbol as text, or null when it is strokes: a power shows its exponent raised. */
function symbolRuns(node: Node, colour: Rgb): Run[] | null {
  if (node.symbol in STROKES) return null;
  const power = exponentOf(node);
  if (power === null) return [{ text: node.symbol, face: "code-bold", colour }];
  const exponent = format(power);
  const raised = { text: exponent.length > 4 ? "n" : exponent, face: "code-bold", colour, raised: true } as const;
  return [{ text: "x", face: "code-bold", colour }, raised];
}

function strip(pen: Pen, node: Node, { left, top, z, w, h, k }: Sheet): void {
  const { ink, palette, view } = pen;
  const pad = padding(w);
  const high = sizes.strip;
  const middle = top - (h - high / 2 - 0.02) * k;
  ink.plate(left + (w / 2) * k, middle, z, (w - 0.05) * k, high * k, 0.12 * k, palette.tile);
  ink.plate(left + (w / 2) * k, middle + (high / 2 - 0.06) * k, z, (w - 0.05) * k, 0.12 * k, 0.001, palette.tile);
  const word: Run = { text: "derived", face: "words-bold", colour: palette.ink };
  const baseline = middle - sizes.type.derived * 0.34 * k;
  const opened = view.locals && node.expansion !== null ? typeset(node.expansion, "code", palette.ink2) : [];
  const inside = w - 2 * pad;
  const beside = inside - ink.width("derived", { face: "words-bold", size: sizes.type.derived }) - 0.14;
  const whole = fit(ink, opened, 0.25, pen.least, beside);
  const fits = !whole.runs.some(({ text }) => text.endsWith("…"));
  if (fits) drawRuns(ink, [word], left + pad * k, baseline, z, sizes.type.derived * k);
  if (opened.length === 0) return;
  const typed = fits ? whole : fit(ink, opened, 0.25, pen.least, inside);
  const width = widthOf(ink, typed.runs, typed.size * k);
  drawRuns(ink, typed.runs, left + (w - pad) * k - width, baseline, z, typed.size * k);
}

function drawConstant(pen: Pen, node: Node, place: Place): void {
  const { ink, palette, slabs, view } = pen;
  const { x, y, z, w, h, scale: k, full } = place;
  const corner = Math.min(0.19 * k, h / 2);
  const depth = sizes.constant.depth * k;
  const top = mix(palette.cardTop, palette.stage, 0.55);
  pen.ground.addShadow(x + 0.02, y - 0.05 - z * 0.3, w, h, corner, 0.12 + z * 0.4, pen.strength.contact * 0.8);
  slabs.add({ x, y, z, w, h, depth, corner, bevel: 0.02 * k, top, side: palette.cardSide, rim: palette.cardSide });
  const face = z + depth + FACE;
  ink.dashes(x, y, face, w - 0.12 * k, h - 0.12 * k, corner - 0.06 * k, 0.022 * k, palette.ink3);
  if (view.frame.sender === node.id) ink.outline(x, y, face, w, h, corner, sizes.outline * k, palette.ink);
  const value = view.frame.values[node.id]!;
  const pad = 0.2 * k;
  const style = { face: "words", size: sizes.type.row * k, colour: palette.ink2 } as const;
  const word = ink.width("const", style) + 0.08 * k;
  const room = (w - 2 * pad) / k;
  const beside = fitNumber(pen, value, full ? sizes.type.number : 0.3, room - word / k);
  const worded = full && beside.whole;
  const number = worded ? beside : fitNumber(pen, value, full ? sizes.type.number : 0.3, room);
  if (worded) ink.text("const", x - w / 2 + pad, y - 0.08 * k, face, style);
  const at = worded ? x + w / 2 - pad - number.width * k : x - (number.width * k) / 2;
  drawRuns(ink, number.runs, at, y - number.size * 0.31 * k, face, number.size * k);
}

/** The overview's card: symbol or name above, value to three digits below. */
function drawSmall(pen: Pen, node: Node, { left, top, z, w, h, k }: Sheet): void {
  const { ink, palette, view } = pen;
  const pad = 0.12;
  if (node.kind === "leaf") {
    const name = fitName(ink, { text: node.label, face: "code-heavy", colour: palette.ink }, 0.34, 0.2, w - 2 * pad);
    drawRuns(ink, name.runs, left + pad * k, top - 0.4 * k, z, name.size * k);
  } else drawTile(pen, node, left + pad * k, top - 0.3 * k, z, 0.36 * k);
  const number = fitNumber(pen, view.frame.values[node.id]!, 0.34, w - 2 * pad, { most: 3, least: 0.17 });
  drawRuns(ink, number.runs, left + (w - pad - number.width) * k, top - (h - 0.18) * k, z, number.size * k);
}
