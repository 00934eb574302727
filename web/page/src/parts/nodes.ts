// The nodes as text: every number of the picture, from the same frame. The screen reader's picture, and everybody's without WebGL.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { exact } from "../model/format";
import type { Frame, Numbers } from "../model/frame";
import type { Node } from "../model/messages";
import type { State } from "../model/store";
import { ends, type Structure } from "../model/structure";
import { warning } from "./icons";
import { number, tile } from "./pieces";
import { ROW, rowsInView } from "./rows";
import "./nodes.css";

/** Up to so many nodes all stand in the page: as many as a picture has. */
const MOST = 1500;

/** `data-grad` and `data-value` are full numbers, `--` while unknown; a constant has no gradient: `const`. */
export function nodeTable(state: State, frame: Frame, scrolled?: (event: Event) => void): TemplateResult {
  const { trace, numbers } = state as State & { trace: Structure; numbers: Numbers };
  const { nodes } = trace.graph;
  const troubled = new Set(numbers.findings.map(([place]) => ends(trace, place).parent));
  const { first, last, cut } = rowsInView(nodes.length, state.tops.nodes, ROW, MOST);
  return html`<div class="scroll nodes-scroll" @scroll=${cut && scrolled !== undefined ? scrolled : nothing}>
    <div class="nodes-head" aria-hidden="true"><span>node</span><span>value</span><span>grad</span></div>
    <ol class="nodes" style="padding-block:${first * ROW}px ${(nodes.length - last) * ROW}px">
      ${nodes.slice(first, last).map((node) => entry(node, frame, trace, state.selected === node.id, troubled.has(node.id)))}
    </ol>
  </div>`;
}

function entry(node: Node, frame: Frame, trace: Structure, selected: boolean, troubled: boolean): unknown {
  const [value, grad] = [frame.values[node.id]!, frame.grads[node.id]!];
  return guard([trace, node.id, value, grad, selected, troubled], () => {
    const constant = node.kind === "const";
    return html`<li
      data-testid="node-${node.id}"
      data-node=${node.id}
      data-label=${node.label}
      data-value=${plain(value)}
      data-grad=${constant ? "const" : plain(grad)}
      class=${selected ? "selected" : ""}
    ><span class="who" title=${node.text}>${node.kind === "op" ? tile(node) : nothing}<code>${constant ? "const" : node.label}</code>${troubled ? html`<span class="trouble" title="Something is to be said about this node">${warning}</span>` : nothing}</span
    > <span class="cell"><span class="visually-hidden">value </span>${number(value)}</span
    > <span class="cell"><span class="visually-hidden">grad </span>${constant ? html`<span class="num unknown">none</span>` : number(grad)}</span></li>`;
  });
}

const plain = (x: number | null) => (x === null ? "--" : exact(x));
