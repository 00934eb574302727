// Edits of the text that the server offers: applied to the whole of it, and dropped where it has moved on.
import type { ErrorBody, Fix, Remedy } from "./messages";

/** The text with this edit; null for a remedy without code. */
export function edited(text: string, { span, replacement }: Remedy | Fix): string | null {
  if (span === null || replacement === null) return null;
  const characters = [...text];
  return [...characters.slice(0, span[0]), replacement, ...characters.slice(span[1])].join("");
}

/** An error of a text that has moved on: its fixes are edits of another one. */
export function unfixed(error: ErrorBody | null): ErrorBody | null {
  return error === null || error.fixes.length === 0 ? error : { ...error, fixes: [] };
}
