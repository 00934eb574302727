// The table of steps: numbers appear with their step, the present row is lit, a click on a row or ↑ ↓ goes there.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { styleMap } from "lit-html/directives/style-map.js";
import { format } from "../model/format";
import type { Frame, Numbers, Step } from "../model/frame";
import type { Legend } from "../model/messages";
import { arithmetic } from "../model/sentence";
import type { State } from "../model/store";
import type { Structure } from "../model/structure";
import { actionOf, type Acts } from "../control/actions";
import { arrow, warning } from "./icons";
import { code, tile, tone, words } from "./pieces";
import { ROW, rowsInView, spacer, TALL_ROW } from "./rows";

export function stepsTable(state: State, frame: Frame, acts: Acts): TemplateResult {
  const { control } = acts;
  const { trace, numbers } = state as State & { trace: Structure; numbers: Numbers };
  const backward = frame.direction === "backward";
  const troubled = new Set(numbers.findings.map(([place]) => place));
  const height = backward && widest.get(trace)?.twoLines === true ? TALL_ROW : ROW;
  const { first, last, cut } = rowsInView(frame.steps.length, state.tops.steps, height);
  const inView = frame.steps.slice(first, last);
  const row = backward ? backwardRow : forwardRow;
  const { style, twoLines } = columnsOf(trace, numbers, frame, inView);
  return html`<div
    class="scroll steps-scroll"
    tabindex="0"
    role="group"
    aria-label="Steps: up and down arrow keys go from row to row"
    @scroll=${cut ? control.scrolled("steps") : nothing}
    @keydown=${(event: KeyboardEvent) => {
      const action = actionOf(event, "in the steps");
      if (action === null) return;
      event.preventDefault();
      action.does(acts);
    }}
  >
    <table
      class="steps ${frame.direction} ${twoLines ? "two-lines" : ""}"
      data-testid="steps"
      role="table"
      aria-label=${backward ? "Steps of the backward pass" : "Steps of the forward pass"}
      aria-rowcount=${frame.steps.length + 1}
      style=${styleMap(style)}
      @click=${(event: Event) => {
        const step = (event.target as Element).closest("tr")?.dataset["step"];
        if (step !== undefined) control.seek(Number(step));
      }}
    >
      <thead role="rowgroup">
        <tr role="row">
          ${(backward ? ["#", "node", "incoming", "local", "contribution", "total"] : ["#", "node", "arithmetic", "value"]).map(
            (head) => html`<th role="columnheader" scope="col">${head}</th>`,
          )}
        </tr>
      </thead>
      <tbody role="rowgroup">
        ${spacer(first, height)}${inView.map((step) => row({ state, frame, trace, numbers, step, troubled }))}${spacer(frame.steps.length - last, height)}
      </tbody>
    </table>
  </div>`;
}

interface Row {
  state: State;
  frame: Frame;
  trace: Structure;
  numbers: Numbers;
  step: Step;
  /** Places of findings: nodes, and after them arrows. */
  troubled: ReadonlySet<number>;
}

const cell = (x: number | null) => html`<td role="cell" class=${tone(x)}>${x === null ? "--" : format(x)}</td>`;

function wrap(step: Step, present: boolean, reached: boolean, cells: TemplateResult): TemplateResult {
  return html`<tr
    role="row"
    class="${present ? "present" : ""} ${reached ? "reached" : ""}"
    data-step=${step.index}
    aria-rowindex=${step.index + 1}
    aria-current=${present ? "step" : nothing}
  ><td role="cell" class="index">${step.index}</td>${cells}</tr>`;
}

function backwardRow({ state, frame, trace, numbers, step, troubled }: Row): unknown {
  const { nodes, edges } = trace.graph;
  const present = frame.step === step.index;
  const reached = state.final || step.index <= frame.step;
  const sender = nodes[step.node]!;
  if (step.edge === null) {
    const total = reached ? numbers.grads[step.node]! : null;
    return guard(
      [trace, "root", present, reached, total],
      () =>
      wrap(step, present, reached, html`<td role="cell" class="who">${tile(sender)}</td>
        <td role="cell"></td><td role="cell"></td><td role="cell"></td>${cell(total)}`), // prettier-ignore
    );
  }
  const edge = step.edge;
  const arrived = state.final || step.index < frame.step || (present && frame.edges[edge]!.backward >= 1);
  const at = (of: Float64Array, index: number, known: boolean) => (known ? of[index]! : null);
  const [incoming, local] = [at(numbers.grads, step.node, reached), at(numbers.locals, edge, reached)];
  const [contribution, total] = [at(numbers.contributions, edge, reached), at(numbers.totals, edge, arrived)];
  const trouble = arrived && troubled.has(nodes.length + edge);
  return guard([trace, edge, present, reached, incoming, local, contribution, total, trouble], () => {
    const child = nodes[edges[edge]!.child]!;
    const who = html`<td role="cell" class="who" title=${child.text}>${tile(sender)}${arrow}${code(child.label)}${trouble ? mark : nothing}</td>`;
    return wrap(step, present, reached, html`${who}${cell(incoming)}${cell(local)}${cell(contribution)}${cell(total)}`);
  });
}

