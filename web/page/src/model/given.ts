// Starting values that stand in the text, as far as the page needs to know them: to see which of them were edited.
import { type Leaf, type Leaves, movedTo } from "./leaf";

const NUMBER = String.raw`[+\-−]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
/** What makes a leaf of a number, in the forms of micrograd, PyTorch and numpy. */
const MADE = String.raw`(?:(?:[\p{L}_][\w.]*\.)?(?:Value|[tT]ensor|Parameter|scalar_tensor|as_tensor|array|float)\s*\(\s*)+(?:data\s*=\s*)?\[?\s*`;
const START = new RegExp(
  String.raw`(?<=^|[;\n])[^\S\n]*([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(?:(${NUMBER})[^\S\n]*(?=$|[;\n#])|${MADE}(${NUMBER})\s*[\]),])`,
  "gu",
);

/** Name -> the number as written, of every statement `a = 2`, `a = Value(2.0, label="a")` or `a = torch.tensor([2.0])`. */
export function givenIn(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(START), ([, name = "", bare, made]) => [name, (bare ?? made ?? "").replace(/\s/g, "")]));
}

/** What the person had set before the text gave another start: it is back when that start is as it was before. */
export class Overrides {
  readonly #values = new Map<string, { value: number; given: string | undefined }>();

  forget(name?: string): void {
    if (name === undefined) this.#values.clear();
    else this.#values.delete(name);
  }

  /** What becomes of leaves when one text follows another: where it newly gives a start it wins, where it no longer does the person's is back. */
  between(leaves: Leaves, before: string, after: string): Map<string, Leaf> {
    const [old, now] = [givenIn(before), givenIn(after)];
    const changed = new Map<string, Leaf>();
    for (const [name, { value, given }] of this.#values) {
      const leaf = leaves.get(name);
      if (now.get(name) !== given || leaf === undefined) continue;
      changed.set(name, movedTo(leaf, value));
      this.#values.delete(name);
    }
    for (const [name, number] of now) {
      const leaf = leaves.get(name);
      if (leaf === undefined || !leaf.set || old.get(name) === number) continue;
      this.#values.set(name, { value: leaf.value, given: old.get(name) });
      changed.set(name, { ...leaf, set: false });
    }
    return changed;
  }
}
