// The moment as an address: what stands after the `#`, made from the page's state and read back from anything at all.
//
//   #text=(a%20%2B%20b)%20*%20c&values=a:2,b:-3,c:10&ranges=c:-20..50&t=2.45
//
// text (percent-encoded; a long one stands in `z` instead: UTF-8, deflated, base64url), values and ranges of leaves by name,
// and what the table below has. What is as it always begins is left out, and unknown keys are ignored. Without t the
// direction's steps are done. `#graph=<id>` names a graph that a script has handed to the server.
import { inRange, leafAt, type Leaf, type Leaves, parseNumber } from "./leaf";
import type { ErrorBody } from "./messages";
import { pack, Unreadable, unpack } from "./packed";
import type { State } from "./store";
import { type Travel, TRAVELS, type Travelling } from "./travels";

/** What a link holds: keys of the state. */
export interface Link extends Pick<State, "text" | Exclude<Travelling, "t">> {
  /** The leaves that do not stand where the text alone puts them. */
  readonly leaves: Leaves;
  /** Null: all steps are done. */
  readonly t: number | null;
}

/** What an address asks for: the page as it begins, a moment, a graph that the server keeps, or nothing that can be read. */
export type Target =
  | { readonly kind: "start" }
  | { readonly kind: "link"; readonly link: Link }
  | { readonly kind: "graph"; readonly id: string }
  | { readonly kind: "error"; readonly error: ErrorBody };

const travelling = Object.keys(TRAVELS) as Travelling[];

/** Everything but the text as it begins: all steps of the backward pass done. */
export const plain: Omit<Link, "text"> = {
  leaves: new Map(),
  ...(Object.fromEntries(travelling.map((key) => [key, TRAVELS[key].plain])) as Pick<Link, Travelling>),
};

/** Those of a link's keys that are the state's alone: neither its text nor its leaves. */
export function travellingOf(from: Pick<Link, Travelling>): Pick<Link, Travelling> {
  return Object.fromEntries(travelling.map((key) => [key, from[key]])) as Pick<Link, Travelling>;
}

/** A longer text, in UTF-16 units, is packed. */
const READABLE = 300;
/** Characters of an address; browsers bear some more. */
const LONGEST = 500_000;
const MOST_LEAVES = 2_000;

/** What stands after the `#`; null for a text that no address can hold. */
export function encode(link: Link): string | null {
  const packed = link.text.length > READABLE;
  const parts: [string, string][] = [packed ? ["z", pack(link.text)] : ["text", percent(link.text)]];
  const say = (key: string, value: string) => value !== "" && parts.push([key, value]);
  const leaves = [...link.leaves];
  const list = (entries: [string, string][]) => entries.map(([name, value]) => `${percent(name)}:${value}`).join(",");
  say("values", list(leaves.map(([name, { value }]) => [name, String(value)])));
  say("ranges", list(leaves.filter(([, leaf]) => isUnusual(leaf)).map(([name, { min, max }]) => [name, `${min}..${max}`])));
  for (const key of travelling) {
    const { links, write } = TRAVELS[key] as Travel<unknown>;
    if (link[key] !== plain[key]) say(links[0], write(link[key]));
  }
  const address = parts.map(([key, value]) => `${key}=${value}`).join("&");
  return address.length > LONGEST ? null : address;
}

/** Whether a leaf's range is another than its value alone would give it. */
export function isUnusual(leaf: Leaf): boolean {
  const usual = leafAt(leaf.value, true);
  return leaf.min !== usual.min || leaf.max !== usual.max;
}

/** Percent-encoded; half a character, which no encoding has, becomes the sign for such. */
const percent = (text: string) => encodeURIComponent(text.replace(/\p{Surrogate}/gu, "\ufffd"));

/** Reads what stands after the `#`, with or without it. */
export function decode(hash: string): Target {
  const address = hash.replace(/^#/, "");
  if (address === "") return { kind: "start" };
  try {
    if (address.length > LONGEST) throw new Unreadable("it is too long");
    const given = new Map(address.split("&").map(split));
    const id = given.get("graph");
    if (id !== undefined && !given.has("text") && !given.has("z")) return { kind: "graph", id: graphId(id) };
    return { kind: "link", link: read(given) };
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    return { kind: "error", error: badLink(`The link could not be read: ${error.message}`) };
  }
}

/** An error of the link's in the shape of every error. */
export function badLink(message: string): ErrorBody {
  return { code: "bad-link", message, hint: "The first example is shown instead.", span: null, line: null, column: null, fixes: [] };
}

function split(part: string): [string, string] {
  const at = part.indexOf("=");
  try {
    return at < 0 ? [part, ""] : [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
  } catch {
    throw new Unreadable("it is not percent-encoded as it should be");
  }
}

function read(given: ReadonlyMap<string, string>): Link {
  const found = travelling.map((key) => {
    const { links, plain: usual, read } = TRAVELS[key] as Travel<unknown>;
    const name = links.find((one) => given.has(one));
    return [key, name === undefined ? usual : read(given.get(name)!, name)];
  });
  return { text: textOf(given), leaves: leavesOf(given), ...(Object.fromEntries(found) as Pick<Link, Travelling>) };
}

function textOf(given: ReadonlyMap<string, string>): string {
  const [text, packed] = [given.get("text"), given.get("z")];
  if (text !== undefined) return text;
  if (packed !== undefined) return unpack(packed);
  throw new Unreadable("it has no text");
}

function graphId(id: string): string {
  if (!/^[\w-]{1,64}$/.test(id)) throw new Unreadable("`graph` is not the name of a graph");
  return id;
}

function leavesOf(given: ReadonlyMap<string, string>): Leaves {
  const leaves = new Map<string, Leaf>();
  for (const [name, said] of entries(given.get("values"))) {
    const value = parseNumber(said);
    if (value === null) throw new Unreadable(`the value of \`${cut(name)}\` is not a number`);
    leaves.set(name, leafAt(value, true));
  }
  for (const [name, said] of entries(given.get("ranges"))) {
    const [min, max] = said.split("..", 2).map(parseNumber);
    const leaf = leaves.get(name);
    if (leaf === undefined) throw new Unreadable(`\`${cut(name)}\` has a range and no value`);
    const ranged = min == null || max == null ? null : inRange(leaf, min, max);
    if (ranged === null || ranged.value !== leaf.value) throw new Unreadable(`the range of \`${cut(name)}\` is none that holds its value`);
    leaves.set(name, ranged);
  }
  return leaves;
}

/** As much of a name as a sentence bears. */
const cut = (name: string) => (name.length > 24 ? `${name.slice(0, 23)}…` : name);

function entries(list: string | undefined): [string, string][] {
  if (list === undefined || list === "") return [];
  const parts = list.split(",", MOST_LEAVES + 1);
  if (parts.length > MOST_LEAVES) throw new Unreadable("it has too many values");
  return parts.map((part) => {
    const [, name, said] = /^([^:]+):(.*)$/.exec(part) ?? [];
    if (name === undefined || said === undefined) throw new Unreadable("its values are not of the form `a:2,b:-3`");
    return [name, said];
  });
}