function forwardRow({ state, frame, trace, numbers, step, troubled }: Row): unknown {
  const node = trace.graph.nodes[step.node]!;
  const present = frame.step === step.index;
  const value = frame.values[step.node] ?? null;
  const worked = node.kind === "op" && (value !== null || present);
  const inputs = worked ? node.inputs.map((id) => numbers.values[id]!) : [];
  const trouble = troubled.has(step.node);
  return guard([trace, "forward", node.id, present, value, trouble, ...inputs], () => {
    const named = node.kind === "op" && node.label !== node.text;
    const who = html`<td role="cell" class="who">${tile(node)}${named ? code(node.label) : nothing}${trouble ? mark : nothing}</td>`;
    const how = html`<td role="cell" class="how">${worked ? words(arithmetic(node, numbers, rowOf(state.legend, node.op)), trace) : what(node.kind)}</td>`;
    return wrap(step, present, value !== null, html`${who}${how}${cell(value)}`);
  });
}

const mark = html`<span class="trouble" title="Something is to be said about this step">${warning}</span>`;

const what = (kind: string) => (kind === "leaf" ? "leaf" : kind === "const" ? "constant" : html`<span class="num unknown">--</span>`);

const rowOf = (legend: Legend | null, op: string | null) => legend?.ops.find(({ name }) => name === op) ?? null;

/** Px of a character of the numbers, of the columns' heads, of the gaps, and of what a row has in all. */
const CHARACTER = 8.4;
const HEADS = { incoming: 55, local: 29, contribution: 72, total: 28, value: 34 };
const GAP = 10;
const WIDTH = 330;
/** A name with less room than this, in px, has a line of its own above the numbers. */
const LEAST_NAME = 84;

type Head = keyof typeof HEADS;

interface Columns {
  style: Record<string, string>;
  twoLines: boolean;
}

/** Px to spare before rows of two lines have one again. */
const SLACK = 2 * CHARACTER;

type Longest = Map<Head, number>;
const widest = new WeakMap<Structure, { longest: Longest; twoLines: boolean }>();

/** Columns as wide as their widest number in view. They only grow while they have room, so that nothing shakes. */
function columnsOf(trace: Structure, numbers: Numbers, { direction, steps }: Frame, inView: readonly Step[]): Columns {
  const known = widest.get(trace) ?? { longest: new Map<Head, number>(), twoLines: false };
  const now = longestOf(numbers, direction, inView);
  const grown: Longest = new Map([...now].map(([head, length]) => [head, Math.max(length, known.longest.get(head) ?? 0)]));
  const least = direction === "forward" ? -Infinity : LEAST_NAME;
  let [longest, columns] = [grown, columnsFor(grown, steps.length)];
  let twoLines = columns.name < least;
  // Without room for what has been there, there may be room for what is there.
  if (twoLines) {
    [longest, columns] = [now, columnsFor(now, steps.length)];
    twoLines = columns.name < least + (known.twoLines ? SLACK : 0);
  }
  widest.set(trace, { longest: new Map([...known.longest, ...longest]), twoLines: direction === "forward" ? known.twoLines : twoLines });
  return { style: columns.style, twoLines };
}

/** Characters of the longest number in each column. */
function longestOf(numbers: Numbers, direction: Frame["direction"], inView: readonly Step[]): Longest {
  const longest: Longest = new Map();
  const measure = (head: Head, list: Float64Array, at: (step: Step) => number | null) => {
    const lengths = inView.map(at).map((place) => (place === null ? 0 : format(list[place]!).length));
    longest.set(head, Math.max(0, ...lengths));
  };
  if (direction === "forward") {
    measure("value", numbers.values, ({ node }) => node);
    return longest;
  }
  measure("incoming", numbers.grads, ({ node }) => node);
  measure("local", numbers.locals, ({ edge }) => edge);
  measure("contribution", numbers.contributions, ({ edge }) => edge);
  measure("total", numbers.totals, ({ edge }) => edge);
  return longest;
}

/** The columns' widths, and the px that they leave for the name, which may reach into the left of the next column. */
function columnsFor(longest: Longest, steps: number): { style: Record<string, string>; name: number } {
  const index = String(steps).length * CHARACTER;
  const style: Record<string, string> = { "--index": `${index}px` };
  let name = WIDTH - index - GAP;
  for (const [head, length] of longest) {
    const width = Math.max(HEADS[head], Math.ceil(length * CHARACTER));
    style[`--${head}`] = `${width}px`;
    name -= width + GAP;
    if (head !== "incoming") continue;
    const spare = Math.max(0, width - length * CHARACTER - GAP);
    style["--spare"] = `${spare}px`;
    name += spare;
  }
  return { style, name };
}

/** The present row into view, within its own panel; nothing else moves. Returns how far the panel is scrolled then. */
export function showPresent(root: ParentNode, step: number): number {
  const panel = root.querySelector<HTMLElement>(".steps-scroll");
  if (panel === null) return 0;
  const room = panel.clientHeight - panel.querySelector("thead")!.offsetHeight;
  const row = panel.querySelector<HTMLElement>("tbody tr[data-step]")?.offsetHeight ?? ROW;
  const at = (step - 1) * row;
  if (step > 0 && at < panel.scrollTop) panel.scrollTop = at - row;
  else if (step > 0 && at + row > panel.scrollTop + room) panel.scrollTop = at + 2 * row - room;
  return panel.scrollTop;
}
