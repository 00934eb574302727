// Everything that can be done on the page, as one table: keys, help, buttons, tooltips and the README's keys come from it.
import type { Direction } from "../model/frame";
import { type State, themeOf } from "../model/store";
import { type Switch, switchNames, SWITCHES } from "../model/switches";
import { stepsOf } from "../model/timeline";
import type { Control } from "./control";
import type { Exporter } from "./exporter";

/** Those who do it. */
export interface Acts {
  readonly control: Control;
  readonly exporter: Exporter;
  readonly fit: () => void;
  readonly copyLink: () => void;
}

export interface Key {
  /** As the browser calls it; letters are small. */
  readonly press: string;
  /** As it is written for people. */
  readonly cap: string;
  /** With Ctrl, or Cmd. */
  readonly ctrl?: true;
  /** Only with Shift, or only without; else with and without. */
  readonly shift?: boolean;
}

export interface Action {
  /** In tests; also of its button. */
  readonly name: string;
  /** What its button is called. */
  readonly label: string | ((state: State) => string);
  /** What its tooltip says, where that is more than the label. */
  readonly tip?: string;
  /** What it does, in the list of keys; null: it is not listed. */
  readonly hint: string | null;
  readonly keys: readonly Key[];
  /** Shares its line in the list of keys with the action before it. */
  readonly joined?: true;
  /** Where its keys are heard, if that is one place; that place hears them itself, and help is short of them. */
  readonly place?: string;
  /** Whether it is on, of those that can be. */
  readonly on?: (state: State) => boolean;
  /** Whether there is something to do it with. */
  readonly can?: (state: State) => boolean;
  readonly does: (acts: Acts) => void;
}

const key = (press: string, cap = press.toUpperCase()): Key => ({ press, cap });
const ctrl = (press: string, cap: string, shift?: boolean): Key => ({ press, cap, ctrl: true, ...(shift === undefined ? {} : { shift }) });

const steps = ({ trace, direction }: State): number => (trace === null ? 0 : stepsOf(trace, direction).length);
const hasSteps = (state: State): boolean => steps(state) > 0;

function playLabel(state: State): string {
  if (state.playing === "all") return "Pause";
  return hasSteps(state) && state.t >= steps(state) ? "Play again" : "Play";
}

function directed(direction: Direction, label: string, hint: string): Omit<Action, "keys"> {
  return {
    name: `direction-${direction}`,
    label,
    tip: `${label} from the start`,
    hint,
    on: (state) => state.direction === direction,
    does: ({ control }) => control.direct(direction),
  };
}

function toggled(name: Switch): Action {
  return {
    name: `toggle-${name}`,
    label: SWITCHES[name].label,
    hint: null,
    keys: [],
    on: (state) => state[name],
    does: ({ control }) => control.toggle(name),
  };
}

