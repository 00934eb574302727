// Number to text, for everything the page shows. Same rules as backpulse.engine.number, same test vectors.

const LONGEST = 8;
const WHOLE = 7;
const DIGITS = 4;

/** `x` > 0 to `digits` significant digits: plain where that is natural, else with an exponent. */
function plain(x: number, digits: number): string {
  const exponent = Number(x.toExponential(digits - 1).split("e")[1]);
  if (exponent < -3 || exponent >= WHOLE) {
    const [mantissa = "", power = ""] = x.toExponential(digits - 1).split("e");
    return `${trim(mantissa)}e${power.replace("+", "")}`;
  }
  return trim(x.toFixed(Math.max(0, digits - 1 - exponent)));
}

function trim(text: string): string {
  return text.includes(".") ? text.replace(/\.?0+$/, "") : text;
}

/**
 * At most 4 significant digits (integers of up to 7 digits in full), at most 8 characters and a sign.
 * `most` asks for fewer digits. The sign is the real minus; infinities and not-a-number are words that are none of them a number.
 */
export function format(x: number, most = DIGITS): string {
  if (Number.isNaN(x)) return "undefined";
  const sign = x < 0 ? "−" : "";
  const size = Math.abs(x);
  if (size === Infinity) return `${sign}∞`;
  if (Number.isInteger(size) && size < 10 ** WHOLE && most === DIGITS) return sign + String(size);
  for (let digits = most; ; digits--) {
    const text = plain(size, digits);
    if (text.length <= LONGEST || digits === 1) return sign + text.replace("-", "−");
  }
}

/** What is shown for a number that may not be known yet. */
export function formatKnown(x: number | null): string {
  return x === null ? "--" : format(x);
}

/** Full precision, as JavaScript and Python read it back: `0.1`, `-Infinity`, `NaN`. */
export function exact(x: number): string {
  return Object.is(x, -0) ? "-0" : String(x);
}
