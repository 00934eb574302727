// One sentence that says what the present step does, as parts: text, numbers, names, op tiles.
import { isFunction } from "./constants";
import { format } from "./format";
import type { Frame, Numbers, Part } from "./frame";
import type { Legend, Node, OpRow } from "./messages";
import type { Structure } from "./structure";

/** A local derivative that is one of the op's inputs is called by its name, if that is not long. */
const LONGEST_NAME = 12;

const text = (words: string): Part => ({ kind: "text", text: words });
const number = (value: number): Part => ({ kind: "number", value });

export function sentenceOf(trace: Structure, numbers: Numbers, frame: Omit<Frame, "sentence">, legend: Legend | null): Part[] {
  const step = frame.steps[frame.step - 1];
  if (step === undefined)
    return frame.direction === "forward"
      ? [text("Forward: values flow from the leaves to the root")]
      : [text("Backward: gradients flow from the root to the leaves")];
  const node = trace.graph.nodes[step.node]!;
  if (frame.direction === "forward") return forwardSentence(trace, numbers, node, rowOf(legend, node));
  if (step.edge === null) return rootSentence(node);
  return arrowSentence(trace, numbers, frame, step.edge, rowOf(legend, node));
}

function rowOf(legend: Legend | null, node: Node): OpRow | null {
  return legend?.ops.find(({ name }) => name === node.op) ?? null;
}

/** How a node is named in running words: leaves and named steps by name, others by their text. */
export function nameOf(node: Node): Extract<Part, { kind: "name" }> {
  return { kind: "name", text: node.label, node: node.id };
}

function tileOf(node: Node): Part {
  return node.kind === "op" ? { kind: "op", node: node.id } : nameOf(node);
}

function forwardSentence(trace: Structure, numbers: Numbers, node: Node, row: OpRow | null): Part[] {
  const value = number(numbers.values[node.id]!);
  if (node.kind === "leaf") return [nameOf(node), text(" is a leaf: its value is "), value];
  if (node.kind === "const") return [value, text(" is a constant: it gets no gradient")];
  const whole = node.id === trace.graph.root ? [text(", the value of the whole expression")] : [];
  return [tileOf(node), text(" computes "), ...arithmetic(node, numbers, row), text(" = "), value, ...whole];
}

function rootSentence(node: Node): Part[] {
  return [tileOf(node), text(" is the root: its own gradient is "), number(1)];
}

function arrowSentence(trace: Structure, numbers: Numbers, frame: Omit<Frame, "sentence">, edgeId: number, row: OpRow | null): Part[] {
  const edge = trace.graph.edges[edgeId]!;
  const parent = trace.graph.nodes[edge.parent]!;
  const child = trace.graph.nodes[edge.child]!;
  const parts = [
    tileOf(parent),
    text(" sends "),
    number(numbers.grads[edge.parent]!),
    text(" × "),
    localPart(trace, numbers, parent, edge.slot, edgeId, row),
    text(" = "),
    number(numbers.contributions[edgeId]!),
    text(" to "),
    nameOf(child),
  ];
  if (frame.total === null) return parts;
  const { before, added, after } = frame.total;
  return [...parts, text(", which adds up: "), number(before), text(" + "), number(added), text(" = "), number(after)];
}

function localPart(trace: Structure, numbers: Numbers, parent: Node, slot: number, edgeId: number, row: OpRow | null): Part {
  const input = ["a", "b"].indexOf(row?.partials[slot] ?? "");
  const named = input < 0 ? undefined : trace.graph.nodes[parent.inputs[input]!];
  if (named === undefined || named.kind === "const" || named.label.length > LONGEST_NAME) return number(numbers.locals[edgeId]!);
  return { ...nameOf(named), text: asFactor(named) };
}

/** A node's name where it is multiplied: an unnamed `a + b` needs its parentheses. */
function asFactor({ kind, label, text: written, symbol }: Node): string {
  const infix = kind === "op" && label === written && !isFunction({ symbol });
  return infix ? `(${label})` : label;
}

/** The op's signature with its inputs' numbers: `2 + −3`, `relu(−6)`, `(−3) ** 2`. */
export function arithmetic(node: Node, numbers: Numbers, row: OpRow | null): Part[] {
  const inputs = node.inputs.map((id) => numbers.values[id]!);
  const [lo, hi] = Array.isArray(node.param) ? node.param : [];
  const constants = { lo, hi, n: typeof node.param === "number" ? node.param : undefined };
  const tokens = (row?.signature ?? `${node.symbol}(${["a", "b"].slice(0, inputs.length).join(", ")})`).match(/[A-Za-z_]\w*|\*\*|\s+|./g)!;
  // Where an operator would swallow the sign, the number stands in parentheses.
  const wrapped = row !== null && row.arity === 1 && !isFunction(row);
  return tokens.flatMap((token): Part[] => {
    const value = { a: inputs[0], b: inputs[1], ...constants }[token];
    if (value !== undefined) return wrapped && token === "a" && value < 0 ? [text("("), number(value), text(")")] : [number(value)];
    return [text(token === row?.symbol && row.sign ? row.sign : token)];
  });
}

/** The sentence as plain words: by these it is compared with the one that notebook and exports say. */
export function wordsOf(trace: Structure, parts: readonly Part[]): string {
  return parts
    .map((part) => {
      if (part.kind === "number") return format(part.value);
      return part.kind === "op" ? trace.graph.nodes[part.node]!.symbol : part.text;
    })
    .join("");
}
