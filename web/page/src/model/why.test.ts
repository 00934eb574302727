// Where numbers go wrong, as Python knows it (backpulse.engine.diagnosis); and on the page only of what is to be seen.
import { describe, expect, it } from "vitest";
import recorded from "../../../../tests/golden/whys.json";
import { numbersOf } from "../live/wire";
import type { Trace } from "./messages";
import { type Link, turnsOf, wayOf, whyOf } from "./why";

interface Recorded {
  forward: number[];
  backward: Link[];
  way: number[];
}

const { cases } = recorded as unknown as { cases: { trace: Trace; whys: Recorded[] }[] };
const legend = { ops: [], findings: [], links: [] };
const kinds = new Set(cases.flatMap(({ whys }) => whys.flatMap(({ backward }) => backward.map(({ kind }) => kind))));

describe.each(cases)("$trace.source", ({ trace, whys }) => {
  const numbers = numbersOf(trace, legend);
  it.each(whys.map((why, node) => [node, why] as const))("node %i", (node, { way, ...expected }) => {
    const why = whyOf(trace, numbers, node);
    const { forward, backward } = why ?? { forward: [], backward: [] };
    expect({ forward, backward }).toEqual(expected);
    if (why === null) return;
    expect(wayOf(trace, why)).toEqual(way);
    expect(turnsOf(why)).toEqual(backward.filter(({ kind }) => kind !== "passes-on"));
  });
});

describe("the cases", () => {
  it("have every kind of link", () => {
    expect(kinds.size).toBe(11);
  });

  it("say nothing of a gradient that is not to be seen yet", () => {
    const [{ trace }] = cases as [(typeof cases)[0]];
    const numbers = numbersOf(trace, legend);
    const [x] = trace.graph.leaves as [number];
    expect(whyOf(trace, numbers, x)).not.toBeNull();
    expect(whyOf(trace, numbers, x, false)).toBeNull();
  });
});
