// All solid bodies in one draw call: cards, constants, ports and pills are rounded boxes with a bevelled upper edge.
import * as THREE from "three";
import { Batch, material, type Shared } from "./batch";
import type { Rgb } from "./colour";

const PER_CORNER = 6;
const BEVEL_STEPS = 3;

export interface Slab {
  /** Centre of the base. */
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
  depth: number;
  corner: number;
  bevel: number;
  top: Rgb;
  side: Rgb;
  rim: Rgb;
}

/** The outline walked once per ring: the wall, the bevel, and the flat top as a fan. */
function roundedBox(): THREE.BufferGeometry {
  const outline: [number, number, number, number][] = [];
  [
    [1, 1],
    [-1, 1],
    [-1, -1],
    [1, -1],
  ].forEach(([sx, sy], quarter) => {
    for (let i = 0; i < PER_CORNER; i++) {
      const angle = ((quarter + i / (PER_CORNER - 1)) * Math.PI) / 2;
      outline.push([sx!, sy!, Math.cos(angle), Math.sin(angle)]);
    }
  });
  const around: number[] = [];
  const rings: number[] = [];
  const index: number[] = [];
  // A ring: how far up the wall (0 or 1), cosine and sine of the bevel's angle, whether it belongs to the flat top.
  const profile = [[0, 1, 0, 0]];
  for (let i = 0; i <= BEVEL_STEPS; i++) {
    const angle = ((i / BEVEL_STEPS) * Math.PI) / 2;
    profile.push([1, Math.cos(angle), Math.sin(angle), 0]);
  }
  profile.push([1, 0, 1, 1]);
  const n = outline.length;
  profile.forEach((ring, k) => {
    outline.forEach((point, i) => {
      around.push(...point);
      rings.push(...ring);
      const joined = k > 0 && k < profile.length - 1;
      if (joined) {
        const [a, b] = [(k - 1) * n + i, (k - 1) * n + ((i + 1) % n)];
        index.push(a, b, b + n, a, b + n, a + n);
      }
      if (k === profile.length - 1 && i > 1) index.push(k * n, k * n + i - 1, k * n + i);
    });
  });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("around", new THREE.Float32BufferAttribute(around, 4));
  geometry.setAttribute("ring", new THREE.Float32BufferAttribute(rings, 4));
  geometry.setIndex(index);
  return geometry;
}

const vertex = `
in vec4 around;
in vec4 ring;
in vec3 base;
in vec3 size;
in vec2 edge;
in vec3 top;
in vec3 side;
in vec3 rim;
out vec3 colour;
void main() {
  float corner = edge.x;
  float bevel = edge.y;
  vec2 outward = around.zw;
  vec2 at = around.xy * (size.xy * .5 - corner) + outward * (corner - bevel * (1. - ring.y));
  float z = ring.x * (size.z - bevel + bevel * ring.z);
  vec3 normal = vec3(outward * ring.y, ring.z);
  float light = .80 + .24 * max(0., dot(normal, normalize(vec3(-.45, .75, .5))));
  vec3 body = mix(side, rim, ring.z * step(.5, ring.x) * (.35 + .65 * max(0., outward.y)));
  colour = mix(body * light, top, ring.w);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(base + vec3(at, z), 1.);
}
`;

const fragment = `
in vec3 colour;
void main() {
  pixel = vec4(faded(colour), 1.);
}
`;

export class Slabs {
  readonly batch: Batch;

  constructor(shared: Shared) {
    const fields = { base: 3, size: 3, edge: 2, top: 3, side: 3, rim: 3 };
    this.batch = new Batch(roundedBox(), fields, material(vertex, fragment, { ...shared }), 2);
  }

  add(slab: Slab): void {
    const { x, y, z, w, h, depth, top, side, rim } = slab;
    const corner = Math.min(slab.corner, w / 2, h / 2);
    const bevel = Math.min(slab.bevel, corner, depth);
    this.batch.push(x, y, z, w, h, depth, corner, bevel, ...top, ...side, ...rim);
  }
}