const table = {
  play: {
    name: "play",
    label: playLabel,
    hint: "play or pause",
    keys: [key(" ", "Space")],
    can: hasSteps,
    does: ({ control }) => control.play(),
  },
  stepBack: {
    name: "step-back",
    label: "Step back",
    hint: "a step back",
    keys: [key("ArrowLeft", "←")],
    can: hasSteps,
    does: ({ control }) => control.stepBack(),
  },
  step: {
    name: "step",
    label: "Step",
    hint: "a step on",
    keys: [key("ArrowRight", "→")],
    joined: true,
    can: hasSteps,
    does: ({ control }) => control.step(),
  },
  start: {
    name: "start",
    label: "To the start",
    hint: "to the start",
    keys: [key("Home", "Home")],
    does: ({ control }) => control.seek(0),
  },
  end: {
    name: "end",
    label: "To the end",
    hint: "to the end",
    keys: [key("End", "End")],
    joined: true,
    does: ({ control }) => control.end(),
  },
  forward: { ...directed("forward", "Forward", "forward"), keys: [key("f")] },
  backward: { ...directed("backward", "Backward", "backward from the start"), keys: [key("b")], joined: true },
  fit: { name: "fit", label: "Fit the graph", hint: "fit the graph", keys: [key("0")], does: ({ fit }) => fit() },
  copyLink: {
    name: "copy-link",
    label: "Copy link",
    tip: "Copy a link to this moment",
    hint: "copy a link to this moment",
    keys: [key("l")],
    does: ({ copyLink }) => copyLink(),
  },
  export: { name: "export", label: "Export", hint: "export", keys: [key("e")], does: ({ exporter }) => exporter.open() },
  help: {
    name: "help",
    label: "Help",
    hint: "this help",
    keys: [key("?")],
    on: ({ help }) => help,
    does: ({ control }) => control.toggle("help"),
  },
  apply: {
    name: "apply",
    label: "Apply",
    hint: "apply the text now",
    keys: [ctrl("enter", "Enter")],
    does: ({ control }) => control.apply(),
  },
  undo: {
    name: "undo",
    label: "Undo",
    hint: "undo text and sliders",
    keys: [ctrl("z", "Z", false)],
    does: ({ control }) => control.editor?.undo(),
  },
  redo: {
    name: "redo",
    label: "Redo",
    hint: null,
    keys: [ctrl("y", "Y"), ctrl("z", "Z", true)],
    does: ({ control }) => control.editor?.redo(),
  },
  rowAbove: {
    name: "row-above",
    label: "The row above",
    hint: "the row above",
    keys: [key("ArrowUp", "↑")],
    place: "in the steps",
    does: ({ control }) => control.skip(-1),
  },
  rowBelow: {
    name: "row-below",
    label: "The row below",
    hint: "the row below",
    keys: [key("ArrowDown", "↓")],
    place: "in the steps",
    joined: true,
    does: ({ control }) => control.skip(1),
  },
  deselect: {
    name: "deselect",
    label: "Follow the steps again",
    hint: null,
    keys: [key("escape", "Esc")],
    does: ({ control }) => control.set({ selected: null }),
  },
  theme: {
    name: "theme",
    label: (state) => (themeOf(state) === "dark" ? "Light theme" : "Dark theme"),
    hint: null,
    keys: [],
    does: ({ control }) => control.theme(),
  },
} satisfies Readonly<Record<string, Action>>;

export const ACTIONS: Readonly<Record<keyof typeof table, Action>> = table;
export const TOGGLES: readonly Action[] = switchNames.map(toggled);

export const labelOf = ({ label }: Action, state: State): string => (typeof label === "string" ? label : label(state));

/** The label, or more, and the first key. */
export function tooltipOf(action: Action, state: State): string {
  const said = action.tip ?? labelOf(action, state);
  const [first] = action.keys;
  return first === undefined ? said : `${said} (${first.cap})`;
}

/** A line in the list of keys: the caps to press, what they do, and where. */
export interface KeyLine {
  readonly caps: readonly string[];
  readonly does: string;
  readonly place: string | null;
}

/** The list of keys, of all actions that are in it. */
export function keyLines(): KeyLine[] {
  const lines: KeyLine[] = [];
  for (const { keys, hint, joined, place = null } of Object.values(ACTIONS)) {
    if (hint === null) continue;
    const caps = keys.flatMap(({ cap, ctrl }) => (ctrl === true ? ["Ctrl", cap] : [cap]));
    const before = joined === true ? lines.pop() : undefined;
    lines.push({ caps: [...(before?.caps ?? []), ...caps], does: before === undefined ? hint : `${before.does}, ${hint}`, place });
  }
  return lines;
}

/** The action of a pressed key: of the whole page's, or of one place's. */
export function actionOf(event: Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "shiftKey">, place?: string): Action | null {
  const modified = event.ctrlKey || event.metaKey;
  const pressed = event.key.toLowerCase();
  const isPressed = ({ press, ctrl, shift }: Key) =>
    press.toLowerCase() === pressed && (ctrl === true) === modified && (shift === undefined || shift === event.shiftKey);
  return Object.values(ACTIONS).find((action) => action.place === place && action.keys.some(isPressed)) ?? null;
}
