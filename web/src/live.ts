// The live channel's client: questions are numbered, one is in flight, the newest wins, and a lost line is tied again.
import type { Numbers } from "./frame";
import type { ErrorBody, LiveError, LiveSource, LiveTrace, Trace, TraceRequest } from "./messages";
import { moveFrame, readFrame } from "./wire";

export type Connection = "connecting" | "open" | "lost";

export interface Handlers {
  /** The channel is open and knows nothing: ask anew. */
  opened(): void;
  connection(now: Connection): void;
  trace(trace: Trace): void;
  numbers(numbers: Numbers): void;
  error(error: ErrorBody): void;
}

/** What of a WebSocket is needed. */
export interface Socket {
  binaryType: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string | ArrayBufferView<ArrayBuffer>): void;
  close(): void;
}

/** Waits between attempts, in ms; the last one repeats. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** A question this long unanswered, in ms, means the line is dead, whatever the socket believes. */
const PATIENCE = 20_000;

export class Live {
  readonly #connect: () => Socket;
  readonly #handlers: Handlers;
  #socket: Socket | null = null;
  #open = false;
  #attempts = 0;
  #retry: ReturnType<typeof setTimeout> | undefined;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #next = 1;
  #flight: number | null = null;
  #source: (() => TraceRequest) | null = null;
  #move: (() => readonly number[]) | null = null;
  /** Of the last good graph, to which moves refer. */
  #shape: { nodes: number; edges: number } | null = null;

  constructor(connect: () => Socket, handlers: Handlers) {
    this.#connect = connect;
    this.#handlers = handlers;
  }

  /** Opens the channel; also when it is lost and there is reason to think that it can be had at once. */
  open(): void {
    if (this.#socket !== null) return;
    clearTimeout(this.#retry);
    this.#handlers.connection(this.#attempts === 0 ? "connecting" : "lost");
    const socket = this.#connect();
    socket.binaryType = "arraybuffer";
    this.#socket = socket;
    let closed = false;
    socket.onopen = () => {
      if (closed) return;
      this.#attempts = 0;
      this.#open = true;
      this.#handlers.connection("open");
      this.#handlers.opened();
    };
    socket.onmessage = ({ data }: { data: unknown }) => {
      if (!closed) this.#received(data);
    };
    socket.onclose = () => {
      if (closed) return;
      closed = true;
      this.#lost();
    };
  }

  /** A new text: `request` is read when it is sent. It takes the place of one that waits. */
  ask(request: () => TraceRequest): void {
    this.#source = request;
    this.#send();
  }

  /** The leaves have moved: `values` is read when the move is sent, so the newest are. */
  move(values: () => readonly number[]): void {
    this.#move = values;
    this.#send();
  }

  #send(): void {
    if (!this.#open || this.#flight !== null || this.#socket === null) return;
    if (this.#source !== null) {
      const request = this.#source();
      this.#source = null;
      const question: LiveSource = { type: "source", id: this.#number(), ...request };
      this.#socket.send(JSON.stringify(question));
    } else if (this.#move !== null && this.#shape !== null) {
      const values = this.#move();
      this.#move = null;
      this.#socket.send(moveFrame(this.#number(), values));
    }
  }

  #number(): number {
    const id = this.#next++;
    this.#flight = id;
    const socket = this.#socket;
    this.#alarm = setTimeout(() => socket?.close(), PATIENCE);
    return id;
  }

  #received(data: unknown): void {
    const answer = this.#read(data);
    // What is older than the question in flight has been overtaken.
    if (answer === null || answer.id !== this.#flight) return;
    this.#flight = null;
    clearTimeout(this.#alarm);
    answer.apply();
    this.#send();
  }

  #read(data: unknown): { id: number; apply: () => void } | null {
    if (data instanceof ArrayBuffer) {
      const frame = this.#shape === null ? null : readFrame(data, this.#shape.nodes, this.#shape.edges);
      return frame && { id: frame.id, apply: () => this.#handlers.numbers(frame.numbers) };
    }
    if (typeof data !== "string") return null;
    const message = JSON.parse(data) as LiveTrace | LiveError;
    if (message.type === "error") return { id: message.id, apply: () => this.#handlers.error(message.error) };
    const { graph } = message.trace;
    return {
      id: message.id,
      apply: () => {
        this.#shape = { nodes: graph.nodes.length, edges: graph.edges.length };
        this.#handlers.trace(message.trace);
      },
    };
  }

  /** Nothing of the old line is kept: who listens to `opened` asks anew. */
  #lost(): void {
    clearTimeout(this.#alarm);
    this.#socket = null;
    this.#open = false;
    this.#flight = null;
    this.#source = null;
    this.#move = null;
    this.#shape = null;
    const wait = WAITS[Math.min(this.#attempts, WAITS.length - 1)]!;
    this.#attempts++;
    this.#handlers.connection("lost");
    this.#retry = setTimeout(() => this.open(), wait);
  }
}
