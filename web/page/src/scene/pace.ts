// How sharp to draw: full resolution when the picture stands, less while it moves on a machine that cannot keep up.

/** A frame that takes longer than this, in ms, a few times in a row, is more than the machine can do. */
const SLOW = 42;
const PATIENCE = 3;
/** After this pause, in ms, the picture counts as standing. */
const REST = 220;

export class Pace {
  readonly #invalidate: () => void;
  #late: number;
  #measuring = false;
  #timer = 0;
  #onRest = true;

  /** `software`: the pixels are made by the processor, which is known to be slow. */
  constructor(invalidate: () => void, software: boolean) {
    this.#invalidate = invalidate;
    this.#late = software ? PATIENCE : 0;
  }

  /** Whether the frame about to be drawn may be coarse. */
  get coarse(): boolean {
    return this.#late >= PATIENCE && !this.#onRest;
  }

  /** To be called after each frame. */
  drawn(): void {
    window.clearTimeout(this.#timer);
    const wasSharp = !this.coarse;
    this.#onRest = false;
    if (this.#late < PATIENCE) this.#measure();
    if (wasSharp && this.#late >= PATIENCE) return;
    this.#timer = window.setTimeout(() => {
      if (this.#late < PATIENCE) return;
      this.#onRest = true;
      this.#invalidate();
    }, REST);
  }

  dispose(): void {
    window.clearTimeout(this.#timer);
  }

  /** The time from a frame to the browser's readiness for the next tells what the frame cost, the GPU included. */
  #measure(): void {
    if (this.#measuring) return;
    this.#measuring = true;
    const began = performance.now();
    requestAnimationFrame(() => {
      this.#measuring = false;
      this.#late = performance.now() - began > SLOW ? this.#late + 1 : 0;
    });
  }
}

/** Whether the pixels are made by the processor. */
export function isSoftware(context: WebGLRenderingContext | WebGL2RenderingContext): boolean {
  const known = context.getExtension("WEBGL_debug_renderer_info");
  const name: unknown = known === null ? "" : context.getParameter(known.UNMASKED_RENDERER_WEBGL);
  return /swiftshader|llvmpipe|software|basic render/i.test(String(name));
}
