// The eye: a narrow perspective tilted over the board, orbit, pan and zoom kept within what stays readable, and fit.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { clamp, easeInOut, motion } from "../look";

/** A box to be kept in view, parallel to the board. */
export interface Box {
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
}

export interface Stance {
  /** Degrees from the board's normal, and around the vertical. */
  tilt: number;
  turn: number;
}

const FOV = 12;
const LIMITS = { tilt: [0, 45], turn: 35, zoom: [0.6, 2.5], pixels: 98 } as const;
/** CSS px kept free around the graph; below stands the legend, which a narrow stage has not. */
const MARGINS = { left: 30, right: 30, top: 30, bottom: 58 };
const NARROW_MARGINS = { left: 16, right: 16, top: 16, bottom: 20 };
const NARROW = 560;
const radians = THREE.MathUtils.degToRad;

interface Pose {
  target: THREE.Vector3;
  away: number;
  tilt: number;
  turn: number;
}

export class Eye {
  readonly camera = new THREE.PerspectiveCamera(FOV, 1, 1, 1000);
  readonly #controls: OrbitControls;
  readonly #invalidate: () => void;
  #size = { width: 1, height: 1 };
  #home: Pose = { target: new THREE.Vector3(), away: 40, tilt: 20, turn: 0 };
  #bounds = new THREE.Box3();
  #flight: { from: Pose; began: number } | null = null;
  #settingPose = false;
  /** The person has turned away from the fitted view. */
  moved = false;

