// What the address asks for, fetched where the server keeps it: the page as it begins, a moment, or why neither.
import { badLink, decode, type Link, plain } from "../link";
import type { ErrorBody, ErrorMessage, GraphText } from "../messages";
import { leafAt } from "./leaf";

export type Opening =
  | { readonly kind: "start" }
  | { readonly kind: "link"; readonly link: Link }
  /** `anew`: it came from a script, and from here on is a link like any other. */
  | { readonly kind: "kept"; readonly link: Link }
  | { readonly kind: "error"; readonly error: ErrorBody };

export async function openingOf(hash: string): Promise<Opening> {
  const wish = decode(hash);
  return wish.kind === "graph" ? kept(wish.id) : wish;
}

async function kept(id: string): Promise<Opening> {
  try {
    const response = await fetch(`api/graphs/${id}`, { headers: { accept: "application/json" } });
    if (!response.ok) return { kind: "error", error: ((await response.json()) as ErrorMessage).error };
    const { source, values } = (await response.json()) as GraphText;
    const leaves = Object.entries(values).map(([name, value]) => [name, leafAt(value, true)] as const);
    return { kind: "kept", link: { ...plain, text: source, leaves: new Map(leaves) } };
  } catch {
    return { kind: "error", error: badLink("The server does not give the graph that the link names") };
  }
}
