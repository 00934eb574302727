// The table of actions: its keys are one action's each, and the README lists what it has.
import { describe, expect, it, vi } from "vitest";
import readme from "../../../../README.md?raw";
import { initial } from "../model/store";
import { allOff, switchNames } from "../model/switches";
import { TRAVELS } from "../model/travels";
import { ACTIONS, actionOf, type Acts, keyLines, labelOf, TOGGLES, tooltipOf } from "./actions";

const all = [...Object.values(ACTIONS), ...TOGGLES];
const pressed = (key: string, ctrlKey = false, shiftKey = false, place?: string) =>
  actionOf({ key, ctrlKey, metaKey: false, shiftKey }, place)?.name ?? null;

/** The rows of the README's table that stands under this heading. */
function tableUnder(heading: string): string[] {
  const section = readme.split(`\n## ${heading}\n`)[1]!.split("\n## ")[0]!;
  return section
    .split("\n")
    .filter((line) => line.startsWith("| "))
    .slice(1);
}

describe("the table of actions", () => {
  it("gives each name and each key to one action", () => {
    expect(new Set(all.map(({ name }) => name)).size).toBe(all.length);
    const keys = all.flatMap(({ keys, place }) => keys.map(({ press, ctrl, shift }) => [place, press.toLowerCase(), ctrl, shift].join()));
    expect(keys.length).toBeGreaterThan(15);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it("finds the action of a key, in either case, with Ctrl or without", () => {
    expect([pressed("f"), pressed("F"), pressed(" "), pressed("ArrowLeft"), pressed("?"), pressed("Escape")]).toEqual([
      "direction-forward",
      "direction-forward",
      "play",
      "step-back",
      "help",
      "deselect",
    ]);
    expect([pressed("z", true), pressed("Z", true, true), pressed("y", true), pressed("Enter", true)]).toEqual([
      "undo",
      "redo",
      "redo",
      "apply",
    ]);
    expect([pressed("z"), pressed("f", true), pressed("q"), pressed("Enter")]).toEqual([null, null, null, null]);
  });

  it("leaves a place's keys to that place", () => {
    expect([pressed("ArrowUp"), pressed("ArrowUp", false, false, "in the steps")]).toEqual([null, "row-above"]);
    expect(pressed("f", false, false, "in the steps")).toBeNull();
  });

  it("says in a tooltip what its button does, and its key", () => {
    expect([tooltipOf(ACTIONS.play, initial), tooltipOf(ACTIONS.forward, initial), tooltipOf(ACTIONS.theme, initial)]).toEqual([
      "Play (Space)",
      "Forward from the start (F)",
      "Light theme",
    ]);
    expect(labelOf(ACTIONS.play, { ...initial, playing: "all" })).toBe("Pause");
  });

  it("has a toggle for each switch, which shows it and turns it", () => {
    expect(TOGGLES.map(({ name }) => name)).toEqual(switchNames.map((name) => `toggle-${name}`));
    const toggle = vi.fn();
    for (const [i, name] of switchNames.entries()) {
      const action = TOGGLES[i]!;
      expect([action.on!({ ...initial, ...allOff }), action.on!({ ...initial, [name]: true })]).toEqual([false, true]);
      action.does({ control: { toggle } } as unknown as Acts);
      expect(toggle).toHaveBeenLastCalledWith(name);
    }
  });
});

describe("the README", () => {
  it("lists the keys", () => {
    const rows = keyLines().map(({ caps, does, place }) => `| ${caps.join(" ")}${place === null ? "" : ` ${place}`} | ${does} |`);
    expect(tableUnder("Keys")).toEqual(rows);
  });

  it("names whatever travels in a link", () => {
    const names = tableUnder("Links").flatMap((row) => [...row.split(" | ")[0]!.matchAll(/`(\w+)`/g)].map(([, name]) => name));
    expect(names.sort()).toEqual(["text", "values", "ranges", ...Object.values(TRAVELS).map(({ links }) => links[0])].sort());
  });
});
