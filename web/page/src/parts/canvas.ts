// The canvas on the page: the scene is fetched, follows its canvas's size, and is drawn from state and frame.
import type { Frame } from "../model/frame";
import { viewOf } from "../model/view";
import type { Scene } from "../scene/scene";
import type { State, Store } from "../model/store";

/** A pointer that has moved farther than this, in px, was turning the picture and did not mean a node. */
const SLIP = 5;

/** Only what lies over the page has changed: a video in the making tells its progress often. */
function showsTheSame(state: State, drawn: State): boolean {
  return (Object.keys(state) as (keyof State)[]).every((key) => key === "exporting" || Object.is(state[key], drawn[key]));
}

export class Canvas {
  readonly #store: Store;
  readonly #loop: { invalidate(): void; now(): void };
  #canvas: HTMLCanvasElement | null = null;
  #scene: Scene | null = null;
  /** What was drawn last; null once there is more to be drawn than a new state. */
  #last: State | null = null;
  /** How the picture was turned then. */
  #eye: string | null = null;

  constructor(store: Store, loop: { invalidate(): void; now(): void }) {
    this.#store = store;
    this.#loop = loop;
  }

  /** Makes the scene; without one the state says why, and the page goes on. */
  async begin(canvas: HTMLCanvasElement): Promise<void> {
    this.#canvas = canvas;
    new ResizeObserver(() => this.#onResize(canvas)).observe(canvas);
    canvas.addEventListener("webglcontextlost", () =>
      this.#store.set({ noPicture: "The picture's graphics were lost. Load the page again to see it." }),
    );
    try {
      const { createScene } = await import("../scene/scene");
      this.#scene = await createScene(canvas, () => this.#invalidate());
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      this.#store.set({ noPicture: `${why} Everything else works: the numbers are in the tables.` });
      return;
    }
    this.#listen(canvas);
    this.#onResize(canvas);
  }

  /** True while the camera moves and wants another frame. */
  draw(frame: Frame | null): boolean {
    const scene = this.#scene;
    // The person turns the picture itself; from there it is state like everything else.
    if (scene !== null && scene.turned !== this.#eye) this.#store.set({ turned: scene.turned });
    const { state } = this.#store;
    const view = viewOf(state, frame);
    if (scene === null || view === null || state.stage.width < 1) return false;
    if (!scene.moving && this.#last !== null && showsTheSame(state, this.#last)) return false;
    this.#last = state;
    scene.draw(view);
    this.#eye = scene.turned;
    this.#canvas!.dataset["drawCalls"] = String(scene.drawCalls);
    return scene.moving;
  }

  fit(): void {
    this.#scene?.fit();
    this.#invalidate();
  }

  #invalidate(): void {
    this.#last = null;
    this.#loop.invalidate();
  }

  boxes(): unknown {
    return this.#scene?.boxes() ?? null;
  }

  #onResize(canvas: HTMLCanvasElement): void {
    const { clientWidth: width, clientHeight: height } = canvas;
    const known = this.#store.state.stage;
    if (known.width !== width || known.height !== height) this.#store.set({ stage: { width, height } });
    this.#scene?.resize(width, height);
    this.#last = null;
    // Before the browser paints: else it would show the old picture stretched.
    this.#loop.now();
  }

  /** A press without a drag selects the node under it, or none. */
  #listen(canvas: HTMLCanvasElement): void {
    let from: { x: number; y: number } | null = null;
    canvas.addEventListener("pointerdown", ({ clientX: x, clientY: y }) => {
      from = { x, y };
      // Whoever has a pointer on the picture needs no ring around it, whatever key was pressed before.
      canvas.classList.add("pressed");
    });
    canvas.addEventListener("blur", () => canvas.classList.remove("pressed"));
    canvas.addEventListener("pointerup", ({ clientX, clientY }) => {
      if (from === null || Math.hypot(clientX - from.x, clientY - from.y) > SLIP) return;
      const box = canvas.getBoundingClientRect();
      this.#store.set({ selected: this.#scene?.pick(clientX - box.left, clientY - box.top) ?? null });
    });
    canvas.addEventListener("pointermove", (event) => {
      if (event.buttons !== 0) return;
      const box = canvas.getBoundingClientRect();
      const over = this.#scene?.pick(event.clientX - box.left, event.clientY - box.top) ?? null;
      canvas.style.cursor = over === null ? "" : "pointer";
    });
  }
}
