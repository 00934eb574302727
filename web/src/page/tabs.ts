// The phone's tabs: text, leaves, steps.
import { html, type TemplateResult } from "lit-html";
import type { State, Tab } from "../store";
import type { Control } from "./control";

const TABS: readonly (readonly [Tab, string])[] = [
  ["text", "Text"],
  ["leaves", "Leaves"],
  ["steps", "Steps"],
];

export function tabs(state: State, control: Control): TemplateResult {
  return html`<nav class="tabs" aria-label="Parts">
    ${TABS.map(
      ([tab, label]) =>
        html`<button
          data-testid="tab-${tab}"
          class=${state.tab === tab ? "chosen" : ""}
          aria-pressed=${state.tab === tab}
          aria-controls="part-${tab}"
          @click=${() => control.set({ tab })}
        >${label}${tab === "text" && state.error !== null ? html`<span class="wrong-dot" title="The text has a mistake">!</span>` : ""}</button>`,
    )}
  </nav>`;
}
