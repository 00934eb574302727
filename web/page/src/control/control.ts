// What the person wants and what the server answers, turned into state: the text, the leaves, time, and switches.
import type { Direction, Numbers } from "../model/frame";
import type { Live } from "../live/live";
import type { ErrorBody, Fix, Legend, Preset, Remedy, Trace } from "../model/messages";
import { leafNames, type State, type Store, themeOf } from "../model/store";
import { type Switch, SWITCHES } from "../model/switches";
import { stepsOf } from "../model/timeline";
import { edited, unfixed } from "../model/fixes";
import { questionOf } from "../model/question";
import { keepTheme } from "./theme";
import { numbersOf } from "../live/wire";
import { type Address, linkOf } from "./address";
import * as clock from "../model/clock";
import { PendingLink } from "./pending";
import { Drafts } from "./drafts";
import type { History } from "./history";
import { Overrides } from "../model/given";
import { sameSteps, structureOf, successor } from "../model/structure";
import { type Leaf, leafAt, type LeafPatch, type Leaves, leavesAt, movedTo, patched, same, sameLeaves } from "../model/leaf";
import type { ResolvedTarget } from "../live/resolve";

/** A pause in typing, and in pressing a slider's keys, in ms, after which what was done is whole. */
const TYPING = 300;
const PRESSING = 400;

/** What of the browser's history is needed. */
type Entries = Pick<Address, "act" | "applied">;

export class Control {
  readonly #store: Store;
  readonly #live: Live;
  readonly #entries: Entries;
  editor: History | null = null;
  #typing: ReturnType<typeof setTimeout> | undefined;
  /** The text of the newest question. */
  #asked: string | null = null;
  #pressing: ReturnType<typeof setTimeout> | undefined;
  /** The leaf being dragged, and what it was before. */
  #gesture: { name: string; from: Leaf | null } | null = null;
  /** Leaves moved since the last question was sent: they are newer than its answer. */
  readonly #moves = new Set<string>();

  readonly #overrides = new Overrides();
  readonly #pending: PendingLink;
  readonly drafts: Drafts;

  constructor(store: Store, live: Live, entries: Entries) {
    this.#store = store;
    this.#live = live;
    this.#entries = entries;
    this.#pending = new PendingLink(store);
    this.drafts = new Drafts(store);
  }

  /** Everything is there: what the address asks for goes on screen. */
  begin(editor: History, presets: readonly Preset[], legend: Legend, target: ResolvedTarget): void {
    this.editor = editor;
    this.#store.set({ presets, legend, error: null });
    const link = this.#pending.take(target);
    if (link === null) return;
    this.#store.set({ leaves: link.leaves });
    editor.load(link.text);
  }

  /** Another address: its moment takes the place of what is there, and can be undone. */
  open(target: ResolvedTarget): void {
    this.settle();
    const { trace, error } = this.#store.state;
    const now = linkOf(this.#store.state);
    const link = this.#pending.take(target);
    if (link === null) return;
    const there = now.text === link.text && now.expand === link.expand && sameLeaves(now.leaves, link.leaves);
    if (there && error === null && trace?.source === link.text) this.#pending.arrive(trace);
    else this.#replace(link.text, link.leaves);
  }

  // The server's answers

  /** The channel knows nothing yet: first the graph that is shown, to which moves refer, then the text. */
  opened(): void {
    const { trace, text, legend } = this.#store.state;
    if (legend === null) return;
    if (trace !== null && trace.source !== text) this.#ask(() => trace.source, true);
    this.#askText();
  }

  answered(trace: Trace): void {
    const state = this.#store.state;
    const leaves = new Map(state.leaves);
    const numbers = numbersOf(trace, state.legend!);
    for (const id of trace.graph.leaves) {
      const name = trace.graph.nodes[id]!.label;
      const known = leaves.get(name);
      const value = numbers.values[id]!;
      if (this.#moves.has(name) || known?.value === value) continue;
      leaves.set(name, known === undefined ? leafAt(value, false) : { ...movedTo(known, value), set: known.set });
    }
    const steps = stepsOf(trace, state.direction).length;
    const selected = successor(state, trace);
    // The time is a place in the graph: another graph is shown complete, and all of it.
    const time = state.trace !== null && sameSteps(state.trace, trace) ? {} : { t: steps, playing: "no" as const, turned: null };
    this.#store.set({ trace: structureOf(trace), numbers, error: null, leaves, selected, ...time });
    this.#pending.answered(trace);
    if (this.#moves.size > 0) this.#sendMove();
  }

  numbers(numbers: Numbers): void {
    this.#store.set({ numbers });
  }

  failed(error: ErrorBody): void {
    this.#store.set({ error: this.#asked === this.#store.state.text ? error : unfixed(error) });
  }

  // The text

  edited(text: string, whole: boolean): void {
    const { error, text: before } = this.#store.state;
    this.#store.set({ text, error: text === before ? error : unfixed(error) });
    this.#pending.typed(text);
    clearTimeout(this.#typing);
    if (whole) this.#askText();
    else this.#typing = setTimeout(() => this.#askText(), TYPING);
  }

  /** The person wants the text now. */
  apply(): void {
    this.#entries.applied();
    this.#askText();
  }

  #askText(): void {
    clearTimeout(this.#typing);
    this.#ask(() => this.#store.state.text);
  }

  choose(name: string): void {
    const preset = this.#store.state.presets.find((one) => one.name === name);
    if (preset === undefined) return;
    this.settle();
    this.#entries.act(() => {
      const { trace, direction } = this.#store.state;
      this.#pending.forget();
      // A worked example is shown complete.
      const t = trace === null ? 0 : stepsOf(trace, direction).length;
      this.#store.set({ t, playing: "no", selected: null, notice: null });
      this.#replace(preset.source, leavesAt(preset.values));
    });
  }

  /** The server's edit of the text `of`: a formula written well, a mistake mended. Of a text that has moved on it is none. */
  rewrite(edit: Remedy | Fix, of: string): void {
    const changed = edited(of, edit);
    if (changed === null || of !== this.#store.state.text) return;
    this.settle();
    this.editor?.replace(changed, { from: new Map(), to: new Map() });
    this.editor?.goTo([edit.span![0], edit.span![0]]);
  }

  /** Another text and other leaves, in one step of the undo history. */
  #replace(text: string, wanted: Leaves): void {
    const { leaves } = this.#store.state;
    const to: LeafPatch = new Map<string, Leaf | null>([...[...leaves.keys()].map((leaf) => [leaf, null] as const), ...wanted]);
    const from: LeafPatch = new Map([...to.keys()].map((leaf) => [leaf, leaves.get(leaf) ?? null] as const));
    this.#overrides.forget();
    this.#store.set({ leaves: patched(leaves, to) });
    this.editor?.replace(text, { from, to });
  }

  #ask(text: () => string, first = false): void {
    this.#live.ask(() => {
      const source = text();
      this.#asked = source;
      if (!this.#pending.ask(source)) this.#overrule(source);
      this.#moves.clear();
      return questionOf(this.#store.state, source);
    }, first);
  }

  #overrule(source: string): void {
    const { leaves, trace } = this.#store.state;
    if (trace === null) return;
    const changed = this.#overrides.between(leaves, trace.source, source);
    if (changed.size > 0) this.#store.set({ leaves: patched(leaves, changed) });
  }

