// Starting values that stand in the text, as far as the page needs to know them: to see which of them were edited.

const NUMBER = String.raw`[+\-−]?\s*(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?`;
const START = new RegExp(
  String.raw`(?<=^|[;\n])[^\S\n]*([\p{L}_][\p{L}\p{N}_]*)\s*=\s*(?:Value\(\s*)?(${NUMBER})\s*\)?[^\S\n]*(?=$|[;\n#])`,
  "gu",
);

/** Name -> the number as written, of every statement `a = 2` or `a = Value(2.0)`. */
export function givenIn(text: string): Map<string, string> {
  return new Map(Array.from(text.matchAll(START), ([, name = "", number = ""]) => [name, number.replace(/\s/g, "")]));
}

/** What the person had set before the text gave another start: it is back when that start is as it was before. */
export interface Overruled {
  value: number;
  given: string | undefined;
}
