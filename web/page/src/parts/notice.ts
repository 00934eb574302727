// What the bar says: that an address cannot be read, that a link is copied, or the link itself to be copied by hand.
import { html, nothing, type TemplateResult } from "lit-html";
import { ref } from "lit-html/directives/ref.js";
import type { Notice, State } from "../model/store";
import { ACTIONS, type Acts } from "../control/actions";
import type { Control } from "../control/control";
import { actionButton } from "./button";
import { alert, chain, check, close } from "./icons";
import { sentence } from "./pieces";
import "./notice.css";

export function notice({ notice: said }: State, control: Control): TemplateResult {
  // The region is always there: what comes into it later is read out.
  return html`<div class="notice-place" role="status">
    ${
      said === null
        ? nothing
        : html`<div class="notice" data-testid="notice">
          ${"link" in said ? linkField(said) : html`<span class="sign">${alert}</span><p>${words(said)}</p>`}
          <button class="tool small" aria-label="Close" @click=${() => control.set({ notice: null })}>${close}</button>
        </div>`
    }
  </div>`;
}

function words({ error }: Extract<Notice, { error: unknown }>) {
  const stop = /[.!?…]$/.test(error.message) ? "" : ".";
  return html`<strong>${sentence(error.message)}${stop}</strong> ${error.hint === null ? nothing : sentence(error.hint)}`;
}

/** So that Ctrl-C takes it, once it stands in the page. */
function taken(field?: Element): void {
  queueMicrotask(() => {
    (field as HTMLInputElement | undefined)?.focus();
    (field as HTMLInputElement | undefined)?.select();
  });
}

function linkField({ link }: Extract<Notice, { link: unknown }>): TemplateResult {
  return html`<label>
    Copy this link
    <input type="text" readonly data-testid="link" .value=${link} ${ref(taken)} />
  </label>`;
}

export function copyButton(state: State, acts: Acts): TemplateResult {
  const { copied } = state;
  const content = html`${copied ? check : chain}<span class="label" aria-hidden="true"><span>Copy link</span><span>Copied</span></span>`;
  return html`${actionButton(ACTIONS.copyLink, content, state, acts, { kind: `tool named copy ${copied ? "copied" : ""}` })}<span class="visually-hidden" role="status">${copied ? "Link copied" : ""}</span>`;
}
