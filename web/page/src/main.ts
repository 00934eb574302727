// The page's beginning: store, live channel, editor and picture are put together, and drawn by one loop.
import "@fontsource/inter/400.css";
import "@fontsource/inter/500.css";
import "@fontsource/inter/600.css";
import "@fontsource/inter/700.css";
import "@fontsource/source-code-pro/400.css";
import "@fontsource/source-code-pro/500.css";
import "@fontsource/source-code-pro/600.css";
import "@fontsource/source-code-pro/700.css";
import "./parts/base.css";
import { render } from "lit-html";
import type { Frame } from "./model/frame";
import { errorOf, Refused, unreachable } from "./live/http";
import { Live } from "./live/live";
import { Loop } from "./loop";
import type { Legend, Preset } from "./model/messages";
import { Address, here } from "./control/address";
import { advance } from "./model/clock";
import { Control } from "./control/control";
import { copyLink } from "./control/copy";
import { Editor } from "./parts/editor";
import { Exporter } from "./control/exporter";
import { onFormulas } from "./parts/formula";
import { onKey } from "./control/keys";
import { resolveTarget } from "./live/resolve";
import type { Acts } from "./control/actions";
import { page } from "./parts/page";
import { Canvas } from "./parts/canvas";
import { presentFrame } from "./model/view";
import { showPresent } from "./parts/steps";
import { Slow } from "./live/slow";
import { Store, themeOf } from "./model/store";
import { keptTheme } from "./control/theme";
import { paintPalettes, showKinds, showTheme } from "./parts/theme";
import { stepsOf } from "./model/timeline";
import type { Structure } from "./model/structure";

const root = document.getElementById("page")!;
const loop = new Loop(draw);
const store = new Store(() => {
  loop.invalidate();
  address.changed();
});
const address = new Address(store, here);
const live = new Live(
  { socket: connect, post: () => new Slow(() => store.state.legend!) },
  {
    opened: () => control.opened(),
    connection: (connection, refusal) => store.set({ connection, refusal }),
    waiting: (waiting) => store.set({ waiting }),
    trace: (trace) => control.answered(trace),
    numbers: (numbers) => control.numbers(numbers),
    error: (error) => control.failed(error),
  },
);
const control = new Control(store, live, address);
const canvas = new Canvas(store, loop);
const exporter = new Exporter(store);
const acts: Acts = { control, exporter, fit: () => canvas.fit(), copyLink: () => void copyLink(store, address) };
let editor: Editor | null = null;
let presentPlace: unknown[] = [];
/** Of which graph's text the editor shows what was skipped. */
let skippedOf: Structure | null = null;

function connect(): WebSocket {
  const address = new URL("api/live", document.baseURI);
  address.protocol = address.protocol.replace("http", "ws");
  return new WebSocket(address);
}

/** One frame: time goes on, the page and the picture are drawn from the same state. True: another one is target. */
function draw(elapsed: number): boolean {
  const { trace, direction, playing, t, speed } = store.state;
  if (trace !== null && playing !== "no") store.set(advance({ t, playing }, elapsed, stepsOf(trace, direction).length, speed));
  const { state } = store;
  const frame = presentFrame(state);
  showTheme(themeOf(state));
  showKinds(state.window);
  render(page(state, frame, acts), root);
  markText(frame);
  // What can move the present row out of view: another step, and whatever changes the room that the steps have.
  const place = [frame?.direction, frame?.step, state.trace, state.selected, state.locals, state.nodesOpen, state.panel, state.tab];
  if (place.some((part, i) => part !== presentPlace[i])) scrollToPresent(frame);
  presentPlace = place;
  showDialog("dialog.help", state.help);
  showDialog("dialog.export", state.exporting.open);
  const moving = canvas.draw(frame);
  return state.playing !== "no" || moving;
}

/** A long table holds only the rows around the view, which has moved: it is rendered once more. */
function scrollToPresent(frame: Frame | null): void {
  const steps = showPresent(root, frame?.step ?? 0);
  if (steps === store.state.tops.steps) return;
  store.set({ tops: { ...store.state.tops, steps } });
  render(page(store.state, frame, acts), root);
}

