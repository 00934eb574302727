// Spans: Python counts code points, the editor UTF-16 units.
import { describe, expect, it } from "vitest";
import { units } from "./editor";

describe("a span", () => {
  it("is the same where every character is one unit", () => expect(units("(a + b) * c", [0, 7])).toEqual([0, 7]));
  it("shifts after characters of two units", () => expect(units("😀 + θ", [4, 5])).toEqual([5, 6]));
  it("stays in the text", () => expect(units("a +", [3, 9])).toEqual([3, 3]));
});