  // The leaves

  /** A leaf changes, from what it is now; null refuses. `whole`: a deliberate act; else a drag, which `settle` ends. */
  change(name: string, how: (now: Leaf) => Leaf | null, whole: boolean): boolean {
    const now = this.#store.state.leaves.get(name);
    const next = now === undefined ? null : how(now);
    if (now === undefined || next === null) return false;
    if (this.#gesture !== null && this.#gesture.name !== name) this.settle();
    this.#gesture ??= { name, from: now };
    this.#put(new Map([[name, next]]));
    clearTimeout(this.#pressing);
    if (whole) this.settle();
    return true;
  }

  /** Keys are pressed one after the other: together they are one step of the history. */
  settleSoon(): void {
    clearTimeout(this.#pressing);
    this.#pressing = setTimeout(() => this.settle(), PRESSING);
  }

  /** What was dragged becomes one step of the history. */
  settle(): void {
    clearTimeout(this.#pressing);
    const gesture = this.#gesture;
    this.#gesture = null;
    if (gesture === null) return;
    const to = this.#store.state.leaves.get(gesture.name) ?? null;
    if (same(gesture.from, to)) return;
    this.editor?.record({ from: new Map([[gesture.name, gesture.from]]), to: new Map([[gesture.name, to]]) });
  }

  /** Undo or redo has brought leaves back. */
  restored(leaves: LeafPatch): void {
    this.#put(leaves);
  }

  #put(patch: LeafPatch): void {
    for (const name of patch.keys()) {
      this.#moves.add(name);
      this.#overrides.forget(name);
    }
    this.#store.set({ leaves: patched(this.#store.state.leaves, patch) });
    this.#sendMove();
  }

  #sendMove(): void {
    this.#live.move(() => {
      const { leaves, numbers, trace } = this.#store.state;
      this.#moves.clear();
      return leafNames(this.#store.state).map((name, i) => leaves.get(name)?.value ?? numbers!.values[trace!.graph.leaves[i]!]!);
    });
  }

  // Time

  direct(direction: Direction): void {
    const { reduced, trace } = this.#store.state;
    this.#pending.forget();
    this.#entries.act(() => this.#store.set({ direction, t: 0, playing: reduced || trace === null ? "no" : "all" }));
  }

  play(): void {
    this.#store.set(clock.toggled(this.#store.state, this.#steps));
  }

  step(): void {
    this.#store.set(clock.stepped(this.#store.state, this.#steps, this.#store.state.reduced));
  }

  stepBack(): void {
    this.#store.set(clock.steppedBack(this.#store.state));
  }

  seek(t: number): void {
    this.#store.set({ t: Math.min(Math.max(t, 0), this.#steps), playing: "no" });
  }

  /** Whole steps on, or back, without playing them. */
  skip(by: number): void {
    this.seek(Math.ceil(this.#store.state.t) + by);
  }

  end(): void {
    this.seek(this.#steps);
  }

  get #steps(): number {
    const { trace, direction } = this.#store.state;
    return trace === null ? 0 : stepsOf(trace, direction).length;
  }

  // Switches

  toggle(key: Switch | "nodesOpen" | "rangesOpen" | "skippedOpen" | "help"): void {
    this.#store.set({ [key]: !this.#store.state[key] });
    if (Object.hasOwn(SWITCHES, key) && SWITCHES[key as Switch].asks) this.#askText();
  }

  set(patch: Partial<Pick<State, "speed" | "panel" | "selected" | "tab" | "help" | "notice">>): void {
    this.#store.set(patch);
  }

  /** What a long list does when it is scrolled. */
  scrolled(list: keyof State["tops"]): (event: Event) => void {
    return (event) => this.#store.set({ tops: { ...this.#store.state.tops, [list]: (event.currentTarget as Element).scrollTop } });
  }

  theme(): void {
    const chosenTheme = themeOf(this.#store.state) === "dark" ? "light" : "dark";
    this.#store.set({ chosenTheme });
    keepTheme(chosenTheme);
  }
}