/** The error's underline, what is skipped; and while the text is the graph's, the tint of what the present step reaches. */
function markText(frame: Frame | null): void {
  const { text, trace, error } = store.state;
  const receiver = frame?.receivers[0];
  const tint = receiver === undefined || error !== null || trace?.source !== text ? null : trace.graph.nodes[receiver]!.span;
  editor?.mark({ error: error?.span ?? null, said: error, tint });
  if (trace === null || trace === skippedOf || trace.source !== text) return;
  skippedOf = trace;
  editor?.skip(trace.skipped.map(({ span }) => span));
}

function showDialog(which: string, open: boolean): void {
  const dialog = root.querySelector<HTMLDialogElement>(which)!;
  if (open && !dialog.open) dialog.showModal();
  if (!open && dialog.open) dialog.close();
}

const AGAIN = "Trying again …";

async function get<T>(path: string): Promise<T> {
  const response = await fetch(path, { headers: { accept: "application/json" } });
  if (!response.ok) throw new Refused((await errorOf(response)) ?? unreachable(AGAIN));
  return (await response.json()) as T;
}

/** Presets and legend, tried until they are there. */
async function supplies(): Promise<[Preset[], Legend]> {
  for (let wait = 500; ; wait = Math.min(8000, wait * 2)) {
    try {
      return await Promise.all([get<Preset[]>("api/presets"), get<Legend>("api/ops")]);
    } catch (error) {
      store.set({ error: error instanceof Refused ? error.body : unreachable(AGAIN) });
      await new Promise((resolve) => setTimeout(resolve, wait));
    }
  }
}

/** What the address asks for, now and whenever it is another: by Back, Forward, or by hand. */
async function start(made: Editor, presets: Preset[], legend: Legend): Promise<void> {
  const target = await resolveTarget(location.hash);
  control.begin(made, presets, legend, target);
  address.opened(target.kind === "kept");
  addEventListener("popstate", () => {
    const { hash } = location;
    void resolveTarget(hash).then((target) => {
      if (location.hash !== hash) return;
      control.open(target);
      address.opened(target.kind === "kept");
    });
  });
}

function watch(query: string, changed: (matches: boolean) => void): void {
  const list = matchMedia(query);
  changed(list.matches);
  list.addEventListener("change", () => changed(list.matches));
}

function begin(): void {
  paintPalettes();
  store.set({ chosenTheme: keptTheme() });
  watch("(prefers-color-scheme: light)", (light) => store.set({ systemTheme: light ? "light" : "dark" }));
  watch("(prefers-reduced-motion: reduce)", (reduced) => store.set({ reduced }));
  const measure = () => store.set({ window: { width: innerWidth, height: innerHeight } });
  measure();
  addEventListener("resize", measure);
  addEventListener("keydown", (event) => onKey(event, acts));
  addEventListener("online", () => live.open());
  addEventListener("pagehide", () => live.close());
  addEventListener("pageshow", ({ persisted }) => persisted && live.open());
  onFormulas(() => loop.invalidate());
  draw(0);
  editor = new Editor(root.querySelector<HTMLElement>(".editor")!, "", {
    edited: (text, whole) => control.edited(text, whole),
    restored: (leaves) => control.restored(leaves),
    apply: () => control.apply(),
    settle: () => control.settle(),
    fix: (fix) => control.rewrite(fix, store.state.text),
  });
  const made = editor;
  live.open();
  void supplies().then(([presets, legend]) => start(made, presets, legend));
  void canvas.begin(root.querySelector("canvas")!);
}

declare global {
  interface Window {
    /** For tests: what the page shows, to be read only. */
    backpulse: { state(): unknown; boxes(): unknown };
  }
}

window.backpulse = {
  state: () => ({ ...store.state, leaves: Object.fromEntries(store.state.leaves), frame: presentFrame(store.state) }),
  boxes: () => canvas.boxes(),
};
begin();
