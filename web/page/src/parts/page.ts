// The whole page, from the state and the frame.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Frame } from "../model/frame";
import { isNarrow, panelOpen, type State } from "../model/store";
import type { Acts } from "../control/actions";
import { exportDialog } from "./export";
import { help } from "./help";
import { panel } from "./panel";
import { side } from "./side";
import { stage } from "./stage";
import { tabs } from "./tabs";
import { timeline } from "./timeline";
import { top } from "./top";
import "./board.css";

export function page(state: State, frame: Frame | null, acts: Acts): TemplateResult {
  const { control, exporter } = acts;
  const open = !isNarrow(state) && panelOpen(state) ? "panel-open" : "panel-folded";
  return html`${top(state, acts)}
    <main class="board ${open}">
      ${side(state, acts)} ${stage(state, frame, acts)} ${timeline(state, frame, acts)}
      ${isNarrow(state) ? tabs(state, control) : nothing} ${panel(state, frame, acts)}
    </main>
    ${help(state, control)} ${exportDialog(state, frame, exporter)}`;
}
