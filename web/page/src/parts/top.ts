// The bar on top: the name, what is to be said, the link, the export, theme, help.
import { html, type TemplateResult } from "lit-html";
import { type State, themeOf } from "../model/store";
import type { Control } from "../control/control";
import type { Exporter } from "../control/exporter";
import { logo, moon, outward, question, sun } from "./icons";
import { copyButton, notice } from "./notice";

export function top(state: State, control: Control, exporter: Exporter, copyLink: () => void): TemplateResult {
  const dark = themeOf(state) === "dark";
  return html`<header class="bar">
    <h1 class="wordmark">${logo}backpulse</h1>
    ${notice(state, control)}
    <div class="tools">
      ${copyButton(state, copyLink)}
      <button class="tool named" data-testid="export" aria-haspopup="dialog" aria-label="Export" title="Export (E)" @click=${() => exporter.open()}>
        ${outward}<span class="label" aria-hidden="true">Export</span>
      </button>
      <button
        class="tool"
        data-testid="theme"
        aria-label=${dark ? "Light theme" : "Dark theme"}
        title=${dark ? "Light theme" : "Dark theme"}
        @click=${() => control.theme()}
      >
        ${dark ? sun : moon}
      </button>
      <button class="tool" data-testid="help" aria-label="Help" title="Help (?)" @click=${() => control.toggle("help")}>
        ${question}
      </button>
    </div>
  </header>`;
}
