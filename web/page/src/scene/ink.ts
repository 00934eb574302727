// Everything flat in one draw call, in painter's order: text, tiles, rules, outlines, signs, discs and halos.
import type * as THREE from "three";
import type { Atlas, Face } from "./atlas";
import { Batch, material, premultiplied, type Shared, square } from "./batch";
import type { Rgb } from "./colour";

/** What a quad shows; numbers are the shader's. */
const KIND = { glyph: 0, plate: 1, outline: 2, dashes: 3, plus: 4, minus: 5, times: 6, divide: 7, disc: 8, halo: 9, infinity: 10 };

export type Stroke = "plus" | "minus" | "times" | "divide";

const vertex = `
in vec3 position;
in vec3 centre;
in vec3 shape; // half width, half height, turned to the eye
in vec4 paint;
in vec2 what; // kind, how much light is added rather than laid over
in vec4 extra;
out vec2 at;
out vec2 extent;
flat out vec4 tint;
flat out vec2 mode;
flat out vec4 more;
void main() {
  extent = shape.xy;
  tint = paint;
  mode = what;
  more = extra;
  at = position.xy * shape.xy;
  vec3 right = vec3(modelViewMatrix[0][0], modelViewMatrix[1][0], modelViewMatrix[2][0]);
  vec3 up = vec3(modelViewMatrix[0][1], modelViewMatrix[1][1], modelViewMatrix[2][1]);
  vec3 offset = mix(vec3(at, 0.), right * at.x + up * at.y, shape.z);
  gl_Position = projectionMatrix * modelViewMatrix * vec4(centre + offset, 1.);
}
`;

const fragment = `
in vec2 at;
in vec2 extent;
flat in vec4 tint;
flat in vec2 mode;
flat in vec4 more;
uniform sampler2D atlas;

float box(vec2 p, vec2 half_size, float corner) {
  vec2 q = abs(p) - half_size + corner;
  return length(max(q, 0.)) + min(max(q.x, q.y), 0.) - corner;
}
float bar(vec2 p, vec2 half_way, float radius) { // a stroke with round ends, from -half_way to half_way
  float k = clamp(dot(p, half_way) / max(dot(half_way, half_way), 1e-9), -1., 1.);
  return length(p - half_way * k) - radius;
}
float cover(float d) { // signed distance in u -> how much of the pixel is inside
  float w = fwidth(d) * .5 + 1e-6;
  return 1. - smoothstep(-w, w, d);
}
void main() {
  int kind = int(mode.x + .5);
  float alpha = 0.;
  float arm = more.x;
  float stroke = more.y * .5;
  if (kind == 0) {
    vec2 uv = mix(more.xy, more.zw, vec2(at.x / extent.x, -at.y / extent.y) * .5 + .5);
    float d = texture(atlas, uv).r - .5;
    float w = max(fwidth(d) * .62, .012);
    alpha = smoothstep(-w, w, d);
  } else if (kind == 1) {
    alpha = cover(box(at, extent, more.x));
  } else if (kind == 2 || kind == 3) {
    float d = box(at, extent, more.x);
    alpha = cover(abs(d + more.y * .5) - more.y * .5);
    if (kind == 3) {
      vec2 straight = extent - more.x;
      vec2 q = abs(at);
      float way = q.y - straight.y > q.x - straight.x && q.x <= straight.x ? at.x
        : q.y <= straight.y ? at.y
        : more.x * atan(q.y - straight.y, q.x - straight.x);
      float period = more.z;
      float off = abs(fract(way / period + .25) - .5) * period;
      alpha *= cover(off - period * .28);
    }
  } else if (kind == 4) {
    alpha = cover(min(bar(at, vec2(arm, 0.), stroke), bar(at, vec2(0., arm), stroke)));
  } else if (kind == 5) {
    alpha = cover(bar(at, vec2(arm, 0.), stroke));
  } else if (kind == 6) {
    float k = arm * .78;
    alpha = cover(min(bar(at, vec2(k, k), stroke), bar(at, vec2(k, -k), stroke)));
  } else if (kind == 7) {
    float dots = min(length(at - vec2(0., arm * .82)), length(at + vec2(0., arm * .82))) - stroke * 1.35;
    alpha = cover(min(bar(at, vec2(arm, 0.), stroke), dots));
  } else if (kind == 8) {
    alpha = cover(length(at) - extent.x);
  } else if (kind == 9) {
    float k = max(0., 1. - length(at) / extent.x);
    alpha = k * k * k * (1. - step(.001, fade));
  } else {
    float k = arm * .5;
    float d = min(abs(length(at - vec2(k, 0.)) - k), abs(length(at + vec2(k, 0.)) - k)) - stroke;
    alpha = cover(d);
  }
  alpha *= tint.a;
  if (alpha < .002) discard;
  pixel = vec4(faded(tint.rgb) * alpha, alpha * (1. - mode.y));
}
`;

