// The moment as an address: what stands after the `#`, made from the page's state and read back from anything at all.
//
//   #text=(a%20%2B%20b)%20*%20c&values=a:2,b:-3,c:10&ranges=c:-20..50&t=2.45
//
// text (percent-encoded; a long one stands in `z` instead: UTF-8, deflated, base64url), values and ranges of leaves by name,
// direction (forward or backward), t (in steps), speed, locals, final and open (on or off), theme (dark or light),
// node (selected, by its number), eye (how the picture is turned: `Eye.turned`), panel (open or folded). What is as it always begins is left out, and unknown keys are
// ignored. Without t the direction's steps are done. `#graph=<id>` names a graph that a script has handed to the server.
import { Inflate, deflateSync } from "fflate";
import type { Direction } from "./frame";
import type { Theme } from "./look";
import type { ErrorBody } from "./messages";
import { rounded, SPEEDS } from "./clock";
import { inRange, leafAt, type Leaf, type Leaves, parseNumber } from "./leaf";

/** What a link holds. Names and meanings are the state's; `t` null: all steps are done. */
export interface Link {
  readonly text: string;
  /** The leaves that do not stand where the text alone puts them. */
  readonly leaves: Leaves;
  readonly direction: Direction;
  readonly t: number | null;
  readonly speed: number;
  readonly locals: boolean;
  readonly final: boolean;
  readonly open: boolean;
  readonly theme: Theme | null;
  readonly selected: number | null;
  readonly turned: string | null;
  readonly panel: boolean | null;
}

/** What an address asks for: the page as it begins, a moment, a graph that the server keeps, or nothing that can be read. */
export type Wish =
  | { readonly kind: "start" }
  | { readonly kind: "link"; readonly link: Link }
  | { readonly kind: "graph"; readonly id: string }
  | { readonly kind: "error"; readonly error: ErrorBody };

/** Everything but the text as it begins: all steps of the backward pass done. */
export const plain: Omit<Link, "text"> = {
  leaves: new Map(),
  direction: "backward",
  t: null,
  speed: 1,
  locals: false,
  final: false,
  open: false,
  theme: null,
  selected: null,
  turned: null,
  panel: null,
};

/** A longer text, in UTF-16 units, is packed. */
const READABLE = 300;
/** Characters of an address; browsers bear some more. */
const LONGEST = 500_000;
/** Bytes that a packed text may have: what the server takes at most, in UTF-8. */
const UNPACKED = 2_400_000;
/** Bytes unpacked at a time: a few of them can hold a thousand times as many. */
const BITE = 1024;
const MOST_LEAVES = 2_000;
/** More steps than any graph has. */
const MOST_STEPS = 1_000_000;

/** Beyond any turn in degrees, any nearness and any distance: the picture's own limits are much narrower. */
const MOST_TURNED = 1_000;

const SWITCHES = ["locals", "final", "open"] as const;

