// The switches of the page: what each is called, how it travels in a link, and whether the text is asked anew for it.

export interface SwitchRow {
  readonly label: string;
  /** What links call it; they are written with the first, and read with all of them. */
  readonly links: readonly [string, ...string[]];
  /** The server's answer is another one with it. */
  readonly asks: boolean;
}

/** By their keys in the state. All begin off. */
export const SWITCHES = {
  locals: { label: "Local derivatives", links: ["locals"], asks: false },
  final: { label: "Final gradients", links: ["final"], asks: false },
  expand: { label: "Open derived ops", links: ["expand", "open"], asks: true },
} as const satisfies Readonly<Record<string, SwitchRow>>;

export type Switch = keyof typeof SWITCHES;
export type Switches = Readonly<Record<Switch, boolean>>;

export const switchNames = Object.keys(SWITCHES) as Switch[];

/** One entry a switch, made from its name. */
export function eachSwitch<T>(make: (name: Switch) => T): Readonly<Record<Switch, T>> {
  return Object.fromEntries(switchNames.map((name) => [name, make(name)])) as Record<Switch, T>;
}

export const allOff: Switches = eachSwitch(() => false);
