// The timeline's card: the sentence of the present step, direction, play and steps, the scrubber, the speed.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { styleMap } from "lit-html/directives/style-map.js";
import type { Frame } from "../model/frame";
import { isNarrow, staleness, type State } from "../model/store";
import { SPEEDS } from "../model/clock";
import { type Action, ACTIONS, type Acts, labelOf } from "../control/actions";
import type { Control } from "../control/control";
import { actionButton } from "./button";
import { again, back, chevron, forth, pause, play } from "./icons";
import { words } from "./pieces";
import "./scrubber.css";
import "./timeline.css";

/** Ticks nearer to each other than this, in px, are a smear: then every second, fifth, tenth … step has one. */
const NEAREST = 7;
/** Px of the card that are not the scrubber's; on a phone it has a row of its own. */
const BESIDE = { wide: 430, narrow: 60 };

export function timeline(state: State, frame: Frame | null, acts: Acts): TemplateResult {
  const { control } = acts;
  const direction = (action: Action) => actionButton(action, labelOf(action, state), state, acts, { kind: "", worded: true, choice: true });
  const steps = frame?.steps.length ?? 0;
  const stale = staleness(state) !== null;
  return html`<section class="timeline ${stale ? "stale" : ""}" aria-label="Timeline">
    <div class="saying">
      <p class="sentence" data-testid="sentence" aria-live=${state.playing === "all" ? "off" : "polite"}>${says(state, frame)}</p>
      ${isNarrow(state) || frame === null ? nothing : html`<span class="count">Step ${frame.step} of ${steps}</span>`}
    </div>
    <div class="controls">
      <div class="segment" role="group" aria-label="Direction">
        ${direction(ACTIONS.forward)} ${direction(ACTIONS.backward)}
      </div>
      <div class="transport" role="group" aria-label="Playback">
        ${actionButton(ACTIONS.stepBack, back, state, acts)} ${actionButton(ACTIONS.play, playIcon(state, steps), state, acts, { kind: "play" })}
        ${actionButton(ACTIONS.step, forth, state, acts)}
      </div>
      ${scrubber(state, frame, steps, control)} ${isNarrow(state) ? nothing : speed(state, control)}
    </div>
  </section>`;
}

function says(state: State, frame: Frame | null) {
  const { error, trace } = state;
  if (trace !== null && frame !== null && staleness(state) === null) return words(frame.sentence, trace);
  const waiting = error !== null ? "Waiting for the text" : trace === null ? "One moment …" : "Waiting for the server";
  return html`<span class="words dim">${waiting}</span>`;
}

function playIcon(state: State, steps: number): TemplateResult {
  if (state.playing === "all") return pause;
  return steps > 0 && state.t >= steps ? again : play;
}

function scrubber(state: State, frame: Frame | null, steps: number, control: Control): TemplateResult {
  // In reduced motion a step is drawn finished, and so stands the thumb.
  const t = frame === null ? 0 : state.reduced && state.playing !== "no" ? frame.step : frame.t;
  const done = steps === 0 ? 0 : t / steps;
  const room = state.stage.width - (isNarrow(state) ? BESIDE.narrow : BESIDE.wide);
  const every = tickEvery(steps, room / NEAREST);
  return html`<div class="slider scrubber" style=${styleMap({ "--done": String(done) })}>
    <div class="track"></div>
    <div class="fill"></div>
    ${guard([steps, every], () => ticks(steps, every, "to-come"))}
    <div class="passed">${guard([steps, every], () => ticks(steps, every, "done"))}</div>
    <input
      type="range"
      data-testid="timeline"
      aria-label="Time, in steps"
      aria-valuetext="Step ${frame?.step ?? 0} of ${steps}"
      min="0"
      .max=${String(steps)}
      step="0.001"
      .value=${live(String(t))}
      ?disabled=${steps === 0}
      @input=${(event: Event) => control.seek((event.target as HTMLInputElement).valueAsNumber)}
    />
  </div>`;
}

function tickEvery(steps: number, most: number): number {
  return [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000].find((n) => steps / n <= most) ?? steps;
}

/** A tick a step, where there is room. */
function ticks(steps: number, every: number, kind: string): TemplateResult | typeof nothing {
  if (steps === 0) return nothing;
  const at = Array.from({ length: Math.floor(steps / every) + 1 }, (_, i) => (i * every) / steps);
  if (at[at.length - 1] !== 1) at.push(1);
  return html`<div class="ticks ${kind}" aria-hidden="true">${at.map((x) => html`<i style="left:${100 * x}%"></i>`)}</div>`;
}

export function speed(state: State, control: Control): TemplateResult {
  return html`<label class="select speed">
    <span class="visually-hidden">Speed</span>
    <select
      data-testid="speed"
      title="Speed"
      .value=${live(String(state.speed))}
      @change=${(event: Event) => control.set({ speed: Number((event.target as HTMLSelectElement).value) })}
    >
      ${SPEEDS.map((x) => html`<option value=${String(x)} ?selected=${x === state.speed}>${x}×</option>`)}
    </select>
    ${chevron}
  </label>`;
}