/** What stands after the `#`; null for a text that no address can hold. */
export function encode(link: Link): string | null {
  const packed = link.text.length > READABLE;
  const parts: [string, string][] = [packed ? ["z", pack(link.text)] : ["text", percent(link.text)]];
  const say = (key: string, value: string) => value !== "" && parts.push([key, value]);
  const leaves = [...link.leaves];
  const list = (entries: [string, string][]) => entries.map(([name, value]) => `${percent(name)}:${value}`).join(",");
  say("values", list(leaves.map(([name, { value }]) => [name, String(value)])));
  say("ranges", list(leaves.filter(([, leaf]) => isUnusual(leaf)).map(([name, { min, max }]) => [name, `${min}..${max}`])));
  if (link.direction !== plain.direction) say("direction", link.direction);
  if (link.t !== null) say("t", String(rounded(link.t)));
  if (link.speed !== plain.speed) say("speed", String(link.speed));
  for (const key of SWITCHES) if (link[key]) say(key, "on");
  if (link.theme !== null) say("theme", link.theme);
  if (link.selected !== null) say("node", String(link.selected));
  if (link.turned !== null) say("eye", link.turned);
  if (link.panel !== null) say("panel", link.panel ? "open" : "folded");
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
export function decode(hash: string): Wish {
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
  return { code: "bad-link", message, hint: "The first example is shown instead.", span: null, line: null, column: null };
}

/** Why an address says nothing, to stand after "could not be read:". */
class Unreadable extends Error {}

function split(part: string): [string, string] {
  const at = part.indexOf("=");
  try {
    return at < 0 ? [part, ""] : [part.slice(0, at), decodeURIComponent(part.slice(at + 1))];
  } catch {
    throw new Unreadable("it is not percent-encoded as it should be");
  }
}

function read(given: ReadonlyMap<string, string>): Link {
  const word = <T>(key: string, choices: Readonly<Record<string, T>>, otherwise: T): T => {
    const said = given.get(key);
    if (said === undefined) return otherwise;
    if (!Object.hasOwn(choices, said)) throw new Unreadable(`\`${key}\` is ${Object.keys(choices).join(" or ")}`);
    return choices[said]!;
  };
  const number = (key: string, most: number, what: string): number | null => {
    const said = given.get(key);
    if (said === undefined) return null;
    const x = parseNumber(said);
    if (x === null || x < 0 || x > most) throw new Unreadable(`\`${key}\` is ${what}`);
    return x;
  };
  const t = number("t", MOST_STEPS, "the time in steps, a number from 0 on");
  const selected = number("node", MOST_STEPS, "a node's number");
  if (selected !== null && !Number.isInteger(selected)) throw new Unreadable("`node` is a node's number");
  const onOff = { on: true, off: false };
  const speeds = Object.fromEntries(SPEEDS.map((speed) => [String(speed), speed]));
  return {
    text: textOf(given),
    leaves: leavesOf(given),
    direction: word<Direction>("direction", { forward: "forward", backward: "backward" }, plain.direction),
    t: t === null ? null : rounded(t),
    speed: word("speed", speeds, plain.speed),
    locals: word("locals", onOff, false),
    final: word("final", onOff, false),
    open: word("open", onOff, false),
    theme: word<Theme | null>("theme", { dark: "dark", light: "light" }, null),
    selected,
    turned: turnedOf(given.get("eye")),
    panel: word<boolean | null>("panel", { open: true, folded: false }, null),
  };
}

function textOf(given: ReadonlyMap<string, string>): string {
  const [text, packed] = [given.get("text"), given.get("z")];
  if (text !== undefined) return text;
  if (packed !== undefined) return unpack(packed);
  throw new Unreadable("it has no text");
}

function turnedOf(said: string | undefined): string | null {
  if (said === undefined) return null;
  const numbers = said.split(",", 7).map(parseNumber);
  const near = numbers[2] ?? 0;
  const six = numbers.length === 6 && numbers.every((x) => x !== null && Math.abs(x) <= MOST_TURNED);
  if (!six || near < 1 / MOST_TURNED) throw new Unreadable("`eye` is six numbers, as the page writes them");
  return numbers.join(",");
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

let lastPacked: readonly [text: string, packed: string] = ["", ""];

/** Packing takes a while, and the text stays the same through a thousand moves of a slider. */
function pack(text: string): string {
  if (lastPacked[0] !== text) lastPacked = [text, base64url(deflateSync(new TextEncoder().encode(text), { level: 9 }))];
  return lastPacked[1];
}

/** Unpacks bite by bite: a few bytes can claim to be a gigabyte, and are stopped at what a text may have. */
function unpack(packed: string): string {
  try {
    const bytes = bytesOf(packed);
    const decoder = new TextDecoder("utf-8", { fatal: true });
    let [text, size, ended] = ["", 0, false];
    const inflate = new Inflate((chunk, final) => {
      size += chunk.length;
      if (size > UNPACKED) throw new Unreadable("its text is too long");
      text += decoder.decode(chunk, { stream: !final });
      ended = final;
    });
    for (let at = 0; at < bytes.length; at += BITE) inflate.push(bytes.subarray(at, at + BITE), at + BITE >= bytes.length);
    if (ended) return text;
  } catch (error) {
    if (error instanceof Unreadable) throw error;
  }
  throw new Unreadable("its packed text is damaged");
}

function base64url(bytes: Uint8Array): string {
  let binary = "";
  for (let at = 0; at < bytes.length; at += 4096) binary += String.fromCharCode(...bytes.subarray(at, at + 4096));
  return btoa(binary).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}

function bytesOf(packed: string): Uint8Array {
  return Uint8Array.from(atob(packed.replaceAll("-", "+").replaceAll("_", "/")), (character) => character.charCodeAt(0));
}
