// What of the picture must be in view, and from where the eye looks at it.
import { sizes } from "../model/look";
import type { View } from "../model/view";
import type { Box, Stance } from "./camera";

/** In u: what fits the stage beside both panels. */
const WIDE = 13.6;

/** All boxes that must be in view: cards, and the slots of labels and totals. */
export function extentOf({ layout }: View): Box[] {
  const cards: Box[] = layout.cards;
  const z = sizes.pill.z;
  if (layout.small) return cards;
  const pills = layout.paths.map(({ pill }) => ({ ...pill, z }));
  const totals = layout.cards.flatMap(({ total }) => (total === null ? [] : [{ ...total, z }]));
  return [...cards, ...pills, ...totals].filter(({ w }) => w > 0);
}

function extentWidth({ cards }: View["layout"]): number {
  return Math.max(...cards.map(({ x, w }) => x + w / 2)) - Math.min(...cards.map(({ x, w }) => x - w / 2));
}

/** How the eye stands before them. */
export function stanceOf({ layout, flow }: View): Stance {
  if (layout.small) return { tilt: 14, turn: flow === "down" ? 0 : -12 };
  // A wide graph is small on screen: leaned back less, its type stays higher.
  return { tilt: flow === "down" || extentWidth(layout) > WIDE ? 14 : 20, turn: 0 };
}
