// What the page says of its line to the server, in each of its states.
import { expect, it } from "vitest";
import { initial, type State } from "../model/store";
import { saidOf } from "./connection";

const words = (patch: Partial<State>) => saidOf({ ...initial, ...patch })?.words ?? null;
const refusal = {
  code: "foreign-host",
  message: "Not as `x`",
  hint: "Open it elsewhere.",
  span: null,
  line: null,
  column: null,
  fixes: [],
};

it("nothing is said of a line that is as it should be", () => expect(words({ connection: "open" })).toBeNull());

it("a line that is not there is said not to be", () => {
  expect(words({ connection: "connecting" })).toBe("Connecting …");
  expect(words({ connection: "lost" })).toBe("Connection lost, trying again …");
});

it("the server's reason takes the place of lost", () => {
  expect(words({ connection: "lost", refusal })).toBe("Not as `x`. Open it elsewhere.");
  expect(words({ connection: "lost", refusal: { ...refusal, hint: null } })).toBe("Not as `x`.");
});

it("a long answer is being computed, or has others before it", () => {
  expect(words({ connection: "open", waiting: 0 })).toBe("Computing …");
  expect(words({ connection: "open", waiting: 1 })).toBe("1 question before yours");
  expect(words({ connection: "slow", waiting: 1200 })).toBe("1,200 questions before yours");
});

it("the way by POST is said to be slow", () =>
  expect(words({ connection: "slow" })).toBe("Live channel blocked: answers come more slowly"));
