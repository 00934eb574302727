// A leaf's range, step and keys, and numbers as typed.
import { describe, expect, it } from "vitest";
import { dragged, inRange, keyed, leafAt, movedTo, parseNumber, quantised, share, stepPower } from "./leaf";

describe("a leaf's range", () => {
  it.each([
    [2, 10],
    [-3, 10],
    [9.99, 10],
    [10, 20],
    [-20, 50],
    [49, 50],
    [99, 100],
    [100, 200],
    [138.8, 200],
    [1e6, 2e6],
    [0, 10],
    [1e-9, 10],
  ])("of a start at %d reaches to %d", (value, max) => expect(leafAt(value, false)).toMatchObject({ min: -max, max }));

  it("holds even the largest number", () => expect(leafAt(1.7e308, false).max).toBe(Number.MAX_VALUE));

  it("grows evenly with an entry, which has room to both sides", () => {
    expect(movedTo(leafAt(2, false), 12)).toEqual({ value: 12, min: -20, max: 20, set: true });
    expect(movedTo(leafAt(2, false), -70)).toEqual({ value: -70, min: -100, max: 100, set: true });
    expect(movedTo(leafAt(2, false), 10)).toMatchObject({ min: -20, max: 20 });
    expect(movedTo(leafAt(2, false), -10)).toMatchObject({ min: -20, max: 20 });
  });

  it("shrinks again when an entry would be lost in it", () => {
    expect(movedTo(leafAt(1e29, false), 3)).toMatchObject({ min: -10, max: 10 });
    expect(movedTo(leafAt(70, false), 5)).toMatchObject({ min: -10, max: 10 });
    expect(movedTo(leafAt(70, false), 6)).toMatchObject({ min: -100, max: 100 });
  });

  it("that a person has edited is theirs, and grows only where it must", () => {
    const own = inRange(leafAt(2, false), -5, 1000)!;
    expect(movedTo(own, 1)).toMatchObject({ min: -5, max: 1000, ranged: true });
    expect(movedTo(own, 1000)).toMatchObject({ min: -5, max: 1000 });
    expect(movedTo(own, -7)).toMatchObject({ min: -10, max: 1000 });
    expect(movedTo(own, 1200)).toMatchObject({ min: -5, max: 2000, ranged: true });
  });

  it("can be edited; the value stays within", () => {
    expect(inRange(leafAt(2, false), 0, 1)).toEqual({ value: 1, min: 0, max: 1, set: true, ranged: true });
    expect(inRange(leafAt(2, false), 0, 5)).toEqual({ value: 2, min: 0, max: 5, set: false, ranged: true });
    expect(inRange(leafAt(2, false), 5, 5)).toBeNull();
    expect(inRange(leafAt(2, false), 6, 5)).toBeNull();
  });
});

describe("a slider", () => {
  it("steps in tenths from −10 to 10, finer in a small range, coarser in a large one", () => {
    expect(stepPower({ min: -10, max: 10 })).toBe(-1);
    expect(stepPower({ min: -50, max: 50 })).toBe(-1);
    expect(stepPower({ min: 0, max: 1 })).toBe(-3);
    expect(stepPower({ min: -1000, max: 1000 })).toBe(1);
  });

  it("never shows 0.30000000000000004", () => {
    for (let i = -100; i <= 100; i++) {
      const value = dragged(leafAt(0, false), i * 0.1 + 1e-4);
      expect(String(value)).toMatch(/^-?\d+(\.\d)?$/);
      expect(value).toBe(i / 10);
    }
    expect(quantised(0.1 + 0.2, -1)).toBe(0.3);
    expect(quantised(-0.04, -1)).toBe(0);
    expect(Object.is(quantised(-0.04, -1), 0)).toBe(true);
    expect(quantised(1234, 2)).toBe(1200);
    expect(quantised(0.000123456, -7)).toBe(0.0001235);
  });

  it("stays in its range", () => expect(dragged({ value: 0, min: -1, max: 0.55, set: true }, 3)).toBe(0.55));

  it("has keys", () => {
    const leaf = leafAt(0.2, true);
    expect(keyed(leaf, "ArrowRight", false)).toBe(0.3);
    expect(keyed(leaf, "ArrowLeft", false)).toBe(0.1);
    expect(keyed(leaf, "ArrowUp", true)).toBe(1.2);
    expect(keyed(leaf, "PageDown", false)).toBe(-0.8);
    expect(keyed(leaf, "Home", false)).toBe(-10);
    expect(keyed(leaf, "End", false)).toBe(10);
    expect(keyed(leaf, "x", false)).toBeNull();
    expect(keyed({ ...leaf, value: 10 }, "ArrowRight", false)).toBe(10);
    expect(keyed({ ...leaf, value: 6.881373587019543 }, "ArrowRight", false)).toBe(7);
  });

  it("knows the share of a number", () => {
    expect(share({ min: -10, max: 10 }, 2)).toBe(0.6);
    expect(share({ min: 1, max: 10 }, 0)).toBe(0);
  });
});

describe("a number as typed", () => {
  it.each([
    ["2", 2],
    [" -3 ", -3],
    ["−3", -3],
    ["+1.5", 1.5],
    [".5", 0.5],
    ["2.", 2],
    ["1e-3", 0.001],
    ["1e−3", 0.001],
  ])("%s", (text, value) => expect(parseNumber(text)).toBe(value));

  it.each(["", "abc", "1..2", "1,5", "Infinity", "NaN", "1e999", "0x10", "--3", "1 2"])("refuses %s", (text) =>
    expect(parseNumber(text)).toBeNull(),
  );
});
