// The palette of look.ts as custom properties, so that style sheets and scene have the same colours.
import { type Palette, palettes, type Theme } from "../model/look";

const kebab = (name: string) => name.replace(/[A-Z0-9]/g, (letter) => `-${letter.toLowerCase()}`);

function rule(theme: Theme): string {
  const colours = Object.entries(palettes[theme] satisfies Palette).map(([name, colour]) => `--${kebab(name)}:${colour};`);
  // Without weight, so that a contrast preference in the style sheets wins.
  return `:where(:root[data-theme="${theme}"]){color-scheme:${theme};${colours.join("")}}`;
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
