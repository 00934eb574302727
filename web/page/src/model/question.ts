// What is asked of the server: a text, and everything of the state that makes its answer another one.
import type { TraceRequest } from "./messages";
import type { State } from "./store";

export function questionOf({ leaves, expand }: State, source: string): TraceRequest {
  const set = [...leaves].filter(([, leaf]) => leaf.set).map(([name, { value }]) => [name, value] as const);
  return { source, values: Object.fromEntries(set), expand };
}
