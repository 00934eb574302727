// The right panel: steps, findings, the node looked at, and the list of nodes. Folded it is a rail; its text stays readable to machines.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Frame } from "../model/frame";
import { isNarrow, layoutOf, panelOpen, staleness, type State } from "../model/store";
import type { Acts } from "../control/actions";
import type { Control } from "../control/control";
import { findingsCount, findingsList, findingsOf } from "./findings";
import { chevron, sidebar } from "./icons";
import { inspector } from "./inspector";
import { nodeTable } from "./nodes";
import { stepsTable } from "./steps";
import "./panel.css";

export function panel(state: State, frame: Frame | null, acts: Acts): TemplateResult {
  const { control } = acts;
  const narrow = isNarrow(state);
  const open = narrow ? state.tab === "steps" : panelOpen(state);
  const stale = staleness(state) !== null;
  return html`<div class="panel ${open ? "open" : "folded"} ${stale ? "stale" : ""}" id="part-steps" role=${narrow ? "tabpanel" : "complementary"} aria-label="Steps and nodes">
    ${
      narrow
        ? nothing
        : html`<button
          class="tool panel-toggle"
          aria-expanded=${open}
          aria-label=${open ? "Fold the steps" : "Open the steps"}
          title=${open ? "Fold" : "Steps"}
          @click=${() => control.set({ panel: !open })}
        >
          ${sidebar}
        </button>`
    }
    ${narrow || open ? nothing : rail(state, control)}
    <div class="panel-body ${open ? "" : "visually-hidden"}">
      <h2 class="title">Steps</h2>
      ${frame === null ? nothing : body(state, frame, acts)}
    </div>
  </div>`;
}

/** What stands beside the button of a folded panel: its name, and that something is to be said. */
function rail(state: State, control: Control): TemplateResult {
  const open = () => control.set({ panel: true });
  return html`${
    findingsOf(state).length === 0
      ? nothing
      : html`<button class="rail-findings" title="Something is to be said: open the steps" @click=${open}>${findingsCount(state)}</button>`
  }<span
      class="rail" aria-hidden="true" @click=${open}>Steps</span>`;
}

function body(state: State, frame: Frame, acts: Acts): TemplateResult {
  const { control } = acts;
  const inStage = state.noPicture !== null || layoutOf(state) === null;
  return html`${stepsTable(state, frame, acts)} ${findingsList(state, control)} ${inspector(state, frame, control)}
  ${
    inStage
      ? nothing
      : html`<section class="nodes-part ${state.nodesOpen ? "open" : ""}" aria-labelledby="nodes-title">
        <h2 class="title" id="nodes-title">
          <button aria-expanded=${state.nodesOpen} @click=${() => control.toggle("nodesOpen")}>Nodes ${chevron}</button>
        </h2>
        <div class=${state.nodesOpen ? "nodes-body" : "visually-hidden"}>${nodeTable(state, frame)}</div>
      </section>`
  }`;
}
