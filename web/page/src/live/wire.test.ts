// Messages as typed arrays: infinities and not-a-number survive, frames of a wrong length are refused.
import { describe, expect, it } from "vitest";
import type { Legend, Trace } from "../model/messages";
import { moveFrame, numbersFrame, numbersOf, readFrame } from "./wire";

const legend: Legend = {
  ops: [],
  findings: [
    { code: "kink", message: "" },
    { code: "log-of-zero", message: "" },
  ],
  links: [],
};

describe("a trace's numbers", () => {
  it("are floats, with 0 for constants, and totals by edge", () => {
    const trace = {
      values: ["-Infinity", 0, 2],
      grads: [1, "Infinity", null],
      locals: ["NaN", null],
      contributions: ["Infinity", null],
      backward: [{ node: 0, incoming: 1, edges: [{ edge: 0, local: "NaN", contribution: "Infinity", total: "Infinity" }] }],
      graph: { nodes: [{}, {}, {}], edges: [{}, {}] },
      findings: [
        { node: 0, code: "log-of-zero", message: "…", edge: null },
        { node: 0, code: "kink", message: "…", edge: 1 },
      ],
    } as unknown as Trace;
    const numbers = numbersOf(trace, legend);
    expect([...numbers.values]).toEqual([-Infinity, 0, 2]);
    expect([...numbers.grads]).toEqual([1, Infinity, 0]);
    expect([...numbers.locals]).toEqual([NaN, 0]);
    expect([...numbers.totals]).toEqual([Infinity, 0]);
    // One of an arrow stands at its number after those of all nodes.
    expect(numbers.findings).toEqual([
      [0, 1],
      [4, 0],
    ]);
  });
});

describe("a frame of numbers", () => {
  const data = Float64Array.of(7, 1, NaN, 3, Infinity, 5, 6, 7, 1, 2, 0).buffer;

  it("is read in its order", () => {
    const { id, numbers } = readFrame(data, 2, 1)!;
    expect(id).toBe(7);
    expect([...numbers.values]).toEqual([1, NaN]);
    expect([...numbers.grads]).toEqual([3, Infinity]);
    expect([numbers.locals[0], numbers.contributions[0], numbers.totals[0]]).toEqual([5, 6, 7]);
    expect(numbers.findings).toEqual([[2, 0]]);
  });

  it("is written as it is read", () => {
    const { id, numbers } = readFrame(data, 2, 1)!;
    expect(numbersFrame(id, numbers)).toEqual(data);
  });

  it("of another graph is refused", () => {
    expect(readFrame(data, 4, 1)).toBeNull();
    expect(readFrame(new ArrayBuffer(12), 0, 0)).toBeNull();
    expect(readFrame(new ArrayBuffer(0), 0, 0)).toBeNull();
  });
});

it("a move is its number and the leaves' values", () => expect([...moveFrame(3, [2, -3])]).toEqual([3, 2, -3]));
