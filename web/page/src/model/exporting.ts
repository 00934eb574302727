// What the export dialog depends on: whether it is open, what is chosen in it, and what became of the last wish.
import type { Passes } from "./film";
import type { ErrorBody, ExportFormat } from "./messages";
import type { Time } from "./clock";

/** What became of the last wish, and of which: a format, "png" or "webm"; "formats" is the table itself. */
export interface Told {
  of: string;
  what: "copied" | "saved" | "cancelled" | "refused";
  error: Pick<ErrorBody, "message" | "hint"> | null;
}

export interface Exporting {
  readonly open: boolean;
  /** Null: not asked for yet. */
  readonly formats: readonly ExportFormat[] | null;
  /** The image has no board behind it. */
  readonly transparent: boolean;
  /** What the video shows. */
  readonly passes: Passes;
  /** The part of the video that is done; null while none is made. */
  readonly recording: number | null;
  readonly told: Told | null;
  /** How time went on when the dialog opened; it stands while that is open. */
  readonly resume: Time["playing"];
}

export const nothingExported: Exporting = {
  open: false,
  formats: null,
  transparent: false,
  passes: "both",
  recording: null,
  told: null,
  resume: "no",
};
