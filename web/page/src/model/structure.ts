// A graph as it is kept: its structure without numbers; and what of one graph is still there in the next.
import type { BackwardEdge, ForwardStep, Trace } from "./messages";
import type { State } from "./store";

/** What is kept of a trace: its numbers are kept once, as `Numbers`. */
export interface Structure extends Pick<Trace, "source" | "graph" | "skipped" | "layouts"> {
  readonly forward: readonly Pick<ForwardStep, "node">[];
  readonly backward: readonly { readonly node: number; readonly edges: readonly Pick<BackwardEdge, "edge">[] }[];
}

export function structureOf({ source, graph, skipped, layouts, forward, backward }: Trace): Structure {
  return {
    ...{ source, graph, skipped, layouts },
    forward: forward.map(({ node }) => ({ node })),
    backward: backward.map(({ node, edges }) => ({ node, edges: edges.map(({ edge }) => ({ edge })) })),
  };
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

/** The selected node in a new graph: the one written the same. */
export function successor({ selected, trace }: State, next: Structure): number | null {
  if (selected === null || trace === null) return null;
  const { text } = trace.graph.nodes[selected]!;
  return next.graph.nodes.find((node) => node.text === text)?.id ?? null;
}
