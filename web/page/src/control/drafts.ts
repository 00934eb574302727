// Fields that are being typed into: what stands there until it is committed, and whether it was refused.
import type { Store } from "../model/store";

export class Drafts {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  /** A field has been typed into and not committed. */
  get any(): boolean {
    return this.#store.state.drafts.size > 0;
  }

  of(key: string): string | null {
    return this.#store.state.drafts.get(key)?.text ?? null;
  }

  put(key: string, draft: { text: string; bad: boolean } | null): void {
    const drafts = new Map(this.#store.state.drafts);
    if (draft === null) drafts.delete(key);
    else drafts.set(key, draft);
    this.#store.set({ drafts });
  }
}
