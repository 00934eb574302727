// A moment that an address asks for: what it brings, what is said of it, and what gets an entry in the browser's history.
import { beforeEach, describe, expect, it, vi } from "vitest";
import { type Link, plain } from "../model/link";
import { type Rig, begun, traceOf } from "./control.rig";
import { inRange, leafAt, movedTo } from "../model/leaf";

let store: Rig["store"];
let control: Rig["control"];
let asked: Rig["asked"];
let replaced: Rig["replaced"];
let entries: Rig["entries"];

const leaf = (name: string) => store.state.leaves.get(name)!;
const last = () => asked[asked.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  ({ store, control, asked, replaced, entries } = begun());
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
    chosenTheme: "light",
    selected: 1,
    turned: "10,20,1.5,0,0,0",
  };

  it("brings its whole moment, and its values stand beside the text's own starts", () => {
    control.open({ kind: "link", link });
    expect(last()).toEqual({ source: link.text, values: { a: 7 }, expand: false });
    control.answered(traceOf(link.text, { a: 7, b: 1 }));
    expect(store.state).toMatchObject({
      direction: "forward",
      t: 1.25,
      speed: 2,
      locals: true,
      chosenTheme: "light",
      selected: 1,
      playing: "no",
    });
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
    const error = { code: "bad-link", message: "No", hint: null, span: null, line: null, column: null, fixes: [] };
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
    control.toggle("expand");
    control.theme();
    expect(entries.length).toBe(3);
  });
});
