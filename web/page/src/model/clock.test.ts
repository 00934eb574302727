// Time's course: playing, single steps, and how fast.
import { describe, expect, it } from "vitest";
import { stepDuration } from "./timeline";
import { advance, lastWhole, nextWhole, pace, stepped, steppedBack, type Time, toggled } from "./clock";

const at = (t: number, playing: Time["playing"] = "no"): Time => ({ t, playing });

describe("pace", () => {
  it("is a step's length at speed 1, and divided by the speed", () => {
    expect(pace(5, 1)).toBe(stepDuration);
    expect(pace(5, 4)).toBe(stepDuration / 4);
  });
  it("lets no pass take longer than 40 s", () => {
    expect(pace(1313, 1) * 1313).toBeCloseTo(40_000);
    expect(pace(0, 1)).toBe(stepDuration);
  });
});

describe("playing", () => {
  it("takes as long as it should and stops exactly at the end", () => {
    let time = at(0, "all");
    let elapsed = 0;
    while (time.playing === "all") {
      time = advance(time, 16, 5, 1);
      elapsed += 16;
    }
    expect(time).toEqual(at(5));
    expect(Math.abs(elapsed - 5 * stepDuration)).toBeLessThan(17);
  });
  it("does nothing while paused", () => expect(advance(at(1.5), 1000, 5, 1)).toEqual(at(1.5)));
  it("a step stops at its end", () => {
    expect(advance(at(1, "step"), stepDuration / 2, 5, 1)).toEqual(at(1.5, "step"));
    expect(advance(at(1, "step"), 5 * stepDuration, 5, 1)).toEqual(at(2));
  });
  it("pauses, goes on, and starts again from the end", () => {
    expect(toggled(at(1.3, "all"), 5)).toEqual(at(1.3));
    expect(toggled(at(1.3), 5)).toEqual(at(1.3, "all"));
    expect(toggled(at(1.3, "step"), 5)).toEqual(at(1.3, "all"));
    expect(toggled(at(5), 5)).toEqual(at(0, "all"));
  });
});

describe("steps", () => {
  it("end at whole numbers", () => {
    expect([nextWhole(0, 5), nextWhole(1.4, 5), nextWhole(2, 5), nextWhole(5, 5), nextWhole(1.9999999, 5)]).toEqual([1, 2, 3, 5, 3]);
    expect([lastWhole(0), lastWhole(0.4), lastWhole(1), lastWhole(1.4), lastWhole(3.0000001)]).toEqual([0, 0, 0, 1, 2]);
  });
  it("play one step; asked again they jump on", () => {
    expect(stepped(at(1), 5, false)).toEqual(at(1, "step"));
    expect(stepped(at(1.4, "step"), 5, false)).toEqual(at(2, "step"));
    expect(stepped(at(4.4, "step"), 5, false)).toEqual(at(5));
    expect(stepped(at(1.4, "all"), 5, false)).toEqual(at(1.4, "step"));
    expect(stepped(at(5), 5, false)).toEqual(at(5));
  });
  it("are there at once in reduced motion", () => expect(stepped(at(1), 5, true)).toEqual(at(2)));
  it("go back to where the step began, then to the one before", () => {
    expect(steppedBack(at(2.5, "all"))).toEqual(at(2));
    expect(steppedBack(at(2))).toEqual(at(1));
    expect(steppedBack(at(0))).toEqual(at(0));
  });
});
