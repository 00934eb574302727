// Edits: places are counted in characters, and an error without its text has no fixes.
import { expect, it } from "vitest";
import { edited, unfixed } from "./fixes";

const fix = { label: "Write `2 * a`", span: [4, 6] as [number, number], replacement: "2 * a" };

it("counts characters, not UTF-16 units", () => expect(edited("😀 + 2a - 😀", fix)).toBe("😀 + 2 * a - 😀"));

it("has nothing to write for a remedy without code", () =>
  expect(edited("a", { nodes: [], message: "", span: null, replacement: null })).toBeNull());

it("drops the fixes of another text", () => {
  const error = { code: "x", message: "m", hint: null, span: null, line: null, column: null, fixes: [fix] };
  expect(unfixed(error)?.fixes).toEqual([]);
  expect(unfixed(null)).toBeNull();
});
