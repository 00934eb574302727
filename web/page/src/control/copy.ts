// A link to this moment into the clipboard; where no clipboard takes it, onto the page to be taken from there.
import type { Store } from "../model/store";
import type { Address } from "./address";

/** How long it is said that it has been done, in ms. */
const SAID = 2500;

let timer: ReturnType<typeof setTimeout> | undefined;

export async function copyLink(store: Store, address: Address): Promise<void> {
  const { link } = address;
  clearTimeout(timer);
  store.set({ copied: false, notice: null });
  if (link === null) {
    const error = {
      code: "no-link",
      message: "This text is too long for a link",
      hint: "Export it instead.",
      span: null,
      line: null,
      column: null,
      fixes: [],
    };
    store.set({ notice: { error } });
    return;
  }
  try {
    await navigator.clipboard.writeText(link);
    store.set({ copied: true });
    timer = setTimeout(() => store.set({ copied: false }), SAID);
  } catch {
    // Not allowed, or a page that is not served over https.
    store.set({ notice: { link } });
  }
}
