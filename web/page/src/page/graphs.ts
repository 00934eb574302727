// A new graph beside the one before: what of the old one is still there.
import type { State } from "../store";
import type { Structure } from "../wire";

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
export function successor({ selected, message }: State, trace: Structure): number | null {
  if (selected === null || message === null) return null;
  const { text } = message.graph.nodes[selected]!;
  return trace.graph.nodes.find((node) => node.text === text)?.id ?? null;
}
