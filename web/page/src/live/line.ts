// The line to the server: a socket; POST where no socket gets through; and tied again whenever it is lost.
import type { ErrorBody } from "../model/messages";
import type { Connection } from "../model/store";
import { type Socket, Tie } from "./tie";

/** The ways to the server. */
export interface Ways {
  socket: () => Socket;
  post: () => Socket;
}

/** Who speaks over the line. */
export interface Ends {
  /** `why`: what the server says of not letting us in. */
  connection(now: Connection, why: ErrorBody | null): void;
  /** The other end knows nothing: ask anew. */
  opened(): void;
  message(data: unknown): void;
  /** Whatever was on its way will not be answered. */
  lost(): void;
}

/** Waits between attempts, in ms; the last one repeats. */
const WAITS = [250, 500, 1000, 2000, 4000, 8000];
/** Waits before a socket is tried again while the answers come by POST. */
const BESIDE = [30_000, 60_000, 120_000, 300_000];
/** After so many sockets in a row of which nothing was heard, POST is tried. One that hung tells as much. */
const SILENT = 2;

export class Line {
  readonly #ways: Ways;
  readonly #ends: Ends;
  /** In use, or being tied. */
  #tie: Tie | null = null;
  /** A socket that is tried while the answers come by POST. */
  #beside: Tie | null = null;
  #next: keyof Ways = "socket";
  /** Since something was answered. */
  #attempts = 0;
  /** Sockets in a row of which nothing was heard, and those of them tried beside POST. */
  #silent = 0;
  #tries = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #why: ErrorBody | null = null;

  constructor(ways: Ways, ends: Ends) {
    this.#ways = ways;
    this.#ends = ends;
  }

  get open(): boolean {
    return this.#tie?.open === true;
  }

  /** Ties the line; also when it is lost or slow, and there is reason to think that better can be had at once. */
  tie(): void {
    if (this.#tie === null) this.#begin(this.#next);
    else if (this.#tie.way === "post" && this.#tie.open && this.#beside === null) this.#tryBeside();
  }

  send(data: string | ArrayBufferView<ArrayBuffer>): void {
    this.#tie?.send(data);
  }

  /** A question was answered: the line is good, and the next attempt, if there is need of one, comes soon. */
  answered(): void {
    this.#attempts = 0;
  }

  /** Nothing comes any more, whatever the browser believes. */
  hung(): void {
    if (this.#tie !== null) this.#onLoss(this.#tie, true);
  }

  /** The page goes. */
  untie(): void {
    if (this.#tie !== null) this.#release();
    clearTimeout(this.#timer);
    this.#attempts = 0;
  }

  #begin(way: keyof Ways): void {
    clearTimeout(this.#timer);
    this.#ends.connection(this.#attempts + this.#silent === 0 ? "connecting" : "lost", this.#why);
    this.#tie = this.#make(way);
  }

  #make(way: keyof Ways): Tie {
    return new Tie(way, this.#ways[way], {
      opened: (tie) => this.#onOpen(tie),
      message: (tie, data) => {
        if (tie.way === "socket") this.#silent = this.#tries = 0;
        this.#ends.message(data);
      },
      ended: (tie, hung, why) => {
        if (tie === this.#beside) this.#onBesideEnd();
        else this.#onLoss(tie, hung, why);
      },
    });
  }

  #onOpen(tie: Tie): void {
    if (tie === this.#beside) {
      this.#beside = null;
      this.#release();
    }
    this.#tie = tie;
    this.#why = null;
    const slow = tie.way === "post";
    if (slow) this.#besideLater();
    this.#ends.connection(slow ? "slow" : "open", null);
    this.#ends.opened();
  }

  #besideLater(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#tryBeside(), BESIDE[Math.min(this.#tries++, BESIDE.length - 1)]);
  }

  #tryBeside(): void {
    clearTimeout(this.#timer);
    this.#beside = this.#make("socket");
  }

  #onBesideEnd(): void {
    this.#beside = null;
    this.#besideLater();
  }

  #onLoss({ way, open, heard }: Tie, hung: boolean, why: ErrorBody | null = null): void {
    this.#release();
    if (way === "socket" && !heard) this.#silent += hung ? SILENT : 1;
    if (way === "post") this.#why = why;
    const silenced = this.#silent >= SILENT;
    if (way === "socket" && silenced) {
      this.#begin("post");
      return;
    }
    // Where HTTP does not answer either it is the server that is away, and it may come back in full.
    this.#next = silenced && open ? "post" : "socket";
    this.#ends.connection("lost", this.#why);
    this.#timer = setTimeout(() => this.tie(), WAITS[Math.min(this.#attempts++, WAITS.length - 1)]);
  }

  /** Nothing of the old line is kept. */
  #release(): void {
    clearTimeout(this.#timer);
    this.#tie?.release();
    this.#beside?.release();
    this.#tie = this.#beside = null;
    this.#ends.lost();
  }
}
