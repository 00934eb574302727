// The picture: a view in, pixels out. Everything is drawn anew from the view; nothing about time is kept here.
import * as THREE from "three";
import { clamp, readable, sizes, strengths } from "../model/look";
import { Atlas } from "./atlas";
import { drawArrow, drawPill, drawTotal, type PillBox } from "./arrows";
import type { Shared } from "./batch";
import { type Box, Eye } from "./camera";
import { drawCard } from "./cards";
import { type Colours, coloursOf } from "./colour";
import { besideAt } from "./curve";
import { extentOf, stanceOf } from "./framing";
import { Ground } from "./ground";
import { Ink } from "./ink";
import { Lanes } from "./lanes";
import { isSoftware, Pace } from "./pace";
import type { View } from "../model/view";
import type { Pen } from "./pen";
import { Slabs } from "./slabs";
import { type Staging, stagingOf } from "./staging";

/** A projected rectangle in CSS px of the canvas; `type` is the height of its smallest text. */
export interface ScreenBox {
  kind: "card" | "pill" | "total";
  id: number;
  left: number;
  right: number;
  top: number;
  bottom: number;
  type: number;
}

export interface Boxes {
  /** The text of the graph that was drawn, and the moment. */
  source: string;
  t: number;
  shown: ScreenBox[];
  /** Sampled centre lines, by edge. */
  edges: { id: number; child: number; parent: number; points: [number, number][] }[];
}

export interface Scene {
  draw(view: View): void;
  resize(width: number, height: number): void;
  fit(): void;
  pick(x: number, y: number): number | null;
  readonly moving: boolean;
  /** How the person has turned the picture, see `State.turned`. */
  readonly turned: string | null;
  readonly drawCalls: number;
  boxes(): Boxes;
  dispose(): void;
}

/** How a picture apart from the page's is made: device px per CSS px, and whether on nothing rather than on the board. */
export interface Print {
  ratio: number;
  transparent: boolean;
}

/** Above this many nodes the picture is drawn at the screen's own resolution. */
const SHARP_NODES = 60;
const FADE = 0.6;

/** Rejects with a sentence when this browser cannot draw in 3D. Without a print it is as sharp as the machine keeps up with. */
export async function createScene(canvas: HTMLCanvasElement, invalidate: () => void, print: Print | null = null): Promise<Scene> {
  const alpha = print?.transparent ?? false;
  const context = canvas.getContext("webgl2", { antialias: true, alpha, powerPreference: "high-performance" });
  if (context === null) throw new Error("This browser offers no WebGL, which the 3D picture needs.");
  const renderer = new THREE.WebGLRenderer({ canvas, context, alpha });
  return new CanvasScene(renderer, await Atlas.load(), canvas, invalidate, print);
}

class CanvasScene implements Scene {
  readonly #renderer: THREE.WebGLRenderer;
  readonly #world = new THREE.Scene();
  readonly #eye: Eye;
  readonly #pace: Pace;
  readonly #atlas: Atlas;
  readonly #contrast = window.matchMedia("(prefers-contrast: more)");
  readonly #invalidate: () => void;
  readonly #print: Print | null;
  readonly #uniforms: Shared = { fade: { value: 0 }, fadeTo: { value: new THREE.Vector3() } };
  readonly #slabs: Slabs;
  readonly #ink: Ink;
  readonly #ground: Ground;
  readonly #lanes: Lanes;
  #size = { width: 1, height: 1 };
  #ratio = 0;
  #view: View | null = null;
  #staging: Staging | null = null;
  #labels: { kind: "pill" | "total"; id: number; box: PillBox }[] = [];

