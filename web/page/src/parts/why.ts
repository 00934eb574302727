// Why a node's gradient or value is undefined, infinite or 0: the places where that came about, the way from there, what to do.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Control } from "../control/control";
import type { Frame, Numbers } from "../model/frame";
import type { Node, Remedy } from "../model/messages";
import type { State } from "../model/store";
import { said, type Structure } from "../model/structure";
import { type Link, turnsOf, wayOf, type Why, whyOf } from "../model/why";
import { arrow } from "./icons";
import { code, number, sentence, shortened, tile } from "./pieces";
import "./why.css";

/** Characters of a name on the way, nodes at either end of a long way, and places of harm that are listed. */
const NAME = 24;
const ENDS = 3;
const MOST_PLACES = 8;

interface Told {
  state: State;
  trace: Structure;
  numbers: Numbers;
  why: Why;
  control: Control;
}

/** As soon as the node's numbers are to be seen. */
export function whyPart(state: State, frame: Frame, node: Node, control: Control): TemplateResult | typeof nothing {
  const { trace, numbers } = state as State & { trace: Structure; numbers: Numbers };
  if (frame.values[node.id] === null) return nothing;
  const why = whyOf(trace, numbers, node.id, Object.is(frame.grads[node.id], numbers.grads[node.id]));
  if (why === null) return nothing;
  const told = { state, trace, numbers, why, control };
  const [what, x] = why.backward.length > 0 ? ["gradient", numbers.grads[node.id]!] : ["value", numbers.values[node.id]!];
  const places = turnsOf(why);
  return html`<section class="why" aria-labelledby="why-title" data-testid="why">
    <h3 id="why-title">Why the ${what} is ${Number.isNaN(x) ? "undefined" : x === 0 ? "0" : "infinite"}</h3>
    <ol>
      ${why.forward.length > 0 ? forwardPlace(told, why.forward[0]!) : nothing} ${places.slice(0, MOST_PLACES).map((link) => arrowPlace(told, link))}
    </ol>
    ${places.length > MOST_PLACES ? html`<p class="note">and ${places.length - MOST_PLACES} more</p>` : nothing} ${wayPart(told)} ${todo(told, places)}
  </section>`;
}

/** A button that leads to the node: what it is about and in which pass, and what is said. */
function place({ control }: Told, node: number, pass: string, who: unknown, says: unknown): TemplateResult {
  return html`<li>
    <button @click=${() => control.set({ selected: node })}>
      <span class="who">${who}</span><span class="pass">${pass}</span>
      <span class="says">${says}</span>
    </button>
  </li>`;
}

function forwardPlace(told: Told, node: number): TemplateResult {
  const { state, trace, numbers } = told;
  const kind = numbers.findings.find(([at]) => at === node)?.[1];
  const message = kind === undefined ? undefined : state.legend?.findings[kind]?.message;
  // What it says to do about it is the findings' list; here there is what to write.
  const [what = "It leaves the number line here"] = message?.split(". ") ?? [];
  const says = said(trace, `${what}.`, node, node);
  const value = html`<span class="arithmetic">= ${number(numbers.values[node]!)}</span>`;
  return place(told, node, "forward", html`${name(trace, node)} ${value}`, says);
}

function arrowPlace(told: Told, { edge, kind }: Link): TemplateResult {
  const { state, trace, numbers } = told;
  const { parent, child } = trace.graph.edges[edge]!;
  const [incoming, local, sent] = [numbers.grads[parent]!, numbers.locals[edge]!, numbers.contributions[edge]!];
  const who = html`${tile(trace.graph.nodes[parent]!)} ${arrow} ${name(trace, child)}`;
  const arithmetic = html`<span class="arithmetic">${number(incoming)} × ${number(local)} = ${number(sent)}</span>`;
  const says = said(trace, linkOf(state, kind)?.message ?? "", parent, child);
  return place(told, parent, "backward", who, html`${arithmetic}${says}`);
}

const linkOf = ({ legend }: State, kind: string) => legend?.links.find((link) => link.code === kind);

const name = ({ graph }: Structure, node: number) => code(shortened(graph.nodes[node]!.label, NAME));

/** The nodes from the first place to the node; of a long way the middle is counted. */
function wayPart({ trace, why }: Told): TemplateResult | typeof nothing {
  const way = wayOf(trace, why);
  if (way.length < 2) return nothing;
  const cut = way.length > 2 * ENDS + 1;
  const shown = cut ? [...way.slice(0, ENDS), null, ...way.slice(-ENDS)] : way;
  return html`<p class="way" data-testid="why-way">
    The way: ${shown.map((node, i) => html`${i === 0 ? nothing : html` ${arrow} `}${node === null ? html`${way.length - 2 * ENDS} more` : name(trace, node)}`)}
  </p>`;
}

/** What to write instead where that is known, else what to do about the last place. */
function todo(told: Told, places: readonly Link[]): unknown {
  const { state, trace, why } = told;
  const involved = new Set([...why.forward.slice(0, 1), ...places.map(({ edge }) => trace.graph.edges[edge]!.parent)]);
  const remedies = trace.remedies.filter(({ nodes }) => nodes.some((node) => involved.has(node)));
  if (remedies.length > 0) return remedies.map((remedy) => remedyPart(told, remedy));
  const last = places.at(-1);
  const hint = last === undefined ? "" : (linkOf(state, last.kind)?.hint ?? "");
  if (hint === "") return nothing;
  const { parent, child } = trace.graph.edges[last!.edge]!;
  return html`<p class="todo">${sentence(said(trace, hint, parent, child))}</p>`;
}

function remedyPart({ state, trace, control }: Told, remedy: Remedy): TemplateResult {
  const offer =
    remedy.replacement === null
      ? nothing
      : html`<pre class="offer">${remedy.replacement}</pre>
        <button class="use" ?disabled=${trace.source !== state.text} @click=${() => control.rewrite(remedy, trace.source)}>Write it so</button>`;
  return html`<div class="todo"><p>${sentence(remedy.message)}</p>${offer}</div>`;
}
