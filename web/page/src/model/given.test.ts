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

  it("are found in pasted code, and only numbers are", () => {
    const text = [
      "a = Value(2.0, label='a')",
      "b = Value(data=-3)  # words",
      "x1 = torch.Tensor([2.0]).double() ; x1.requires_grad = True",
      "w = torch.tensor(1.5, requires_grad=True, dtype=torch.float64)",
      "x = torch.nn.Parameter(torch.tensor(-2.0))",
      "c = Value(2 * 3); d = tanh(2.0); e = a.tensor2(1)",
      "s = torch.tensor(0.5).requires_grad_()",
    ].join("\n");
    expect([...givenIn(text)]).toEqual([
      ["a", "2.0"],
      ["b", "-3"],
      ["x1", "2.0"],
      ["w", "1.5"],
      ["x", "-2.0"],
      ["s", "0.5"],
    ]);
  });

  it("are found quickly, whatever the text", () => {
    for (const text of ["a = Value(".repeat(2000), `a = ${"x.".repeat(5000)}`, `a = ${"Value(".repeat(2000)}`])
      expect(givenIn(text).size).toBe(0);
  });
});
