// Where a value or a gradient went wrong first, and the way from there: backpulse.engine.diagnosis, of the newest numbers.
import type { Numbers } from "./frame";
import { arriving, type Structure } from "./structure";

/** An arrow on the way of a gradient, and what it does to it: a code of the legend's links. */
export interface Link {
  readonly edge: number;
  readonly kind: string;
}

export interface Why {
  readonly node: number;
  /** From the first node that is not finite to the first such one on the way of the gradient. */
  readonly forward: readonly number[];
  /** From the first arrow that does harm to the node. */
  readonly backward: readonly Link[];
}

/** What an arrow does to a gradient that had gone wrong before. */
const GO_ON = new Set(["passes-on", "zero-times-infinity", "infinity-times-zero"]);

/** Why the value or, where it is to be seen, the gradient of a node is infinite, undefined, or a gradient 0; null: neither is. */
export function whyOf(trace: Structure, numbers: Numbers, node: number, gradient = true): Why | null {
  const { nodes, edges } = trace.graph;
  const backward = gradient && nodes[node]!.kind !== "const" ? back(trace, numbers, node) : [];
  const way = [node, ...backward.toReversed().map(({ edge }) => edges[edge]!.parent)];
  if (backward.length > 0) way.push(...nodes[way.at(-1)!]!.inputs);
  const first = way.find((place) => !Number.isFinite(numbers.values[place]));
  const forward = first === undefined ? [] : ahead(trace, numbers, first);
  return forward.length === 0 && backward.length === 0 ? null : { node, forward, backward };
}

/** The arrows that do more than pass on. */
export const turnsOf = ({ backward }: Why): Link[] => backward.filter(({ kind }) => kind !== "passes-on");

/** The nodes from the first place to the last: the gradient's way, if that is wrong, else the value's. */
export function wayOf({ graph }: Structure, { node, forward, backward }: Why): readonly number[] {
  // Where infinities meet, the way is that of the one that came first.
  const arrows = backward.filter(({ kind }) => kind !== "infinity-minus-infinity");
  return arrows.length === 0 ? forward : [...arrows.map(({ edge }) => graph.edges[edge]!.parent), node];
}

/** From the first node whose value is not finite to this one. */
function ahead({ graph }: Structure, { values }: Numbers, node: number): number[] {
  const way = [node];
  for (;;) {
    const last = way.at(-1)!;
    const inputs = graph.nodes[last]!.inputs.filter((child) => !Number.isFinite(values[child]));
    if (inputs.length === 0) return way.reverse();
    // What is undefined comes from what is, where there is such an input.
    const undefinedOne = Number.isNaN(values[last]) ? inputs.find((child) => Number.isNaN(values[child])) : undefined;
    way.push(undefinedOne ?? inputs[0]!);
  }
}

/** The way that a node's gradient came, from the first arrow that does harm. */
function back(trace: Structure, { grads, locals, contributions, totals }: Numbers, start: number): Link[] {
  const links: Link[] = [];
  let [node, at] = [start, grads[start]!];
  while (!Number.isFinite(at) || at === 0) {
    const arrows = arriving(trace, node);
    const part = at === 0 ? arrows.findLast(({ id }) => contributions[id] !== 0) : undefined;
    if (part !== undefined) {
      links.push({ edge: part.id, kind: "cancels" });
      break;
    }
    const harmed = (total: number) => (Number.isNaN(at) ? Number.isNaN(total) : Math.abs(total) === Infinity);
    const arrow = at === 0 ? arrows[0]! : arrows.find(({ id }) => harmed(totals[id]!))!;
    const [sent, incoming, local] = [contributions[arrow.id]!, grads[arrow.parent]!, locals[arrow.id]!];
    if (Number.isNaN(at) && !Number.isNaN(sent)) {
      links.push({ edge: arrow.id, kind: "infinity-minus-infinity" });
      at = -sent; // what was there before it
      continue;
    }
    const kind = kindOf(at, incoming, local, sent);
    links.push({ edge: arrow.id, kind });
    if (!GO_ON.has(kind) && !(kind === "undefined-local" && Math.abs(incoming) === Infinity)) break;
    [node, at] = [arrow.parent, incoming];
  }
  return links.reverse();
}

/** What an arrow does that brings `at`. */
function kindOf(at: number, incoming: number, local: number, sent: number): string {
  if (at === 0) return incoming === 0 ? "passes-on" : local === 0 ? "zero-local" : "underflow";
  if (Number.isNaN(at)) {
    if (Number.isNaN(incoming)) return "passes-on";
    if (Number.isNaN(local)) return "undefined-local";
    return incoming === 0 ? "zero-times-infinity" : "infinity-times-zero";
  }
  if (Number.isFinite(sent)) return "total-overflow";
  if (!Number.isFinite(incoming)) return "passes-on";
  return Number.isFinite(local) ? "overflow" : "infinite-local";
}
