// A long text in a link: UTF-8, deflated, in base64url; and unpacked within bounds.
import { Inflate, deflateSync } from "fflate";

/** Bytes that a packed text may have: what the server takes at most, in UTF-8. */
const UNPACKED = 2_400_000;
/** Bytes unpacked at a time: a few of them can hold a thousand times as many. */
const BITE = 1024;

/** Why an address says nothing, to stand after "could not be read:". */
export class Unreadable extends Error {}

let lastPacked: readonly [text: string, packed: string] = ["", ""];

/** Packing takes a while, and the text stays the same through a thousand moves of a slider. */
export function pack(text: string): string {
  if (lastPacked[0] !== text) lastPacked = [text, base64url(deflateSync(new TextEncoder().encode(text), { level: 9 }))];
  return lastPacked[1];
}

/** Unpacks bite by bite: a few bytes can claim to be a gigabyte, and are stopped at what a text may have. */
export function unpack(packed: string): string {
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
