// One clock, one dirty flag, one requestAnimationFrame: nothing runs while nothing changes.

/** Of a pause longer than this, in ms, only so much counts: a hidden tab does not jump ahead when it is back. */
const LONGEST = 1000;

export class Loop {
  readonly #draw: (elapsed: number) => boolean;
  readonly #request: (callback: (now: number) => void) => void;
  #dirty = false;
  #waiting = false;
  /** When the frame before was drawn, if that one asked for this one; null after a rest. */
  #before: number | null = null;

  /** `draw` is given the ms since the frame before, 0 after a rest; it returns whether it wants another one. */
  constructor(
    draw: (elapsed: number) => boolean,
    request: (callback: (now: number) => void) => void = (callback) => requestAnimationFrame(callback),
  ) {
    this.#draw = draw;
    this.#request = request;
  }

  /** Something has changed: draw with the next frame. */
  invalidate(): void {
    this.#dirty = true;
    if (this.#waiting) return;
    this.#waiting = true;
    this.#request((now) => this.#frame(now));
  }

  /** Draws at once, where waiting for the next frame would show something wrong in between. */
  now(): void {
    this.#dirty = false;
    if (this.#draw(0)) this.invalidate();
  }

  #frame(now: number): void {
    this.#waiting = false;
    if (!this.#dirty) {
      this.#before = null;
      return;
    }
    this.#dirty = false;
    const elapsed = this.#before === null ? 0 : Math.min(now - this.#before, LONGEST);
    const more = this.#draw(elapsed);
    this.#before = more ? now : null;
    if (more) this.invalidate();
  }
}
