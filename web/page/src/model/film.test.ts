// A video shows its passes from start to end, in order, and rests where a pass is over.
import { describe, expect, it } from "vitest";
import { filmOf, LEAD, REST } from "./film";
import { stepDuration } from "./timeline";

const steps = { forward: 2, backward: 5 };
const forward = LEAD + 2 * stepDuration + REST;
const backward = LEAD + 5 * stepDuration + REST;

describe("a film", () => {
  it("of one pass begins at its start, goes at the page's pace and rests at its end", () => {
    const film = filmOf("backward", steps, 1);
    expect(film.duration).toBe(backward);
    expect(film.at(0)).toEqual({ direction: "backward", t: 0 });
    expect(film.at(LEAD)).toEqual({ direction: "backward", t: 0 });
    expect(film.at(LEAD + 2.5 * stepDuration).t).toBeCloseTo(2.5);
    expect(film.at(backward - REST)).toEqual({ direction: "backward", t: 5 });
    expect(film.at(backward)).toEqual({ direction: "backward", t: 5 });
  });

  it("of both passes shows backward once forward is over", () => {
    const film = filmOf("both", steps, 1);
    expect(film.duration).toBe(forward + backward);
    expect(film.at(forward - 1)).toEqual({ direction: "forward", t: 2 });
    expect(film.at(forward)).toEqual({ direction: "backward", t: 0 });
    expect(film.at(forward + LEAD + stepDuration).t).toBeCloseTo(1);
    expect(film.at(film.duration)).toEqual({ direction: "backward", t: 5 });
  });

  it("goes at the page's speed, and through a large graph in no more time than the page takes", () => {
    expect(filmOf("forward", steps, 4).duration).toBe(forward / 4);
    expect(filmOf("forward", { forward: 1000, backward: 1 }, 1).duration).toBe(LEAD + 40_000 + REST);
  });

  it("of a single leaf has no forward step and still lasts", () => {
    const film = filmOf("forward", { forward: 0, backward: 1 }, 1);
    expect(film.duration).toBe(LEAD + REST);
    expect(film.at(LEAD + 10)).toEqual({ direction: "forward", t: 0 });
  });
});
