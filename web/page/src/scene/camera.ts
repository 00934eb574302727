// The eye: a narrow perspective tilted over the board, orbit, pan and zoom kept within what stays readable, and fit.
import * as THREE from "three";
import { OrbitControls } from "three/addons/controls/OrbitControls.js";
import { clamp, easeInOut, motion } from "../model/look";

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

/** Where the eye is: what it looks at, how far away, and the two angles as in a stance. */
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
  #turned: string | null = null;

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
      this.#hold();
      this.#range();
      this.#turned = this.#words();
      invalidate();
    });
  }

  resize(width: number, height: number): void {
    this.#size = { width, height };
    this.camera.aspect = width / height;
    this.camera.updateProjectionMatrix();
  }

  /** What the fitted view shows around its middle, within the margins, in u of the board. */
  get region(): { x: number; y: number; w: number; h: number } {
    const { width, height } = this.#size;
    const margins = width < NARROW ? NARROW_MARGINS : MARGINS;
    const [w, h] = [width - margins.left - margins.right, height - margins.top - margins.bottom];
    const middle = this.#bounds.getCenter(new THREE.Vector3());
    const lean = Math.cos(radians(this.#home.tilt));
    return { x: middle.x, y: middle.y, w: (w / this.pixels) * Math.cos(radians(this.#home.turn)), h: h / this.pixels / lean };
  }

  /** CSS px that one u measures at the middle of the fitted view. */
  get pixels(): number {
    return this.#size.height / (2 * Math.tan(radians(FOV / 2)) * this.#home.away);
  }

  /** Stands so that all boxes are in view; flies there when `animated`. */
  fit(boxes: readonly Box[], stance: Stance, animated: boolean): void {
    const from = this.#pose;
    this.#home = this.#frame(boxes, stance);
    const largest = this.#size.height / (2 * Math.tan(radians(FOV / 2)) * LIMITS.pixels);
    this.#controls.minDistance = Math.min(this.#home.away / LIMITS.zoom[1], largest);
    this.#controls.maxDistance = this.#home.away / LIMITS.zoom[0];
    this.#bounds.makeEmpty();
    for (const { x, y, w, h } of boxes) {
      this.#bounds.expandByPoint(new THREE.Vector3(x - w / 2, y - h / 2, 0));
      this.#bounds.expandByPoint(new THREE.Vector3(x + w / 2, y + h / 2, 1));
    }
    this.#turned = null;
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

  get #pose(): Pose {
    const offset = this.camera.position.clone().sub(this.#controls.target);
    const away = offset.length() || 40;
    const tilt = THREE.MathUtils.radToDeg(Math.asin(clamp(-offset.y / away, -1, 1)));
    return { target: this.#controls.target.clone(), away, tilt, turn: THREE.MathUtils.radToDeg(Math.atan2(offset.x, offset.z)) };
  }

  /**
   * How the person has turned away from the fitted view, null where they have not, in words that an address can hold: turn and
   * tilt in degrees, how many times as near, and where the middle has gone, as parts of the fitted distance.
   */
  get turned(): string | null {
    return this.#turned;
  }

  /** Stands as another eye has been turned, within this one's limits. */
  turn(turned: string): void {
    const [turn = 0, tilt = 0, near = 1, ...middle] = turned.split(",").map(Number);
    const { target, away } = this.#home;
    this.#flight = null;
    this.#place({ target: new THREE.Vector3().fromArray(middle).multiplyScalar(away).add(target), away: away / near, tilt, turn });
    this.#hold();
    this.#range();
    this.#turned = turned;
  }

  #words(): string {
    const { target, away, tilt, turn } = this.#pose;
    const middle = target.sub(this.#home.target).divideScalar(this.#home.away).toArray();
    return [turn, tilt, this.#home.away / away, ...middle].map((x) => String(Number(x.toFixed(4)) + 0)).join(",");
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

  /** Panning keeps the graph's middle in view: the eye moves along with what it looks at. */
  #hold(): void {
    const { target } = this.#controls;
    const middle = this.#bounds.getCenter(new THREE.Vector3());
    const seen = 2 * Math.tan(radians(FOV / 2)) * this.camera.position.distanceTo(target);
    const reach = new THREE.Vector3(seen * this.camera.aspect, seen, 0).multiplyScalar(0.45);
    const held = target.clone().clamp(middle.clone().sub(reach), middle.clone().add(reach));
    this.camera.position.add(held.clone().sub(target));
    target.copy(held);
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
    const half = {
      w: Math.max(30, (width - margins.left - margins.right) / 2),
      h: Math.max(30, (height - margins.top - margins.bottom) / 2),
    };
    let away = focal / LIMITS.pixels;
    for (let round = 0; round < 8; round++) {
      // The nearest distance from which each corner falls within the half sizes; every corner is before the eye then.
      away = focal / LIMITS.pixels;
      const seen = corners.map((corner) => {
        const from = corner.clone().sub(target);
        const [x, y, near] = [from.dot(right), from.dot(up), from.dot(eye)];
        away = Math.max(away, near + (Math.abs(x) * focal) / half.w, near + (Math.abs(y) * focal) / half.h);
        return { x, y, near };
      });
      const xs = seen.map(({ x, near }) => x / (away - near));
      const ys = seen.map(({ y, near }) => y / (away - near));
      const middle = (all: number[]) => ((Math.min(...all) + Math.max(...all)) / 2) * away;
      target.addScaledVector(right, middle(xs)).addScaledVector(up, middle(ys));
    }
    const perPixel = away / focal;
    target.addScaledVector(right, ((margins.right - margins.left) / 2) * perPixel);
    target.addScaledVector(up, ((margins.top - margins.bottom) / 2) * perPixel);
    return { target, away, tilt, turn };
  }
}

/** The direction from the board to the eye: tilted back like a lectern, so that the lower sides of cards show. */
function toward(tilt: number, turn: number): THREE.Vector3 {
  const [a, b] = [radians(tilt), radians(turn)];
  return new THREE.Vector3(Math.cos(a) * Math.sin(b), -Math.sin(a), Math.cos(a) * Math.cos(b));
}
