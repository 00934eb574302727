// Lines of text in several faces and colours: measured, shrunk or cut to a width, raised exponents included.
import type { Face } from "./atlas";
import type { Rgb } from "./colour";
import type { Ink } from "./ink";

export interface Run {
  text: string;
  face: Face;
  colour: Rgb;
  /** An exponent: smaller and higher. */
  raised?: boolean;
}

const RAISED = { size: 0.7, rise: 0.36 };

export function widthOf(ink: Ink, runs: readonly Run[], size: number): number {
  return runs.reduce(
    (sum, { text, face, raised }) => sum + ink.width(text, { face, size: raised === true ? size * RAISED.size : size }),
    0,
  );
}

export function drawRuns(ink: Ink, runs: readonly Run[], x: number, y: number, z: number, size: number): void {
  let at = x;
  for (const { text, face, colour, raised } of runs) {
    const style = { face, colour, size: raised === true ? size * RAISED.size : size };
    at += ink.text(text, at, raised === true ? y + size * RAISED.rise : y, z, style);
  }
}

/** The largest size from `size` down to `least` at which the runs fit, and the runs cut with `…` if none does. */
export function fit(ink: Ink, runs: readonly Run[], size: number, least: number, width: number): { runs: Run[]; size: number } {
  const natural = widthOf(ink, runs, size);
  if (natural <= width) return { runs: [...runs], size };
  const shrunk = (size * width) / natural;
  if (shrunk >= least) return { runs: [...runs], size: shrunk };
  const kept: Run[] = [];
  let room = width - ink.width("…", { face: "code", size: least });
  for (const run of runs) {
    const scale = run.raised === true ? RAISED.size : 1;
    let text = "";
    for (const character of run.text) {
      room -= ink.width(character, { face: run.face, size: least * scale });
      if (room < 0) return { runs: [...kept, { ...run, text: `${text.trimEnd()}…` }], size: least };
      text += character;
    }
    kept.push(run);
  }
  return { runs: kept, size: least };
}

/** A leaf's name in one run: the last part of a path is what tells it from its siblings, so `n.layers[0].w[2]` is cut before it. */
export function fitName(ink: Ink, name: Run, size: number, least: number, width: number): { runs: Run[]; size: number } {
  const whole = fit(ink, [name], size, least, width);
  if (whole.runs[0]?.text === name.text || !/[.[]/.test(name.text)) return whole;
  let room = width - ink.width("…", { face: name.face, size: least });
  let text = "";
  for (const character of [...name.text].reverse()) {
    room -= ink.width(character, { face: name.face, size: least });
    if (room < 0) break;
    text = character + text;
  }
  return { runs: [{ ...name, text: `…${text}` }], size: least };
}

/** An expression as a person writes it: `a * b**-1` with a dot and a raised −1. */
export function typeset(expression: string, face: Face, colour: Rgb): Run[] {
  return expression.split(/( ?\*\* ?-?[\w.]+)/).flatMap((piece): Run[] => {
    if (piece === "") return [];
    if (/^ ?\*\*/.test(piece)) return [{ text: piece.replace("**", "").trim().replace("-", "−"), face, colour, raised: true }];
    return [
      {
        text: piece.replaceAll(" * ", "·").replaceAll("*", "·").replaceAll("-", "−").trimEnd() + (piece.endsWith(" ") ? " " : ""),
        face,
        colour,
      },
    ];
  });
}
