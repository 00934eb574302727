// The live channel where no socket gets through: the same questions and answers, each by a POST.
import { errorOf, Refused } from "./http";
import type { ErrorBody, Legend, LiveError, LiveSource, LiveTrace, LiveWaiting, Trace, TraceRequest } from "../model/messages";
import type { Closing, Socket } from "./tie";
import { numbersFrame, numbersOf } from "./wire";

/** What the server says where it lets nobody in, whatever is asked. */
const SHUT = new Set(["foreign-host", "foreign-origin", "no-token", "too-many-connections"]);
/** While an answer takes long the server is asked every so often, in ms, whether it is still there. */
const BEAT = 3000;
/** An answer that has not come after this long, in ms, was lost somewhere on its way. */
const LONGEST = 60_000;

type Answer = { readonly trace: Trace } | { readonly error: ErrorBody };

export class Slow implements Socket {
  binaryType = "arraybuffer";
  onopen: ((event: never) => void) | null = null;
  onmessage: ((event: MessageEvent) => void) | null = null;
  onclose: ((event: never) => void) | null = null;
  readonly #legend: () => Legend;
  /** Aborts whatever is on its way: the beginning, then the question. */
  #asking = new AbortController();
  /** The last text that had no mistake, and its leaves' names: to these moves refer. */
  #good: { request: TraceRequest; names: string[] } | null = null;

  /** `legend` is read when a move is answered. */
  constructor(legend: () => Legend) {
    this.#legend = legend;
    void this.#begin(this.#asking.signal);
  }

  /** A newer question takes the place of the one on its way. */
  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    this.#asking.abort();
    this.#asking = new AbortController();
    const { signal } = this.#asking;
    if (typeof data !== "string") {
      const [id = -1, ...values] = data as Float64Array;
      void this.#answer(id, signal, () => this.#move(id, values, signal));
      return;
    }
    const { type: _, id, ...request } = JSON.parse(data) as LiveSource;
    void this.#answer(id, signal, () => this.#text(id, request, signal));
  }

  close(): void {
    this.#asking.abort();
  }

  /** It is open once the server has answered anything. */
  async #begin(signal: AbortSignal): Promise<void> {
    try {
      await there(signal);
    } catch (error) {
      this.#onFailure(error, signal);
      return;
    }
    if (!signal.aborted) this.onopen?.(undefined as never);
  }

  async #answer(id: number, signal: AbortSignal, made: () => Promise<unknown>): Promise<void> {
    const beat = setInterval(() => void this.#beat(id, signal), BEAT);
    const late = setTimeout(() => this.#onFailure(null, signal), LONGEST);
    let data: unknown;
    try {
      data = await made();
    } catch (error) {
      this.#onFailure(error, signal);
      return;
    } finally {
      clearInterval(beat);
      clearTimeout(late);
    }
    if (!signal.aborted) this.#tell(data);
  }

  /** The server is there, and computes. */
  async #beat(id: number, signal: AbortSignal): Promise<void> {
    const waiting: LiveWaiting = { type: "waiting", id, before: 0 };
    const alive = await there(signal).then(
      () => true,
      () => false,
    );
    if (alive && !signal.aborted && signal === this.#asking.signal) this.#tell(waiting);
  }

  #tell(data: unknown): void {
    this.onmessage?.({ data } as MessageEvent);
  }

  /** The line is lost, or shut; what was aborted is neither. */
  #onFailure(error: unknown, signal: AbortSignal): void {
    if (signal.aborted) return;
    this.close();
    const closing: Closing = error instanceof Refused ? { error: error.body } : {};
    this.onclose?.(closing as never);
  }

  async #text(id: number, wanted: TraceRequest, signal: AbortSignal): Promise<LiveTrace | LiveError> {
    const words = new Set(wanted.source.normalize("NFKC").match(WORD));
    let request = withValues(wanted, (name) => words.has(name));
    let answer = await post(request, signal);
    // A name that was a leaf has become a step. Which are leaves is known without any values.
    if ("error" in answer && answer.error.code === "unknown-name") {
      answer = await post({ ...wanted, values: {} }, signal);
      const names = "trace" in answer ? leafNames(answer.trace) : [];
      request = withValues(wanted, (name) => names.includes(name));
      if (Object.keys(request.values!).length > 0) answer = await post(request, signal);
    }
    if ("error" in answer) return { type: "error", id, error: answer.error };
    this.#good = { request, names: leafNames(answer.trace) };
    return { type: "trace", id, trace: answer.trace };
  }

  async #move(id: number, values: readonly number[], signal: AbortSignal): Promise<ArrayBuffer | LiveError> {
    const { request, names } = this.#good!;
    const moved = Object.fromEntries(names.map((name, i) => [name, values[i]!] as const));
    const answer = await post({ ...request, values: moved }, signal);
    if ("error" in answer) return { type: "error", id, error: answer.error };
    return numbersFrame(id, numbersOf(answer.trace, this.#legend()));
  }
}

const WORD = /[\p{ID_Start}_][\p{ID_Continue}]*/gu;

/** The page keeps the values of names that are being retyped; those that a text does not have may not be sent. */
function withValues(request: TraceRequest, has: (name: string) => boolean): TraceRequest {
  return { ...request, values: Object.fromEntries(Object.entries(request.values ?? {}).filter(([name]) => has(name))) };
}

const leafNames = ({ graph }: Trace): string[] => graph.leaves.map((id) => graph.nodes[id]!.label);

/** Throws unless the server answers. It is asked for what the page has had already, and what takes it no time. */
async function there(signal: AbortSignal): Promise<void> {
  const response = await fetch("api/ops", { cache: "no-store", signal });
  if (response.ok) return;
  await said(response);
}

async function post(request: TraceRequest, signal: AbortSignal): Promise<Answer> {
  const headers = { "content-type": "application/json" };
  const response = await fetch("api/trace", { method: "POST", headers, body: JSON.stringify(request), signal });
  return response.ok ? { trace: (await response.json()) as Trace } : { error: await said(response) };
}

/** The server's error. Throws where it lets nobody in, or something else answers in its place. */
async function said(response: Response): Promise<ErrorBody> {
  const error = await errorOf(response);
  if (error === null) throw new Error(`answered by ${response.status}`);
  if (SHUT.has(error.code)) throw new Refused(error);
  return error;
}
