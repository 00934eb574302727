// The frame as a pure function of (trace, numbers, t): boundaries, mid-step, seeking and playing.
import { describe, expect, it } from "vitest";
import type { Numbers } from "./frame";
import type { Legend, Node, Trace } from "./messages";
import { wordsOf } from "./sentence";
import { arrival, defaultOptions, frameOf, stepsOf } from "./timeline";

const node = (id: number, kind: Node["kind"], op: string | null, symbol: string, text: string, inputs: number[] = []): Node => ({
  id, kind, op, symbol, label: text, text, inputs, param: null, derived: false, expansion: null, span: null, position: null,
}); // prettier-ignore

/** (a + b) * c at 2, -3, 10 */
const sumTimesC = {
  source: "(a + b) * c",
  graph: {
    nodes: [
      node(0, "leaf", null, "", "a"),
      node(1, "leaf", null, "", "b"),
      node(2, "op", "add", "+", "a + b", [0, 1]),
      node(3, "leaf", null, "", "c"),
      node(4, "op", "mul", "*", "(a + b) * c", [2, 3]),
    ],
    edges: [
      { id: 0, child: 0, parent: 2, slot: 0 },
      { id: 1, child: 1, parent: 2, slot: 1 },
      { id: 2, child: 2, parent: 4, slot: 0 },
      { id: 3, child: 3, parent: 4, slot: 1 },
    ],
    root: 4,
    leaves: [0, 1, 3],
  },
  values: [2, -3, -1, 10, -10],
  grads: [10, 10, 10, -1, 1],
  locals: [1, 1, 10, -1],
  contributions: [10, 10, 10, -1],
  forward: [0, 1, 2, 3, 4].map((id) => ({ node: id, text: "" })),
  backward: [
    { node: 4, incoming: 1, edges: [{ edge: 2, local: 10, contribution: 10, total: 10 }, { edge: 3, local: -1, contribution: -1, total: -1 }] },
    { node: 2, incoming: 10, edges: [{ edge: 0, local: 1, contribution: 10, total: 10 }, { edge: 1, local: 1, contribution: 10, total: 10 }] },
  ],
  findings: [],
  skipped: [],
  notes: [],
  printed: "",
  remedies: [],
  layouts: null,
} satisfies Trace; // prettier-ignore

/** a * a at 3 */
const square = {
  source: "a * a",
  graph: {
    nodes: [node(0, "leaf", null, "", "a"), node(1, "op", "mul", "*", "a * a", [0, 0])],
    edges: [{ id: 0, child: 0, parent: 1, slot: 0 }, { id: 1, child: 0, parent: 1, slot: 1 }],
    root: 1,
    leaves: [0],
  },
  values: [3, 9],
  grads: [6, 1],
  locals: [3, 3],
  contributions: [3, 3],
  forward: [{ node: 0, text: "" }, { node: 1, text: "" }],
  backward: [{ node: 1, incoming: 1, edges: [{ edge: 0, local: 3, contribution: 3, total: 3 }, { edge: 1, local: 3, contribution: 3, total: 6 }] }],
  findings: [],
  skipped: [],
  notes: [],
  printed: "",
  remedies: [],
  layouts: null,
} satisfies Trace; // prettier-ignore

const legend: Legend = {
  ops: [
    ["add", "+", "a + b", ["1", "1"]],
    ["mul", "*", "a * b", ["b", "a"]],
  ].map(([name, symbol, signature, partials]) => ({
    name, symbol, signature, partials, sign: { add: "", mul: "×" }[name as string], arity: 2, forward: "", partials_latex: [], words: [], gate: "", derived: false, expansion: null,
  })) as Legend["ops"], // prettier-ignore
  findings: [],
  links: [],
};

function numbersOf(trace: typeof sumTimesC | typeof square): Numbers {
  const totals = new Float64Array(trace.graph.edges.length);
  for (const step of trace.backward) for (const { edge, total } of step.edges) totals[edge] = total;
  const of = (list: readonly number[]) => Float64Array.from(list);
  const { values, grads, locals, contributions } = trace;
  return { values: of(values), grads: of(grads), locals: of(locals), contributions: of(contributions), totals, findings: [] };
}

const n1 = numbersOf(sumTimesC);
const n2 = numbersOf(square);
const options = { ...defaultOptions, legend };
const backward = (t: number) => frameOf(sumTimesC, n1, "backward", t, options);
const words = (trace: Trace, numbers: Numbers, direction: "forward" | "backward", t: number) =>
  wordsOf(trace, frameOf(trace, numbers, direction, t, options).sentence);

describe("steps", () => {
  it("go forward node by node", () => expect(stepsOf(sumTimesC, "forward").map((s) => s.node)).toEqual([0, 1, 2, 3, 4]));
  it("go backward from the root's 1, then arrow by arrow", () => {
    expect(stepsOf(sumTimesC, "backward").map(({ node, edge }) => [node, edge])).toEqual([
      [4, null],
      [4, 2],
      [4, 3],
      [2, 0],
      [2, 1],
    ]);
  });
});

