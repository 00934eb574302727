// Edges as tubes that follow their curve in the vertex shader: all lanes in one draw call, their shadows and heads in two.
import * as THREE from "three";
import { Batch, material, premultiplied, type Shared } from "./batch";
import type { Rgb } from "./colour";
import type { Piece, Vec3 } from "./curve";

const ALONG = 28;
const AROUND = 6;

/** One lane of one edge. The lit part runs from `from` to `to` in s, the rest is idle. */
export interface Lane {
  pieces: readonly Piece[];
  /** In u to the left of the way child -> parent. */
  offset: number;
  /** Where the tube begins and ends, in s. */
  start: number;
  end: number;
  from: number;
  to: number;
  lit: Rgb;
  idle: Rgb;
  litRadius: number;
  idleRadius: number;
  /** s of the travelling disc and how much the tube swells there (0: no disc). */
  head: number;
  swell: number;
}

const curveChunk = `
in vec3 p0;
in vec3 c1;
in vec3 c2;
in vec3 p1;
in vec4 reach; // s0, s1 of the piece; offset; unused
vec3 curveAt(float u) {
  float v = 1. - u;
  return v*v*v*p0 + 3.*v*v*u*c1 + 3.*v*u*u*c2 + u*u*u*p1;
}
vec3 tangentAt(float u) {
  float v = 1. - u;
  return 3.*v*v*(c1 - p0) + 6.*v*u*(c2 - c1) + 3.*u*u*(p1 - c2);
}
`;

const tubeVertex = `
in vec2 place; // u, angle
${curveChunk}
in vec4 span; // start, end, from, to: all in s
in vec3 lit;
in vec3 idle;
in vec4 girth; // lit radius, idle radius, disc's s, swell
out float s;
out vec4 range;
out vec3 litColour;
out vec3 idleColour;
out float light;
const float TAIL = .36;
void main() {
  float first = clamp((span.x - reach.x) / (reach.y - reach.x), 0., 1.);
  float last = clamp((span.y - reach.x) / (reach.y - reach.x), 0., 1.);
  float u = mix(first, last, place.x);
  s = mix(reach.x, reach.y, u);
  vec3 tangent = normalize(tangentAt(u));
  vec2 flat_normal = normalize(vec2(-tangent.y, tangent.x));
  vec3 sideways = vec3(flat_normal, 0.);
  vec3 upward = cross(tangent, sideways);
  float inside = step(span.z, s) * step(s, span.w) * step(span.z + .0001, span.w);
  float near = 1. - min(1., abs(s - girth.z) / TAIL);
  float radius = mix(girth.y, girth.x + girth.w * near * near, inside);
  vec3 normal = cos(place.y) * sideways + sin(place.y) * upward;
  light = .80 + .24 * max(0., dot(normalize(normal), normalize(vec3(-.35, .6, .72))));
  range = span;
  litColour = lit;
  idleColour = idle;
  vec3 at = curveAt(u) + sideways * reach.z + normal * radius;
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.);
}
`;

const tubeFragment = `
in float s;
in vec4 range;
in vec3 litColour;
in vec3 idleColour;
in float light;
void main() {
  bool inside = s >= range.z && s <= range.w && range.w > range.z;
  pixel = vec4(faded((inside ? litColour : idleColour) * light), 1.);
}
`;

const ribbonVertex = `
in vec2 place; // u, side
${curveChunk}
out float across;
const float HALF = .2;
void main() {
  vec3 tangent = normalize(tangentAt(place.x));
  vec2 sideways = normalize(vec2(-tangent.y, tangent.x));
  across = place.y;
  vec3 on = curveAt(place.x);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(on.xy + sideways * place.y * HALF + vec2(.02, -.07), .004, 1.);
}
`;

const ribbonFragment = `
in float across;
uniform vec3 shade;
uniform float strength;
void main() {
  float k = 1. - smoothstep(0., 1., abs(across));
  float alpha = k * k * strength * (1. - fade);
  pixel = vec4(shade * alpha, alpha);
}
`;

