// What style sheets know of the state: the palette of look.ts as custom properties, the theme, and the kinds of window.
import { kindsOf, type Size } from "../model/breakpoints";
import { type Palette, palettes, type Theme } from "../model/look";

const kebab = (name: string) => name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`);

function rule(theme: Theme): string {
  const colours = Object.entries(palettes[theme] satisfies Palette).map(([name, colour]) => `--${kebab(name)}:${colour};`);
  // In the first layer, so that a contrast preference in the style sheets wins.
  return `@layer palette{:root[data-theme="${theme}"]{color-scheme:${theme};${colours.join("")}}}`;
}

/** Makes both palettes known to the document. */
export function paintPalettes(): void {
  const sheet = document.createElement("style");
  sheet.textContent = rule("dark") + rule("light");
  document.head.prepend(sheet);
}

export function showTheme(theme: Theme): void {
  if (document.documentElement.dataset["theme"] !== theme) document.documentElement.dataset["theme"] = theme;
}

/** Makes the kinds of the window classes of the document. */
export function showKinds(window: Size): void {
  for (const [kind, applies] of kindsOf(window)) document.documentElement.classList.toggle(kind, applies);
}
