// What kinds of window there are. Each that applies is a class of the document, and style sheets ask nothing else.
export interface Size {
  /** CSS px. */
  width: number;
  height: number;
}

const narrow = ({ width }: Size): boolean => width <= 700;

const KINDS = {
  /** A phone's page: parts under each other. */
  narrow,
  /** A phone's page that is narrow even for one. */
  tiny: ({ width }: Size): boolean => width < 360,
  /** The left column is slimmer, and buttons show their icons alone. */
  slim: ({ width }: Size): boolean => width <= 900,
  /** The steps are a rail, and stand over the stage when opened. */
  snug: ({ width }: Size): boolean => width < 1180,
  /** The left column scrolls as a whole. */
  low: (size: Size): boolean => size.height <= 620 && !narrow(size),
  /** A phone on its side: the stage has all the height. */
  flat: (size: Size): boolean => size.height <= 500 && !narrow(size),
};

export type WindowKind = keyof typeof KINDS;

/** Every kind, and whether a window of that size is of it. */
export function kindsOf(size: Size): Map<WindowKind, boolean> {
  const kinds = Object.keys(KINDS) as WindowKind[];
  return new Map(kinds.map((kind) => [kind, KINDS[kind](size)]));
}

export function isKind(kind: WindowKind, size: Size): boolean {
  return KINDS[kind](size);
}
