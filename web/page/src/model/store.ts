// Everything the page depends on, in one place. It is replaced, never changed; whoever changes it makes the page dirty.
import { isKind } from "./breakpoints";
import type { Direction, Numbers } from "./frame";
import type { Theme } from "./look";
import type { ErrorBody, Layout, Legend, Preset } from "./messages";
import type { Time } from "./clock";
import { type Exporting, nothingExported } from "./exporting";
import type { Leaves } from "./leaf";
import type { Structure } from "./structure";
import { allOff, type Switches } from "./switches";

/** What is said to the person in the bar: that an address cannot be read, or a link where no clipboard takes it. */
export type Notice = { readonly error: ErrorBody } | { readonly link: string };

/** How questions reach the server; "slow": the answers come by POST. */
export type Connection = "connecting" | "open" | "slow" | "lost";

export type Tab = "text" | "leaves" | "steps";

export interface State extends Readonly<Time>, Switches {
  readonly text: string;
  readonly presets: readonly Preset[];
  readonly legend: Legend | null;
  /** The last good graph, and its newest numbers. */
  readonly trace: Structure | null;
  readonly numbers: Numbers | null;
  /** Not null: the text has moved on and `trace` is stale. */
  readonly error: ErrorBody | null;
  /** Every name ever seen, so that a name that comes back has its value. */
  readonly leaves: Leaves;
  /** Fields being typed into, by key; `bad` once what stands there was refused. */
  readonly drafts: ReadonlyMap<string, { text: string; bad: boolean }>;
  readonly direction: Direction;
  readonly speed: number;
  /** What the person chose; null: as the system has it. */
  readonly chosenTheme: Theme | null;
  readonly systemTheme: Theme;
  readonly reduced: boolean;
  readonly selected: number | null;
  /** How the person has turned the picture, in the words of `Eye.turned`; null: it is fitted into the stage. */
  readonly turned: string | null;
  /** The steps panel as the person put it; null: by itself. */
  readonly panel: boolean | null;
  readonly nodesOpen: boolean;
  readonly rangesOpen: boolean;
  readonly skippedOpen: boolean;
  readonly tab: Tab;
  readonly connection: Connection;
  /** What the server says of not letting the page in; null while it does, or says nothing. */
  readonly refusal: ErrorBody | null;
  /** How many questions are answered before the page's; null unless that takes long. */
  readonly waiting: number | null;
  readonly window: { readonly width: number; readonly height: number };
  readonly stage: { readonly width: number; readonly height: number };
  /** How far the long lists are scrolled, in px. */
  readonly tops: { readonly steps: number; readonly nodes: number };
  /** Why there is no picture; null while there is one or it is being made. */
  readonly noPicture: string | null;
  readonly help: boolean;
  readonly notice: Notice | null;
  /** A link has just gone to the clipboard. */
  readonly copied: boolean;
  readonly exporting: Exporting;
}

export const initial: State = {
  text: "",
  presets: [],
  legend: null,
  trace: null,
  numbers: null,
  error: null,
  leaves: new Map(),
  drafts: new Map(),
  direction: "backward",
  t: 0,
  playing: "no",
  speed: 1,
  ...allOff,
  chosenTheme: null,
  systemTheme: "dark",
  reduced: false,
  selected: null,
  turned: null,
  panel: null,
  nodesOpen: false,
  rangesOpen: false,
  skippedOpen: true,
  tab: "leaves",
  connection: "connecting",
  refusal: null,
  waiting: null,
  window: { width: 1440, height: 900 },
  stage: { width: 0, height: 0 },
  tops: { steps: 0, nodes: 0 },
  noPicture: null,
  help: false,
  notice: null,
  copied: false,
  exporting: nothingExported,
};

export class Store {
  #state: State = initial;
  readonly #onChange: () => void;

  constructor(changed: () => void) {
    this.#onChange = changed;
  }

  get state(): State {
    return this.#state;
  }

  set(patch: Partial<State>): void {
    const before = this.#state;
    if (Object.entries(patch).every(([key, value]) => Object.is(before[key as keyof State], value))) return;
    this.#state = { ...before, ...patch };
    this.#onChange();
  }
}

/** A picture wider than this, in u, is given the steps' place. */
const WIDE = 13.6;

export const isNarrow = ({ window }: State): boolean => isKind("narrow", window);

export const themeOf = ({ chosenTheme, systemTheme }: State): Theme => chosenTheme ?? systemTheme;

/** Leaves on top where the stage is a narrow column, and on phones; else leaves left. */
export function flowOf(state: State): "right" | "down" {
  const { width, height } = state.stage;
  const slim = width < 560;
  return (isNarrow(state) ? slim || width < height : slim && width < height) ? "down" : "right";
}

export function layoutOf(state: State): Layout | null {
  return state.trace?.layouts?.[flowOf(state)] ?? null;
}

/** Whether the steps are open: as the person put them, else if there is room beside the picture. */
export function panelOpen(state: State): boolean {
  if (state.panel !== null) return state.panel;
  const layout = state.trace?.layouts?.right;
  return !isKind("snug", state.window) && (layout === undefined || spanOf(layout) <= WIDE);
}

const spans = new WeakMap<Layout, number>();

function spanOf(layout: Layout): number {
  let span = spans.get(layout);
  if (span === undefined) {
    const boxes = layout.small ? layout.cards : [...layout.cards, ...layout.paths.map(({ pill }) => pill)];
    const right = boxes.reduce((most, { x, w }) => Math.max(most, x + w / 2), -Infinity);
    const left = boxes.reduce((least, { x, w }) => Math.min(least, x - w / 2), Infinity);
    spans.set(layout, (span = right - left));
  }
  return span;
}

/** The newest graph's leaves by name, in its order. */
export function leafNames({ trace }: State): string[] {
  return trace === null ? [] : trace.graph.leaves.map((id) => trace.graph.nodes[id]!.label);
}

/** The preset whose text stands in the editor. */
export function presetOf({ presets, text }: State): Preset | null {
  return presets.find((preset) => preset.source === text) ?? null;
}

/** Whether questions are answered, at whatever pace. */
export const isConnected = ({ connection }: State): boolean => connection === "open" || connection === "slow";

/** Why the graph shown is not what text and sliders say; null where it is. */
export function staleness(state: State): "mistake" | "unconnected" | null {
  const { trace, error, text } = state;
  if (trace === null) return null;
  if (error !== null) return "mistake";
  return !isConnected(state) && (text !== trace.source || haveMoved(state)) ? "unconnected" : null;
}

/** Whether a slider stands elsewhere than where the numbers were worked out. */
function haveMoved({ trace, numbers, leaves }: State): boolean {
  const { nodes, leaves: ids } = trace!.graph;
  return ids.some((id) => {
    const value = leaves.get(nodes[id]!.label)?.value;
    return value !== undefined && value !== numbers!.values[id];
  });
}
