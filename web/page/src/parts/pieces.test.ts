// Long texts in little room.
import { expect, it } from "vitest";
import { shortened } from "./pieces";

it("leaves out the middle of a long text, and nothing of a short one", () => {
  expect(shortened("a + b", 5)).toBe("a + b");
  expect(shortened("(alpha + beta) * gamma", 12)).toBe("(alpha …amma");
  expect([...shortened("a".repeat(99), 32)].length).toBe(32);
});
