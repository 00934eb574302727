// What the address asks for, fetched where the server keeps it: the page as it begins, a moment, or why neither.
import { badLink, decode, type Link, plain, type Wish } from "../model/link";
import type { ErrorMessage, GraphText } from "../model/messages";
import { leavesAt } from "../model/leaf";

/** `kept`: it came from a script, and from here on is a link like any other. */
export type Opening = Exclude<Wish, { kind: "graph" }> | { readonly kind: "kept"; readonly link: Link };

export async function openingOf(hash: string): Promise<Opening> {
  const wish = decode(hash);
  return wish.kind === "graph" ? kept(wish.id) : wish;
}

async function kept(id: string): Promise<Opening> {
  try {
    const response = await fetch(`api/graphs/${id}`, { headers: { accept: "application/json" } });
    if (!response.ok) return { kind: "error", error: ((await response.json()) as ErrorMessage).error };
    const { source, values } = (await response.json()) as GraphText;
    return { kind: "kept", link: { ...plain, text: source, leaves: leavesAt(values) } };
  } catch {
    return { kind: "error", error: badLink("The server does not give the graph that the link names") };
  }
}
