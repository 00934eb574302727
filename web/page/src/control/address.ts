// The address bar and the browser's history: the present moment stands there, and Back brings one of before.
import { encode, isUnusual, type Link, plain, travellingOf } from "../model/link";
import type { Preset } from "../model/messages";
import { leafNames, type State, type Store } from "../model/store";
import { keptTheme } from "./theme";
import { stepsOf } from "../model/timeline";
import { type Leaf, leavesAt } from "../model/leaf";

/** Ms from a change to its being written: browsers bear about three writes a second. */
const PAUSE = 400;

/** What of the window is needed. A hash is without its `#`, and empty for the page as it begins. */
export interface Place {
  push(hash: string): void;
  replace(hash: string): void;
  /** The address of the page with this hash, whole. */
  whole(hash: string): string;
}

/** The moment on the page. */
export function linkOf(state: State): Link {
  const { text, leaves, trace, direction, t } = state;
  const settled = trace !== null && trace.source === text;
  const names = settled ? leafNames(state) : [...leaves.keys()];
  const known = names.map((name) => [name, leaves.get(name)] as const);
  const moved = known.filter((one): one is [string, Leaf] => one[1] !== undefined && (one[1].set || isUnusual(one[1])));
  const done = !settled || t >= stepsOf(trace, direction).length;
  return { ...travellingOf(state), text, leaves: new Map(moved), t: done ? null : t };
}

/** The page as it begins: the first worked example. */
export function startOf([first]: readonly Preset[]): Link | null {
  if (first === undefined) return null;
  return { ...plain, text: first.source, leaves: leavesAt(first.values), chosenTheme: keptTheme() };
}

export class Address {
  readonly #store: Store;
  readonly #place: Place;
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** The present entry's moment; null before there is one. */
  #entry: string | null = null;
  /** The present entry as it was before its text was typed into. */
  #base = { text: "", hash: "" };

  constructor(store: Store, place: Place) {
    this.#store = store;
    this.#place = place;
  }

  /** The page shows what the address asks for; `anew`: the address is to say it in its own words. */
  opened(anew: boolean): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { text } = this.#store.state;
    const link = this.#now();
    this.#entry = link;
    this.#base = { text, hash: this.#hash(link) };
    if (anew) this.#place.replace(this.#base.hash);
  }

  /** Something may be different: once nothing plays, the entry gets what is there then. */
  changed(): void {
    if (this.#entry === null || this.#timer !== undefined || this.#store.state.playing !== "no") return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#write();
    }, PAUSE);
  }

  /** A deliberate act: what is there before it stays in the history, and what is there after it gets an entry. */
  act(does: () => void): void {
    this.#write();
    does();
    this.#push();
  }

  /** The text as typed is wanted: the entry that was typed into is again what it was, and the text gets its own. */
  applied(): void {
    if (this.#entry === null || this.#store.state.text === this.#base.text) return;
    this.#place.replace(this.#base.hash);
    this.#entry = "";
    this.#push();
  }

  /** The moment as a whole address, to be given away; null for a text that no address can hold. */
  get link(): string | null {
    const link = encode(linkOf(this.#store.state));
    return link === null ? null : this.#place.whole(link);
  }

  #now(): string {
    return encode(linkOf(this.#store.state)) ?? "";
  }

  #hash(link: string): string {
    const start = startOf(this.#store.state.presets);
    return start !== null && link === encode(start) ? "" : link;
  }

  #write(): void {
    if (this.#entry === null || this.#store.state.playing !== "no") return;
    const link = this.#now();
    if (link === this.#entry) return;
    this.#entry = link;
    const hash = this.#hash(link);
    if (this.#store.state.text === this.#base.text) this.#base.hash = hash;
    this.#place.replace(hash);
  }

  #push(): void {
    if (this.#entry === null) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const link = this.#now();
    if (link === this.#entry) return;
    this.#entry = link;
    this.#base = { text: this.#store.state.text, hash: this.#hash(link) };
    this.#place.push(this.#base.hash);
  }
}

/** The window's own address and history. */
export const here: Place = {
  push: (hash) => quietly(() => history.pushState(null, "", path(hash))),
  replace: (hash) => quietly(() => history.replaceState(null, "", path(hash))),
  whole: (hash) => new URL(`#${hash}`, location.href).href,
};

const path = (hash: string) => (hash === "" ? location.pathname + location.search : `#${hash}`);

/** A browser that has had too many writes refuses one; the next one says it all. */
function quietly(write: () => void): void {
  try {
    write();
  } catch {
    // Nothing is lost but a moment in the history.
  }
}
