// Every icon of the page, drawn as strokes of one weight in a 20 px square.
import { html, svg, type TemplateResult } from "lit-html";

const icon = (body: TemplateResult, size = 20) =>
  html`<svg class="icon" width=${size} height=${size} viewBox="0 0 20 20" aria-hidden="true">${body}</svg>`;

export const check = icon(svg`<path d="M4.5 10.6 8 14l7.5-8" />`, 18);
export const alert = icon(svg`<circle cx="10" cy="10" r="7.2" /><path d="M10 6.4v4.2" /><path d="M10 13.6v.01" />`, 18);
export const warning = icon(svg`<path d="M10 3.2 17.6 16.4H2.4Z" /><path d="M10 8v3.6" /><path d="M10 14v.01" />`, 18);
export const retrying = icon(svg`<path d="M16.5 10a6.5 6.5 0 1 1-2-4.7" /><path d="M16.8 2.8v3.4h-3.4" />`, 18);
export const hourglass = icon(
  svg`<path d="M5.6 3.4h8.8M5.6 16.6h8.8M6.8 3.4v2.4c0 1.8 3.2 2.8 3.2 4.2s-3.2 2.4-3.2 4.2v2.4M13.2 3.4v2.4c0 1.8-3.2 2.8-3.2 4.2s3.2 2.4 3.2 4.2v2.4" />`,
  18,
);
export const sun = icon(
  svg`<circle cx="10" cy="10" r="3.2" /><path d="M10 2.2v1.6M10 16.2v1.6M2.2 10h1.6M16.2 10h1.6M4.5 4.5l1.1 1.1M14.4 14.4l1.1 1.1M4.5 15.5l1.1-1.1M14.4 5.6l1.1-1.1" />`,
);
export const moon = icon(svg`<path d="M16.6 12.2A7.2 7.2 0 0 1 7.8 3.4a7.2 7.2 0 1 0 8.8 8.8Z" />`);
export const question = icon(
  svg`<circle cx="10" cy="10" r="7.6" /><path d="M7.8 8a2.2 2.2 0 1 1 3.2 2c-.7.4-1 .8-1 1.6" /><path d="M10 14.2v.01" />`,
);
export const outward = icon(
  svg`<path d="M10 12.6V3.2M6.2 6.6 10 2.8l3.8 3.8" /><path d="M4 10.4v4.8c0 .9.7 1.6 1.6 1.6h8.8c.9 0 1.6-.7 1.6-1.6v-4.8" />`,
);
export const chain = icon(
  svg`<path d="M8.4 11.6a3.4 3.4 0 0 0 4.9 0l2.9-2.9a3.4 3.4 0 0 0-4.9-4.9l-1.2 1.2" /><path d="M11.6 8.4a3.4 3.4 0 0 0-4.9 0l-2.9 2.9a3.4 3.4 0 0 0 4.9 4.9l1.2-1.2" />`,
);
export const download = icon(svg`<path d="M10 3v9.4M6.2 8.8 10 12.6l3.8-3.8" /><path d="M3.8 16.6h12.4" />`);
export const duplicate = icon(
  svg`<rect x="7.2" y="7.2" width="9.4" height="9.4" rx="2.2" /><path d="M4.6 12.8c-.8-.2-1.2-.8-1.2-1.6V5.6c0-1.2 1-2.2 2.2-2.2h5.6c.8 0 1.4.4 1.6 1.2" />`,
);
export const sidebar = icon(svg`<rect x="2.6" y="3.6" width="14.8" height="12.8" rx="3" /><path d="M12.6 3.8v12.4" />`);
export const corners = icon(
  svg`<path d="M3.4 7.2V4.6c0-.7.5-1.2 1.2-1.2h2.6M12.8 3.4h2.6c.7 0 1.2.5 1.2 1.2v2.6M16.6 12.8v2.6c0 .7-.5 1.2-1.2 1.2h-2.6M7.2 16.6H4.6c-.7 0-1.2-.5-1.2-1.2v-2.6" />`,
);
export const back = icon(svg`<path d="M5 4.5v11M14.5 4.8 9 10l5.5 5.2" />`);
export const forth = icon(svg`<path d="M15 4.5v11M5.5 4.8 11 10l-5.5 5.2" />`);
export const play = icon(svg`<path class="solid" d="M6.4 4.3c0-.7.7-1.1 1.3-.8l8.6 5.6c.6.4.6 1.3 0 1.7l-8.6 5.7c-.6.3-1.3-.1-1.3-.8Z" />`);
export const pause = icon(
  svg`<rect class="solid" x="5.4" y="4.2" width="3.2" height="11.6" rx="1" /><rect class="solid" x="11.4" y="4.2" width="3.2" height="11.6" rx="1" />`,
);
export const again = icon(svg`<path d="M4.4 8.2A6 6 0 1 1 4 10.6" /><path d="M3.6 4.2v4.2h4.2" />`);
export const clock = icon(svg`<circle cx="10" cy="10" r="7.2" /><path d="M10 5.8V10l2.8 1.8" />`, 18);
export const chevron = icon(svg`<path d="m5.4 7.8 4.6 4.6 4.6-4.6" />`, 18);
export const close = icon(svg`<path d="m5 5 10 10M15 5 5 15" />`);
export const arrow = html`<svg class="icon arrow" width="13" height="12" viewBox="0 0 13 12" role="img" aria-label="to"
  ><path d="M1 6h11M8 2.2 12 6 8 9.8" /></svg>`;

export const logo = html`<svg class="logo" width="30" height="20" viewBox="0 0 30 20" aria-hidden="true"
  ><path d="M6.6 5.6 2 10l4.6 4.4" /><path d="M2 10h8.6l3.2-7.2 5 14.4 3-7.2H29" /></svg>`;

const disc = (sign: "plus" | "minus") =>
  html`<svg class="disc ${sign}" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true"
    ><circle cx="8" cy="8" r="8" /><path d=${sign === "plus" ? "M8 4.4v7.2M4.4 8h7.2" : "M4.4 8h7.2"} /></svg>`;
export const plusDisc = disc("plus");
export const minusDisc = disc("minus");
export const wedge = html`<svg class="wedge" width="26" height="10" viewBox="0 0 26 10" aria-hidden="true"
  ><path d="M0 6 26 1v8Z" /></svg>`;

/** The strokes of an op's tile, in a square of 20. */
export const strokes: Readonly<Record<string, TemplateResult>> = {
  "+": svg`<path d="M10 4.4v11.2M4.4 10h11.2" />`,
  "-": svg`<path d="M4.4 10h11.2" />`,
  "*": svg`<path d="M5.7 5.7l8.6 8.6M14.3 5.7l-8.6 8.6" />`,
  "/": svg`<path d="M4.4 10h11.2" /><path class="dot" d="M10 5v.01M10 15v.01" />`,
};
