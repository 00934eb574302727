// The stage: the picture's canvas, what its signs mean, the fit button, the stale badge; or why there is no picture.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Frame } from "../model/frame";
import { isNarrow, layoutOf, presetOf, staleness, type State } from "../model/store";
import { ACTIONS, type Acts } from "../control/actions";
import { actionButton } from "./button";
import { clock, corners, minusDisc, plusDisc, wedge } from "./icons";
import { nodeTable } from "./nodes";
import { inOneLine } from "./pieces";
import "./stage.css";

const TOO_LARGE = "This graph is too large to draw well. Its steps and nodes are in the tables.";

/** Why there is no picture; null where there is one, or will be. */
export function missingPicture(state: State): string | null {
  return state.noPicture ?? (state.trace !== null && layoutOf(state) === null ? TOO_LARGE : null);
}

export function stage(state: State, frame: Frame | null, acts: Acts): TemplateResult {
  const missing = missingPicture(state);
  const kind = missing !== null ? "bare" : state.trace === null ? "waiting" : "";
  return html`<section class="stage ${kind}" aria-label="Picture">
    <canvas data-testid="scene" tabindex="0" role="img" aria-label=${describe(state)}></canvas>
    ${
      missing === null
        ? html`<div class="key" aria-hidden="true">
            <span>${plusDisc}positive</span><span>${minusDisc}negative</span><span>${wedge}wider is larger</span>
          </div>
          ${actionButton(ACTIONS.fit, corners, state, acts, { kind: "tool boxed fit" })}`
        : html`<div class="instead">
          <p>${missing}</p>
          ${frame === null ? nothing : nodeTable(state, frame, acts.control.scrolled("nodes"))}
        </div>`
    }
    ${badge(state)}${missing === null ? caption(state) : nothing}
  </section>`;
}

function describe({ trace }: State): string {
  if (trace === null) return "The graph";
  return `The graph of ${trace.source}. Its nodes and steps are in the lists beside it.`;
}

/** What to look at in a worked example; on a phone, where the text has a tab of its own, the text. */
function caption(state: State): TemplateResult | typeof nothing {
  if (staleness(state) !== null || state.trace === null) return nothing;
  if (isNarrow(state)) return html`<p class="caption">${inOneLine(state.trace.source)}</p>`;
  const sentence = presetOf(state)?.sentence;
  return sentence === undefined ? nothing : html`<p class="caption" title=${sentence}>${sentence}</p>`;
}

/** That the picture is not what text and sliders say, and what it is. */
function badge(state: State): TemplateResult | typeof nothing {
  const why = staleness(state);
  if (why === null) return nothing;
  return html`<p class="badge" role="status">
    ${clock}<span class="why">${why === "mistake" ? "Stale. Showing the last good graph," : "Not connected. Showing the last answer,"}</span>
    ${inOneLine(state.trace!.source)}
  </p>`;
}
