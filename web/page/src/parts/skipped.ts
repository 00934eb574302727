// What the text says beside the graph: how parts of it are read, which compute nothing and why, and what it printed.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import type { Note, Skipped } from "../model/messages";
import type { State } from "../model/store";
import type { Structure } from "../model/structure";
import type { Control } from "../control/control";
import { chevron } from "./icons";
import "./skipped.css";

/** More parts than this are counted without being listed. */
const LISTED = 50;

export function skippedPart({ trace, text, skippedOpen }: State, control: Control): TemplateResult | typeof nothing {
  if (trace === null || (trace.skipped.length === 0 && trace.notes.length === 0 && trace.printed === "")) return nothing;
  // While the text is typed on, places and list are those of the graph that is shown.
  const there = trace.source === text;
  return html`<section class="skipped ${skippedOpen ? "open" : ""}" aria-label="Notes on the text">
    <button class="fold" aria-expanded=${skippedOpen} @click=${() => control.toggle("skippedOpen")}>
      ${heading(trace)} ${chevron}
    </button>
    ${skippedOpen ? guard([trace, there], () => list(trace, there, control)) : nothing}
    ${skippedOpen && trace.printed !== "" ? html`<pre class="printed" aria-label="Printed" tabindex="0">${trace.printed}</pre>` : nothing}
  </section>`;
}

function heading({ skipped, notes, printed }: Structure): string {
  const parts = [
    notes.length > 0 ? `${notes.length} ${notes.length === 1 ? "note" : "notes"}` : "",
    skipped.length > 0 ? `${skipped.length} skipped` : "",
    printed !== "" ? "printed" : "",
  ];
  return parts.filter((part) => part !== "").join(", ");
}

function list({ source, skipped, notes }: Structure, there: boolean, control: Control): TemplateResult {
  const characters = [...source];
  const parts = [...notes, ...skipped];
  return html`<ul>
    ${parts.slice(0, LISTED).map(
      (part) => html`<li>
        <button ?disabled=${!there} @click=${() => control.editor?.goTo(part.span)}>${row(characters, part)}</button>
      </li>`,
    )}
    ${parts.length > LISTED ? html`<li class="note">and ${parts.length - LISTED} more</li>` : nothing}
  </ul>`;
}

function row(characters: readonly string[], { span: [start, end], reason }: Note | Skipped): TemplateResult {
  const part = characters.slice(start, end).join("").replace(/\s+/g, " ");
  return html`<code title=${part}>${part}</code><span class="reason">${reason}</span>`;
}