export interface TextStyle {
  face: Face;
  size: number;
  colour: Rgb;
  alpha?: number;
}

export class Ink {
  readonly batch: Batch;
  readonly #atlas: Atlas;

  constructor(shared: Shared, atlas: Atlas) {
    this.#atlas = atlas;
    const fields = { centre: 3, shape: 3, paint: 4, what: 2, extra: 4 };
    const uniforms = { ...shared, atlas: { value: atlas.texture } satisfies THREE.IUniform };
    this.batch = new Batch(square(), fields, material(vertex, fragment, uniforms, premultiplied), 4);
  }

  width(text: string, { face, size }: Pick<TextStyle, "face" | "size">): number {
    return this.#atlas.width(face, text) * size;
  }

  /** Text with its left end at `x` on the baseline `y`; returns its width. */
  text(text: string, x: number, y: number, z: number, { face, size, colour, alpha = 1 }: TextStyle): number {
    let at = x;
    for (const character of text) {
      // The infinity sign is not in the fonts' subsets: drawn as two rings, a character wide.
      if (character === "∞") {
        const arm = 0.27 * size;
        this.#quad(at + 0.3 * size, y + 0.3 * size, z, arm * 1.3, arm, 0, colour, alpha, KIND.infinity, 0, arm, size * 0.09, 0, 0);
        at += 0.6 * size;
        continue;
      }
      const glyph = this.#atlas.glyph(face, character);
      if (character !== " ") {
        const [w, h] = [glyph.width * size, glyph.height * size];
        const [cx, cy] = [at + glyph.left * size + w / 2, y + glyph.top * size - h / 2];
        this.#quad(cx, cy, z, w / 2, h / 2, 0, colour, alpha, KIND.glyph, 0, ...glyph.uv);
      }
      at += glyph.advance * size;
    }
    return at - x;
  }

  /** A filled rounded rectangle around its centre. */
  plate(x: number, y: number, z: number, w: number, h: number, corner: number, colour: Rgb, alpha = 1): void {
    this.#quad(x, y, z, w / 2, h / 2, 0, colour, alpha, KIND.plate, 0, corner, 0, 0, 0);
  }

  /** A rounded outline, drawn inward from its edge. */
  outline(x: number, y: number, z: number, w: number, h: number, corner: number, width: number, colour: Rgb, alpha = 1): void {
    this.#quad(x, y, z, w / 2, h / 2, 0, colour, alpha, KIND.outline, 0, corner, width, 0, 0);
  }

  dashes(x: number, y: number, z: number, w: number, h: number, corner: number, width: number, colour: Rgb): void {
    this.#quad(x, y, z, w / 2, h / 2, 0, colour, 1, KIND.dashes, 0, corner, width, 0.15, 0);
  }

  /** An arithmetic sign as strokes of one weight with round ends. */
  stroke(sign: Stroke, x: number, y: number, z: number, arm: number, width: number, colour: Rgb, facing = 0, alpha = 1): void {
    const half = arm + width;
    this.#quad(x, y, z, half, half, facing, colour, alpha, KIND[sign], 0, arm, width, 0, 0);
  }

  disc(x: number, y: number, z: number, radius: number, colour: Rgb, facing = 0, alpha = 1): void {
    this.#quad(x, y, z, radius, radius, facing, colour, alpha, KIND.disc, 0, 0, 0, 0, 0);
  }

  halo(x: number, y: number, z: number, radius: number, colour: Rgb, alpha: number, adds: number): void {
    this.#quad(x, y, z, radius, radius, 1, colour, alpha, KIND.halo, adds, 0, 0, 0, 0);
  }

  #quad(
    x: number,
    y: number,
    z: number,
    halfWidth: number,
    halfHeight: number,
    facing: number,
    [r, g, b]: Rgb,
    alpha: number,
    kind: number,
    adds: number,
    e0: number,
    e1: number,
    e2: number,
    e3: number,
  ): void {
    this.batch.push(x, y, z, halfWidth, halfHeight, facing, r, g, b, alpha, kind, adds, e0, e1, e2, e3);
  }
}
