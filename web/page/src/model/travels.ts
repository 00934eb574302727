// How each key of the state travels in a link: what it is called there, as what it begins, how it is written and read.
import { rounded, SPEEDS } from "./clock";
import type { Direction } from "./frame";
import { parseNumber } from "./leaf";
import type { Theme } from "./look";
import { Unreadable } from "./packed";
import { eachSwitch, SWITCHES } from "./switches";

export interface Travel<T> {
  /** What links call it; they are written with the first, and read with all of them. */
  readonly links: readonly [string, ...string[]];
  /** As it begins: then it is left out. */
  readonly plain: T;
  readonly write: (value: T) => string;
  /** `name`: what this link calls it. Throws `Unreadable`. */
  readonly read: (said: string, name: string) => T;
}

/** More steps than any graph has. */
const MOST_STEPS = 1_000_000;
/** Beyond any turn in degrees, any nearness and any distance: the picture's own limits are much narrower. */
const MOST_TURNED = 1_000;

/** One of some words. */
function word<T>(links: Travel<T>["links"], choices: Readonly<Record<string, T>>, plain: T): Travel<T> {
  return {
    links,
    plain,
    write: (value) => Object.keys(choices).find((said) => choices[said] === value) ?? "",
    read: (said, name) => {
      if (!Object.hasOwn(choices, said)) throw new Unreadable(`\`${name}\` is ${Object.keys(choices).join(" or ")}`);
      return choices[said]!;
    },
  };
}

/** A number from 0 on, or none; `what` it is, in words. */
function number(links: Travel<number | null>["links"], what: string, kept: (x: number) => number | null): Travel<number | null> {
  return {
    links,
    plain: null,
    write: (x) => (x === null ? "" : String(kept(x))),
    read: (said, name) => {
      const x = parseNumber(said);
      const value = x === null || x < 0 || x > MOST_STEPS ? null : kept(x);
      if (value === null) throw new Unreadable(`\`${name}\` is ${what}`);
      return value;
    },
  };
}

/** How the picture is turned, in the words of `Eye.turned`. */
const turned: Travel<string | null> = {
  links: ["eye"],
  plain: null,
  write: (value) => value ?? "",
  read: (said) => {
    const numbers = said.split(",", 7).map(parseNumber);
    const near = numbers[2] ?? 0;
    const six = numbers.length === 6 && numbers.every((x) => x !== null && Math.abs(x) <= MOST_TURNED);
    if (!six || near < 1 / MOST_TURNED) throw new Unreadable("`eye` is six numbers, as the page writes them");
    return numbers.join(",");
  },
};

const speeds = Object.fromEntries(SPEEDS.map((speed) => [String(speed), speed as number]));

/** In the order in which links are written. Text and leaves stand before them, and have forms of their own. */
export const TRAVELS = {
  direction: word<Direction>(["direction"], { forward: "forward", backward: "backward" }, "backward"),
  t: number(["t"], "the time in steps, a number from 0 on", rounded),
  speed: word(["speed"], speeds, 1),
  ...eachSwitch((name) => word(SWITCHES[name].links, { on: true, off: false }, false)),
  chosenTheme: word<Theme | null>(["theme"], { dark: "dark", light: "light" }, null),
  selected: number(["node"], "a node's number", (x) => (Number.isInteger(x) ? x : null)),
  turned,
  panel: word<boolean | null>(["panel"], { open: true, folded: false }, null),
};

export type Travelling = keyof typeof TRAVELS;
