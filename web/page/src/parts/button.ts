// A button of an action: named, explained and switched by the table of actions.
import { html, nothing, type TemplateResult } from "lit-html";
import { type Action, type Acts, labelOf, tooltipOf } from "../control/actions";
import type { State } from "../model/store";

export interface Look {
  readonly kind?: string;
  /** It opens a dialog. */
  readonly dialog?: boolean;
  /** Its content is its label. */
  readonly worded?: boolean;
  /** Of two that exclude each other one is chosen. */
  readonly choice?: boolean;
}

export function actionButton(action: Action, content: unknown, state: State, acts: Acts, look: Look = {}): TemplateResult {
  const { kind = "tool", dialog = false, worded = false, choice = false } = look;
  const on = choice && action.on?.(state) === true;
  return html`<button
    class="${kind} ${on ? "chosen" : ""}"
    data-testid=${action.name}
    aria-label=${worded ? nothing : labelOf(action, state)}
    aria-pressed=${choice ? on : nothing}
    aria-haspopup=${dialog ? "dialog" : nothing}
    title=${tooltipOf(action, state)}
    ?disabled=${action.can?.(state) === false}
    @click=${() => action.does(acts)}
  >${content}</button>`;
}
