// The page's numbers against the vectors the engine is held to as well.
import { describe, expect, it } from "vitest";
import recorded from "../../../../tests/golden/numbers.json";
import { exact, format, formatKnown } from "./format";

const vectors = recorded as [number | string, string][];

const words: Record<string, string> = { inf: "∞", "-inf": "−∞", nan: "undefined" };

describe("format", () => {
  it("has vectors to be held to", () => expect(vectors.length).toBeGreaterThan(30));
  it.each(vectors)("%s is shown as %s", (input, text) => {
    expect(format(Number(input))).toBe(words[text] ?? text.replaceAll("-", "−"));
  });
  it("tells zero, not yet known, infinite and undefined apart", () => {
    expect(new Set([format(0), formatKnown(null), format(Infinity), format(-Infinity), format(NaN)]).size).toBe(5);
  });
  it("never reads 0 for a number that is not", () => expect(format(5e-324)).toBe("4.9e−324"));
});

describe("exact", () => {
  it.each([
    [0.1, "0.1"],
    [-0, "-0"],
    [Infinity, "Infinity"],
    [NaN, "NaN"],
  ])("%s reads back as itself", (x, text) => expect(exact(x)).toBe(text));
});
