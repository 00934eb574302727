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

/** Names whose starting value the new text has newly given or changed: there the text wins over a slider. */
export function newlyGiven(before: string, now: string): Set<string> {
  const known = givenIn(before);
  return new Set([...givenIn(now)].filter(([name, number]) => known.get(name) !== number).map(([name]) => name));
}
