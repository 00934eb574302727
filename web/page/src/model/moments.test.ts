// Whole steps as Python knows them (backpulse.view.moment): the same values, gradients, labels and sentences.
import { describe, expect, it } from "vitest";
import recorded from "../../../../tests/golden/moments.json";
import type { Direction } from "./frame";
import type { Legend, Trace, WireNumber } from "./messages";
import { wordsOf } from "./sentence";
import { defaultOptions, frameOf } from "./timeline";
import { numbersOf } from "../live/wire";

interface Moment {
  direction: Direction;
  t: number;
  count: number;
  step: { node: number; edge: number | null } | null;
  values: (WireNumber | null)[];
  grads: (WireNumber | null)[];
  forward: boolean[];
  backward: boolean[];
  pills: string[];
  receivers: number[];
  total: Record<string, WireNumber> | null;
  sentence: string;
}

const { legend, cases } = recorded as unknown as { legend: Legend; cases: { trace: Trace; moments: Moment[] }[] };
const number = (x: WireNumber | null) => (x === null ? null : Number(x));

describe.each(cases)("$trace.source", ({ trace, moments }) => {
  const numbers = numbersOf(trace, legend);
  it.each(moments)("$direction $t", (moment) => {
    const frame = frameOf(trace, numbers, moment.direction, moment.t, { ...defaultOptions, legend });
    expect(frame.steps.length).toBe(moment.count);
    expect(frame.steps[frame.step - 1] ?? null).toEqual(moment.step && { index: moment.t, ...moment.step });
    expect(frame.values).toEqual(moment.values.map(number));
    expect(frame.grads).toEqual(moment.grads.map(number));
    expect(frame.edges.map(({ forward }) => forward === 1)).toEqual(moment.forward);
    expect(frame.edges.map(({ backward }) => backward === 1)).toEqual(moment.backward);
    expect(frame.edges.map(({ pill }) => pill)).toEqual(moment.pills);
    expect([frame.sender, frame.receivers]).toEqual([moment.step?.node ?? null, moment.receivers]);
    const total = moment.total && Object.fromEntries(Object.entries(moment.total).map(([k, x]) => [k, Number(x)]));
    expect(frame.total).toEqual(total);
    expect(wordsOf(trace, frame.sentence)).toBe(moment.sentence);
  });
});
