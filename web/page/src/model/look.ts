// Every colour, size and easing of backpulse. Colour means sign: blue is positive, orange negative, nothing else is either.

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

export const palettes: Record<Theme, Palette> = {
  dark: {
    shell: "#0b0e12",
    stage: "#11151b",
    stageFar: "#0d1116",
    field: "#151a21",
    raised: "#222a34",
    opChip: "#222a34",
    hairline: "#262e38",
    strong: "#3a4553",
    grid: "#1d242d",
    cardTop: "#222a35",
    cardSide: "#38444f",
    cardRim: "#55637a",
    cardRule: "#35404e",
    tile: "#2d3642",
    senderTop: "#28313d",
    pillTop: "#262e39",
    ink: "#eef2f6",
    ink2: "#b3bdc9",
    ink3: "#8a95a3",
    plus: "#62b0ff",
    minus: "#ffa552",
    error: "#ff7d8e",
    errorBox: "#23171b",
    port: "#5a6677",
    quietLane: "#3c4756",
    emptyLane: "#2a323d",
    shadow: "#04060a",
    cut: "#0b0e12",
  },
  light: {
    shell: "#ffffff",
    stage: "#f6f7f9",
    stageFar: "#eff1f4",
    field: "#f6f7f9",
    raised: "#ffffff",
    opChip: "#eef1f5",
    hairline: "#e1e6eb",
    strong: "#c3ccd6",
    grid: "#e6e9ee",
    cardTop: "#ffffff",
    cardSide: "#cfd6de",
    cardRim: "#ffffff",
    cardRule: "#c9d1da",
    tile: "#eef1f5",
    senderTop: "#ffffff",
    pillTop: "#ffffff",
    ink: "#12171e",
    ink2: "#47525f",
    ink3: "#65707d",
    plus: "#0a5fc4",
    minus: "#b04a00",
    error: "#b4182f",
    errorBox: "#fdeef0",
    port: "#8e9aa8",
    quietLane: "#b5bfca",
    emptyLane: "#d3dae1",
    shadow: "#22324a",
    cut: "#ffffff",
  },
};

/** Strength of the two card shadows, and of the pulse's halo, which is added in the dark and laid over in the light. */
export const strengths: Record<Theme, { contact: number; ambient: number; halo: number; haloAdds: number }> = {
  dark: { contact: 0.66, ambient: 0.46, halo: 0.42, haloAdds: 1 },
  light: { contact: 0.26, ambient: 0.2, halo: 0.3, haloAdds: 0 },
};

/** Durations in milliseconds at speed 1. A step is an arrow's travel and the pause after its arrival. */
export const motion = {
  travel: 900,
  pause: 220,
  pillAt: 0.35,
  pillGrow: 160,
  glowUp: 120,
  fit: 320,
  enlarge: 200,
};

/** The least height of type on screen, in CSS px, of everything that must be read. */
export const readable = 11.5;

/**
 * Sizes of the scene in u; text that does not fit shrinks to what is readable, between `least` and `most`;
 * leaned back it stands only `leant` as high.
 */
export const sizes = {
  card: { depth: 0.28, corner: 0.15, bevel: 0.045, padding: 0.16 },
  header: { centre: 0.345, rule: 0.655 },
  rows: { value: 0.975, grad: 1.365 },
  tile: { side: 0.4, corner: 0.095 },
  strip: 0.46,
  constant: { depth: 0.1 },
  type: { leaf: 0.36, op: 0.25, row: 0.24, number: 0.32, derived: 0.24, least: 0.2, most: 0.24, leant: 0.94 },
  pill: { depth: 0.1, z: 0.34, disc: 0.135, discAt: 0.25, textAt: 0.46, end: 0.19, type: 0.285 },
  lane: { offset: 0.085, quiet: 0.03, empty: 0.014, z: 0.14 },
  head: { length: 0.2, width: 0.21 },
  port: { w: 0.1, h: 0.38, depth: 0.2 },
  pulse: { radius: 0.25, ring: 0.04, halo: 1.3, tail: 0.36, swell: 0.075 },
  outline: 0.034,
  stroke: { width: 0.042, arm: 0.105 },
};

/** Tube radius of a lit lane, in u, by the magnitude of the number it carries; undefined has none. */
export function laneRadius(value: number): number {
  const magnitude = Number.isNaN(value) ? 0 : Math.log10(1 + Math.abs(value)) / 2;
  return 0.03 + 0.055 * Math.min(1, magnitude);
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

export const easeTravel = cubicBezier(0.45, 0.05, 0.35, 1);
export const easeOut = cubicBezier(0, 0, 0.58, 1);
export const easeInOut = cubicBezier(0.42, 0, 0.58, 1);

export const clamp = (x: number, low = 0, high = 1): number => Math.min(high, Math.max(low, x));

/** The sign of a number as it is shown: zero and undefined have none. */
export function signOf(x: number | null): -1 | 0 | 1 {
  if (x === null || Number.isNaN(x) || x === 0) return 0;
  return x > 0 ? 1 : -1;
}
