// Small pieces that stand in many places: a number in its sign's colour, an op's tile, a name, running words.
import { html, nothing, svg, type TemplateResult } from "lit-html";
import { exponentOf } from "../model/constants";
import { exact, format } from "../model/format";
import type { Part } from "../model/frame";
import { signOf } from "../model/look";
import type { Node } from "../model/messages";
import type { Structure } from "../model/structure";
import { strokes } from "./icons";
import "./pieces.css";
import "./switch.css";

const SIGNS = { "-1": "minus", "0": "zero", "1": "plus" } as const;

/** The class a number is coloured by: `--` for unknown, and words for what is not finite have none. */
export function tone(x: number | null): string {
  if (x === null) return "num unknown";
  return Number.isFinite(x) ? `num ${SIGNS[signOf(x)]}` : "num odd";
}

/** A number as it is shown everywhere; the full one on hover. */
export function number(x: number | null): TemplateResult {
  return html`<span class=${tone(x)} title=${x === null ? nothing : exact(x)}>${x === null ? "--" : format(x)}</span>`;
}

/** The same as on the node's card: an op's sign or name, a leaf's name, a constant's number. */
export function tile(node: Node, size: "small" | "large" = "small"): TemplateResult {
  const kind = `tile ${size}`;
  if (node.kind !== "op") return html`<span class="${kind} of-${node.kind}">${node.label}</span>`;
  const drawn = strokes[node.symbol];
  // The symbol stands there as text too, for reading and for copying.
  if (drawn !== undefined)
    return html`<span class=${kind}><svg viewBox="0 0 20 20" aria-hidden="true">${drawn}</svg><span class="symbol">${node.symbol}</span></span>`;
  const exponent = exponentOf(node);
  if (exponent === null) return html`<span class="${kind} word">${node.symbol}</span>`;
  const power = format(exponent);
  return html`<span class="${kind} power"
    ><svg viewBox="0 0 20 20" aria-hidden="true">${svg`<text x="2.5" y="16">x</text><text class="raised ${power.length > 1 ? "two" : ""}" x="10.5" y="9.5">${power.length > 2 ? "n" : power}</text>`}</svg
    ><span class="symbol">${node.symbol}</span></span>`;
}

/** Code: a name or an expression, of at most so many characters. */
export function code(text: string, most = Infinity): TemplateResult {
  return html`<code title=${text.length > 24 ? text : nothing}>${shortened(text, most)}</code>`;
}

/** Characters of a name in running words. */
const MOST_OF_A_NAME = 32;

/** A text of at most so many characters: of a longer one the middle is left out. */
export function shortened(text: string, most: number): string {
  const characters = [...text];
  if (characters.length <= most) return text;
  const end = Math.floor(most / 3);
  return `${characters.slice(0, most - 1 - end).join("")}…${characters.slice(-end).join("")}`;
}

/** Characters of a long text's end that always stand there. */
const TAIL = 9;

/** A text in one line; where it has no room it is shortened in its middle. */
export function inOneLine(source: string): TemplateResult {
  const lines = source.split("\n").map((line) => line.trim());
  const text = [...lines.filter((line) => line !== "" && !line.startsWith("#")).join("; ")];
  const cut = text.length > 2 * TAIL ? text.length - TAIL : text.length;
  return html`<code class="one-line" title=${source}><span>${text.slice(0, cut).join("")}</span>${text.slice(cut).join("")}</code>`;
}

/** Running words as parts: text, numbers, names, tiles. */
export function words(parts: readonly Part[], { graph }: Structure): TemplateResult[] {
  return parts.map((part) => {
    if (part.kind === "number") return number(part.value);
    if (part.kind === "name") return code(part.text, MOST_OF_A_NAME);
    return part.kind === "op" ? tile(graph.nodes[part.node]!) : html`<span class="words">${part.text}</span>`;
  });
}

/** A server's sentence, in which `…` is code. */
export function sentence(text: string): (string | TemplateResult)[] {
  return text.split("`").map((piece, i) => (i % 2 === 1 ? html`<code>${piece}</code>` : piece));
}
