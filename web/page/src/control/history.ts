// What the control needs of the editor.
import type { LeafChange } from "../model/leaf";

/** What of the editor is needed: the text, and the history of text and leaves. */
export interface History {
  load(text: string): void;
  replace(text: string, change: LeafChange): void;
  record(change: LeafChange): void;
  undo(): void;
  redo(): void;
  goTo(span: readonly [number, number]): void;
}
