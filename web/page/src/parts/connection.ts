// What is said of the line to the server: that it is being tied, lost, shut or slow, or that an answer takes long.
import { html, nothing, type TemplateResult } from "lit-html";
import { isConnected, type State } from "../model/store";
import { alert, hourglass, retrying } from "./icons";
import { sentence } from "./pieces";

const ICONS = { turning: retrying, slow: hourglass, shut: alert };

export interface Said {
  readonly kind: keyof typeof ICONS;
  readonly words: string;
}

/** Null while questions are answered as they should be. */
export function saidOf(state: State): Said | null {
  const { connection, refusal, waiting } = state;
  if (!isConnected(state)) {
    if (refusal !== null) return { kind: "shut", words: `${refusal.message}. ${refusal.hint ?? ""}`.trim() };
    return { kind: "turning", words: connection === "lost" ? "Connection lost, trying again …" : "Connecting …" };
  }
  if (waiting !== null) return { kind: "turning", words: queued(waiting) };
  return connection === "slow" ? { kind: "slow", words: "Live channel blocked: answers come more slowly" } : null;
}

function queued(before: number): string {
  if (before === 0) return "Computing …";
  return before === 1 ? "1 question before yours" : `${before.toLocaleString("en")} questions before yours`;
}

export function connectionLine(state: State): TemplateResult | typeof nothing {
  const said = saidOf(state);
  return said === null
    ? nothing
    : html`<p class=${said.kind} data-testid="connection">${ICONS[said.kind]}<span>${sentence(said.words)}</span></p>`;
}
