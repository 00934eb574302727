// The person's acts and the server's answers as state: which values stay, what the history gets, where time goes.
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Live } from "../live";
import type { Legend, Preset, Trace, TraceRequest } from "../messages";
import { type Link, plain } from "../link";
import { Store } from "../store";
import { Control, type History } from "./control";
import type { LeafChange } from "./editor";
import { inRange, leafAt, movedTo } from "./leaf";

const legend: Legend = { ops: [], findings: [] };
const presets: Preset[] = [
  { name: "Product", sentence: "", source: "a * b", values: { a: 2, b: -3 } },
  { name: "Square", sentence: "", source: "a * a", values: { a: 3 } },
];

/** A trace of which only what is read here is right: leaves and their values, one op. */
function traceOf(source: string, values: Record<string, number>): Trace {
  const names = Object.keys(values);
  const nodes = [...names.map((label) => ({ kind: "leaf", label, text: label })), { kind: "op", label: source, text: source }];
  return {
    source,
    graph: {
      nodes: nodes.map((node, id) => ({ id, ...node })),
      edges: names.map((_, id) => ({ id, child: id, parent: names.length, slot: id })),
      root: names.length,
      leaves: names.map((_, id) => id),
    },
    values: [...Object.values(values), 0],
    grads: nodes.map(() => 1),
    locals: names.map(() => 1),
    contributions: names.map(() => 1),
    forward: nodes.map((_, node) => ({ node, text: "" })),
    backward: [{ node: names.length, incoming: 1, edges: names.map((_, edge) => ({ edge, local: 1, contribution: 1, total: 1 })) }],
    findings: [],
    skipped: [],
    layouts: null,
  } as unknown as Trace;
}

let store: Store;
let control: Control;
let asked: TraceRequest[];
let moved: (readonly number[])[];
let recorded: LeafChange[];
let replaced: LeafChange[];
/** What of the history of the browser was used: "act" or "applied". */
let entries: string[];
/** A question is in flight, so moves wait. */
let busy = false;

const leaf = (name: string) => store.state.leaves.get(name)!;
const last = () => asked[asked.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  busy = false;
  [asked, moved, recorded, replaced, entries] = [[], [], [], [], []];
  store = new Store(() => undefined);
  const live = {
    ask: (request: () => TraceRequest) => asked.push(request()),
    move: (values: () => readonly number[]) => busy || moved.push(values()),
  } as unknown as Live;
  control = new Control(store, live, {
    act: (does) => {
      entries.push("act");
      does();
    },
    applied: () => entries.push("applied"),
  });
  const history: History = {
    load: (text) => control.edited(text, true),
    replace: (text, change) => {
      replaced.push(change);
      control.edited(text, true);
    },
    record: (change) => recorded.push(change),
    undo: () => undefined,
    redo: () => undefined,
    goTo: () => undefined,
  };
  control.begin(history, presets, legend, { kind: "start" });
  control.answered(traceOf("a * b", { a: 2, b: -3 }));
});

describe("the beginning", () => {
  it("is the first example, complete", () => {
    expect(last()).toEqual({ source: "a * b", values: { a: 2, b: -3 }, expand: false });
    expect(store.state).toMatchObject({ direction: "backward", t: 3, playing: "no", error: null });
  });
});

