// The frame: what is to be seen at one moment. Types only; timeline.ts makes it, the scene and the page draw it.

export type Direction = "forward" | "backward";

/** A piece of the sentence. Numbers are coloured by sign, names are code, an op is the tile of `node`. */
export type Part =
  | { kind: "text"; text: string }
  | { kind: "number"; value: number }
  | { kind: "name"; text: string; node: number }
  | { kind: "op"; node: number };

/** One step, from structure alone. Forward: a node. Backward: the root's 1 (edge null), then one arrow each. */
export interface Step {
  /** Counts from 1. */
  index: number;
  /** Forward: the node whose value appears. Backward: the sender. */
  node: number;
  /** Backward: the arrow; null in forward steps and for the root's 1. */
  edge: number | null;
}

/** Newest numbers for a structure, in the trace's order. Entries of constants are 0 and mean nothing. */
export interface Numbers {
  values: Float64Array;
  grads: Float64Array;
  locals: Float64Array;
  contributions: Float64Array;
  /** Per edge: the child's running total after this arrow. */
  totals: Float64Array;
  /** Findings as pairs (place, index into the legend's findings): a place is a node, or after the last node an arrow. */
  findings: ReadonlyArray<readonly [number, number]>;
}

export interface EdgeFrame {
  /** How much of each lane is lit from its start, 0 to 1. */
  forward: number;
  backward: number;
  /** The disc on the present direction's lane, 0 to 1 along its travel; null when none travels. */
  pulse: number | null;
  /** The arrow's label: not there, of the present step, or of a step done. */
  pill: "none" | "present" | "done" | "local";
  /** 0 to 1 while the label grows in. */
  grow: number;
}

export interface Total {
  node: number;
  before: number;
  added: number;
  after: number;
}

export interface Frame {
  direction: Direction;
  /** In steps, 0 to `steps.length`; step k fills (k-1, k]. */
  t: number;
  steps: readonly Step[];
  /** The step being shown: 0 before the start, else its index. */
  step: number;
  /** Per node: the value to show, null when not known yet (`--`). */
  values: (number | null)[];
  /** Per node: the gradient to show (a running total while arrows arrive), null when not known yet or a constant. */
  grads: (number | null)[];
  /** Per node: glow of an arrival, 0 to 1. */
  glow: number[];
  /** The node that acts in this step (outlined), and those that receive. */
  sender: number | null;
  receivers: number[];
  edges: EdgeFrame[];
  total: Total | null;
  sentence: Part[];
}
