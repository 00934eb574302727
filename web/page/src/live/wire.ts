// Numbers as they travel and as they are kept, in typed arrays. JSON's words for what is not finite end here.
import type { Numbers } from "../model/frame";
import type { Legend, Trace, WireNumber } from "../model/messages";

/** Entries of constants are null on the wire and 0 here, as in the frames of moves. */
export function toNumber(x: WireNumber | null): number {
  return x === null ? 0 : Number(x);
}

const toNumbers = (list: readonly (WireNumber | null)[]): Float64Array => Float64Array.from(list, toNumber);

/** The numbers that come with a structure. */
export function numbersOf(trace: Trace, legend: Legend): Numbers {
  const totals = new Float64Array(trace.graph.edges.length);
  for (const { edges } of trace.backward) for (const { edge, total } of edges) totals[edge] = toNumber(total);
  return {
    values: toNumbers(trace.values),
    grads: toNumbers(trace.grads),
    locals: toNumbers(trace.locals),
    contributions: toNumbers(trace.contributions),
    totals,
    findings: trace.findings.map(({ node, code, edge }) => {
      const place = edge === null ? node : trace.graph.nodes.length + edge;
      return [place, legend.findings.findIndex((kind) => kind.code === code)] as const;
    }),
  };
}

/** A move as it travels: its number and the leaves' values, in the order of `graph.leaves`. */
export function moveFrame(id: number, values: readonly number[]): Float64Array<ArrayBuffer> {
  return Float64Array.of(id, ...values);
}

/** The answer to a move as it travels, for `readFrame`. */
export function numbersFrame(id: number, numbers: Numbers): ArrayBuffer {
  const { values, grads, locals, contributions, totals, findings } = numbers;
  const parts = [values, grads, locals, contributions, totals].flatMap((part) => [...part]);
  return Float64Array.from([id, ...parts, findings.length, ...findings.flat()]).buffer;
}

/** The answer to a move: its number and the numbers of a graph with so many nodes and edges; null if it is not that. */
export function readFrame(data: ArrayBuffer, nodes: number, edges: number): { id: number; numbers: Numbers } | null {
  if (data.byteLength % 8 !== 0) return null;
  const frame = new Float64Array(data);
  const fixed = 1 + 2 * nodes + 3 * edges;
  const count = frame[fixed];
  if (count === undefined || frame.length !== fixed + 1 + 2 * count) return null;
  let at = 1;
  const next = (length: number) => frame.subarray(at, (at += length));
  const [values, grads] = [next(nodes), next(nodes)];
  const [locals, contributions, totals] = [next(edges), next(edges), next(edges)];
  const findings = Array.from({ length: count }, (_, i) => [frame[fixed + 1 + 2 * i]!, frame[fixed + 2 + 2 * i]!] as const);
  return { id: frame[0]!, numbers: { values, grads, locals, contributions, totals, findings } };
}