  constructor(renderer: THREE.WebGLRenderer, atlas: Atlas, canvas: HTMLCanvasElement, invalidate: () => void, print: Print | null) {
    this.#renderer = renderer;
    this.#print = print;
    this.#atlas = atlas;
    this.#invalidate = invalidate;
    this.#contrast.addEventListener("change", invalidate);
    atlas.texture.anisotropy = renderer.capabilities.getMaxAnisotropy();
    this.#eye = new Eye(canvas, invalidate);
    this.#pace = new Pace(invalidate, isSoftware(renderer.getContext()));
    this.#slabs = new Slabs(this.#uniforms);
    this.#ink = new Ink(this.#uniforms, atlas);
    this.#ground = new Ground(this.#uniforms);
    this.#lanes = new Lanes(this.#uniforms);
    this.#ground.grid.visible = !(print?.transparent ?? false);
    this.#world.add(this.#ground.grid, ...this.#batches.map(({ mesh }) => mesh));
    this.#world.matrixWorldAutoUpdate = false;
  }

  get #batches() {
    return [this.#ground.shadows, ...this.#lanes.batches, this.#slabs.batch, this.#ink.batch];
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.#size = { width, height };
    this.#ratio = 0;
    this.#eye.resize(width, height);
    if (this.#view === null) return;
    const { turned } = this.#eye;
    this.#fit(this.#view, false);
    if (turned !== null) this.#eye.turn(turned);
  }

  draw(view: View): void {
    const before = this.#view;
    this.#view = view;
    if (before?.layout !== view.layout) this.#fit(view, before !== null && !view.still);
    if (view.turned !== this.#eye.turned) this.#turn(view);
    this.#eye.advance(performance.now());
    this.#sharpen(view);
    this.#paint(view);
    const staging = stagingOf(view, this.#eye.pixels, this.#eye.region);
    this.#staging = staging;
    for (const batch of this.#batches) batch.begin();
    this.#fill(view, staging);
    for (const batch of this.#batches) batch.end();
    this.#renderer.render(this.#world, this.#eye.camera);
    this.#pace.drawn();
  }

  fit(): void {
    if (this.#view !== null) this.#fit(this.#view, !this.#view.still);
  }

  pick(x: number, y: number): number | null {
    const hits = this.#cards().filter((box) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom);
    const focus = this.#staging?.focus;
    return (hits.find(({ id }) => focus?.has(id)) ?? hits[hits.length - 1])?.id ?? null;
  }

  get moving(): boolean {
    return this.#eye.moving;
  }

  get turned(): string | null {
    return this.#eye.turned;
  }

  get drawCalls(): number {
    return this.#renderer.info.render.calls;
  }

  boxes(): Boxes {
    const staging = this.#staging;
    if (staging === null || this.#view === null) return { source: "", t: 0, shown: [], edges: [] };
    const labels = this.#labels.map(({ kind, id, box }) => this.#onScreen(kind, id, box, box.type));
    const edges = this.#view.trace.graph.edges.map(({ id, child, parent }) => ({
      id,
      child,
      parent,
      points: Array.from({ length: 33 }, (_, i) => this.#eye.project(...besideAt(staging.paths[id]!, i / 32, 0))),
    }));
    const { trace, frame } = this.#view;
    return { source: trace.source, t: frame.t, shown: [...this.#cards(), ...labels], edges };
  }

  dispose(): void {
    for (const batch of this.#batches) batch.dispose();
    this.#ground.dispose();
    this.#atlas.dispose();
    this.#eye.dispose();
    this.#pace.dispose();
    this.#contrast.removeEventListener("change", this.#invalidate);
    this.#renderer.dispose();
    // A page may have few contexts: this one is given back now, not when the canvas is forgotten.
    this.#renderer.forceContextLoss();
  }

  get #least(): number {
    return clamp(readable / (this.#eye.pixels * sizes.type.leant), sizes.type.least, sizes.type.most);
  }

  #cards(): ScreenBox[] {
    return (this.#staging?.places ?? []).map((place, id) => {
      const z = place.z + sizes.card.depth * place.scale;
      const type = place.full ? this.#least : 0.2;
      return this.#onScreen("card", id, { ...place, z }, type * place.scale);
    });
  }

  #onScreen(kind: ScreenBox["kind"], id: number, { x, y, z, w, h }: Box, type: number): ScreenBox {
    const corners = [-1, 1].flatMap((i) => [-1, 1].map((j) => this.#eye.project(x + (i * w) / 2, y + (j * h) / 2, z)));
    const [xs, ys] = [corners.map(([px]) => px), corners.map(([, py]) => py)];
    const [, high] = this.#eye.project(x, y + type / 2, z);
    const [, low] = this.#eye.project(x, y - type / 2, z);
    return { kind, id, left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys), type: low - high };
  }

  #turn(view: View): void {
    if (view.turned === null) this.#fit(view, !view.still);
    else this.#eye.turn(view.turned);
  }

  #fit(view: View, animated: boolean): void {
    this.#eye.fit(extentOf(view), stanceOf(view), animated);
  }

  /** Small graphs are drawn at twice the screen's resolution at least: their text is small and sharp. */
  #sharpen({ trace }: View): void {
    const own = window.devicePixelRatio || 1;
    const sharp = trace.graph.nodes.length <= SHARP_NODES ? Math.max(2, own) : own;
    const ratio = this.#print?.ratio ?? (this.#pace.coarse ? 1 : sharp);
    if (ratio === this.#ratio) return;
    this.#ratio = ratio;
    this.#renderer.setPixelRatio(ratio);
    this.#renderer.setSize(this.#size.width, this.#size.height, false);
  }

  #palette({ theme }: View): Colours {
    return coloursOf(theme, this.#contrast.matches);
  }

  #paint(view: View): void {
    const palette = this.#palette(view);
    this.#uniforms.fade.value = view.stale ? FADE : 0;
    this.#uniforms.fadeTo.value.set(...palette.stage);
    this.#ground.paint(palette.stage, palette.stageFar, palette.grid, palette.shadow);
    this.#lanes.paint(palette.shadow, strengths[view.theme].ambient * 0.8);
    const boxes = extentOf(view);
    const xs = boxes.flatMap(({ x, w }) => [x - w / 2, x + w / 2]);
    const ys = boxes.flatMap(({ y, h }) => [y - h / 2, y + h / 2]);
    const [left, right] = [Math.min(...xs), Math.max(...xs)];
    const [low, high] = [Math.min(...ys), Math.max(...ys)];
    const radius = Math.max(6, Math.hypot(right - left, high - low) / 2);
    this.#ground.spread((left + right) / 2, (low + high) / 2, radius, view.layout.small ? 2 : 1, this.#ratio);
  }

  #fill(view: View, staging: Staging): void {
    const { graph } = view.trace;
    const pen: Pen = {
      slabs: this.#slabs,
      ink: this.#ink,
      ground: this.#ground,
      lanes: this.#lanes,
      palette: this.#palette(view),
      // Light cannot be added to what is not there yet: on nothing the halo is laid over.
      strength: { ...strengths[view.theme], ...(this.#print?.transparent ? { haloAdds: 0 } : {}) },
      view,
      least: this.#least,
    };
    this.#labels = [];
    const focus = (id: number) => staging.focus.has(id);
    // Painter's order within the flat draw call: the overview first, then what is large, pulses and labels on top.
    for (const node of graph.nodes) if (!focus(node.id)) drawCard(pen, node, staging.places[node.id]!);
    for (const node of graph.nodes) if (focus(node.id)) drawCard(pen, node, staging.places[node.id]!);
    for (const edge of graph.edges) {
      drawArrow(pen, edge, staging);
      if (view.layout.small && !staging.focusEdges.has(edge.id)) continue;
      const lift = sizes.pill.z + (view.layout.small ? 0.9 : 0);
      const box = drawPill(pen, edge, staging.pills[edge.id]!, lift);
      if (box !== null) this.#labels.push({ kind: "pill", id: edge.id, box });
    }
    const total = view.frame.total;
    const slot = total === null ? null : (staging.totals[total.node] ?? null);
    if (total === null || slot === null) return;
    const box = drawTotal(pen, slot, sizes.pill.z + (view.layout.small ? 0.9 : 0));
    if (box !== null) this.#labels.push({ kind: "total", id: total.node, box });
  }
}
