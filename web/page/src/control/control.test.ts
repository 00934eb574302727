// The person's acts and the server's answers as state: which values stay, what the history gets, where time goes.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Rig, begun, traceOf } from "./control.rig";
import { movedTo } from "../model/leaf";

let rig: Rig;
let store: Rig["store"];
let control: Rig["control"];
let asked: Rig["asked"];
let moved: Rig["moved"];
let recorded: Rig["recorded"];
let line: Rig["line"];

const leaf = (name: string) => store.state.leaves.get(name)!;
const last = () => asked[asked.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  rig = begun();
  ({ store, control, asked, moved, recorded, line } = rig);
});

describe("the beginning", () => {
  it("is the first example, complete", () => {
    expect(last()).toEqual({ source: "a * b", values: { a: 2, b: -3 }, expand: false });
    expect(store.state).toMatchObject({ direction: "backward", t: 3, playing: "no", error: null });
  });
});

describe("an answer", () => {
  it("leaves its structure and its numbers, each once", () => {
    const [numbers, structure] = [JSON.stringify(traceOf("a * b", { a: 271, b: -3 })), JSON.stringify(store.state.trace)];
    control.answered(traceOf("a * b", { a: 271, b: -3 }));
    expect(numbers).toContain("271");
    expect(JSON.stringify(store.state.trace)).toBe(structure);
    expect([...store.state.numbers!.values]).toEqual([271, -3, 0]);
  });
});

describe("a line that is tied again", () => {
  it("is asked the text, and before it the graph that is shown where that is another", () => {
    const { firsts } = rig;
    let before = asked.length;
    control.opened();
    expect([asked.slice(before).map(({ source }) => source), firsts.slice(before)]).toEqual([["a * b"], [false]]);
    store.set({ text: "a *" });
    before = asked.length;
    control.opened();
    expect([asked.slice(before).map(({ source }) => source), firsts.slice(before)]).toEqual([
      ["a * b", "a *"],
      [true, false],
    ]);
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
    control.failed({ code: "x", message: "m", hint: null, span: null, line: null, column: null, fixes: [] });
    expect(store.state.trace?.source).toBe("a * b");
    control.change("a", (now) => movedTo(now, 4), true);
    expect(moved[moved.length - 1]).toEqual([4, -3]);
    control.answered(traceOf("a * b", { a: 4, b: -3 }));
    expect(store.state.error).toBeNull();
  });

  it("does not undo a slider that moved after it was asked", () => {
    control.edited("a * b + 0", true);
    line.busy = true;
    control.change("a", (now) => movedTo(now, 9), true);
    line.busy = false;
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
    control.failed({ code: "x", message: "m", hint: null, span: null, line: null, column: null, fixes: [] });
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

describe("a fix", () => {
  const fix = { label: "Write `2 * a`", span: [0, 2] as [number, number], replacement: "2 * a" };
  const error = { code: "x", message: "m", hint: null, span: null, line: null, column: null, fixes: [fix] };

  it("is written, and asked about at once", () => {
    control.edited("2a", true);
    control.failed(error);
    expect(store.state.error?.fixes).toEqual([fix]);
    control.rewrite(fix, "2a");
    expect(asked.at(-1)!.source).toBe("2 * a");
  });

  it("is gone as soon as the text moves on, and does not come with a late answer", () => {
    control.edited("2a", true);
    control.failed(error);
    control.edited("2ab", false);
    expect(store.state.error?.fixes).toEqual([]);
    control.failed(error);
    expect(store.state.error?.fixes).toEqual([]);
    control.rewrite(fix, "2a");
    expect(store.state.text).toBe("2ab");
  });
});
