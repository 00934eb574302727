// One node looked at closely: the selected one, or else the one that acts. Its numbers, local derivatives, arrows and findings.
import { html, nothing, type TemplateResult } from "lit-html";
import type { Frame, Numbers } from "../model/frame";
import type { Node, OpRow } from "../model/messages";
import type { State } from "../model/store";
import { arriving, ends, type Structure } from "../model/structure";
import type { Control } from "../control/control";
import { finding, findingsOf, LISTED } from "./findings";
import { formula } from "./formula";
import { close } from "./icons";
import { code, number, tile } from "./pieces";
import { whyPart } from "./why";

/** More arrows than this are summed up without being listed. */
const MOST_ARROWS = 6;
const ORDINALS = ["first", "second", "third", "fourth", "fifth", "sixth"];

interface Subject {
  state: State;
  frame: Frame;
  trace: Structure;
  numbers: Numbers;
  node: Node;
}

export function inspector(state: State, frame: Frame, control: Control): TemplateResult {
  const { trace, numbers } = state as State & { trace: Structure; numbers: Numbers };
  const node = trace.graph.nodes[state.selected ?? frame.sender ?? trace.graph.root]!;
  const subject = { state, frame, trace, numbers, node };
  return html`<section class="inspector" aria-labelledby="node-title">
    <h2 class="title" id="node-title">Node</h2>
    <div class="card">
      <div class="card-head">
        ${tile(node, "large")}<code class="text">${node.kind === "const" ? "constant" : node.text}</code>
        ${
          state.selected === null
            ? nothing
            : html`<button class="tool small" aria-label="Follow the steps again" title="Follow the steps again" @click=${() => control.set({ selected: null })}>${close}</button>`
        }
      </div>
      <dl>
        ${line("value", number(frame.values[node.id]!))} ${node.kind === "const" ? line("grad", html`<span class="dim">none, it is constant</span>`) : gradient(subject)}
        ${localDerivatives(subject)}
      </dl>
      ${state.locals ? gate(subject) : nothing} ${findings(subject)} ${whyPart(state, frame, node, control)}
    </div>
  </section>`;
}

const line = (label: unknown, value: unknown, kind = "") => html`<div class="line ${kind}"><dt>${label}</dt><dd>${value}</dd></div>`;

/** The gradient; where several arrows bring it, each of them and the sum. */
function gradient({ frame, trace, numbers, node, state }: Subject): TemplateResult {
  const arrows = arriving(trace, node.id);
  const grad = frame.grads[node.id]!;
  if (arrows.length < 2) return line("grad", number(grad));
  const known = arrows.filter(({ id }) => state.final || frame.edges[id]!.backward >= 1);
  const parts = known.map(({ id }) => numbers.contributions[id]!);
  const several = parts.length > 1 && parts.length <= MOST_ARROWS;
  const sum = several ? parts.map((x, i) => html`${i === 0 ? "" : html`<span class="op"> + </span>`}${number(x)}`) : nothing;
  const listed = arrows.length <= MOST_ARROWS ? arrows : [];
  return html`${listed.map(({ id }, i) => line(`${ORDINALS[i]!} arrow`, number(known.some((edge) => edge.id === id) ? numbers.contributions[id]! : null)))}
  ${listed.length === 0 ? line("arrows", html`${known.length} of ${arrows.length} have arrived`) : nothing}
  ${line("grad", several ? html`${sum}<span class="op"> = </span>${number(grad)}` : number(grad), "sum")}`;
}

/** The op's local derivative toward each input that has a gradient. */
function localDerivatives({ state, frame, trace, numbers, node }: Subject): (TemplateResult | typeof nothing)[] {
  if (node.kind !== "op") return [];
  const row = state.legend?.ops.find(({ name }) => name === node.op) ?? null;
  const known = frame.values[node.id] !== null;
  return trace.graph.edges.slice(firstEdge(trace, node.id), firstEdge(trace, node.id) + node.inputs.length).map((edge) => {
    const child = trace.graph.nodes[edge.child]!;
    if (child.kind === "const") return nothing;
    const other = row === null ? null : otherName(row, edge.slot, node, trace);
    const value = number(known ? numbers.locals[edge.id]! : null);
    return html`${line(
      html`local derivative to ${code(child.label)}`,
      html`${other === null ? nothing : html`${code(other)}<span class="op"> = </span>`}${value}`,
    )}${state.locals && row !== null ? partial(row, edge.slot) : nothing}`;
  });
}

/** Edges stand by parent and slot: the first of a parent, by bisection. */
function firstEdge({ graph }: Structure, parent: number): number {
  let [low, high] = [0, graph.edges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (graph.edges[middle]!.parent < parent) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The name of the input that the partial is, if it is one: that of a product is the other factor. */
function otherName(row: OpRow, slot: number, node: Node, { graph }: Structure): string | null {
  const input = ["a", "b"].indexOf(row.partials[slot] ?? "");
  const other = input < 0 ? undefined : graph.nodes[node.inputs[input]!];
  return other === undefined || other.kind === "const" ? null : other.label;
}

function partial(row: OpRow, slot: number): TemplateResult {
  const by = ["a", "b"][slot] ?? "a";
  const signature = row.signature.replaceAll("**", "^").replaceAll("*", "\\cdot ");
  return html`<div class="partial">
    ${formula(String.raw`\frac{\partial}{\partial ${by}}\,${latex(signature)} = ${row.partials_latex[slot] ?? ""}`)}
    <p>${row.words[slot]}</p>
  </div>`;
}

/** A signature as LaTeX: functions upright. */
const latex = (signature: string) =>
  signature
    .replace(
      /([a-z]\w+)\(([^)]*)\)/,
      (_, name: string, inside: string) => String.raw`\operatorname{${name.replaceAll("_", String.raw`\_`)}}(${inside})`,
    )
    .replace(/^(.*[-+/].*|.*cdot.*)$/, "($1)");

function gate({ state, node }: Subject): TemplateResult | typeof nothing {
  const row = state.legend?.ops.find(({ name }) => name === node.op);
  return row === undefined
    ? nothing
    : html`<p class="gate">The gate ${row.gate}.${node.expansion === null ? "" : html` Inside: ${code(node.expansion)}`}</p>`;
}

/** The list above says the first ones already. */
function findings({ state, trace, node }: Subject): unknown {
  return findingsOf(state)
    .slice(LISTED)
    .filter(([place]) => ends(trace, place).parent === node.id)
    .map((one) => finding(state, one));
}
