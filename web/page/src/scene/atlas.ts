// Glyphs as signed distance fields, made from the page's fonts when first needed and kept in one texture.
import TinySDF from "@mapbox/tiny-sdf";
import * as THREE from "three";

export type Face = "code" | "code-bold" | "code-heavy" | "words" | "words-bold";

const FACES: Record<Face, { family: string; weight: string }> = {
  code: { family: "Source Code Pro", weight: "500" },
  "code-bold": { family: "Source Code Pro", weight: "600" },
  "code-heavy": { family: "Source Code Pro", weight: "700" },
  words: { family: "Inter", weight: "500" },
  "words-bold": { family: "Inter", weight: "600" },
};

const EM = 48;
const BUFFER = 8;
const CELL = 72;
const SIDE = 2016;
const PER_ROW = SIDE / CELL;

/** Sizes in em; the quad reaches from `left`,`top` (above the baseline) over `width`,`height`. */
export interface Glyph {
  advance: number;
  left: number;
  top: number;
  width: number;
  height: number;
  /** u0, v0, u1, v1 with v0 at the top. */
  uv: readonly [number, number, number, number];
}

export class Atlas {
  readonly texture: THREE.DataTexture;
  readonly #pixels = new Uint8Array(SIDE * SIDE);
  readonly #glyphs = new Map<string, Glyph>();
  readonly #makers = new Map<Face, TinySDF>();

  /** Waits for the page's fonts, so that no glyph is made of a fallback. */
  static async load(): Promise<Atlas> {
    await Promise.all(
      Object.values(FACES).flatMap(({ family, weight }) =>
        ["a", "θ"].map((sample) => document.fonts.load(`${weight} ${EM}px "${family}"`, sample)),
      ),
    );
    return new Atlas();
  }

  private constructor() {
    this.texture = new THREE.DataTexture(this.#pixels, SIDE, SIDE, THREE.RedFormat, THREE.UnsignedByteType);
    this.texture.minFilter = THREE.LinearMipmapLinearFilter;
    this.texture.magFilter = THREE.LinearFilter;
    this.texture.generateMipmaps = true;
    this.texture.needsUpdate = true;
  }

  glyph(face: Face, character: string): Glyph {
    const key = `${face}${character}`;
    let glyph = this.#glyphs.get(key);
    if (glyph === undefined) this.#glyphs.set(key, (glyph = this.#make(face, character)));
    return glyph;
  }

  width(face: Face, text: string): number {
    let sum = 0;
    for (const character of text) sum += this.glyph(face, character).advance;
    return sum;
  }

  #maker(face: Face): TinySDF {
    let maker = this.#makers.get(face);
    if (maker === undefined) {
      const { family, weight } = FACES[face];
      const options = { fontSize: EM, fontFamily: `"${family}", monospace`, fontWeight: weight };
      maker = new TinySDF({ ...options, buffer: BUFFER, radius: BUFFER, cutoff: 0.5 });
      this.#makers.set(face, maker);
    }
    return maker;
  }

  #make(face: Face, character: string): Glyph {
    const cell = this.#glyphs.size;
    // A full atlas (784 glyphs) shows what does not fit as the replacement glyph made first.
    if (cell >= PER_ROW * PER_ROW) return this.#glyphs.values().next().value!;
    const made = this.#maker(face).draw(character);
    const [x, y] = [(cell % PER_ROW) * CELL, Math.floor(cell / PER_ROW) * CELL];
    const [w, h] = [Math.min(made.width, CELL), Math.min(made.height, CELL)];
    for (let row = 0; row < h; row++) this.#pixels.set(made.data.subarray(row * made.width, row * made.width + w), (y + row) * SIDE + x);
    this.texture.needsUpdate = true;
    return {
      advance: made.glyphAdvance / EM,
      left: (made.glyphLeft - BUFFER) / EM,
      top: (made.glyphTop + BUFFER) / EM,
      width: w / EM,
      height: h / EM,
      uv: [x / SIDE, y / SIDE, (x + w) / SIDE, (y + h) / SIDE],
    };
  }

  dispose(): void {
    this.texture.dispose();
  }
}
