// Long lists: of thousands of rows only those around the view stand in the page, the others are empty height.
import { html, nothing, type TemplateResult } from "lit-html";

/** Px of a row, and of one with two lines; the style sheet has the same. */
export const ROW = 42;
export const TALL_ROW = 56;
/** Up to so many rows all stand in the page. */
const ALL = 200;
/** Rows kept around the view. */
const AROUND = 30;

/** Rows `first` up to `last`, for a list scrolled to `top`; `cut`: whether these are not all. */
export function rowsInView(total: number, top: number, row = ROW, all = ALL): { first: number; last: number; cut: boolean } {
  if (total <= all) return { first: 0, last: total, cut: false };
  // In coarse steps, so that scrolling does not render each time.
  const at = Math.floor(top / row / 20) * 20;
  const first = Math.max(0, Math.min(at - AROUND, total - 4 * AROUND));
  return { first, last: Math.min(total, first + 4 * AROUND), cut: true };
}

export function spacer(rows: number, row = ROW): TemplateResult | typeof nothing {
  return rows > 0 ? html`<tr class="spacer" aria-hidden="true" style="height:${rows * row}px"></tr>` : nothing;
}
