// The live channel's questions and answers, over a socket that does what the test says.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { answer, type Rig, rig, trace } from "./live.rig";

let live: Rig["live"];
let socket: Rig["socket"];
let heard: Rig["heard"];
let ready: Rig["ready"];
let sockets: Rig["sockets"];

beforeEach(() => {
  vi.useFakeTimers();
  ({ live, socket, heard, ready, sockets } = rig());
});

afterEach(() => vi.useRealTimers());

describe("questions", () => {
  it("wait until the channel is open, and are numbered", () => {
    live.open();
    live.ask(() => ({ source: "a", values: { a: 2 }, expand: false }));
    expect(socket().sent).toEqual([]);
    socket().open();
    live.ask(() => ({ source: "a", values: { a: 3 }, expand: false }));
    expect(socket().last).toEqual({ type: "source", id: 1, source: "a", values: { a: 3 }, expand: false });
  });

  it("are asked one at a time, and the newest wins", () => {
    ready();
    let value = 0;
    for (value = 1; value <= 9; value++) live.move(() => [value]);
    expect(socket().last).toEqual([2, 1]);
    value = 9;
    expect(socket().sent.length).toBe(2);
    socket().receive(answer(2, 1));
    expect(socket().last).toEqual([3, 9]);
    socket().receive(answer(3, 9));
    expect(socket().sent.length).toBe(3);
    expect(heard).toEqual(["numbers 1", "numbers 9"]);
  });

  it("put a new text before a waiting move, which is read when the text is answered", () => {
    ready();
    live.move(() => [1]);
    live.move(() => [2]);
    live.ask(() => ({ source: "a + 0" }));
    expect(socket().last).toMatchObject({ id: 3, source: "a + 0" });
    socket().receive(answer(2, 1));
    expect(heard).toEqual([]);
    socket().receive({ type: "trace", id: 3, trace });
    expect(socket().last).toEqual([4, 2]);
  });

  it("of a newer text do not wait for an older one's answer, which is dropped", () => {
    ready();
    live.ask(() => ({ source: "a + 0" }));
    live.ask(() => ({ source: "a + 1" }));
    expect(socket().last).toMatchObject({ id: 3, source: "a + 1" });
    socket().receive({ type: "error", id: 2, error: { code: "old" } });
    socket().receive({ type: "trace", id: 2, trace });
    expect(heard).toEqual([]);
    socket().receive({ type: "trace", id: 3, trace });
    expect(heard).toEqual(["trace"]);
  });

  it("of a newer text wait for the graph to which moves refer, and the newest is asked then", () => {
    live.open();
    socket().open();
    live.ask(() => ({ source: "a" }), true);
    live.ask(() => ({ source: "a +" }));
    live.ask(() => ({ source: "a + " }));
    expect(socket().sent.length).toBe(1);
    socket().receive({ type: "trace", id: 1, trace });
    expect(socket().last).toMatchObject({ id: 2, source: "a + " });
    live.move(() => [3]);
    socket().receive({ type: "error", id: 2, error: { code: "syntax" } });
    expect(socket().last).toEqual([3, 3]);
  });

  it("keep a move back while there is no graph", () => {
    live.open();
    socket().open();
    live.move(() => [1]);
    expect(socket().sent).toEqual([]);
  });
});

describe("answers", () => {
  it("older than the question in flight are dropped", () => {
    ready();
    live.move(() => [5]);
    socket().receive(answer(1, 99));
    socket().receive({ type: "error", id: 1, error: { code: "old" } });
    expect(heard).toEqual([]);
    socket().receive(answer(2, 5));
    expect(heard).toEqual(["numbers 5"]);
  });

  it("of a wrong length are dropped", () => {
    ready();
    live.move(() => [5]);
    socket().receive(Float64Array.of(2, 5));
    expect(heard).toEqual([]);
  });

  it("with an error let the next question go", () => {
    ready();
    live.ask(() => ({ source: "a +" }));
    live.move(() => [4]);
    socket().receive({ type: "error", id: 2, error: { code: "syntax" } });
    expect(heard).toEqual(["error syntax"]);
    expect(socket().last).toEqual([3, 4]);
  });
});

describe("a question that takes long", () => {
  const waiting = (id: number, before: number) => socket().receive({ type: "waiting", id, before });

  it("is said to, with its place; a quick one never", () => {
    ready();
    live.move(() => [1]);
    waiting(2, 3);
    vi.advanceTimersByTime(999);
    socket().receive(answer(2, 1));
    vi.advanceTimersByTime(10_000);
    expect(heard).toEqual(["numbers 1"]);
    heard.length = 0;
    live.ask(() => ({ source: "a" }));
    waiting(3, 2);
    expect(heard).toEqual([]);
    vi.advanceTimersByTime(1000);
    waiting(3, 1);
    waiting(2, 9);
    waiting(3, 0);
    socket().receive({ type: "trace", id: 3, trace });
    expect(heard).toEqual(["waiting 2", "waiting 1", "waiting 0", "waiting null", "trace"]);
  });

  it("keeps its line as long as something is heard", () => {
    ready();
    live.ask(() => ({ source: "a" }));
    for (let heardOf = 0; heardOf < 20; heardOf++) {
      vi.advanceTimersByTime(7000);
      waiting(heardOf % 2 === 0 ? 2 : 1, 0);
    }
    expect(sockets.length).toBe(1);
    vi.advanceTimersByTime(8000);
    expect(heard[heard.length - 1]).toBe("lost");
  });

  it("goes on being said to when a newer text takes its place", () => {
    ready();
    live.ask(() => ({ source: "a" }));
    vi.advanceTimersByTime(600);
    live.ask(() => ({ source: "a + a" }));
    vi.advanceTimersByTime(400);
    live.ask(() => ({ source: "a + a + a" }));
    expect(heard).toEqual(["waiting 0"]);
    socket().receive({ type: "trace", id: 4, trace });
    expect(heard).toEqual(["waiting 0", "waiting null", "trace"]);
  });

  it("that the server stops is a mistake of the text like any other", () => {
    ready();
    live.ask(() => ({ source: "a" }));
    vi.advanceTimersByTime(1000);
    socket().receive({ type: "error", id: 2, error: { code: "too-slow" } });
    expect(heard).toEqual(["waiting 0", "waiting null", "error too-slow"]);
  });
});
