// The parts of the text that are understood and have nothing to compute, each with the reason and a way to its place.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Skipped } from "../model/messages";
import type { State } from "../model/store";
import type { Structure } from "../model/structure";
import type { Control } from "../control/control";
import { chevron } from "./icons";
import "./skipped.css";

/** More parts than this are counted without being listed. */
const LISTED = 50;

export function skippedPart({ trace, text, skippedOpen }: State, control: Control): TemplateResult | typeof nothing {
  if (trace === null || trace.skipped.length === 0) return nothing;
  // While the text is typed on, places and list are those of the graph that is shown.
  const there = trace.source === text;
  return html`<section class="skipped ${skippedOpen ? "open" : ""}" aria-label="Skipped">
    <button class="fold" aria-expanded=${skippedOpen} @click=${() => control.toggle("skippedOpen")}>
      ${trace.skipped.length} skipped ${chevron}
    </button>
    ${skippedOpen ? guard([trace, there], () => list(trace, there, control)) : nothing}
  </section>`;
}

function list({ source, skipped }: Structure, there: boolean, control: Control): TemplateResult {
  const characters = [...source];
  return html`<ul>
    ${skipped.slice(0, LISTED).map(
      (part) => html`<li>
        <button ?disabled=${!there} @click=${() => control.editor?.goTo(part.span)}>${row(characters, part)}</button>
      </li>`,
    )}
    ${skipped.length > LISTED ? html`<li class="note">and ${skipped.length - LISTED} more</li>` : nothing}
  </ul>`;
}

function row(characters: readonly string[], { span: [start, end], reason }: Skipped): TemplateResult {
  const part = characters.slice(start, end).join("").replace(/\s+/g, " ");
  return html`<code title=${part}>${part}</code><span class="reason">${reason}</span>`;
}