describe("a text", () => {
  it("is applied after a pause, or at once when asked", () => {
    const before = asked.length;
    control.edited("a * b +", false);
    vi.advanceTimersByTime(299);
    control.edited("a * b + c", false);
    vi.advanceTimersByTime(299);
    expect(asked.length).toBe(before);
    vi.advanceTimersByTime(1);
    expect(asked.length).toBe(before + 1);
    control.edited("a", false);
    control.apply();
    vi.advanceTimersByTime(1000);
    expect(asked.length).toBe(before + 2);
  });

  it("keeps the values the person has set, and takes the server's for new names", () => {
    control.change("a", (now) => movedTo(now, 7), true);
    control.edited("a * b * c", true);
    expect(last().values).toEqual({ a: 7, b: -3 });
    control.answered(traceOf("a * b * c", { a: 7, b: -3, c: 10 }));
    expect(leaf("c")).toMatchObject({ value: 10, min: -20, max: 20, set: false });
    control.edited("a * c", true);
    expect(last().values).toEqual({ a: 7, b: -3 });
  });

  it("wins where it newly gives a start, and keeps its hands off else", () => {
    control.edited("a = 5\na * b", true);
    expect(last().values).toEqual({ b: -3 });
    control.answered(traceOf("a = 5\na * b", { a: 5, b: -3 }));
    expect(leaf("a")).toMatchObject({ value: 5, set: false });
    control.change("a", (now) => movedTo(now, 6), true);
    control.edited("a = 5\na * b * 2", true);
    expect(last().values).toEqual({ a: 6, b: -3 });
  });

  it("gives a value back when its start is taken away again", () => {
    control.change("a", (now) => movedTo(now, 7), true);
    for (const text of ["a = 5\na * b", "a = 50\na * b"]) {
      control.edited(text, true);
      expect(last().values).toEqual({ b: -3 });
      control.answered(traceOf(text, { a: text.includes("50") ? 50 : 5, b: -3 }));
    }
    control.edited("a * b", true);
    expect(last().values).toEqual({ a: 7, b: -3 });
    expect(leaf("a")).toMatchObject({ value: 7, set: true });
  });

  it("with a mistake leaves the last good graph, its numbers and its sliders", () => {
    control.edited("a *", true);
    control.failed({ code: "x", message: "m", hint: null, span: null, line: null, column: null });
    expect(store.state.message?.source).toBe("a * b");
    control.change("a", (now) => movedTo(now, 4), true);
    expect(moved[moved.length - 1]).toEqual([4, -3]);
    control.answered(traceOf("a * b", { a: 4, b: -3 }));
    expect(store.state.error).toBeNull();
  });

  it("does not undo a slider that moved after it was asked", () => {
    control.edited("a * b + 0", true);
    busy = true;
    control.change("a", (now) => movedTo(now, 9), true);
    busy = false;
    control.answered(traceOf("a * b + 0", { a: 2, b: -3 }));
    expect(leaf("a").value).toBe(9);
    expect(moved).toEqual([[9, -3]]);
  });
});

describe("time, when the text changes", () => {
  it("goes to the end of another graph, whatever it was doing", () => {
    control.seek(1.5);
    control.answered(traceOf("a * b * c", { a: 1, b: 1, c: 1 }));
    expect(store.state).toMatchObject({ t: 4, playing: "no" });
    control.direct("backward");
    control.answered(traceOf("a", { a: 1 }));
    expect(store.state).toMatchObject({ t: 2, playing: "no" });
  });
  it("stays where it is in the same graph, also after a mistake and under other names", () => {
    control.seek(1.5);
    control.failed({ code: "x", message: "m", hint: null, span: null, line: null, column: null });
    control.answered(traceOf("a * b", { a: 1, b: 1 }));
    expect(store.state.t).toBe(1.5);
    control.play();
    control.answered(traceOf("x * y", { x: 1, y: 1 }));
    expect(store.state).toMatchObject({ t: 1.5, playing: "all" });
  });
  it("is not touched by a slider", () => {
    control.seek(1.5);
    control.change("a", (now) => movedTo(now, 4), false);
    expect(store.state.t).toBe(1.5);
  });
  it("starts again with another direction", () => {
    control.direct("forward");
    expect(store.state).toMatchObject({ direction: "forward", t: 0, playing: "all" });
    store.set({ reduced: true });
    control.direct("backward");
    expect(store.state).toMatchObject({ direction: "backward", t: 0, playing: "no" });
  });
});

describe("the history", () => {
  it("gets a drag as one step, from where it began to where it ended", () => {
    for (const value of [3, 4, 5]) control.change("a", (now) => ({ ...now, value, set: true }), false);
    expect(recorded).toEqual([]);
    control.settle();
    expect(recorded.length).toBe(1);
    expect(recorded[0]!.from.get("a")?.value).toBe(2);
    expect(recorded[0]!.to.get("a")?.value).toBe(5);
  });
  it("gets keys pressed in a row as one step", () => {
    for (const value of [2.1, 2.2, 2.3]) {
      control.change("a", (now) => ({ ...now, value, set: true }), false);
      control.settleSoon();
      vi.advanceTimersByTime(200);
    }
    vi.advanceTimersByTime(400);
    expect(recorded.length).toBe(1);
  });
  it("gets nothing of a drag that came back", () => {
    control.change("a", (now) => ({ ...now, value: 3 }), false);
    control.change("a", (now) => ({ ...now, value: 2 }), false);
    control.settle();
    expect(recorded).toEqual([]);
  });
  it("brings leaves back", () => {
    control.change("a", (now) => movedTo(now, 5), true);
    control.restored(recorded[0]!.from);
    expect(leaf("a").value).toBe(2);
    expect(moved[moved.length - 1]).toEqual([2, -3]);
  });
});

