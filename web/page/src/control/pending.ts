// A moment that an address asks for: what needs no graph is shown at once, the rest when its graph is there.
import { badLink, type Link, travellingOf } from "../model/link";
import type { Store } from "../model/store";
import { keptTheme } from "./theme";
import { stepsOf } from "../model/timeline";
import type { Structure } from "../model/structure";
import { startOf } from "./address";
import type { ResolvedTarget } from "../live/resolve";

export class PendingLink {
  readonly #store: Store;
  #link: Link | null = null;
  /** Its text has been asked for. */
  #inFlight = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The moment asked for, the beginning if there is none; and what is to be said of it. Null: nothing is known to begin with. */
  take(target: ResolvedTarget): Link | null {
    this.#store.set({ notice: target.kind === "error" ? { error: target.error } : null });
    const link = target.kind === "link" || target.kind === "kept" ? target.link : startOf(this.#store.state.presets);
    if (link === null) return null;
    // What needs the graph is held back; a theme that the link has is shown, and not kept.
    const { t: _t, turned: _turned, ...now } = travellingOf(link);
    this.#store.set({ ...now, chosenTheme: now.chosenTheme ?? keptTheme(), playing: "no", selected: null });
    this.#link = link;
    return link;
  }

  /** Something else is wanted. */
  forget(): void {
    this.#link = null;
  }

  typed(text: string): void {
    if (this.#link?.text !== text) this.forget();
  }

  /** A text is being asked for. Whether it is the moment's, whose leaves stand beside the text's own starts. */
  ask(source: string): boolean {
    this.#inFlight = this.#link?.text === source;
    return this.#inFlight;
  }

  /** A graph is there: if it is the moment's, so is the rest of it. */
  answered(trace: Structure): void {
    if (this.#inFlight) this.arrive(trace);
  }

  /** The moment's graph is there. */
  arrive(trace: Structure): void {
    if (this.#link === null) return;
    const { t, selected, turned } = this.#link;
    this.forget();
    const steps = stepsOf(trace, this.#store.state.direction).length;
    const known = selected !== null && selected < trace.graph.nodes.length;
    this.#store.set({ t: Math.min(t ?? steps, steps), playing: "no", selected: known ? selected : null, turned });
    if (t === null || t <= steps) return;
    const error = { ...badLink(`The link is of step ${t}, and there are ${steps}`), hint: "All of them are shown." };
    this.#store.set({ notice: { error } });
  }
}
