// Pictures apart from the page's, each drawn by a scene of its own: what stands on the page is not touched.
import type { Film, Moment } from "../model/film";
import { frameOf, type Options } from "../model/timeline";
import type { View } from "../model/view";
import { createScene, type Print, type Scene } from "./scene";

export interface Size {
  width: number;
  height: number;
}

export interface Sheet {
  readonly canvas: HTMLCanvasElement;
  readonly scene: Scene;
}

/** A scene on a canvas that is not in the page, of `size` in CSS px; whoever asks for it disposes of it. */
export async function sheet({ width, height }: Size, print: Print): Promise<Sheet> {
  const canvas = document.createElement("canvas");
  const scene = await createScene(canvas, () => undefined, print);
  scene.resize(width, height);
  return { canvas, scene };
}

/** The view as it stands, as a PNG of twice the size. */
export async function still(view: View, size: Size, transparent: boolean): Promise<Blob> {
  const { canvas, scene } = await sheet(size, { ratio: 2, transparent });
  try {
    scene.draw({ ...view, still: true });
    const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (blob === null) throw new Error("This browser made no picture of it.");
    return blob;
  } finally {
    scene.dispose();
  }
}

/** In CSS px: what a slide shows. */
const SCREEN: Size = { width: 1280, height: 720 };

/** The film of the view's graph as a WebM video; `options` as for a frame. Rejects with the signal's reason when it is aborted. */
export async function moving(
  view: View,
  film: Film,
  options: Options,
  progress: (done: number) => void,
  signal: AbortSignal,
): Promise<Blob> {
  const { trace, numbers } = view;
  const { webm, FPS } = await import("./video");
  const { canvas, scene } = await sheet(SCREEN, { ratio: 1, transparent: false });
  // Frames pass over a canvas without a graphics card: straight from WebGL they take twice the time where that is software.
  const paper = Object.assign(document.createElement("canvas"), SCREEN);
  const pen = paper.getContext("2d", { alpha: false, willReadFrequently: true })!;
  const common = { ...view, layout: trace.layouts!.right, flow: "right", selected: null, turned: null, still: true } as const;
  let last: Moment | null = null;
  const draw = (index: number) => {
    const { direction, t } = film.at((index * 1000) / FPS);
    const stands = last?.direction === direction && last.t === t;
    if (!stands) scene.draw({ ...common, frame: frameOf(trace, numbers, direction, t, options) });
    // A frame that stands is painted over itself: what films the paper sees that there is one.
    pen.drawImage(stands ? paper : canvas, 0, 0);
    last = { direction, t };
  };
  try {
    return await webm({ canvas: paper, frames: Math.round((film.duration * FPS) / 1000), draw }, progress, signal);
  } finally {
    scene.dispose();
  }
}
