// The line to the server: lost and tied again, and by POST where no socket gets through.
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { Live } from "./live";
import { answer, FakeSocket, type Rig, rig, trace } from "./live.rig";
import type { ErrorBody } from "../model/messages";

let live: Rig["live"];
let handlers: Rig["handlers"];
let sockets: Rig["sockets"];
let posts: Rig["posts"];
let heard: Rig["heard"];
let socket: Rig["socket"];
let slow: Rig["slow"];
let ready: Rig["ready"];

beforeEach(() => {
  vi.useFakeTimers();
  ({ live, handlers, sockets, posts, heard, socket, slow, ready } = rig());
});

afterEach(() => vi.useRealTimers());

describe("a lost line", () => {
  it("is tied again, later and later, and asked anew", () => {
    ready();
    live.move(() => [1]);
    socket().end();
    expect(heard).toEqual(["lost"]);
    vi.advanceTimersByTime(250);
    expect(sockets.length).toBe(2);
    socket().end();
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

  it("is noticed when nothing is heard about a question, and declared at once", () => {
    ready();
    live.move(() => [1]);
    vi.advanceTimersByTime(7999);
    expect(heard).toEqual(["waiting 0"]);
    vi.advanceTimersByTime(1);
    expect(heard).toEqual(["waiting 0", "waiting null", "lost"]);
    expect(sockets[0]!.closing).toBe(true);
  });

  it("is not an idle one", () => {
    ready();
    vi.advanceTimersByTime(600_000);
    expect([sockets.length, heard]).toEqual([1, []]);
  });

  it("is asked the same text later and later, however often it opens", () => {
    ready();
    socket().end();
    const waits = [250, 500, 1000, 2000, 4000, 8000, 8000];
    for (const wait of waits) {
      const before = sockets.length;
      vi.advanceTimersByTime(wait - 1);
      expect(sockets.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
      socket().open();
      live.ask(() => ({ source: "poison" }));
      socket().receive({ type: "waiting", id: -1, before: 0 });
      socket().end();
    }
    vi.advanceTimersByTime(8000);
    socket().open();
    live.ask(() => ({ source: "a" }));
    socket().receive({ type: "trace", id: 9, trace });
    socket().end();
    vi.advanceTimersByTime(250);
    expect(sockets.length).toBe(waits.length + 3);
  });

  it("lets nothing of the old line through", () => {
    ready();
    live.move(() => [1]);
    const old = socket();
    old.end();
    vi.advanceTimersByTime(250);
    socket().open();
    heard.length = 0;
    old.receive(answer(2, 1));
    expect(heard).toEqual([]);
  });

  it("is tried at once when asked, and never twice at a time", () => {
    ready();
    socket().end();
    live.open();
    live.open();
    expect(sockets.length).toBe(2);
    vi.advanceTimersByTime(4999);
    expect(sockets.length).toBe(2);
  });

  it("is let go with the page, and tied again when the page is back", () => {
    ready();
    live.close();
    expect(socket().closing).toBe(true);
    vi.advanceTimersByTime(600_000);
    expect(sockets.length).toBe(1);
    live.open();
    socket().open();
    expect([sockets.length, heard]).toEqual([2, ["connecting", "open", "opened"]]);
  });

  it("that is being tied again is let go with the page too", () => {
    ready();
    socket().end();
    live.close();
    vi.advanceTimersByTime(600_000);
    expect(sockets.length).toBe(1);
  });
});

describe("where no socket gets through", () => {
  /** Refused twice: at once, and after the first wait. */
  function refused(): void {
    live.open();
    socket().end();
    vi.advanceTimersByTime(250);
    socket().end();
  }

  it("answers come by POST after two that were refused", () => {
    refused();
    expect([sockets.length, posts.length]).toEqual([2, 1]);
    heard.length = 0;
    slow().open();
    expect(heard).toEqual(["slow", "opened"]);
    live.ask(() => ({ source: "a" }));
    expect(slow().last).toMatchObject({ type: "source", id: 1, source: "a" });
    slow().receive({ type: "trace", id: 1, trace });
    live.move(() => [5]);
    expect(slow().last).toEqual([2, 5]);
    slow().receive(answer(2, 5));
    expect(heard).toEqual(["slow", "opened", "trace", "numbers 5"]);
  });

  it("one that hangs in connecting is given up after five seconds, and tells as much", () => {
    live.open();
    vi.advanceTimersByTime(4999);
    expect([sockets[0]!.closing, posts.length]).toEqual([false, 0]);
    vi.advanceTimersByTime(1);
    expect([sockets[0]!.closing, posts.length]).toEqual([true, 1]);
    sockets[0]!.open();
    slow().open();
    expect(heard).toEqual(["connecting", "lost", "slow", "opened"]);
  });

  it("one that opens and says nothing counts as one that does not open", () => {
    live.open();
    socket().open();
    live.ask(() => ({ source: "a" }));
    vi.advanceTimersByTime(8000);
    expect([sockets.length, posts.length]).toEqual([1, 1]);
  });

  it("one that the browser forbids is a failed attempt", () => {
    let tried = 0;
    const forbidden = () => {
      tried++;
      throw new DOMException("insecure", "SecurityError");
    };
    live = new Live({ socket: forbidden, post: () => new FakeSocket() }, handlers);
    live.open();
    vi.advanceTimersByTime(251);
    expect(tried).toBe(2);
    expect(heard).toEqual(["connecting", "lost", "lost", "lost"]);
  });

  it("a server that is away is tried as before: a socket first, and soon", () => {
    refused();
    slow().end();
    for (const wait of [500, 1000, 2000, 4000, 8000, 8000]) {
      const before = sockets.length;
      expect(heard[heard.length - 1]).toBe("lost");
      vi.advanceTimersByTime(wait);
      expect([sockets.length, posts.length]).toEqual([before + 1, before - 1]);
      socket().end();
      slow().end();
    }
    vi.advanceTimersByTime(8000);
    socket().open();
    expect(heard.slice(-2)).toEqual(["open", "opened"]);
  });

  it("a socket is tried beside, at growing intervals, and takes over when it opens", () => {
    refused();
    slow().open();
    heard.length = 0;
    for (const wait of [30_000, 60_000, 120_000, 300_000, 300_000]) {
      const before = sockets.length;
      vi.advanceTimersByTime(wait - 1);
      expect(sockets.length).toBe(before);
      vi.advanceTimersByTime(1);
      expect(sockets.length).toBe(before + 1);
      socket().end();
    }
    live.ask(() => ({ source: "a" }));
    slow().receive({ type: "trace", id: 1, trace });
    expect(heard).toEqual(["trace"]);
    vi.advanceTimersByTime(300_000);
    socket().open();
    expect(heard).toEqual(["trace", "open", "opened"]);
    expect([slow().closing, posts.length]).toEqual([true, 1]);
    live.ask(() => ({ source: "a" }));
    expect(socket().last).toMatchObject({ id: 2, source: "a" });
    vi.advanceTimersByTime(1);
    expect(sockets.length).toBe(8);
  });

  it("one that hangs beside is given up, and disturbs nothing", () => {
    refused();
    slow().open();
    heard.length = 0;
    vi.advanceTimersByTime(35_000);
    expect([socket().closing, heard]).toEqual([true, []]);
    vi.advanceTimersByTime(60_000);
    expect(sockets.length).toBe(4);
  });

  it("a socket is tried beside at once where there is reason to, and never two", () => {
    refused();
    slow().open();
    live.open();
    live.open();
    expect([sockets.length, posts.length]).toEqual([3, 1]);
  });

  it("POST is gone back to when it was lost, before a socket", () => {
    refused();
    slow().open();
    slow().end();
    vi.advanceTimersByTime(500);
    expect([sockets.length, posts.length]).toEqual([2, 2]);
  });

  it("says why the server lets nobody in, until it does", () => {
    refused();
    slow().end({ error: { message: "Wrong name" } as ErrorBody });
    expect(heard[heard.length - 1]).toBe("lost: Wrong name");
    vi.advanceTimersByTime(500);
    socket().end();
    expect(heard[heard.length - 1]).toBe("lost: Wrong name");
    slow().open();
    expect(heard.slice(-2)).toEqual(["slow", "opened"]);
  });

  it("the page that goes lets go of both", () => {
    refused();
    slow().open();
    vi.advanceTimersByTime(30_000);
    live.close();
    expect([slow().closing, socket().closing]).toEqual([true, true]);
    vi.advanceTimersByTime(600_000);
    expect([sockets.length, posts.length]).toEqual([3, 1]);
  });
});
