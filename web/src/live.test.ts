// The live channel against a socket that does what the test says.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { type Handlers, Live, type Socket } from "./live";
import type { Trace } from "./messages";

class FakeSocket implements Socket {
  binaryType = "blob";
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly sent: (string | ArrayBufferView<ArrayBuffer>)[] = [];

  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    this.sent.push(data);
  }

  close(): void {
    this.onclose?.(undefined as never);
  }

  open(): void {
    this.onopen?.(undefined as never);
  }

  receive(data: unknown): void {
    this.onmessage?.({ data: data instanceof Float64Array ? data.buffer : JSON.stringify(data) } as MessageEvent);
  }

  /** What was sent last, as an object or as numbers. */
  get last(): unknown {
    const data = this.sent[this.sent.length - 1];
    return typeof data === "string" ? JSON.parse(data) : [...(data as Float64Array)];
  }
}

/** The structure of `a`: one node, no edges. */
const trace = { graph: { nodes: [{}], edges: [] } } as unknown as Trace;
/** The answer to a move of it: id, value, grad, no findings. */
const answer = (id: number, value: number) => Float64Array.of(id, value, 1, 0);

let sockets: FakeSocket[];
let heard: string[];
let live: Live;
const socket = () => sockets[sockets.length - 1]!;

beforeEach(() => {
  vi.useFakeTimers();
  sockets = [];
  heard = [];
  const handlers: Handlers = {
    opened: () => heard.push("opened"),
    connection: (now) => heard.push(now),
    trace: () => heard.push("trace"),
    numbers: ({ values }) => heard.push(`numbers ${values[0]}`),
    error: ({ code }) => heard.push(`error ${code}`),
  };
  live = new Live(() => {
    sockets.push(new FakeSocket());
    return socket();
  }, handlers);
});

afterEach(() => vi.useRealTimers());

function ready(): void {
  live.open();
  socket().open();
  live.ask(() => ({ source: "a" }));
  socket().receive({ type: "trace", id: 1, trace });
  heard.length = 0;
}

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
    socket().receive(answer(2, 1));
    expect(socket().last).toMatchObject({ id: 3, source: "a + 0" });
    socket().receive({ type: "trace", id: 3, trace });
    expect(socket().last).toEqual([4, 2]);
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

describe("a lost line", () => {
  it("is tied again, later and later, and asked anew", () => {
    ready();
    live.move(() => [1]);
    socket().close();
    expect(heard).toEqual(["lost"]);
    vi.advanceTimersByTime(250);
    expect(sockets.length).toBe(2);
    socket().close();
    vi.advanceTimersByTime(499);
    expect(sockets.length).toBe(2);
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(3);
    heard.length = 0;
    socket().open();
    expect(heard).toEqual(["open", "opened"]);
    expect(socket().sent).toEqual([]);
    live.ask(() => ({ source: "a" }));
    expect(socket().last).toMatchObject({ id: 3, source: "a" });
  });

  it("is noticed when a question stays unanswered", () => {
    ready();
    live.move(() => [1]);
    vi.advanceTimersByTime(20_000);
    expect(heard).toEqual(["lost"]);
  });

  it("lets nothing of the old line through", () => {
    ready();
    live.move(() => [1]);
    const old = socket();
    old.close();
    vi.advanceTimersByTime(250);
    socket().open();
    heard.length = 0;
    old.receive(answer(2, 1));
    expect(heard).toEqual([]);
  });

  it("is tried at once when asked, and never twice at a time", () => {
    ready();
    socket().close();
    live.open();
    live.open();
    expect(sockets.length).toBe(2);
    vi.advanceTimersByTime(10_000);
    expect(sockets.length).toBe(2);
  });
});
