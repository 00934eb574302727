// Help: the keys, what the colours mean, and the ops table as a legend.
import { html, nothing, type TemplateResult } from "lit-html";
import type { OpRow } from "../model/messages";
import type { State } from "../model/store";
import { keyLines } from "../control/actions";
import type { Control } from "../control/control";
import { formula } from "./formula";
import { close, minusDisc, plusDisc, wedge } from "./icons";
import "./dialog.css";
import "./help.css";

export function help(state: State, control: Control): TemplateResult {
  return html`<dialog class="dialog help" aria-labelledby="help-title" @close=${() => control.set({ help: false })} @click=${outside}>
    ${state.help ? content(state) : nothing}
  </dialog>`;
}

/** A click beside the dialog closes it. */
function outside(event: Event): void {
  if (event.target === event.currentTarget) (event.currentTarget as HTMLDialogElement).close();
}

function content({ legend }: State): TemplateResult {
  return html`<div class="sheet">
    <form method="dialog"><button class="tool" aria-label="Close" autofocus>${close}</button></form>
    <h2 id="help-title">How to read it</h2>
    <p>
      Type an expression of <code>+ - * / **</code>, names and functions. Every name is a leaf with a slider. <b>Forward</b>, values
      flow from the leaves to the root. <b>Backward</b>, gradients flow from the root to the leaves: each arrow brings
      <em>incoming × local = contribution</em>, and where several arrive they add up.
    </p>
    <ul class="meanings">
      <li>${plusDisc} positive</li>
      <li>${minusDisc} negative</li>
      <li>${wedge} wider is larger</li>
      <li><span class="num unknown">--</span> not known yet</li>
      <li><span class="num odd">∞</span> infinite</li>
      <li><span class="num odd">undefined</span> no number</li>
    </ul>
    <h3>Keys</h3>
    <dl class="keys">
      ${keyLines()
        .filter(({ place }) => place === null)
        .map(({ caps, does }) => html`<div><dt>${caps.map((cap) => html`<kbd>${cap}</kbd>`)}</dt><dd>${does}</dd></div>`)}
    </dl>
    <h3>Ops</h3>
    <table class="ops">
      <thead><tr><th scope="col">op</th><th scope="col">local derivatives</th><th scope="col">the gate</th></tr></thead>
      <tbody>${legend?.ops.map(opRow)}</tbody>
    </table>
    <p><a href="licences.txt" target="_blank">Whose work this page is made of</a></p>
  </div>`;
}

function opRow({ signature, partials_latex, gate, derived, expansion }: OpRow): TemplateResult {
  return html`<tr>
    <td><code>${signature}</code></td>
    <td>${partials_latex.map((latex) => html`<span class="local">${formula(latex)}</span>`)}</td>
    <td>${gate}${derived && expansion !== null ? html`<br /><span class="dim">opens into <code>${expansion}</code></span>` : nothing}</td>
  </tr>`;
}
