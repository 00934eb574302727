import { describe, expect, test } from "vitest";
import { kindsOf } from "./breakpoints";

const of = (width: number, height: number) => [...kindsOf({ width, height })].filter(([, applies]) => applies).map(([kind]) => kind);

describe("kinds of window", () => {
  test.each([
    [1440, 900, []],
    [1180, 900, []],
    [1179, 900, ["snug"]],
    [901, 621, ["snug"]],
    [900, 620, ["slim", "snug", "low"]],
    [701, 500, ["slim", "snug", "low", "flat"]],
    [700, 500, ["narrow", "slim", "snug"]],
    [390, 844, ["narrow", "slim", "snug"]],
    [359, 640, ["narrow", "tiny", "slim", "snug"]],
  ])("%i × %i", (width, height, kinds) => expect(of(width, height)).toEqual(kinds));
});
