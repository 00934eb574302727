// The bar on top: the name, what is to be said, the link, the export, theme, help.
import { html, type TemplateResult } from "lit-html";
import { ACTIONS, type Acts } from "../control/actions";
import { type State, themeOf } from "../model/store";
import { actionButton } from "./button";
import { logo, moon, outward, question, sun } from "./icons";
import { copyButton, notice } from "./notice";
import "./top.css";

export function top(state: State, acts: Acts): TemplateResult {
  const { export: exporting, theme, help } = ACTIONS;
  return html`<header class="bar">
    <h1 class="wordmark">${logo}backpulse</h1>
    ${notice(state, acts.control)}
    <div class="tools">
      ${copyButton(state, acts)}
      ${actionButton(exporting, html`${outward}<span class="label" aria-hidden="true">Export</span>`, state, acts, { kind: "tool named", dialog: true })}
      ${actionButton(theme, themeOf(state) === "dark" ? sun : moon, state, acts)} ${actionButton(help, question, state, acts)}
    </div>
  </header>`;
}
