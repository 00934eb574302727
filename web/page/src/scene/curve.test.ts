// Edges as curves: pieces meet, s runs from port to slot, lanes run beside.
import { describe, expect, it } from "vitest";
import { besideAt, bridge, directionAt, distance, piecesOf, pointAt, type Vec3 } from "./curve";

const twoPieces: Vec3[] = [
  [0, 0, 0],
  [1, 0, 0],
  [1, 2, 0],
  [2, 2, 0],
  [5, 2, 0],
  [5, -1, 0],
  [8, -1, 0],
];

describe("a curve of two pieces", () => {
  const pieces = piecesOf(twoPieces);
  it("begins at the port and ends at the slot", () => {
    expect(pointAt(pieces, 0)).toEqual([0, 0, 0]);
    expect(pointAt(pieces, 1)).toEqual([8, -1, 0]);
  });
  it("shares s by length, without a gap", () => {
    expect(pieces[0]!.s1).toBe(pieces[1]!.s0);
    expect(pieces[1]!.s1).toBe(1);
    expect(pieces[1]!.s1 - pieces[1]!.s0).toBeGreaterThan(pieces[0]!.s1 - pieces[0]!.s0);
    expect(distance(pointAt(pieces, pieces[0]!.s1 - 1e-9), pointAt(pieces, pieces[0]!.s1 + 1e-9))).toBeLessThan(1e-6);
  });
  it("leaves and arrives level", () => {
    expect(directionAt(pieces, 0)[0]).toBeCloseTo(1, 2);
    expect(directionAt(pieces, 1)[0]).toBeCloseTo(1, 2);
  });
  it("has its lanes to the left and right of the way", () => {
    expect(besideAt(pieces, 0, 0.1)[1]).toBeCloseTo(0.1, 3);
    expect(besideAt(pieces, 0, -0.1)[1]).toBeCloseTo(-0.1, 3);
  });
});

describe("a bridge", () => {
  it.each(["right", "down"] as const)("joins two ports level along %s", (flow) => {
    const [from, c1, c2, to] = bridge([0, 0, 0], [3, -4, 1], flow) as [Vec3, Vec3, Vec3, Vec3];
    expect(from).toEqual([0, 0, 0]);
    expect(to).toEqual([3, -4, 1]);
    const across = flow === "right" ? 1 : 0;
    expect(c1[across]).toBe(from[across]);
    expect(c2[across]).toBe(to[across]);
  });
});
