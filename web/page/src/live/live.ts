// The live channel's client: questions are numbered, the newest wins, and one that takes long is said to.
import type { Numbers } from "../model/frame";
import { Line, type Ways } from "./line";
import type { Connection } from "../model/store";
import type { ErrorBody, LiveError, LiveSource, LiveTrace, LiveWaiting, Trace, TraceRequest } from "../model/messages";
import { Patience } from "./patience";
import { moveFrame, readFrame } from "./wire";

export interface Handlers {
  /** The channel is open and knows nothing: ask anew. */
  opened(): void;
  connection(now: Connection, why: ErrorBody | null): void;
  /** The question takes long, and so many are answered before it; null: it no longer does. */
  waiting(before: number | null): void;
  trace(trace: Trace): void;
  numbers(numbers: Numbers): void;
  error(error: ErrorBody): void;
}

export class Live {
  readonly #handlers: Handlers;
  readonly #line: Line;
  readonly #patience: Patience;
  #next = 1;
  /** The question on its way. A text that is `first` is not displaced by a newer one. */
  #flight: { id: number; first: boolean } | null = null;
  #source: { request: () => TraceRequest; first: boolean } | null = null;
  #move: (() => readonly number[]) | null = null;
  /** Of the last good graph, to which moves refer. */
  #shape: { nodes: number; edges: number } | null = null;

  constructor(ways: Ways, handlers: Handlers) {
    this.#handlers = handlers;
    this.#line = new Line(ways, {
      connection: (now, why) => handlers.connection(now, why),
      opened: () => handlers.opened(),
      message: (data) => this.#onData(data),
      lost: () => this.#forget(),
    });
    this.#patience = new Patience(
      () => this.#line.hung(),
      (before) => handlers.waiting(before),
    );
  }

  /** Opens the channel; also when there is reason to think that it, or a quicker one, can be had at once. */
  open(): void {
    this.#line.tie();
  }

  /** The page goes, and may come back. */
  close(): void {
    this.#line.untie();
  }

  /**
   * A new text: `request` is read when it is sent, which is at once; what is on its way is not waited for.
   * `first`: it is the graph that is shown, to which moves refer, and is answered before a newer text is sent.
   */
  ask(request: () => TraceRequest, first = false): void {
    this.#source = { request, first };
    this.#send();
  }

  /** The leaves have moved: `values` is read when the move is sent, so the newest are. One is on its way at a time. */
  move(values: () => readonly number[]): void {
    this.#move = values;
    this.#send();
  }

  #send(): void {
    if (!this.#line.open || this.#flight?.first === true) return;
    if (this.#source !== null) {
      const { request, first } = this.#source;
      this.#source = null;
      const question: LiveSource = { type: "source", id: this.#number(first), ...request() };
      this.#line.send(JSON.stringify(question));
    } else if (this.#move !== null && this.#shape !== null && this.#flight === null) {
      const values = this.#move();
      this.#move = null;
      this.#line.send(moveFrame(this.#number(false), values));
    }
  }

  #number(first: boolean): number {
    const id = this.#next++;
    this.#flight = { id, first };
    this.#patience.begins();
    return id;
  }

  #onData(data: unknown): void {
    this.#patience.heard();
    if (data instanceof ArrayBuffer) {
      const frame = this.#shape === null ? null : readFrame(data, this.#shape.nodes, this.#shape.edges);
      if (frame !== null) this.#onAnswer(frame.id, () => this.#handlers.numbers(frame.numbers));
      return;
    }
    const message = (typeof data === "string" ? JSON.parse(data) : data) as LiveTrace | LiveError | LiveWaiting;
    switch (message.type) {
      case "waiting":
        if (message.id === this.#flight?.id) this.#patience.queued(message.before);
        break;
      case "error":
        this.#onAnswer(message.id, () => this.#handlers.error(message.error));
        break;
      case "trace":
        this.#onAnswer(message.id, () => this.#onTrace(message.trace));
        break;
    }
  }

  #onAnswer(id: number, apply: () => void): void {
    // What is older than the question on its way has been overtaken.
    if (id !== this.#flight?.id) return;
    this.#flight = null;
    this.#patience.ends();
    this.#line.answered();
    apply();
    this.#send();
  }

  #onTrace(trace: Trace): void {
    const { nodes, edges } = trace.graph;
    this.#shape = { nodes: nodes.length, edges: edges.length };
    this.#handlers.trace(trace);
  }

  /** Nothing of the old line is kept: who listens to `opened` asks anew. */
  #forget(): void {
    this.#patience.ends();
    this.#flight = null;
    this.#source = null;
    this.#move = null;
    this.#shape = null;
  }
}
