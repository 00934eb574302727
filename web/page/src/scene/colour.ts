// Colours as the shaders take them: red, green, blue from 0 to 1, straight from the palette.
import { type Palette, palettes, signOf, type Theme } from "../model/look";

export type Rgb = readonly [number, number, number];

const parse = (hex: string): Rgb => [
  parseInt(hex.slice(1, 3), 16) / 255,
  parseInt(hex.slice(3, 5), 16) / 255,
  parseInt(hex.slice(5, 7), 16) / 255,
];

export type Colours = Record<keyof Palette, Rgb>;

const of = (palette: Palette): Colours =>
  Object.fromEntries(Object.entries(palette as unknown as Record<string, string>).map(([role, hex]) => [role, parse(hex)])) as Colours;

/** For eyes that ask for contrast, lanes at rest stand out like ports. */
const strong = (colours: Colours): Colours => ({ ...colours, quietLane: colours.port, emptyLane: colours.port });

const plain: Record<Theme, Colours> = { dark: of(palettes.dark), light: of(palettes.light) };
const contrasted: Record<Theme, Colours> = { dark: strong(plain.dark), light: strong(plain.light) };

export const coloursOf = (theme: Theme, contrast: boolean): Colours => (contrast ? contrasted : plain)[theme];

export const mix = (a: Rgb, b: Rgb, k: number): Rgb => [a[0] + (b[0] - a[0]) * k, a[1] + (b[1] - a[1]) * k, a[2] + (b[2] - a[2]) * k];

/** Blue, orange, or no sign at all: zero is quiet, infinite-and-signless and undefined are ink, unknown is quietest. */
export function colourOf(x: number | null, palette: Colours): Rgb {
  if (x === null) return palette.ink3;
  if (!Number.isFinite(x)) return palette.ink;
  const sign = signOf(x);
  return sign > 0 ? palette.plus : sign < 0 ? palette.minus : palette.ink2;
}