  constructor(canvas: HTMLCanvasElement, invalidate: () => void) {
    this.#invalidate = invalidate;
    this.#controls = new OrbitControls(this.camera, canvas);
    const [least, most] = LIMITS.tilt;
    Object.assign(this.#controls, {
      enableDamping: false,
      minPolarAngle: radians(90 + least),
      maxPolarAngle: radians(90 + most),
      minAzimuthAngle: -radians(LIMITS.turn),
      maxAzimuthAngle: radians(LIMITS.turn),
      rotateSpeed: 0.5,
      zoomSpeed: 0.8,
    });
    this.#controls.addEventListener("change", () => {
      if (this.#settingPose) return;
      this.#flight = null;
      this.moved = true;
      // Panning keeps the graph's middle in view.
      this.#controls.target.clamp(this.#bounds.min, this.#bounds.max);
      this.#range();
      invalidate();
    });
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** CSS px that one u measures at the middle of the fitted view. */
  get pixels(): number {
    return this.#size.height / (2 * Math.tan(radians(FOV / 2)) * this.#home.away);
  }

  /** Stands so that all boxes are in view; flies there when `animated`. */
  fit(boxes: readonly Box[], stance: Stance, animated: boolean): void {
    const from = this.#pose();
    this.#home = this.#frame(boxes, stance);
    const [nearest, farthest] = [this.#home.away / LIMITS.zoom[1], this.#home.away / LIMITS.zoom[0]];
    this.#controls.minDistance = nearest;
    this.#controls.maxDistance = farthest;
    this.#bounds.makeEmpty();
    for (const { x, y, w, h } of boxes) {
      this.#bounds.expandByPoint(new THREE.Vector3(x - w / 2, y - h / 2, 0));
      this.#bounds.expandByPoint(new THREE.Vector3(x + w / 2, y + h / 2, 1));
    }
    this.moved = false;
    this.#flight = animated ? { from, began: performance.now() } : null;
    this.#place(animated ? from : this.#home);
    this.#invalidate();
  }

  /** Moves on with a flight; true while there is more to come. */
  advance(now: number): boolean {
    if (this.#flight === null) return false;
    const k = easeInOut(clamp((now - this.#flight.began) / motion.fit));
    const { from } = this.#flight;
    const to = this.#home;
    const between = (a: number, b: number) => a + (b - a) * k;
    this.#place({
      target: from.target.clone().lerp(to.target, k),
      away: Math.exp(between(Math.log(from.away), Math.log(to.away))),
      tilt: between(from.tilt, to.tilt),
      turn: between(from.turn, to.turn),
    });
    if (k >= 1) this.#flight = null;
    return this.#flight !== null;
  }

  get moving(): boolean {
    return this.#flight !== null;
  }

  /** From u to CSS px in the canvas. */
  project(x: number, y: number, z: number): [number, number] {
    const at = new THREE.Vector3(x, y, z).project(this.camera);
    return [((at.x + 1) / 2) * this.#size.width, ((1 - at.y) / 2) * this.#size.height];
  }

  dispose(): void {
    this.#controls.dispose();
  }

  #pose(): Pose {
    const offset = this.camera.position.clone().sub(this.#controls.target);
    const away = offset.length() || 40;
    const tilt = THREE.MathUtils.radToDeg(Math.asin(clamp(-offset.y / away, -1, 1)));
    return { target: this.#controls.target.clone(), away, tilt, turn: THREE.MathUtils.radToDeg(Math.atan2(offset.x, offset.z)) };
  }

  #place({ target, away, tilt, turn }: Pose): void {
    this.#settingPose = true;
    this.#controls.target.copy(target);
    this.camera.position.copy(target).addScaledVector(toward(tilt, turn), away);
    this.camera.lookAt(target);
    this.#controls.update();
    this.#settingPose = false;
    this.#range();
  }

  /** near and far follow the distance, or the faces flicker in large graphs. */
  #range(): void {
    const away = this.camera.position.distanceTo(this.#controls.target);
    this.camera.near = away * 0.5;
    this.camera.far = away * 4;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
  }

  /** The pose from which the boxes just fill the stage within its margins, never larger than LIMITS.pixels a u. */
  #frame(boxes: readonly Box[], { tilt, turn }: Stance): Pose {
    const { width, height } = this.#size;
    const eye = toward(tilt, turn);
    const right = new THREE.Vector3(0, 1, 0).cross(eye).normalize();
    const up = eye.clone().cross(right);
    const corners = boxes.flatMap(({ x, y, z, w, h }) =>
      [-1, 1].flatMap((i) => [-1, 1].map((j) => new THREE.Vector3(x + (i * w) / 2, y + (j * h) / 2, z))),
    );
    if (corners.length === 0) corners.push(new THREE.Vector3());
    const target = new THREE.Vector3();
    for (const corner of corners) target.addScaledVector(corner, 1 / corners.length);
    const focal = height / (2 * Math.tan(radians(FOV / 2)));
    const margins = width < NARROW ? NARROW_MARGINS : MARGINS;
    const inner = {
      w: Math.max(60, width - margins.left - margins.right),
      h: Math.max(60, height - margins.top - margins.bottom),
    };
    let away = focal / LIMITS.pixels;
    for (let round = 0; round < 12; round++) {
      const span = { left: Infinity, right: -Infinity, low: Infinity, high: -Infinity };
      for (const corner of corners) {
        const from = corner.clone().sub(target);
        const scale = focal / (away - from.dot(eye));
        span.left = Math.min(span.left, from.dot(right) * scale);
        span.right = Math.max(span.right, from.dot(right) * scale);
        span.low = Math.min(span.low, from.dot(up) * scale);
        span.high = Math.max(span.high, from.dot(up) * scale);
      }
      const needed = Math.max((span.right - span.left) / inner.w, (span.high - span.low) / inner.h);
      away = Math.max(focal / LIMITS.pixels, away * needed);
      const perPixel = away / focal;
      const offX = (span.left + span.right) / 2 - (margins.left - margins.right) / 2;
      const offY = (span.low + span.high) / 2 - (margins.bottom - margins.top) / 2;
      target.addScaledVector(right, offX * perPixel).addScaledVector(up, offY * perPixel);
    }
    return { target, away, tilt, turn };
  }
}

/** The direction from the board to the eye: tilted back like a lectern, so that the lower sides of cards show. */
function toward(tilt: number, turn: number): THREE.Vector3 {
  const [a, b] = [radians(tilt), radians(turn)];
  return new THREE.Vector3(Math.cos(a) * Math.sin(b), -Math.sin(a), Math.cos(a) * Math.cos(b));
}