describe("an example", () => {
  it("brings its own values, forgets the others, and stands complete", () => {
    control.seek(1);
    control.choose("Square");
    expect([...store.state.leaves.keys()]).toEqual(["a"]);
    expect(last()).toMatchObject({ source: "a * a", values: { a: 3 } });
    control.answered(traceOf("a * a", { a: 3 }));
    expect(store.state.t).toBe(2);
  });
});

describe("an address", () => {
  const range = inRange(leafAt(7, true), 0, 8)!;
  const link: Link = {
    ...plain,
    text: "a = 5\na * b",
    leaves: new Map([["a", range]]),
    direction: "forward",
    t: 1.25,
    speed: 2,
    locals: true,
    theme: "light",
    selected: 1,
  };

  it("brings its whole moment, and its values stand beside the text's own starts", () => {
    control.open({ kind: "link", link });
    expect(last()).toEqual({ source: link.text, values: { a: 7 }, expand: false });
    control.answered(traceOf(link.text, { a: 7, b: 1 }));
    expect(store.state).toMatchObject({ direction: "forward", t: 1.25, speed: 2, locals: true, chosenTheme: "light", selected: 1, playing: "no" });
    expect(leaf("a")).toEqual(range);
    expect(leaf("b")).toMatchObject({ value: 1, set: false });
    expect(store.state.notice).toBeNull();
  });

  it("can be undone", () => {
    control.open({ kind: "link", link });
    expect(replaced[0]!.from.get("b")?.value).toBe(-3);
    expect(replaced[0]!.to.get("b")).toBeNull();
  });

  it("of the same graph at the same values asks nothing", () => {
    const before = asked.length;
    control.seek(1);
    control.open({ kind: "start" });
    expect(store.state.t).toBe(3);
    control.open({ kind: "link", link: { ...plain, text: "a * b", leaves: store.state.leaves, direction: "forward", t: 2 } });
    expect(store.state).toMatchObject({ direction: "forward", t: 2 });
    expect(asked.length).toBe(before);
  });

  it("of a step after the last shows all of them and says so", () => {
    control.open({ kind: "link", link: { ...link, t: 99, selected: 99 } });
    control.answered(traceOf(link.text, { a: 7, b: 1 }));
    expect(store.state).toMatchObject({ t: 3, selected: null });
    expect(store.state.notice).toMatchObject({ error: { message: "The link is of step 99, and there are 3" } });
  });

  it("that cannot be read gives the beginning, and a sentence", () => {
    control.open({ kind: "link", link });
    control.answered(traceOf(link.text, { a: 7, b: 1 }));
    const error = { code: "bad-link", message: "No", hint: null, span: null, line: null, column: null };
    control.open({ kind: "error", error });
    expect(last()).toEqual({ source: "a * b", values: { a: 2, b: -3 }, expand: false });
    control.answered(traceOf("a * b", { a: 2, b: -3 }));
    expect(store.state).toMatchObject({ notice: { error }, direction: "backward", t: 3, speed: 1, locals: false, chosenTheme: null });
  });

  it("is forgotten when something else is typed before its graph is there", () => {
    control.open({ kind: "link", link });
    control.edited("a", true);
    control.answered(traceOf("a", { a: 7 }));
    expect(store.state.t).toBe(2);
    control.edited(link.text, true);
    control.answered(traceOf(link.text, { a: 7, b: 1 }));
    expect(store.state.t).toBe(3);
  });

  it("gets an entry by deliberate acts, and by no others", () => {
    control.choose("Square");
    control.direct("forward");
    control.apply();
    expect(entries).toEqual(["act", "act", "applied"]);
    control.edited("a * a * a", true);
    control.change("a", (now) => movedTo(now, 4), true);
    control.seek(1);
    control.toggle("open");
    control.theme();
    expect(entries.length).toBe(3);
  });
});
