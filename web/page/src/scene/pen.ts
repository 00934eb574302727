// What a drawing function is given: the batches to push into, the colours, and the view to draw.
import type { Frame, Numbers } from "../frame";
import type { strengths, Theme } from "../look";
import type { Layout } from "../messages";
import type { Structure } from "../wire";
import type { Colours } from "./colour";
import type { Ground } from "./ground";
import type { Ink } from "./ink";
import type { Lanes } from "./lanes";
import type { Slabs } from "./slabs";

export type Flow = "right" | "down";

/** Everything the picture depends on, besides the camera. */
export interface View {
  message: Structure;
  numbers: Numbers;
  frame: Frame;
  layout: Layout;
  flow: Flow;
  theme: Theme;
  /** The text has moved on and this is the last good graph. */
  stale: boolean;
  /** How the person has turned the picture, see `State.turned`. */
  turned: string | null;
  selected: number | null;
  /** Derived ops carry their expansion. */
  locals: boolean;
  /** Reduced motion: the camera does not fly. */
  still: boolean;
}

export interface Pen {
  readonly slabs: Slabs;
  readonly ink: Ink;
  readonly ground: Ground;
  readonly lanes: Lanes;
  readonly palette: Colours;
  readonly strength: (typeof strengths)[Theme];
  readonly view: View;
  /** The smallest type, in u, that can be read at this distance. */
  readonly least: number;
}

/** Where a card stands in this frame: centre in u, size in u, and how much larger than life its anatomy is drawn. */
export interface Place {
  x: number;
  y: number;
  z: number;
  w: number;
  h: number;
  scale: number;
  /** Full anatomy, or the overview's small card. */
  full: boolean;
}
