// What follows from the state: where the steps stand, how the graph runs, which example is shown.
import { describe, expect, it } from "vitest";
import type { Numbers } from "./frame";
import type { Layout, Trace } from "./messages";
import { leafAt } from "./leaf";
import { flowOf, initial, panelOpen, presetOf, staleness, type State, Store } from "./store";

function layoutOf(width: number): Layout {
  const card = { y: 0, z: 0, w: 2, h: 1, total: null };
  return {
    cards: [
      { x: 0, ...card },
      { x: width - 2, ...card },
    ],
    paths: [],
    small: true,
  };
}

const withWidth = (width: number) => ({ source: "a", layouts: { right: layoutOf(width), down: layoutOf(2) } }) as unknown as Trace;

describe("the store", () => {
  it("tells of changes, and only of changes", () => {
    let changes = 0;
    const store = new Store(() => changes++);
    store.set({ speed: 2 });
    store.set({ speed: 2 });
    store.set({ t: NaN });
    store.set({ t: NaN });
    expect(changes).toBe(2);
  });
});

describe("the steps", () => {
  const state = (patch: Partial<State>): State => ({ ...initial, ...patch });
  it("are open beside a picture that leaves room", () => expect(panelOpen(state({ trace: withWidth(10) }))).toBe(true));
  it("fold themselves for a wide one", () => expect(panelOpen(state({ trace: withWidth(14) }))).toBe(false));
  it("fold themselves on a small screen", () =>
    expect(panelOpen(state({ trace: withWidth(10), window: { width: 1024, height: 768 } }))).toBe(false));
  it("stay as the person put them", () => {
    expect(panelOpen(state({ trace: withWidth(14), panel: true }))).toBe(true);
    expect(panelOpen(state({ trace: withWidth(10), panel: false }))).toBe(false);
  });
});

describe("the flow", () => {
  const flow = (width: number, stage: [number, number]) =>
    flowOf({ ...initial, window: { width, height: 900 }, stage: { width: stage[0], height: stage[1] } });
  it("is to the right on screens", () => {
    expect(flow(1440, [776, 723])).toBe("right");
    expect(flow(1024, [668, 592])).toBe("right");
    expect(flow(844, [524, 225])).toBe("right");
    expect(flow(700, [684, 300])).toBe("right");
  });
  it("is down on a phone and in a narrow column", () => {
    expect(flow(390, [374, 441])).toBe("down");
    expect(flow(390, [374, 293])).toBe("down");
    expect(flow(768, [446, 800])).toBe("down");
  });
});

describe("the example", () => {
  const presets = [{ name: "A", sentence: "", source: "a", values: {} }];
  it("is the one whose text stands in the editor", () =>
    expect(presetOf({ ...initial, presets, trace: { ...withWidth(3), source: "b" }, text: "a" })?.name).toBe("A"));
  it("is none as soon as the text differs, also where the graph shown is still the example's", () =>
    expect(presetOf({ ...initial, presets, trace: withWidth(3), text: "a +" })).toBeNull());
});

describe("the picture", () => {
  const trace = { source: "a", graph: { nodes: [{ label: "a" }], leaves: [0] } } as unknown as Trace;
  const numbers = { values: Float64Array.of(2) } as unknown as Numbers;
  const error = { code: "x", message: "m", hint: null, span: null, line: null, column: null, fixes: [] };
  const at = (value: number) => new Map([["a", leafAt(value, true)]]);
  const why = (patch: Partial<State>) => staleness({ ...initial, trace, numbers, text: "a", leaves: at(2), connection: "open", ...patch });
  it("is stale while the text has a mistake", () => expect(why({ text: "a +", error })).toBe("mistake"));
  it("is not stale while an answer is on its way", () => expect(why({ text: "b", leaves: at(3) })).toBeNull());
  it("is that of text and sliders also where the answers come by POST", () => expect(why({ connection: "slow", text: "b" })).toBeNull());
  it("is stale without the server once text or sliders have moved on", () => {
    expect(why({ connection: "lost" })).toBeNull();
    expect(why({ connection: "lost", text: "b" })).toBe("unconnected");
    expect(why({ connection: "lost", leaves: at(3) })).toBe("unconnected");
  });
});
