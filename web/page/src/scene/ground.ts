// What lies on the board: the grid, and the soft shadows of cards and of lanes.
import * as THREE from "three";
import { Batch, material, premultiplied, type Shared, square } from "./batch";
import type { Rgb } from "./colour";

const gridVertex = `
in vec3 position;
uniform float reach;
out vec2 at;
void main() {
  at = position.xy * reach;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 0., 1.);
}
`;

const gridFragment = `
in vec2 at;
uniform vec3 near;
uniform vec3 far;
uniform vec3 line;
uniform vec4 middle; // centre, radius, line distance
uniform float ratio;
void main() {
  float away = length(at - middle.xy) / middle.z;
  vec2 cell = at / middle.w;
  vec2 width = fwidth(cell) * max(1., .8 * ratio);
  vec2 off = abs(fract(cell - .5) - .5);
  vec2 lines = 1. - smoothstep(width - fwidth(cell), width + fwidth(cell) * .2, off);
  float strength = max(lines.x, lines.y) * (1. - smoothstep(.35, 1.6, away));
  pixel = vec4(mix(mix(near, far, smoothstep(.2, 1.2, away)), line, strength), 1.);
}
`;

const shadowVertex = `
in vec3 position;
in vec2 centre;
in vec2 half_size;
in vec3 shape; // corner, blur, strength
out vec2 at;
out vec2 extent;
out vec3 form;
void main() {
  extent = half_size;
  form = shape;
  at = position.xy * (half_size + shape.y * 1.2);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(centre + at, .003, 1.);
}
`;

const shadowFragment = `
in vec2 at;
in vec2 extent;
in vec3 form;
uniform vec3 shade;
void main() {
  vec2 q = abs(at) - extent + form.x;
  float d = length(max(q, 0.)) + min(max(q.x, q.y), 0.) - form.x;
  float k = 1. - smoothstep(-form.y, form.y, d);
  float alpha = k * k * form.z * (1. - fade);
  pixel = vec4(shade * alpha, alpha);
}
`;

/** How far the board goes on around the graph, as a multiple of its radius. */
const REACH = 40;

export class Ground {
  readonly grid: THREE.Mesh<THREE.BufferGeometry, THREE.RawShaderMaterial>;
  readonly shadows: Batch;
  readonly #uniforms = {
    reach: { value: 400 },
    near: { value: new THREE.Vector3() },
    far: { value: new THREE.Vector3() },
    line: { value: new THREE.Vector3() },
    middle: { value: new THREE.Vector4(0, 0, 10, 1) },
    ratio: { value: 1 },
  };
  readonly #shade = { value: new THREE.Vector3() };

  constructor(shared: Shared) {
    const options = { depthTest: false, depthWrite: false };
    this.grid = new THREE.Mesh(square(), material(gridVertex, gridFragment, { ...this.#uniforms }, options));
    this.grid.frustumCulled = false;
    this.grid.renderOrder = 0;
    const shading = material(shadowVertex, shadowFragment, { ...shared, shade: this.#shade }, { ...premultiplied, depthTest: false });
    this.shadows = new Batch(square(), { centre: 2, half_size: 2, shape: 3 }, shading, 1);
  }

  paint(near: Rgb, far: Rgb, line: Rgb, shade: Rgb): void {
    this.#uniforms.near.value.set(...near);
    this.#uniforms.far.value.set(...far);
    this.#uniforms.line.value.set(...line);
    this.#shade.value.set(...shade);
  }

  /** The grid fades around the graph; `pitch` is the distance of its lines in u, `ratio` device pixels per CSS pixel. */
  spread(x: number, y: number, radius: number, pitch: number, ratio: number): void {
    this.#uniforms.reach.value = radius * REACH;
    this.#uniforms.middle.value.set(x, y, radius, pitch);
    this.#uniforms.ratio.value = ratio;
  }

  addShadow(x: number, y: number, w: number, h: number, corner: number, blur: number, strength: number): void {
    this.shadows.push(x, y, w / 2, h / 2, corner, blur, strength);
  }

  dispose(): void {
    this.grid.geometry.dispose();
    this.grid.material.dispose();
    this.shadows.dispose();
  }
}
