// A question on its way: from when on the person is told that it takes long, and when the line is given up.

/** A question takes long from here on, in ms. */
const LONG = 1000;
/** Nothing heard for this long, in ms: the line is dead, whatever the socket believes. */
const PATIENCE = 8000;

export class Patience {
  readonly #dead: () => void;
  readonly #waiting: (before: number | null) => void;
  #alarm: ReturnType<typeof setTimeout> | undefined;
  #soon: ReturnType<typeof setTimeout> | undefined;
  #before = 0;
  #warning = false;

  /** `dead`: the line is. `waiting` is told how many questions are answered before a long one; null once there is none. */
  constructor(dead: () => void, waiting: (before: number | null) => void) {
    this.#dead = dead;
    this.#waiting = waiting;
  }

  /** A question goes. Whoever waits for one that it displaces goes on waiting. */
  begins(): void {
    this.#watch();
    if (this.#warning) return;
    this.#soon ??= setTimeout(() => this.#warn(), LONG);
  }

  /** Something was heard. */
  heard(): void {
    if (this.#alarm !== undefined) this.#watch();
  }

  /** So many questions are answered before it. */
  queued(before: number): void {
    this.#before = before;
    if (this.#warning) this.#warn();
  }

  /** It is answered, or never will be. */
  ends(): void {
    clearTimeout(this.#alarm);
    clearTimeout(this.#soon);
    this.#alarm = this.#soon = undefined;
    this.#before = 0;
    if (!this.#warning) return;
    this.#warning = false;
    this.#waiting(null);
  }

  #watch(): void {
    clearTimeout(this.#alarm);
    this.#alarm = setTimeout(this.#dead, PATIENCE);
  }

  #warn(): void {
    this.#warning = true;
    this.#waiting(this.#before);
  }
}
