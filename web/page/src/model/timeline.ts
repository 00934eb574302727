// When something happens: (trace, numbers, t) -> frame, a pure function. Seeking to t and playing to t are the same.
import type { Direction, EdgeFrame, Frame, Numbers, Step, Total } from "./frame";
import { clamp, easeOut, easeTravel, motion } from "./look";
import type { Legend } from "./messages";
import { sentenceOf } from "./sentence";
import type { Structure } from "./structure";

/** A step's length at speed 1, in milliseconds. */
export const stepDuration = motion.travel + motion.pause;

/** The part of a step after which its pulse has arrived. */
export const arrival = motion.travel / stepDuration;

export interface Options {
  /** All gradients are shown at once, whatever t is. */
  final: boolean;
  /** Arrows carry their local derivative before a pulse has labelled them. */
  locals: boolean;
  /** Reduced motion: a step is drawn finished, with its disc at rest half way while it is under way. */
  reduced: boolean;
  /** The ops table, which words the sentence; null until it is there. */
  legend: Legend | null;
}

export const defaultOptions: Options = { final: false, locals: false, reduced: false, legend: null };

/** The steps of a direction, from structure alone. */
export function stepsOf(trace: Structure, direction: Direction): Step[] {
  if (direction === "forward") return trace.forward.map(({ node }, i) => ({ index: i + 1, node, edge: null }));
  const steps: Step[] = [{ index: 1, node: trace.graph.root, edge: null }];
  for (const { node, edges } of trace.backward) for (const { edge } of edges) steps.push({ index: steps.length + 1, node, edge });
  return steps;
}

/** Steps by trace: structure does not change while a trace lives. */
const cache = new WeakMap<Structure, Partial<Record<Direction, Step[]>>>();

function cachedSteps(trace: Structure, direction: Direction): Step[] {
  let known = cache.get(trace);
  if (known === undefined) cache.set(trace, (known = {}));
  return (known[direction] ??= stepsOf(trace, direction));
}

/** What is to be seen at time `t`, in steps from 0 (nothing has happened) to the number of steps (all has). */
export function frameOf(trace: Structure, numbers: Numbers, direction: Direction, t: number, options: Options = defaultOptions): Frame {
  const steps = cachedSteps(trace, direction);
  const time = clamp(t, 0, steps.length);
  const index = Math.ceil(time);
  const elapsed = index === 0 ? 0 : time - index + 1;
  const phase = options.reduced && elapsed > 0 ? 1 : elapsed;
  const travel = easeTravel(clamp(phase / arrival));
  const at: Phase = {
    step: steps[index - 1] ?? null,
    travel,
    arrived: phase >= arrival,
    glow: glowAt(phase),
    grow: clamp((phase * stepDuration - motion.travel * motion.pillAt) / motion.pillGrow),
    pulse: pulseAt(travel, phase, options.reduced, elapsed),
  };
  const parts = direction === "forward" ? forwardFrame(trace, numbers, steps, index, at) : backwardFrame(trace, numbers, steps, index, at);
  if (options.final) parts.grads = finalGrads(trace, numbers);
  if (options.locals) labelLocals(trace, parts.edges);
  const frame = { direction, t: time, steps, step: index, ...parts, sentence: [] };
  return { ...frame, sentence: sentenceOf(trace, numbers, frame, options.legend) };
}

/** Where the present step stands. */
interface Phase {
  step: Step | null;
  travel: number;
  arrived: boolean;
  glow: number;
  grow: number;
  pulse: number | null;
}

type Parts = Pick<Frame, "values" | "grads" | "glow" | "sender" | "receivers" | "edges" | "total">;

function pulseAt(travel: number, phase: number, reduced: boolean, elapsed: number): number | null {
  if (phase === 0) return null;
  if (reduced) return elapsed < 1 ? 0.5 : null;
  return travel < 1 ? travel : null;
}

