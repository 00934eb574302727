// What the address asks for, fetched where the server keeps it: the page as it begins, a moment, or why neither.
import { badLink, decode, type Link, plain, type Target } from "../model/link";
import type { ErrorMessage, GraphText } from "../model/messages";
import { leavesAt } from "../model/leaf";

/** `kept`: it came from a script, and from here on is a link like any other. */
export type ResolvedTarget = Exclude<Target, { kind: "graph" }> | { readonly kind: "kept"; readonly link: Link };

export async function resolveTarget(hash: string): Promise<ResolvedTarget> {
  const target = decode(hash);
  return target.kind === "graph" ? kept(target.id) : target;
}

async function kept(id: string): Promise<ResolvedTarget> {
  try {
    const response = await fetch(`api/graphs/${id}`, { headers: { accept: "application/json" } });
    if (!response.ok) return { kind: "error", error: ((await response.json()) as ErrorMessage).error };
    const { source, values } = (await response.json()) as GraphText;
    return { kind: "kept", link: { ...plain, text: source, leaves: leavesAt(values) } };
  } catch {
    return { kind: "error", error: badLink("The server does not give the graph that the link names") };
  }
}
