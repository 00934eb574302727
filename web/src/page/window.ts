// Long lists: of thousands of rows only those around the view stand in the page, the others are empty height.
import { html, nothing, type TemplateResult } from "lit-html";

/** Px of a row of a long list; the style sheet has the same. */
export const ROW = 42;
/** Up to so many rows all stand in the page. */
const ALL = 2000;
/** Rows kept around the view. */
const AROUND = 60;

/** Rows `first` up to `last`, for a list scrolled to `top`; `rows`: whether it is cut at all. */
export function rowsInView(total: number, top: number): { first: number; last: number; rows: boolean } {
  if (total <= ALL) return { first: 0, last: total, rows: false };
  // In coarse steps, so that scrolling does not render each time.
  const at = Math.floor(top / ROW / 20) * 20;
  const first = Math.max(0, Math.min(at - AROUND, total - 2 * AROUND));
  return { first, last: Math.min(total, first + 3 * AROUND), rows: true };
}

export function spacer(rows: number): TemplateResult | typeof nothing {
  return rows > 0 ? html`<tr class="spacer" aria-hidden="true" style="height:${rows * ROW}px"></tr>` : nothing;
}
