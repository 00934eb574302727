// Starting values in the text.
import { describe, expect, it } from "vitest";
import { givenIn } from "./given";

describe("starting values", () => {
  it("are found in every form the language has", () => {
    const text = "a = 2; b=-3.5 # start\n  w_1 = Value(2.0)\nθ = −1e-3\nc = a * 2\nd = 2 + 1\ne += 4\nf == 5";
    expect([...givenIn(text)]).toEqual([
      ["a", "2"],
      ["b", "-3.5"],
      ["w_1", "2.0"],
      ["θ", "−1e-3"],
    ]);
  });
});
