// Links: what goes in comes out, for any moment; and whatever stands in an address, it is read or refused with a sentence.
import { deflateSync, Inflate } from "fflate";
import { describe, expect, it, vi } from "vitest";
import { decode, encode, type Link, plain } from "./link";
import { rounded, SPEEDS } from "./clock";
import { inRange, leafAt, movedTo } from "./leaf";

const link = (patch: Partial<Link> = {}): Link => ({ ...plain, text: "(a + b) * c", ...patch });
const leaves = (values: Record<string, number>) => new Map(Object.entries(values).map(([name, value]) => [name, leafAt(value, true)]));

function read(address: string): Link {
  const target = decode(address);
  if (target.kind !== "link") throw new Error(JSON.stringify(target));
  return target.link;
}

function refused(address: string): string {
  const target = decode(address);
  return target.kind === "error" ? target.error.message : target.kind;
}

const packed = (bytes: Uint8Array) =>
  `z=${btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "")}`;

/** Numbers from 0 to 1 that are the same in every run. */
function dice(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("a link", () => {
  it("can be read by a person", () => {
    const moment = link({ leaves: leaves({ a: 2, b: -3, c: 10 }), t: 2.45, direction: "forward" });
    expect(encode(moment)).toBe("text=(a%20%2B%20b)%20*%20c&values=a:2,b:-3,c:10&direction=forward&t=2.45");
    expect(encode(link())).toBe("text=(a%20%2B%20b)%20*%20c");
  });

  it("says everything that differs from the beginning", () => {
    const ranged = inRange(leafAt(2, true), -1, 4.5)!;
    const all = link({
      leaves: new Map([["t", ranged]]),
      speed: 0.25,
      locals: true,
      final: true,
      expand: true,
      chosenTheme: "light",
      selected: 3,
      turned: "-12.5,20,1.3,0.01,-0.02,0",
      panel: false,
    });
    expect(encode(all)).toBe(
      "text=(a%20%2B%20b)%20*%20c&values=t:2&ranges=t:-1..4.5&speed=0.25&locals=on&final=on&expand=on&theme=light&node=3&eye=-12.5,20,1.3,0.01,-0.02,0&panel=folded",
    );
    expect(read(encode(all)!)).toEqual(all);
  });

  it("is read with the names that switches had before", () => {
    expect(read("text=a&open=on").expand).toBe(true);
    expect(read("text=a&open=on&expand=off").expand).toBe(false);
    expect(encode(read("text=a&open=on"))).toBe("text=a&expand=on");
  });

  it("keeps a range that a value has come back into", () => {
    const back = movedTo(movedTo(leafAt(5, true), 15), 9);
    expect(back).toMatchObject({ min: -20, max: 20 });
    expect(read(encode(link({ leaves: new Map([["a", back]]) }))!).leaves.get("a")).toMatchObject({ value: 9, min: -20, max: 20 });
  });

  it("gives back any moment", () => {
    const random = dice(7);
    const pick = <T>(from: readonly T[]) => from[Math.floor(random() * from.length)]!;
    const signs = [...Array.from("ab+-*/() \n;#=&%:,.?~'\"\\<>θ²é×−中"), "🙂", "\u0301", "\u2028"];
    const names = ["a", "t", "text", "θ", "x_2", "__proto__", "constructor", "toString", "é", "中", "graph", "values"];
    for (let n = 0; n < 400; n++) {
      const text = Array.from({ length: Math.floor(random() ** 3 * 900) }, () => pick(signs)).join("");
      const chosen = names.filter(() => random() < 0.3);
      const moment = link({
        text,
        leaves: new Map(
          chosen.map((name) => {
            const leaf = leafAt((random() - 0.5) * 10 ** Math.floor(random() * 40 - 20), true);
            return [name, (random() < 0.3 && inRange(leaf, leaf.value - random(), leaf.value + 1 + random())) || leaf];
          }),
        ),
        direction: pick(["forward", "backward"]),
        t: random() < 0.2 ? null : rounded(random() * 60),
        speed: pick(SPEEDS),
        locals: random() < 0.5,
        final: random() < 0.5,
        expand: random() < 0.5,
        chosenTheme: pick([null, "dark", "light"]),
        selected: random() < 0.5 ? null : Math.floor(random() * 30),
        turned: random() < 0.5 ? null : Array.from({ length: 6 }, () => 1 + Math.floor(random() * 1e5) / 1e4).join(","),
        panel: pick([null, true, false]),
      });
      const address = encode(moment)!;
      expect(address).toMatch(/^[\w.~!*()=&%:,'-]*$/);
      expect(read(`#${address}`)).toEqual(moment);
      // As some programs write it on.
      expect(read(address.replaceAll(":", "%3A").replaceAll(",", "%2C"))).toEqual(moment);
    }
  });

  it("packs a long text", () => {
    const text = Array.from({ length: 3000 }, (_, k) => `x${k % 40}`).join(" + ");
    const address = encode(link({ text }))!;
    expect(address).toMatch(/^z=[\w-]+$/);
    expect(address.length).toBeLessThan(text.length / 20);
    expect(read(address).text).toBe(text);
    expect(encode(link({ text: "é".repeat(300) }))).toMatch(/^text=/);
    expect(encode(link({ text: "é".repeat(301) }))).toMatch(/^z=/);
  });

  it("is none for a text that no address can hold", () => {
    const random = dice(1);
    const noise = Array.from({ length: 300_000 }, () => String.fromCharCode(0x4e00 + random() * 20_000));
    expect(encode(link({ text: noise.join("") }))).toBeNull();
  });

  it("bears half a character", () => {
    expect(read(encode(link({ text: "a\ud800b" }))!).text).toBe("a\ufffdb");
  });
});

describe("an address", () => {
  it("without anything is the beginning", () => {
    for (const address of ["", "#"]) expect(decode(address)).toEqual({ kind: "start" });
  });

  it("can be typed by hand", () => {
    expect(read("text=a+b*2").text).toBe("a+b*2");
    expect(read("text=a==b").text).toBe("a==b");
    expect(read("#text=θ · x&values=θ:−2,x:+.5").leaves).toEqual(leaves({ θ: -2, x: 0.5 }));
  });

  it("may hold what nobody knows", () => {
    expect(read("text=a&colour=red&__proto__=1&constructor&=&&utm_source=x")).toEqual(link({ text: "a" }));
    expect(({} as Record<string, unknown>)["1"]).toBeUndefined();
  });

  it("can name a graph", () => {
    expect(decode("#graph=Ab-9_x")).toEqual({ kind: "graph", id: "Ab-9_x" });
    for (const id of ["", "../ops", "a/b", "x".repeat(65), "%00"]) expect(refused(`graph=${id}`)).toContain("`graph`");
  });

  it.each([
    ["text=%", "percent-encoded"],
    ["text=%ff", "percent-encoded"],
    ["text=a&values=%C3", "percent-encoded"],
    ["t=3", "no text"],
    ["hello", "no text"],
    ["text=a&t=NaN", "`t`"],
    ["text=a&t=Infinity", "`t`"],
    ["text=a&t=-1", "`t`"],
    ["text=a&t=1e9", "`t`"],
    ["text=a&t=1e999", "`t`"],
    ["text=a&t=", "`t`"],
    ["text=a&t=soon", "`t`"],
    ["text=a&direction=sideways", "`direction` is forward or backward"],
    ["text=a&direction=__proto__", "`direction`"],
    ["text=a&speed=3", "`speed`"],
    ["text=a&speed=toString", "`speed`"],
    ["text=a&locals=maybe", "`locals` is on or off"],
    ["text=a&final=constructor", "`final`"],
    ["text=a&open=1", "`open`"],
    ["text=a&expand=1", "`expand`"],
    ["text=a&theme=pink", "`theme`"],
    ["text=a&panel=", "`panel`"],
    ["text=a&node=-1", "`node`"],
    ["text=a&node=1.5", "`node`"],
    ["text=a&node=[object Object]", "`node`"],
    ["text=a&eye=1,2,3", "`eye`"],
    ["text=a&eye=1,2,0,0,0,0", "`eye`"],
    ["text=a&eye=1,2,1,0,0,NaN", "`eye`"],
    ["text=a&eye=1,2,1,0,0,0,0", "`eye`"],
    ["text=a&values=a", "of the form"],
    ["text=a&values=:2", "of the form"],
    ["text=a&values=a:2,", "of the form"],
    ["text=a&values=a:Infinity", "not a number"],
    ["text=a&values=a:NaN", "not a number"],
    ["text=a&values=a:1e999", "not a number"],
    ["text=a&values=a:0x10", "not a number"],
    ["text=a&ranges=a:-1..1", "no value"],
    ["text=a&values=a:2&ranges=a:3", "range of `a`"],
    ["text=a&values=a:2&ranges=a:3..1", "range of `a`"],
    ["text=a&values=a:2&ranges=a:-1..1", "range of `a`"],
    ["text=a&values=a:2&ranges=a:-1e308..1e308", "range of `a`"],
    ["z=", "damaged"],
    ["z=not base64!", "damaged"],
    ["z=AAAA", "damaged"],
    ["z=S0xKTklNSy8A", "damaged"],
  ])("with %s is refused with a sentence", (address, why) => {
    expect(refused(address)).toContain(why);
  });

  it("has its bounds", () => {
    expect(refused(`text=${"a".repeat(500_000)}`)).toContain("too long");
    expect(refused(`text=a&values=${"a:1,".repeat(2000)}a:1`)).toContain("too many values");
    expect(read(`text=a&values=${"a:1,".repeat(1999)}a:1`).leaves.size).toBe(1);
    expect(refused(`text=a&values=${"b".repeat(100_000)}:x`).length).toBeLessThan(120);
  });

  it("cannot make the page unpack more than a text may be", () => {
    const bomb = packed(deflateSync(new Uint8Array(20_000_000).fill(32)));
    expect(bomb.length).toBeLessThan(30_000);
    const bites = vi.spyOn(Inflate.prototype, "push");
    expect(refused(bomb)).toContain("too long");
    // A kilobyte at a time, and no more of them once there is too much.
    expect(bites.mock.calls.length).toBeLessThan(8);
    expect(bites.mock.calls.every(([bite]) => bite.length <= 1024)).toBe(true);
    bites.mockRestore();
  });

  it("packed must be whole, and be text", () => {
    const good = deflateSync(new TextEncoder().encode("a + b".repeat(100)));
    expect(read(packed(good)).text).toBe("a + b".repeat(100));
    for (let length = 0; length < good.length; length++) expect(refused(packed(good.subarray(0, length)))).toContain("damaged");
    expect(refused(packed(deflateSync(Uint8Array.of(0x61, 0xff, 0xfe))))).toContain("damaged");
  });
});