describe("backward", () => {
  it("knows nothing at t = 0", () => {
    const frame = backward(0);
    expect(frame.step).toBe(0);
    expect(frame.grads).toEqual([null, null, null, null, null]);
    expect(frame.values).toEqual([2, -3, -1, 10, -10]);
    expect(frame.edges.every(({ backward, pill }) => backward === 0 && pill === "none")).toBe(true);
  });
  it("has its pulse under way in mid-step and the gradient still unknown", () => {
    const frame = backward(1.4);
    expect(frame.step).toBe(2);
    expect(frame.edges[2]!.pulse).toBeGreaterThan(0);
    expect(frame.edges[2]!.pulse).toBeLessThan(1);
    expect(frame.grads).toEqual([null, null, null, null, 1]);
    expect([frame.sender, frame.receivers]).toEqual([4, [2]]);
  });
  it("knows the gradient from the pulse's arrival on", () => {
    expect(backward(1 + arrival - 0.001).grads[2]).toBeNull();
    expect(backward(1 + arrival).grads[2]).toBe(10);
  });
  it("ends with every gradient known and every label shown", () => {
    const frame = backward(5);
    expect(frame.step).toBe(5);
    expect(frame.grads).toEqual([10, 10, 10, -1, 1]);
    expect(frame.edges.map(({ pill }) => pill)).toEqual(["done", "present", "done", "done"]);
    expect(frame.edges.every(({ backward, pulse }) => backward === 1 && pulse === null)).toBe(true);
  });
  it("clamps t", () => {
    expect(backward(99)).toEqual(backward(5));
    expect(backward(-1)).toEqual(backward(0));
  });
  it("adds up where a node is reached twice: 3, then 6", () => {
    const at = (t: number) => frameOf(square, n2, "backward", t, options);
    expect(at(2).grads[0]).toBe(3);
    expect(at(2).total).toBeNull();
    expect(at(2.5).grads[0]).toBe(3);
    expect(at(3).grads[0]).toBe(6);
    expect(at(3).total).toEqual({ node: 0, before: 3, added: 3, after: 6 });
  });
});

describe("forward", () => {
  it("shows leaves from the start and ops when their inputs have arrived", () => {
    expect(frameOf(sumTimesC, n1, "forward", 0, options).values).toEqual([2, -3, null, 10, null]);
    expect(frameOf(sumTimesC, n1, "forward", 2.5, options).values[2]).toBeNull();
    expect(frameOf(sumTimesC, n1, "forward", 3, options).values).toEqual([2, -3, -1, 10, null]);
    expect(frameOf(sumTimesC, n1, "forward", 5, options).values).toEqual([2, -3, -1, 10, -10]);
  });
  it("sends one pulse along every input at once", () => {
    const { edges } = frameOf(sumTimesC, n1, "forward", 2.3, options);
    expect(edges[0]!.pulse).toBeGreaterThan(0);
    expect(edges[0]!.pulse).toBe(edges[1]!.pulse);
    expect(edges[2]!.pulse).toBeNull();
  });
  it("shows no gradient, unless final gradients are asked for", () => {
    expect(frameOf(sumTimesC, n1, "forward", 5, options).grads).toEqual([null, null, null, null, null]);
    expect(frameOf(sumTimesC, n1, "forward", 0, { ...options, final: true }).grads).toEqual([10, 10, 10, -1, 1]);
  });
});

describe("time", () => {
  it("is the only state: playing to t, seeking to t and coming back from beyond give the same frame", () => {
    for (const direction of ["forward", "backward"] as const) {
      const seek = Array.from({ length: 51 }, (_, i) => frameOf(sumTimesC, n1, direction, i / 10, options));
      const back = Array.from({ length: 51 }, (_, i) => frameOf(sumTimesC, n1, direction, (50 - i) / 10, options)).reverse();
      expect(back).toEqual(seek);
    }
  });
  it("never takes a known gradient away as it moves on", () => {
    let known = 0;
    for (let t = 0; t <= 5; t += 0.01) {
      const now = backward(t).grads.filter((grad) => grad !== null).length;
      expect(now).toBeGreaterThanOrEqual(known);
      known = now;
    }
    expect(known).toBe(5);
  });
  it("keeps its place when the numbers change", () => {
    const moved = { ...n1, grads: n1.grads.map((g) => g * 2) };
    expect(frameOf(sumTimesC, moved, "backward", 1.4, options).edges).toEqual(backward(1.4).edges);
  });
  it("stands still in reduced motion: the finished step, its disc at rest half way", () => {
    const still = frameOf(sumTimesC, n1, "backward", 1.2, { ...options, reduced: true });
    expect(still.edges[2]).toMatchObject({ backward: 1, pulse: 0.5, pill: "present", grow: 1 });
    expect(still.grads[2]).toBe(10);
  });
});

describe("the sentence", () => {
  it.each([
    [2, "* sends 1 × c = 10 to a + b"],
    [3, "* sends 1 × (a + b) = −1 to c"],
    [4, "+ sends 10 × 1 = 10 to a"],
    [5, "+ sends 10 × 1 = 10 to b"],
  ])("of backward step %i", (t, sentence) => expect(words(sumTimesC, n1, "backward", t)).toBe(sentence));
  it("names the root's own gradient", () => {
    expect(words(sumTimesC, n1, "backward", 1)).toBe("* is the root: its own gradient is 1");
  });
  it("says the running total", () => {
    expect(words(square, n2, "backward", 3)).toBe("* sends 1 × a = 3 to a, which adds up: 3 + 3 = 6");
  });
  it("does the arithmetic forward", () => {
    expect(words(sumTimesC, n1, "forward", 3)).toBe("+ computes 2 + −3 = −1");
    expect(words(sumTimesC, n1, "forward", 5)).toBe("* computes −1 × 10 = −10, the value of the whole expression");
  });
});

describe("local derivatives", () => {
  it("label arrows that no pulse has labelled yet, never those of constants", () => {
    const constant = structuredClone(sumTimesC) as Trace;
    constant.graph.nodes[3]!.kind = "const";
    const { edges } = frameOf(constant, n1, "backward", 2, { ...options, locals: true });
    expect(edges.map(({ pill }) => pill)).toEqual(["local", "local", "present", "none"]);
  });
});