const headVertex = `
in vec3 place; // along (0 tip .. 1 base), cosine, sine
in vec3 tip;
in vec3 aim; // direction in the board's plane, length
in vec4 paint; // colour, width
out vec3 colour;
void main() {
  vec3 forward = vec3(aim.xy, 0.);
  vec3 sideways = vec3(-aim.y, aim.x, 0.);
  vec3 normal = place.y * sideways + vec3(0., 0., place.z);
  vec3 at = tip - forward * place.x * aim.z + normal * place.x * paint.w * .5;
  colour = paint.rgb * (.82 + .2 * max(0., dot(normalize(normal + vec3(0., 0., .001)), normalize(vec3(-.35, .6, .72)))));
  gl_Position = projectionMatrix * modelViewMatrix * vec4(at, 1.);
}
`;

const headFragment = `
in vec3 colour;
void main() { pixel = vec4(faded(colour), 1.); }
`;

function strip(along: number, across: readonly number[], closed: boolean): THREE.BufferGeometry {
  const place: number[] = [];
  const index: number[] = [];
  const n = across.length;
  for (let i = 0; i <= along; i++)
    across.forEach((value, j) => {
      place.push(i / along, value);
      if (i === along || (!closed && j === n - 1)) return;
      const [a, b] = [i * n + j, i * n + ((j + 1) % n)];
      index.push(a, b, b + n, a, b + n, a + n);
    });
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("place", new THREE.Float32BufferAttribute(place, 2));
  geometry.setIndex(index);
  return geometry;
}

function cone(): THREE.BufferGeometry {
  const place = [0, 0, 0];
  const index: number[] = [];
  const n = 12;
  for (let i = 0; i < n; i++) {
    const angle = (i / n) * 2 * Math.PI;
    place.push(1, Math.cos(angle), Math.sin(angle));
    index.push(0, 1 + i, 1 + ((i + 1) % n));
  }
  const geometry = new THREE.BufferGeometry();
  geometry.setAttribute("place", new THREE.Float32BufferAttribute(place, 3));
  geometry.setIndex(index);
  return geometry;
}

const CURVE_FIELDS = { p0: 3, c1: 3, c2: 3, p1: 3, reach: 4 };

export class Lanes {
  readonly tubes: Batch;
  readonly shadows: Batch;
  readonly heads: Batch;
  readonly #shade = { value: new THREE.Vector3() };
  readonly #strength = { value: 0 };

  constructor(shared: Shared) {
    const sides = { side: THREE.DoubleSide };
    const angles = Array.from({ length: AROUND }, (_, i) => (i / AROUND) * 2 * Math.PI);
    this.tubes = new Batch(
      strip(ALONG, angles, true),
      { ...CURVE_FIELDS, span: 4, lit: 3, idle: 3, girth: 4 },
      material(tubeVertex, tubeFragment, { ...shared }, sides),
      3,
    );
    const shading = { ...shared, shade: this.#shade, strength: this.#strength };
    this.shadows = new Batch(
      strip(ALONG, [-1, 0, 1], false),
      CURVE_FIELDS,
      material(ribbonVertex, ribbonFragment, shading, { ...premultiplied, ...sides, depthTest: false }),
      1,
    );
    this.heads = new Batch(cone(), { tip: 3, aim: 3, paint: 4 }, material(headVertex, headFragment, { ...shared }, sides), 3);
  }

  paint(shade: Rgb, strength: number): void {
    this.#shade.value.set(...shade);
    this.#strength.value = strength;
  }

  addTube(lane: Lane): void {
    for (const { p0, c1, c2, p1, s0, s1 } of lane.pieces) {
      if (s1 <= lane.start || s0 >= lane.end) continue;
      this.tubes.push(
        ...p0, ...c1, ...c2, ...p1, s0, s1, lane.offset, 0,
        lane.start, lane.end, lane.from, lane.to,
        ...lane.lit, ...lane.idle, lane.litRadius, lane.idleRadius, lane.head, lane.swell,
      ); // prettier-ignore
    }
  }

  addShadow(pieces: readonly Piece[]): void {
    for (const { p0, c1, c2, p1, s0, s1 } of pieces) this.shadows.push(...p0, ...c1, ...c2, ...p1, s0, s1, 0, 0);
  }

  /** An arrowhead whose tip is at `tip`, pointing along `aim` (a unit direction in the board's plane). */
  addHead(tip: Vec3, aim: readonly [number, number], length: number, width: number, colour: Rgb): void {
    this.heads.push(...tip, ...aim, length, ...colour, width);
  }

  get batches(): readonly Batch[] {
    return [this.shadows, this.tubes, this.heads];
  }
}
