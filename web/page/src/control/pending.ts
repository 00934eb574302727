// A moment that an address asks for: what needs no graph is shown at once, the rest when its graph is there.
import { badLink, type Link } from "../model/link";
import type { Store } from "../model/store";
import { keptTheme } from "./theme";
import { stepsOf } from "../model/timeline";
import type { Structure } from "../model/structure";
import { startOf } from "./address";
import type { Opening } from "../live/resolve";

export class Coming {
  readonly #store: Store;
  #link: Link | null = null;
  /** Its text has been asked for. */
  #asked = false;

  constructor(store: Store) {
    this.#store = store;
  }

  /** The moment asked for, the beginning if there is none; and what is to be said of it. Null: nothing is known to begin with. */
  take(opening: Opening): Link | null {
    this.#store.set({ notice: opening.kind === "error" ? { error: opening.error } : null });
    const link = opening.kind === "link" || opening.kind === "kept" ? opening.link : startOf(this.#store.state.presets);
    if (link === null) return null;
    const { direction, speed, locals, final, open, panel, theme } = link;
    // A theme that the link has is shown, and not kept.
    const chosenTheme = theme ?? keptTheme();
    this.#store.set({ direction, speed, locals, final, open, panel, chosenTheme, playing: "no", selected: null });
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
    this.#asked = this.#link?.text === source;
    return this.#asked;
  }

  /** A graph is there: if it is the moment's, so is the rest of it. */
  answered(trace: Structure): void {
    if (this.#asked) this.arrive(trace);
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
