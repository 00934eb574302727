// What a video of the pulse shows when: the passes one after the other at the page's pace, each resting at its end. Pure.
import type { Direction } from "./frame";
import { pace } from "./clock";

export type Passes = Direction | "both";

export interface Moment {
  direction: Direction;
  /** In steps. */
  t: number;
}

/** Ms at speed 1 that stand still before a pass and after it: eyes arrive, and take in what came of it. */
export const LEAD = 500;
export const REST = 1300;

export interface Film {
  /** In ms. */
  readonly duration: number;
  at(ms: number): Moment;
}

/** `steps` of each pass; `speed` as on the page. */
export function filmOf(passes: Passes, steps: Readonly<Record<Direction, number>>, speed: number): Film {
  const directions: readonly Direction[] = passes === "both" ? ["forward", "backward"] : [passes];
  const [lead, rest] = [LEAD / speed, REST / speed];
  const length = (direction: Direction) => lead + steps[direction] * pace(steps[direction], speed) + rest;
  return {
    duration: directions.reduce((sum, direction) => sum + length(direction), 0),
    at(ms) {
      let since = ms;
      let direction = directions[0]!;
      for (const next of directions.slice(1)) {
        if (since < length(direction)) break;
        since -= length(direction);
        direction = next;
      }
      const t = (since - lead) / pace(steps[direction], speed);
      return { direction, t: Math.min(Math.max(t, 0), steps[direction]) };
    },
  };
}
