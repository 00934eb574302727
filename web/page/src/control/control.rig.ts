// A control without a page: what it asks the server, and what it hands to the histories of the editor and the browser.
import type { Live } from "../live/live";
import type { Legend, Preset, Trace, TraceRequest } from "../model/messages";
import { Store } from "../model/store";
import type { LeafChange } from "../model/leaf";
import { Control } from "./control";
import type { History } from "./history";

const legend: Legend = { ops: [], findings: [], links: [] };
const presets: Preset[] = [
  { name: "Product", sentence: "", source: "a * b", values: { a: 2, b: -3 } },
  { name: "Square", sentence: "", source: "a * a", values: { a: 3 } },
];

/** A trace of which only what is read here is right: leaves and their values, one op. */
export function traceOf(source: string, values: Record<string, number>): Trace {
  const names = Object.keys(values);
  const nodes = [...names.map((label) => ({ kind: "leaf", label, text: label })), { kind: "op", label: source, text: source }];
  return {
    source,
    graph: {
      nodes: nodes.map((node, id) => ({ id, ...node })),
      edges: names.map((_, id) => ({ id, child: id, parent: names.length, slot: id })),
      root: names.length,
      leaves: names.map((_, id) => id),
    },
    values: [...Object.values(values), 0],
    grads: nodes.map(() => 1),
    locals: names.map(() => 1),
    contributions: names.map(() => 1),
    forward: nodes.map((_, node) => ({ node, text: "" })),
    backward: [{ node: names.length, incoming: 1, edges: names.map((_, edge) => ({ edge, local: 1, contribution: 1, total: 1 })) }],
    findings: [],
    skipped: [],
    notes: [],
    printed: "",
    layouts: null,
  } as unknown as Trace;
}

export interface Rig {
  store: Store;
  control: Control;
  asked: TraceRequest[];
  /** Of each of these, whether it is answered before a newer one is sent. */
  firsts: boolean[];
  moved: (readonly number[])[];
  recorded: LeafChange[];
  replaced: LeafChange[];
  /** What of the history of the browser was used: "act" or "applied". */
  entries: string[];
  /** A question is in flight, so moves wait. */
  line: { busy: boolean };
}

/** The page begun with the first example, whose graph is there. */
export function begun(): Rig {
  const store = new Store(() => undefined);
  const [asked, moved]: [TraceRequest[], (readonly number[])[]] = [[], []];
  const [recorded, replaced, entries]: [LeafChange[], LeafChange[], string[]] = [[], [], []];
  const firsts: boolean[] = [];
  const line = { busy: false };
  const live = {
    ask: (request: () => TraceRequest, first: boolean) => firsts.push(first) && asked.push(request()),
    move: (values: () => readonly number[]) => line.busy || moved.push(values()),
  } as unknown as Live;
  const control = new Control(store, live, {
    act: (does) => {
      entries.push("act");
      does();
    },
    applied: () => entries.push("applied"),
  });
  const history: History = {
    load: (text) => control.edited(text, true),
    replace: (text, change) => {
      replaced.push(change);
      control.edited(text, true);
    },
    record: (change) => recorded.push(change),
    undo: () => undefined,
    redo: () => undefined,
    goTo: () => undefined,
  };
  control.begin(history, presets, legend, { kind: "start" });
  control.answered(traceOf("a * b", { a: 2, b: -3 }));
  return { store, control, asked, firsts, moved, recorded, replaced, entries, line };
}
