// What a drawing function is given: the batches to push into, the colours, and the view to draw.
import type { strengths, Theme } from "../model/look";
import type { View } from "../model/view";
import type { Colours } from "./colour";
import type { Ground } from "./ground";
import type { Ink } from "./ink";
import type { Lanes } from "./lanes";
import type { Slabs } from "./slabs";

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
