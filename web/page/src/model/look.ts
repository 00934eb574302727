// Every colour, size and easing of backpulse, from the table that Python reads too. Colour means sign: blue is positive, orange negative, nothing else is either.
import look from "../../../view/backpulse/view/look.json";

export type Theme = "dark" | "light";

/** Page and scene colours of one theme, as #rrggbb; contrast ratios were measured on shell, stage and card. */
export interface Palette {
  shell: string;
  stage: string;
  stageFar: string;
  field: string;
  raised: string;
  opChip: string;
  hairline: string;
  strong: string;
  grid: string;
  cardTop: string;
  cardSide: string;
  cardRim: string;
  cardRule: string;
  tile: string;
  senderTop: string;
  pillTop: string;
  ink: string;
  ink2: string;
  ink3: string;
  plus: string;
  minus: string;
  error: string;
  errorBox: string;
  port: string;
  quietLane: string;
  emptyLane: string;
  shadow: string;
  /** The sign cut out of a disc. */
  cut: string;
}

export const palettes: Record<Theme, Palette> = look.palettes;

/** Strength of the two card shadows, and of the pulse's halo, which is added in the dark and laid over in the light. */
export const strengths: Record<Theme, { contact: number; ambient: number; halo: number; haloAdds: number }> = look.strengths;

/** Durations in milliseconds at speed 1. A step is an arrow's travel and the pause after its arrival. */
export const motion = look.motion;

/** The least height of type on screen, in CSS px, of everything that must be read. */
export const readable = look.readable;

/**
 * Sizes of the scene in u; text that does not fit shrinks to what is readable, between `least` and `most`;
 * leaned back it stands only `leant` as high.
 */
export const sizes = look.sizes;

/** Tube radius of a lit lane, in u, by the magnitude of the number it carries; undefined has none. */
export function laneRadius(value: number): number {
  const magnitude = Number.isNaN(value) ? 0 : Math.log10(1 + Math.abs(value)) / 2;
  return sizes.lane.least + sizes.lane.more * Math.min(1, magnitude);
}

/** A CSS cubic-bezier(x1, y1, x2, y2) as a function of 0..1, by bisection (monotone in x). */
export function cubicBezier(x1: number, y1: number, x2: number, y2: number): (x: number) => number {
  const at = (a: number, b: number, s: number) => 3 * a * s * (1 - s) ** 2 + 3 * b * s * s * (1 - s) + s ** 3;
  return (x) => {
    if (x <= 0) return 0;
    if (x >= 1) return 1;
    let low = 0;
    let high = 1;
    for (let i = 0; i < 24; i++) {
      const s = (low + high) / 2;
      if (at(x1, x2, s) < x) low = s;
      else high = s;
    }
    return at(y1, y2, (low + high) / 2);
  };
}

const bezier = ([x1 = 0, y1 = 0, x2 = 1, y2 = 1]: readonly number[]) => cubicBezier(x1, y1, x2, y2);

export const easeTravel = bezier(look.easings.travel);
export const easeOut = bezier(look.easings.out);
export const easeInOut = bezier(look.easings.inOut);

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));

/** The sign of a number as it is shown: zero and undefined have none. */
export function signOf(x: number | null): -1 | 0 | 1 {
  if (x === null || Number.isNaN(x) || x === 0) return 0;
  return x > 0 ? 1 : -1;
}
