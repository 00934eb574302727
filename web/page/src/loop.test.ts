// The loop: drawn once however often it is made dirty, at rest when nothing changes, and its clock.
import { describe, expect, it } from "vitest";
import { Loop } from "./loop";

/** Frames that come when the test says so. */
function frames() {
  let waiting: ((now: number) => void)[] = [];
  return {
    request: (callback: (now: number) => void) => void waiting.push(callback),
    at(now: number) {
      const due = waiting;
      waiting = [];
      for (const callback of due) callback(now);
    },
    get waiting() {
      return waiting.length;
    },
  };
}

describe("the loop", () => {
  it("draws once for many changes, and then rests", () => {
    const clock = frames();
    const drawn: number[] = [];
    const loop = new Loop((elapsed) => (drawn.push(elapsed), false), clock.request);
    loop.invalidate();
    loop.invalidate();
    clock.at(100);
    clock.at(116);
    expect(drawn).toEqual([0]);
    expect(clock.waiting).toBe(0);
  });

  it("goes on while more is wanted, and tells the time between frames", () => {
    const clock = frames();
    const drawn: number[] = [];
    const loop = new Loop((elapsed) => drawn.push(elapsed) < 3, clock.request);
    loop.invalidate();
    for (const now of [100, 116, 133, 150]) clock.at(now);
    expect(drawn).toEqual([0, 16, 17]);
  });

  it("begins at 0 after a rest and does not jump after a hidden tab", () => {
    const clock = frames();
    const drawn: number[] = [];
    let more = false;
    const loop = new Loop((elapsed) => (drawn.push(elapsed), more), clock.request);
    loop.invalidate();
    clock.at(100);
    more = true;
    loop.invalidate();
    clock.at(5000);
    clock.at(65000);
    expect(drawn).toEqual([0, 0, 1000]);
  });

  it("draws at once when asked, and not a second time in the next frame", () => {
    const clock = frames();
    let drawn = 0;
    const loop = new Loop(() => (drawn++, false), clock.request);
    loop.invalidate();
    loop.now();
    clock.at(100);
    expect(drawn).toBe(1);
  });
});
