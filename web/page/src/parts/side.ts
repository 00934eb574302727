// The left column: the worked examples, the text with its status or error, the leaves, the switches.
import { html, nothing, type TemplateResult } from "lit-html";
import { live } from "lit-html/directives/live.js";
import { isConnected, isNarrow, presetOf, type State } from "../model/store";
import { connectionLine } from "./connection";
import { type Action, type Acts, labelOf, TOGGLES } from "../control/actions";
import type { Control } from "../control/control";
import { firstFinding } from "./findings";
import { alert, check, chevron } from "./icons";
import { leavesPart } from "./leaves";
import { sentence } from "./pieces";
import { skippedPart } from "./skipped";
import { speed } from "./timeline";
import "./error.css";
import "./side.css";

export function side(state: State, acts: Acts): TemplateResult {
  const { control } = acts;
  const narrow = isNarrow(state);
  const visible = (tab: State["tab"]) => !narrow || state.tab === tab;
  const role = narrow ? "tabpanel" : nothing;
  return html`<div class="side">
    ${narrow ? html`<div class="status" role="status">${connectionLine(state)}</div>` : nothing}
    <section class="text-part" id="part-text" role=${role} aria-label="Text" ?hidden=${!visible("text")}>
      ${presets(state, control)}
      <div class="editor ${state.error === null ? "" : "wrong"} ${state.text.split("\n").length > 3 ? "long" : ""}"></div>
      <div class="status" role="status">${size(state)}${narrow ? nothing : connectionLine(state)}</div>
      ${state.error === null ? html`${firstFinding(state)}${skippedPart(state, control)}` : errorBox(state, control)}
      ${narrow && state.error === null ? html`<p class="note">${presetOf(state)?.sentence}</p>` : nothing}
    </section>
    <section class="leaves-part" id="part-leaves" role=${role} aria-labelledby="leaves-title" ?hidden=${!visible("leaves")}>
      ${leavesPart(state, control)}
      <div class="switches">
        ${TOGGLES.map((action) => toggle(action, state, acts))}
        ${narrow ? html`<div class="switch">Speed ${speed(state, control)}</div>` : nothing}
      </div>
    </section>
  </div>`;
}

function presets(state: State, control: Control): TemplateResult {
  const preset = presetOf(state);
  const chosen = preset?.name ?? "";
  return html`<label class="select preset">
    <span class="visually-hidden">Example</span>
    <select
      data-testid="preset"
      title=${preset?.sentence ?? "Your own text"}
      .value=${live(chosen)}
      @change=${(event: Event) => control.choose((event.target as HTMLSelectElement).value)}
    >
      <option value="" hidden ?selected=${chosen === ""}>Your own text</option>
      ${state.presets.map(({ name }) => html`<option value=${name} ?selected=${name === chosen}>${name}</option>`)}
    </select>
    ${chevron}
  </label>`;
}

/** How large the graph is that the text has, once it is known. */
function size(state: State): TemplateResult | typeof nothing {
  const { trace, error, waiting } = state;
  if (trace === null || error !== null || waiting !== null || !isConnected(state)) return nothing;
  const { nodes, edges } = trace.graph;
  return html`<p>${check}${count(nodes.length, "node")}, ${count(edges.length, "arrow")}</p>`;
}

const count = (n: number, what: string) => `${n.toLocaleString("en")} ${what}${n === 1 ? "" : "s"}`;

function errorBox({ error, text }: State, control: Control): TemplateResult {
  const { message, hint, line, column, fixes } = error!;
  const source = line === null ? undefined : text.split("\n")[line - 1];
  return html`<div class="error" data-testid="error" role="alert">
    <p class="what">${alert}<strong>${sentence(message)}</strong></p>
    ${source === undefined || source.trim() === "" || column === null ? nothing : html`<pre class="place">${around(source, column)}</pre>`}
    ${hint === null ? nothing : html`<p class="hint">${sentence(hint)}</p>`}
    ${
      fixes.length === 0
        ? nothing
        : html`<div class="fixes" role="group" aria-label="Fixes">
          ${fixes.map((fix) => html`<button @click=${() => control.rewrite(fix, text)}>${sentence(fix.label)}</button>`)}
        </div>`
    }
  </div>`;
}

/** As much of the line as fits beside the place, and a caret under it. */
function around(source: string, column: number): TemplateResult {
  const characters = [...source];
  const from = Math.max(0, Math.min(column - 14, characters.length - 23));
  const cut = characters.slice(from, from + 23).join("");
  const lead = from > 0 ? "…" : "";
  const tail = characters.length > from + 23 ? "…" : "";
  return html`${lead}${cut}${tail}
<span class="caret">${" ".repeat(lead.length + column - 1 - from)}^</span>`;
}

function toggle(action: Action, state: State, acts: Acts): TemplateResult {
  return html`<label class="switch">
    ${labelOf(action, state)}
    <input
      type="checkbox"
      role="switch"
      data-testid=${action.name}
      .checked=${live(action.on?.(state) === true)}
      @change=${() => action.does(acts)}
    />
  </label>`;
}
