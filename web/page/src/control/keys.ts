// The page's keys. Fields and buttons keep the keys that mean something to them.
import type { Control } from "./control";
import type { Acts } from "../parts/page";

/** Whoever is typed into keeps all keys. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type === "text";
}

const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === "checkbox");

export function onKey(event: KeyboardEvent, acts: Acts): void {
  const { control } = acts;
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") !== null) return;
  if ((event.ctrlKey || event.metaKey) && !event.altKey) {
    if (history(event, control)) event.preventDefault();
    return;
  }
  if (event.altKey || isTyping(event.target)) return;
  if (event.key === " " && isPressable(event.target)) return;
  const act = ACTS[event.key] ?? ACTS[event.key.toLowerCase()];
  if (act === undefined) return;
  event.preventDefault();
  act(acts);
}

const ACTS: Readonly<Record<string, (acts: Acts) => void>> = {
  " ": ({ control }) => control.play(),
  ArrowLeft: ({ control }) => control.stepBack(),
  ArrowRight: ({ control }) => control.step(),
  Home: ({ control }) => control.seek(0),
  End: ({ control }) => control.end(),
  f: ({ control }) => control.direct("forward"),
  b: ({ control }) => control.direct("backward"),
  "0": ({ fit }) => fit(),
  l: ({ copyLink }) => copyLink(),
  e: ({ exporter }) => exporter.open(),
  "?": ({ control }) => control.toggle("help"),
  Escape: ({ control }) => control.set({ selected: null }),
};

/** Undo and redo from anywhere but a field whose own typing is not committed yet. */
function history(event: KeyboardEvent, control: Control): boolean {
  const { target } = event;
  if (target instanceof HTMLInputElement && target.type === "text" && control.drafts.any) return false;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey) control.editor?.undo();
  else if (key === "y" || key === "z") control.editor?.redo();
  else if (key === "enter") control.apply();
  else return false;
  return true;
}
