// The style sheets: layers, one way to ask how large the window is, colours in one place, each sheet beside its part.
import { describe, expect, test } from "vitest";
import { kindsOf } from "../model/breakpoints";

const sheets = import.meta.glob<string>("./*.css", { query: "?raw", import: "default", eager: true });
const code = import.meta.glob<string>("./*.ts", { query: "?raw", import: "default", eager: true });
const parts = Object.entries(code).filter(([name]) => !name.includes(".test."));
const names = Object.keys(sheets);
const read = (name: string) => sheets[name]!;
const bare = (name: string) => read(name).replace(/\/\*[^]*?\*\//g, "");
/** What stands outside of all braces. */
function outermost(text: string): string {
  let depth = 0;
  let out = "";
  for (const letter of text) {
    if (letter === "{") depth++;
    else if (letter === "}") depth--;
    else if (depth === 0) out += letter;
  }
  return out;
}
const KINDS = [...kindsOf({ width: 0, height: 0 }).keys()];

describe.each(names)("%s", (name) => {
  const text = bare(name);

  test("says what it is for", () => {
    expect(read(name)).toMatch(/^\/\* .*\. \*\//);
  });

  test("has all its rules in a layer", () => {
    // CodeMirror's own rules stand outside of layers, and would win.
    const layered = ["./editor.css", "./lint.css"].includes(name) ? /^[^@]*$/ : /^\s*(@layer [\w, ]+;?\s*)+$/;
    expect(outermost(text)).toMatch(layered);
  });

  test("asks for the window's kind by its class alone", () => {
    expect(text).not.toMatch(/@media[^{]*(width|height)/);
    const asked = [...text.matchAll(/:where\(\.(\w+)\)/g)].map(([, kind]) => kind);
    expect(asked.filter((kind) => !KINDS.includes(kind as (typeof KINDS)[number]))).toEqual([]);
  });

  test("has no colour but those of base.css and look.ts", () => {
    const colours = text.match(/#[\da-f]{3,8}\b(?![^{}]*\{)|\b(rgba?|hsla?|oklch)\(/gi) ?? [];
    expect(colours.length > 0).toBe(name === "./base.css");
  });

  test("is brought by one part, or by those that share it", () => {
    const by = parts.filter(([, text]) => text.includes(`import "${name}";`)).length;
    expect(by > 0).toBe(name !== "./base.css"); // which the page's beginning brings
  });

  test("is no longer than a file may be", () => {
    expect(read(name).split("\n").length).toBeLessThanOrEqual(301);
  });
});

test("there are sheets", () => expect(names.length).toBeGreaterThan(15));