/** Brightens on arrival and has settled when the step is over. */
function glowAt(phase: number): number {
  const since = (phase - arrival) * stepDuration;
  if (since <= 0 || phase >= 1) return 0;
  if (since < motion.glowUp) return since / motion.glowUp;
  return 1 - easeOut((since - motion.glowUp) / (motion.pause - motion.glowUp));
}

function blank(trace: Structure): Parts {
  const nodes = trace.graph.nodes.length;
  return {
    values: new Array<number | null>(nodes).fill(null),
    grads: new Array<number | null>(nodes).fill(null),
    glow: new Array<number>(nodes).fill(0),
    sender: null,
    receivers: [],
    edges: trace.graph.edges.map((): EdgeFrame => ({ forward: 0, backward: 0, pulse: null, pill: "none", grow: 0 })),
    total: null,
  };
}

function forwardFrame(trace: Structure, numbers: Numbers, steps: readonly Step[], index: number, at: Phase): Parts {
  const parts = blank(trace);
  const reached = new Array<boolean>(trace.graph.nodes.length).fill(false);
  for (let i = 0; i < index - 1; i++) reached[steps[i]!.node] = true;
  const present = at.step?.node ?? null;
  for (const node of trace.graph.nodes) if (node.kind !== "op" || reached[node.id]) parts.values[node.id] = numbers.values[node.id]!;
  for (const edge of trace.graph.edges) {
    const frame = parts.edges[edge.id]!;
    if (reached[edge.parent]) frame.forward = 1;
    else if (edge.parent === present) {
      frame.forward = at.travel;
      frame.pulse = at.pulse;
    }
  }
  if (present !== null) {
    if (at.arrived) parts.values[present] = numbers.values[present]!;
    parts.glow[present] = at.glow;
    parts.sender = present;
    parts.receivers = [present];
  }
  return parts;
}

function backwardFrame(trace: Structure, numbers: Numbers, steps: readonly Step[], index: number, at: Phase): Parts {
  const parts = blank(trace);
  const { nodes, edges } = trace.graph;
  for (const node of nodes) parts.values[node.id] = numbers.values[node.id]!;
  for (const frame of parts.edges) frame.forward = 1;
  if (at.step === null) return parts;
  parts.grads[trace.graph.root] = numbers.grads[trace.graph.root]!;
  for (let i = 0; i < index - 1; i++) {
    const edge = steps[i]!.edge;
    if (edge === null) continue;
    parts.edges[edge] = { forward: 1, backward: 1, pulse: null, pill: "done", grow: 1 };
    parts.grads[edges[edge]!.child] = numbers.totals[edge]!;
  }
  const { node: sender, edge } = at.step;
  parts.sender = sender;
  if (edge === null) {
    parts.receivers = [sender];
    parts.glow[sender] = at.glow;
    return parts;
  }
  const child = edges[edge]!.child;
  parts.receivers = [child];
  parts.edges[edge] = { forward: 1, backward: at.travel, pulse: at.pulse, pill: "present", grow: at.grow };
  if (at.arrived) {
    parts.total = totalOf(numbers, edge, child, parts.grads[child] ?? null);
    parts.grads[child] = numbers.totals[edge]!;
    parts.glow[child] = at.glow;
  }
  return parts;
}

/** The running `+=`, once a node has been reached before. */
function totalOf(numbers: Numbers, edge: number, node: number, before: number | null): Total | null {
  if (before === null) return null;
  return { node, before, added: numbers.contributions[edge]!, after: numbers.totals[edge]! };
}

function finalGrads(trace: Structure, numbers: Numbers): (number | null)[] {
  return trace.graph.nodes.map(({ id, kind }) => (kind === "const" ? null : numbers.grads[id]!));
}

function labelLocals(trace: Structure, edges: EdgeFrame[]): void {
  for (const { id, child } of trace.graph.edges) {
    const frame = edges[id]!;
    if (frame.pill === "none" && trace.graph.nodes[child]!.kind !== "const") {
      frame.pill = "local";
      frame.grow = 1;
    }
  }
}
