// The browser's history: what replaces an entry, what gets a new one, and what Back finds.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { decode } from "../model/link";
import type { Preset, Trace } from "../model/messages";
import { initial, Store } from "../model/store";
import { Address, linkOf } from "./address";
import { inRange, leafAt, movedTo } from "../model/leaf";

const presets: Preset[] = [
  { name: "Product", sentence: "", source: "a * b", values: { a: 2, b: -3 } },
  { name: "Square", sentence: "", source: "a * a", values: { a: 3 } },
];

/** As much of a trace as is read here: leaves, and so many backward steps. */
function traceOf(source: string, names: string[], steps = 3): Trace {
  const edges = Array.from({ length: steps - 1 }, (_, edge) => ({ edge }));
  return {
    source,
    graph: { nodes: names.map((label) => ({ label })), leaves: names.map((_, id) => id), root: names.length },
    forward: names.map((_, node) => ({ node, text: "" })),
    backward: [{ node: names.length, incoming: 1, edges }],
  } as unknown as Trace;
}

const set = (values: Record<string, number>) => new Map(Object.entries(values).map(([name, value]) => [name, leafAt(value, true)]));

let store: Store;
let address: Address;
/** The history: hashes, the last one is the present entry. */
let hashes: string[];
let writes: number;

const present = () => hashes[hashes.length - 1];
/** Type or drag, and wait. */
function rest(): void {
  vi.advanceTimersByTime(1000);
}

beforeEach(() => {
  vi.useFakeTimers();
  [hashes, writes] = [[""], 0];
  store = new Store(() => address.changed());
  address = new Address(store, {
    push: (hash) => hashes.push(hash) && writes++,
    replace: (hash) => {
      hashes[hashes.length - 1] = hash;
      writes++;
    },
    whole: (hash) => `http://here/#${hash}`,
  });
  store.set({ presets, text: "a * b", leaves: set({ a: 2, b: -3 }) });
  address.opened(false);
  store.set({ trace: traceOf("a * b", ["a", "b"]), t: 3 });
  rest();
});

describe("the address", () => {
  it("is clean until something is different, and clean again when nothing is", () => {
    expect(hashes).toEqual([""]);
    expect(writes).toBe(0);
    store.set({ t: 1 });
    rest();
    expect(hashes).toEqual(["text=a%20*%20b&values=a:2,b:-3&t=1"]);
    store.set({ t: 3 });
    rest();
    expect(hashes).toEqual([""]);
  });

  it("follows a drag a few times a second", () => {
    for (let k = 0; k < 100; k++) {
      store.set({ leaves: set({ a: k / 10, b: -3 }) });
      vi.advanceTimersByTime(20);
    }
    rest();
    expect(writes).toBeLessThan(8);
    expect(present()).toContain("values=a:9.9,b:-3");
    expect(hashes.length).toBe(1);
  });

  it("is not written while a pulse plays", () => {
    store.set({ playing: "all", t: 0 });
    for (let k = 0; k < 100; k++) {
      store.set({ t: k / 50 });
      vi.advanceTimersByTime(16);
    }
    expect(writes).toBe(0);
    store.set({ playing: "no", t: 1.98 });
    rest();
    expect(writes).toBe(1);
    expect(present()).toContain("t=1.98");
  });

  it("as a link says everything, also of the beginning", () => {
    expect(address.link).toBe("http://here/#text=a%20*%20b&values=a:2,b:-3");
  });

  it("can be said anew", () => {
    address.opened(true);
    expect(writes).toBe(1);
    store.set({ text: "x", leaves: new Map(), trace: traceOf("x", ["x"], 1), t: 1 });
    address.opened(true);
    expect(present()).toBe("text=x");
  });
});

describe("a moment", () => {
  it("has the leaves that do not stand where the text alone puts them", () => {
    const ranged = inRange(leafAt(1, false), -1, 2)!;
    const state = {
      ...store.state,
      leaves: new Map([
        ["a", leafAt(4, false)],
        ["b", ranged],
        ["gone", leafAt(1, true)],
      ]),
    };
    expect([...linkOf(state).leaves.keys()]).toEqual(["b"]);
    const waiting = { ...state, text: "a * gone" };
    expect([...linkOf(waiting).leaves.keys()]).toEqual(["b", "gone"]);
    expect(linkOf(waiting).t).toBeNull();
    expect(linkOf(initial).t).toBeNull();
    expect(linkOf({ ...store.state, t: 1.5 }).t).toBe(1.5);
  });
});

describe("the history", () => {
  const typed = (text: string) => {
    store.set({ text });
    rest();
    store.set({ trace: traceOf(text, ["a", "b"]), t: 3 });
    rest();
  };

  it("has what was there before a deliberate act, to the last change", () => {
    store.set({ leaves: set({ a: 5, b: -3 }) });
    address.act(() => store.set({ direction: "forward", t: 0, playing: "all" }));
    expect(hashes).toEqual(["text=a%20*%20b&values=a:5,b:-3", "text=a%20*%20b&values=a:5,b:-3&direction=forward&t=0"]);
    store.set({ t: 2, playing: "no" }); // the last of two
    rest();
    expect(hashes.length).toBe(2);
    expect(present()).not.toContain("&t=");
  });

  it("gets one entry of a key held down", () => {
    for (let k = 0; k < 20; k++) {
      address.act(() => store.set({ direction: "forward", t: 0, playing: "all" }));
      store.set({ t: 0.02 });
      vi.advanceTimersByTime(33);
    }
    expect(hashes.length).toBe(2);
  });

  it("gets no entry of an act that changes nothing", () => {
    address.act(() => undefined);
    address.applied();
    expect(hashes).toEqual([""]);
  });

  it("keeps the entry before typing when a text is applied, with what was dragged before", () => {
    store.set({ leaves: new Map([...set({ a: 2 }), ["b", movedTo(leafAt(-3, true), 8)]]) });
    rest();
    typed("a * b * 2");
    expect(hashes).toEqual(["text=a%20*%20b%20*%202&values=a:2,b:8"]);
    address.applied();
    expect(hashes).toEqual(["text=a%20*%20b&values=a:2,b:8", "text=a%20*%20b%20*%202&values=a:2,b:8"]);
    address.applied();
    expect(hashes.length).toBe(2);
  });

  it("keeps a text that was typed when an example is chosen", () => {
    typed("a + b");
    address.act(() => store.set({ text: "a * a", leaves: set({ a: 3 }) }));
    expect(hashes).toEqual(["text=a%20%2B%20b&values=a:2,b:-3", "text=a%20*%20a&values=a:3"]);
  });

  it("is left alone by what comes back from it", () => {
    address.act(() => store.set({ text: "a * a", leaves: set({ a: 3 }) }));
    store.set({ trace: traceOf("a * a", ["a"]), t: 3 });
    rest();
    store.set({ t: 1 });
    hashes.pop();
    const back = decode(present()!);
    expect(back.kind).toBe("start");
    store.set({ text: "a * b", leaves: set({ a: 2, b: -3 }) });
    address.opened(false);
    store.set({ trace: traceOf("a * b", ["a", "b"]), t: 3 });
    rest();
    expect(hashes).toEqual([""]);
  });
});
