// Out of the page: a blob as a file, a text into the clipboard.

/** How long a file's address lives, in ms: long enough for the browser to ask where to put it. */
const KEPT = 60_000;

export function save(blob: Blob, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), KEPT);
}

/** Called in the press itself, which browsers insist on, though the text may come later. Rejects where nothing may be copied. */
export async function copy(text: Promise<string>): Promise<void> {
  if ((navigator.clipboard as Clipboard | undefined) !== undefined) {
    const blob = text.then((made) => new Blob([made], { type: "text/plain" }));
    try {
      await navigator.clipboard.write([new ClipboardItem({ "text/plain": blob })]);
      return;
    } catch {
      // If there is no text that is the reason, and it is said; else the other way is tried.
      await text;
    }
  }
  copySelected(await text);
}

/** The way of pages that came by plain HTTP: a field within reach of the focus is filled, selected and copied. */
function copySelected(text: string): void {
  const focused = document.activeElement;
  const field = document.createElement("textarea");
  field.className = "visually-hidden";
  field.value = text;
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // eslint-disable-next-line @typescript-eslint/no-deprecated -- such a page has no other way
  const copied = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  if (!copied) throw new Error("This browser lets the page copy nothing. Download the file instead.");
}
