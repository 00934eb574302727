// The theme that a person has chosen, kept by the browser from one visit to the next.
import type { Theme } from "../model/look";

const KEY = "backpulse.theme";

/** The theme the person chose before, if the browser has kept it. */
export function keptTheme(): Theme | null {
  try {
    const kept = localStorage.getItem(KEY);
    return kept === "dark" || kept === "light" ? kept : null;
  } catch {
    return null;
  }
}

export function keepTheme(theme: Theme): void {
  try {
    localStorage.setItem(KEY, theme);
  } catch {
    // A browser that keeps nothing still shows the theme.
  }
}
