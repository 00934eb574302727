// One socket from connecting to its end. Where we end it, that is at once: a browser's `close` waits for the other side.
import type { ErrorBody } from "../model/messages";

/** What of a WebSocket is needed. */
export interface Socket {
  binaryType: string;
  onopen: ((event: never) => void) | null;
  onmessage: ((event: MessageEvent) => void) | null;
  onclose: ((event: never) => void) | null;
  send(data: string | ArrayBufferView<ArrayBuffer>): void;
  close(): void;
}

/** What a socket's `onclose` may be given: why the server lets nobody in. */
export interface Closing {
  readonly error?: ErrorBody;
}

export interface Hears {
  opened(tie: Tie): void;
  message(tie: Tie, data: unknown): void;
  /** It ended, and not by `release`. `hung`: it was still connecting after so long. */
  ended(tie: Tie, hung: boolean, why: ErrorBody | null): void;
}

/** A socket still connecting after this long, in ms, is given up. */
const CONNECTING = 5000;

export class Tie {
  /** It has been opened. */
  open = false;
  /** Something has come. */
  heard = false;
  #socket: Socket | null = null;
  #alarm: ReturnType<typeof setTimeout> | undefined;

  constructor(
    readonly way: "socket" | "post",
    connect: () => Socket,
    hears: Hears,
  ) {
    const ended = (hung: boolean, why: ErrorBody | null = null) => {
      this.release();
      hears.ended(this, hung, why);
    };
    try {
      this.#socket = connect();
    } catch {
      // A browser may forbid even the attempt: it fails like every other, a moment later.
      this.#alarm = setTimeout(() => ended(false));
      return;
    }
    this.#alarm = setTimeout(() => ended(true), CONNECTING);
    this.#socket.binaryType = "arraybuffer";
    this.#socket.onopen = () => {
      clearTimeout(this.#alarm);
      this.open = true;
      hears.opened(this);
    };
    this.#socket.onmessage = ({ data }: { data: unknown }) => {
      this.heard = true;
      hears.message(this, data);
    };
    this.#socket.onclose = (closing: Closing | undefined) => ended(false, closing?.error);
  }

  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    this.#socket?.send(data);
  }

  /** Ends it; nothing of it is heard from here on. */
  release(): void {
    clearTimeout(this.#alarm);
    const socket = this.#socket;
    if (socket === null) return;
    this.#socket = null;
    socket.onopen = socket.onmessage = socket.onclose = null;
    socket.close();
  }
}
