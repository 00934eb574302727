// The whole page, from the state and the frame.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Frame } from "../model/frame";
import { isNarrow, panelOpen, type State } from "../model/store";
import type { Control } from "../control/control";
import { exportDialog } from "./export";
import type { Exporter } from "../control/exporter";
import { help } from "./help";
import { panel } from "./panel";
import { side } from "./side";
import { stage } from "./stage";
import { tabs } from "./tabs";
import { timeline } from "./timeline";
import { top } from "./top";

/** What is done with the page, by those who do it. */
export interface Acts {
  control: Control;
  exporter: Exporter;
  fit: () => void;
  copyLink: () => void;
}

export function page(state: State, frame: Frame | null, { control, exporter, fit, copyLink }: Acts): TemplateResult {
  const open = panelOpen(state) ? "panel-open" : "panel-folded";
  return html`${top(state, control, exporter, copyLink)}
    <main class="board ${open} ${isNarrow(state) ? "narrow" : ""}">
      ${side(state, control)} ${stage(state, frame, control, fit)} ${timeline(state, frame, control)}
      ${isNarrow(state) ? tabs(state, control) : nothing} ${panel(state, frame, control)}
    </main>
    ${help(state, control)} ${exportDialog(state, frame, exporter)}`;
}
