// A graph as it is kept: its structure without numbers; and what of one graph is still there in the next.
import type { BackwardEdge, Edge, ForwardStep, Trace } from "./messages";
import type { State } from "./store";

/** What is kept of a trace: its numbers are kept once, as `Numbers`. */
export interface Structure extends Pick<Trace, "source" | "graph" | "skipped" | "notes" | "printed" | "remedies" | "layouts"> {
  readonly forward: readonly Pick<ForwardStep, "node">[];
  readonly backward: readonly { readonly node: number; readonly edges: readonly Pick<BackwardEdge, "edge">[] }[];
}

export function structureOf({ source, graph, skipped, notes, printed, remedies, layouts, forward, backward }: Trace): Structure {
  return {
    ...{ source, graph, skipped, notes, printed, remedies, layouts },
    forward: forward.map(({ node }) => ({ node })),
    backward: backward.map(({ node, edges }) => ({ node, edges: edges.map(({ edge }) => ({ edge })) })),
  };
}

const orders = new WeakMap<Structure, Map<number, Edge[]>>();

/** Arrows that bring a node its gradient, in the order of the backward pass. */
export function arriving(trace: Structure, node: number): Edge[] {
  let order = orders.get(trace);
  if (order === undefined) {
    order = new Map();
    for (const { edges } of trace.backward)
      for (const { edge } of edges) {
        const one = trace.graph.edges[edge]!;
        const known = order.get(one.child);
        if (known === undefined) order.set(one.child, [one]);
        else known.push(one);
      }
    orders.set(trace, order);
  }
  return order.get(node) ?? [];
}

/** Whether two graphs have the same steps: the same kinds and ops, joined the same way. */
export function sameSteps({ graph: a }: Structure, { graph: b }: Structure): boolean {
  return (
    a.nodes.length === b.nodes.length &&
    a.edges.length === b.edges.length &&
    a.nodes.every(({ kind, op }, i) => kind === b.nodes[i]!.kind && op === b.nodes[i]!.op) &&
    a.edges.every(({ child, parent }, i) => child === b.edges[i]!.child && parent === b.edges[i]!.parent)
  );
}

/** A finding's place as an arrow's ends: of a node, which has none, both are the node. */
export function ends({ graph }: Structure, place: number): { readonly parent: number; readonly child: number } {
  return place < graph.nodes.length ? { parent: place, child: place } : graph.edges[place - graph.nodes.length]!;
}

/** A sentence of the legend about a node, or about an arrow from one to another. */
export function said({ graph }: Structure, sentence: string, label: number, input: number): string {
  const names: Record<string, string> = { "{label}": graph.nodes[label]!.label, "{input}": graph.nodes[input]!.label };
  return sentence.replaceAll(/\{label\}|\{input\}/g, (name) => names[name]!).replaceAll("-∞", "−∞");
}

/** The selected node in a new graph: the one written the same. */
export function successor({ selected, trace }: State, next: Structure): number | null {
  if (selected === null || trace === null) return null;
  const { text } = trace.graph.nodes[selected]!;
  return next.graph.nodes.find((node) => node.text === text)?.id ?? null;
}
