// What leaves the page as a file or for the clipboard: the server's formats, the picture, and the video of the pulse.
import { type Film, filmOf } from "../model/film";
import type { Direction } from "../model/frame";
import { errorOf, Refused, unreachable } from "../live/http";
import type { ExportFormat, ExportRequest } from "../model/messages";
import { leafNames, type State, type Store, themeOf } from "../model/store";
import { stepsOf } from "../model/timeline";
import type { Exporting } from "../model/exporting";
import { presentFrame, viewOf } from "../model/view";
import { copy, save } from "./save";

/** Progress is told in so many steps: each redraws the page. */
const TOLD = 50;

export class Exporter {
  readonly #store: Store;
  #abort: AbortController | null = null;

  constructor(store: Store) {
    this.#store = store;
  }

  /** Time stands while the dialog is open, so that what is exported is the moment at which it was asked for. */
  open(): void {
    const { playing } = this.#store.state;
    this.#store.set({ playing: "no" });
    this.set({ open: true, told: null, resume: playing });
    if (this.#now.formats === null) void this.#list();
  }

  /** A video under way is given up with it. */
  close(): void {
    if (!this.#now.open) return;
    this.cancel();
    this.#store.set({ playing: this.#now.resume });
    this.set({ open: false, resume: "no" });
  }

  set(patch: Partial<Exporting>): void {
    this.#store.set({ exporting: { ...this.#now, ...patch } });
  }

  get #now(): Exporting {
    return this.#store.state.exporting;
  }

  async #list(): Promise<void> {
    try {
      const response = await ask("api/exports");
      this.set({ formats: (await response.json()) as ExportFormat[] });
    } catch (error) {
      this.#onFailure("formats", error);
    }
  }

  // Text and code

  async download(format: ExportFormat): Promise<void> {
    await this.#do(format.format, "saved", async () => {
      const { blob, name } = await this.#fileOf(format);
      save(blob, name);
    });
  }

  async copy(format: ExportFormat): Promise<void> {
    await this.#do(format.format, "copied", () => copy(this.#fileOf(format).then(({ blob }) => blob.text())));
  }

  /** The server's file of the text, its leaves, and the moment that is shown. */
  async #fileOf({ format, extension }: ExportFormat): Promise<{ blob: Blob; name: string }> {
    const question: ExportRequest = { ...questionOf(this.#store.state), format };
    const body = JSON.stringify(question);
    const response = await ask("api/export", { method: "POST", headers: { "content-type": "application/json" }, body });
    const named = /filename="?([^";]+)/.exec(response.headers.get("content-disposition") ?? "")?.[1];
    return { blob: await response.blob(), name: named ?? `backpulse.${extension}` };
  }

  // The picture

  async image(): Promise<void> {
    const { state } = this.#store;
    const view = viewOf(state, presentFrame(state));
    if (view === null) return;
    await this.#do("png", "saved", async () => {
      const { still } = await import("../scene/print");
      save(await still(view, state.stage, this.#now.transparent), "backpulse.png");
    });
  }

  /** A video from start to end, whatever the page shows; the page's own picture and time stay as they are. */
  async record(): Promise<void> {
    const { state } = this.#store;
    const [view, film] = [viewOf(state, presentFrame(state)), filmIn(state)];
    if (view === null || film === null || this.#abort !== null) return;
    const { signal } = (this.#abort = new AbortController());
    this.set({ recording: 0, told: null });
    const progress = (done: number) => {
      const told = Math.floor(done * TOLD) / TOLD;
      if (told !== this.#now.recording) this.set({ recording: told });
    };
    try {
      await this.#do("webm", "saved", async () => {
        const { moving } = await import("../scene/print");
        const blob = await moving(view, film, { ...state, reduced: false }, progress, signal);
        signal.throwIfAborted();
        save(blob, "backpulse.webm");
      });
    } finally {
      this.#abort = null;
      this.set({ recording: null });
    }
  }

  cancel(): void {
    this.#abort?.abort();
  }

  /** Does it, and tells what became of it. */
  async #do(of: string, what: "copied" | "saved", act: () => Promise<void>): Promise<void> {
    this.set({ told: null });
    try {
      await act();
      this.set({ told: { of, what, error: null } });
    } catch (error) {
      this.#onFailure(of, error);
    }
  }

  #onFailure(of: string, error: unknown): void {
    const cancelled = error instanceof DOMException && error.name === "AbortError";
    const said = error instanceof Refused ? error.body : { message: error instanceof Error ? error.message : String(error), hint: null };
    this.set({ told: { of, what: cancelled ? "cancelled" : "refused", error: cancelled ? null : said } });
  }
}

/** The server's answer, if it is a yes. */
async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(path, init).catch(() => null);
  if (response?.ok) return response;
  throw new Refused((response && (await errorOf(response))) ?? unreachable("Try again in a moment."));
}

/** What the server is asked about: the same text, values and toggle as the trace, and the moment. */
function questionOf(state: State): Omit<ExportRequest, "format"> {
  const { text, leaves, expand, direction, t } = state;
  // Of the names ever seen, those that the text has now.
  const set = leafNames(state).flatMap((name) => {
    const leaf = leaves.get(name);
    return leaf?.set ? [[name, leaf.value] as const] : [];
  });
  return { source: text, values: Object.fromEntries(set), expand, direction, t, theme: themeOf(state) };
}

/** The film of what is shown; null while there is nothing. */
export function filmIn({ trace, speed, exporting }: State): Film | null {
  if (trace === null) return null;
  const steps = (direction: Direction) => stepsOf(trace, direction).length;
  return filmOf(exporting.passes, { forward: steps("forward"), backward: steps("backward") }, speed);
}
