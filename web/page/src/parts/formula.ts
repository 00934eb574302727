// Formulas by KaTeX, which is fetched when the first one is wanted.
import { html, nothing, type TemplateResult } from "lit-html";
import { unsafeHTML } from "lit-html/directives/unsafe-html.js";

type Render = (latex: string) => string;

let render: Render | null = null;
let asked = false;
const made = new Map<string, TemplateResult>();
let arrived: () => void = () => undefined;

/** Whom to tell when formulas can be shown. */
export function onFormulas(invalidate: () => void): void {
  arrived = invalidate;
}

/** The formula, nothing as long as KaTeX is on its way. The LaTeX is ours, from the ops table. */
export function formula(latex: string): TemplateResult | typeof nothing {
  if (render === null) {
    if (!asked) void load();
    asked = true;
    return nothing;
  }
  let shown = made.get(latex);
  if (shown === undefined) made.set(latex, (shown = html`<span class="formula">${unsafeHTML(render(latex))}</span>`));
  return shown;
}

async function load(): Promise<void> {
  const [{ default: katex }] = await Promise.all([import("katex"), import("katex/dist/katex.min.css")]);
  render = (latex) => katex.renderToString(latex, { throwOnError: false, output: "htmlAndMathml" });
  arrived();
}
