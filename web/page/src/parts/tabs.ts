// The phone's tabs: text, leaves, steps.
import { html, nothing, type TemplateResult } from "lit-html";
import type { State, Tab } from "../model/store";
import type { Control } from "../control/control";
import { findingsCount } from "./findings";
import "./tabs.css";

const TABS: readonly (readonly [Tab, string])[] = [
  ["text", "Text"],
  ["leaves", "Leaves"],
  ["steps", "Steps"],
];

export function tabs(state: State, control: Control): TemplateResult {
  return html`<div class="tabs" role="tablist" aria-label="Parts" @keydown=${(event: KeyboardEvent) => walk(event, state.tab, control)}>
    ${TABS.map(
      ([tab, label]) =>
        html`<button
          role="tab"
          data-testid="tab-${tab}"
          class=${state.tab === tab ? "chosen" : ""}
          tabindex=${state.tab === tab ? 0 : -1}
          aria-selected=${state.tab === tab}
          aria-controls="part-${tab}"
          @click=${() => control.set({ tab })}
        >${label}${told(state, tab)}</button>`,
    )}
  </div>`;
}

/** What waits behind a tab. */
function told(state: State, tab: Tab): TemplateResult | typeof nothing {
  if (tab === "text" && state.error !== null) return html`<span class="wrong-dot" title="The text has a mistake">!</span>`;
  return tab === "steps" ? findingsCount(state) : nothing;
}

/** The arrow keys go from tab to tab, as everywhere. */
function walk(event: KeyboardEvent, tab: Tab, control: Control): void {
  const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (by === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const at = (TABS.findIndex(([one]) => one === tab) + by + TABS.length) % TABS.length;
  control.set({ tab: TABS[at]![0] });
  (event.currentTarget as Element).querySelectorAll<HTMLElement>("[role=tab]")[at]?.focus();
}
