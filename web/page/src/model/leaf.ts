// A leaf as its slider holds it: value, range and step. Values of a slider are whole multiples of a decimal step.
import { clamp } from "./look";

export interface Leaf {
  value: number;
  min: number;
  max: number;
  /** The person, or a preset, has set the value: it stays when the text changes. */
  set: boolean;
  /** The person has edited the range: it is theirs, and only grows where it must. */
  ranged?: boolean;
}

export type Leaves = ReadonlyMap<string, Leaf>;
/** What becomes of leaves; null: there is none. */
export type LeafPatch = ReadonlyMap<string, Leaf | null>;

/** A change of leaves as the history keeps it. */
export interface LeafChange {
  from: LeafPatch;
  to: LeafPatch;
}

const LEAST = 10;
/** A value this much smaller than its range's bound has the usual range again. */
const LOST = 1 / 20;

/** The smallest of 10, 20, 50, 100, 200, … that is larger than `size`. */
function bound(size: number): number {
  if (size < LEAST) return LEAST;
  const decade = 10 ** Math.floor(Math.log10(size));
  const found = [1, 2, 5, 10, 20].map((factor) => factor * decade).find((candidate) => candidate > size);
  return Math.min(found ?? Number.MAX_VALUE, Number.MAX_VALUE);
}

/** A leaf that starts at `value`: its range is the usual one, grown evenly to hold it with room to both sides. */
export function leafAt(value: number, set: boolean): Leaf {
  const max = bound(Math.abs(value));
  return { value, min: -max, max, set };
}

/** Leaves that are set to these values, as an example or a script gives them. */
export function leavesAt(values: Readonly<Record<string, number>>): Leaves {
  return new Map(Object.entries(values).map(([name, value]) => [name, leafAt(value, true)]));
}

/** The same leaf at another value. A range that nobody has edited is the usual one where the value has no room in it, or is lost in it. */
export function movedTo(leaf: Leaf, value: number): Leaf {
  const { min, max } = leaf;
  const size = Math.abs(value);
  if (leaf.ranged !== true) return size >= max || size <= LOST * max ? leafAt(value, true) : { ...leaf, value, set: true };
  return { ...leaf, value, min: value < min ? -bound(size) : min, max: value > max ? bound(size) : max, set: true };
}

/** The same leaf in another range, moved into it; null if that is no range. */
export function inRange(leaf: Leaf, min: number, max: number): Leaf | null {
  if (!(min < max) || !Number.isFinite(max - min)) return null;
  const value = clamp(leaf.value, min, max);
  return { value, min, max, set: leaf.set || value !== leaf.value, ranged: true };
}

/** The slider's step is ten to this power: some hundred steps across the range. */
export function stepPower({ min, max }: Pick<Leaf, "min" | "max">): number {
  return Math.floor(Math.log10((max - min) / 150));
}

/** The multiple of ten to `power` nearest to `x`, as the decimal a person would write: 0.3, never 0.30000000000000004. */
export function quantised(x: number, power: number): number {
  const ten = Number(`1e${Math.abs(power)}`);
  // Powers of ten up to 22 are exact, and so a division by one gives the double nearest to the decimal.
  const value = power < 0 ? Math.round(x * ten) / ten : Math.round(x / ten) * ten;
  return value === 0 ? 0 : value;
}

/** Where a slider dragged to `raw` comes to rest. */
export function dragged(leaf: Leaf, raw: number): number {
  return clamp(quantised(raw, stepPower(leaf)), leaf.min, leaf.max);
}

/** Where a key takes a slider; null for a key that means nothing to it. */
export function keyed(leaf: Leaf, key: string, coarse: boolean): number | null {
  if (key === "Home") return leaf.min;
  if (key === "End") return leaf.max;
  const sign = { ArrowRight: 1, ArrowUp: 1, PageUp: 1, ArrowLeft: -1, ArrowDown: -1, PageDown: -1 }[key];
  if (sign === undefined) return null;
  const steps = coarse || key.startsWith("Page") ? 10 : 1;
  return dragged(leaf, leaf.value + sign * steps * 10 ** stepPower(leaf));
}

/** A number as typed, with either minus; null if it is none or not finite. */
export function parseNumber(text: string): number | null {
  const plain = text.trim().replaceAll("−", "-").replace(/^\+/, "");
  if (!/^-?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(plain)) return null;
  const value = Number(plain);
  return Number.isFinite(value) ? value : null;
}

/** Where a number stands in the range, 0 to 1. */
export function share({ min, max }: Pick<Leaf, "min" | "max">, x: number): number {
  return clamp((x - min) / (max - min));
}

export function patched(leaves: Leaves, patch: LeafPatch): Map<string, Leaf> {
  const now = new Map(leaves);
  for (const [name, leaf] of patch) {
    if (leaf === null) now.delete(name);
    else now.set(name, leaf);
  }
  return now;
}

export function same(a: Leaf | null, b: Leaf | null): boolean {
  return a === b || (a !== null && b !== null && a.value === b.value && a.min === b.min && a.max === b.max);
}

export function sameLeaves(a: Leaves, b: Leaves): boolean {
  return a.size === b.size && [...a].every(([name, leaf]) => same(leaf, b.get(name) ?? null));
}
