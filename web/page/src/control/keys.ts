// The page's keys. Fields and buttons keep the keys that mean something to them.
import { actionOf, type Acts } from "./actions";
import type { Control } from "./control";

/** Whoever is typed into keeps all keys. */
function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) return true;
  return target instanceof HTMLInputElement && target.type === "text";
}

const isPressable = (target: EventTarget | null) =>
  target instanceof HTMLButtonElement || (target instanceof HTMLInputElement && target.type === "checkbox");

export function onKey(event: KeyboardEvent, acts: Acts): void {
  if (event.defaultPrevented || event.isComposing || document.querySelector("dialog[open]") !== null) return;
  if (isKept(event, acts.control)) return;
  const action = actionOf(event);
  if (action === null) return;
  event.preventDefault();
  action.does(acts);
}

/** Whether the key is its target's. With Ctrl only a field whose own typing is not committed yet keeps it. */
function isKept({ key, target, ctrlKey, metaKey, altKey }: KeyboardEvent, control: Control): boolean {
  if (altKey) return true;
  if (ctrlKey || metaKey) return target instanceof HTMLInputElement && target.type === "text" && control.drafts.any;
  return isTyping(target) || (key === " " && isPressable(target));
}
