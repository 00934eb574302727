// What is to be said about nodes whose numbers left the number line: in the list, at the text, on the folded rail.
import { html, nothing, type TemplateResult } from "lit-html";
import type { State } from "../model/store";
import { ends, said } from "../model/structure";
import type { Control } from "../control/control";
import { warning } from "./icons";

/** More findings than this are counted without being listed. */
export const LISTED = 20;

export type Finding = readonly [place: number, kind: number];

export const findingsOf = ({ numbers }: State): readonly Finding[] => numbers?.findings ?? [];

export function finding({ legend, trace }: State, [place, kind]: Finding): TemplateResult {
  const { parent, child } = ends(trace!, place);
  const text = said(trace!, legend?.findings[kind]?.message ?? "", parent, child);
  return html`<p class="finding">${warning}<span>${text}</span></p>`;
}

/** All findings, each with a way to its node. */
export function findingsList(state: State, control: Control): TemplateResult | typeof nothing {
  const all = findingsOf(state);
  if (all.length === 0) return nothing;
  return html`<section class="findings" aria-label="Findings">
    ${all
      .slice(0, LISTED)
      .map(
        (one) =>
          html`<button class="finding-button" @click=${() => control.set({ selected: ends(state.trace!, one[0]).parent })}>${finding(state, one)}</button>`,
      )}
    ${all.length > LISTED ? html`<p class="note">and ${all.length - LISTED} more</p>` : nothing}
  </section>`;
}

/** The first finding in words, where the text is. */
export function firstFinding(state: State): TemplateResult | typeof nothing {
  const [first] = findingsOf(state);
  return first === undefined ? nothing : html`<div class="first-finding" role="status">${finding(state, first)}</div>`;
}

/** How many there are, where there is no room for words. */
export function findingsCount(state: State): TemplateResult | typeof nothing {
  const { length } = findingsOf(state);
  if (length === 0) return nothing;
  const count = length > 99 ? "99+" : String(length);
  return html`<span class="findings-count">${warning}${count}<span class="visually-hidden"> ${length === 1 ? "finding" : "findings"}</span></span>`;
}
