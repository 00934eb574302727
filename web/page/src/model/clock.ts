// How time goes on: playing, a single step, seeking. Pure: a moment in, a moment out; times are in steps.
import { stepDuration } from "./timeline";

export interface Time {
  /** 0 before the first step, `steps` after the last one. */
  t: number;
  playing: "no" | "step" | "all";
}

/** A whole pass takes no longer than this at speed 1, in ms: in large graphs a step is shorter. */
const LONGEST_PASS = 40_000;
const ROUNDING = 1e-6;

/** What can be chosen. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4] as const;

/** A moment at rest is a whole thousandth of a step: so it can be said in a link, and is met again exactly. */
export const rounded = (t: number) => Math.round(t * 1000) / 1000;

/** Milliseconds a step takes. */
export function pace(steps: number, speed: number): number {
  return Math.min(stepDuration, LONGEST_PASS / Math.max(1, steps)) / speed;
}

/** The end of the step that `t` is in; of the next one if it is at an end. */
export function nextWhole(t: number, steps: number): number {
  return Math.min(steps, Math.floor(t + ROUNDING) + 1);
}

/** The start of the step that `t` is in; of the one before if it is at a start. */
export function lastWhole(t: number): number {
  return Math.max(0, Math.ceil(t - ROUNDING) - 1);
}

/** The moment `elapsed` ms later. */
export function advance(time: Time, elapsed: number, steps: number, speed: number): Time {
  if (time.playing === "no") return time;
  const until = time.playing === "step" ? nextWhole(time.t, steps) : steps;
  const t = time.t + elapsed / pace(steps, speed);
  return t >= until - ROUNDING ? { t: until, playing: "no" } : { t, playing: time.playing };
}

/** Play, pause, or play again from the start. */
export function toggled(time: Time, steps: number): Time {
  if (time.playing === "all") return { t: rounded(time.t), playing: "no" };
  return { t: time.t >= steps ? 0 : time.t, playing: "all" };
}

/** One step on: it plays, or is there at once in reduced motion. Asked again while it plays, it jumps to its end and goes on. */
export function stepped(time: Time, steps: number, reduced: boolean): Time {
  if (time.t >= steps) return { t: steps, playing: "no" };
  const target = nextWhole(time.t, steps);
  if (reduced) return { t: target, playing: "no" };
  const underWay = time.playing === "step";
  if (underWay && target >= steps) return { t: steps, playing: "no" };
  return { t: underWay ? target : time.t, playing: "step" };
}

export function steppedBack(time: Time): Time {
  return { t: lastWhole(time.t), playing: "no" };
}
