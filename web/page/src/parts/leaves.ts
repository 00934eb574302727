// The leaves: a slider each, its exact number, its range.
import { html, nothing, type TemplateResult } from "lit-html";
import { guard } from "lit-html/directives/guard.js";
import { live } from "lit-html/directives/live.js";
import { styleMap } from "lit-html/directives/style-map.js";
import { exact, format } from "../model/format";
import { signOf } from "../model/look";
import { isNarrow, leafNames, type State } from "../model/store";
import type { Control } from "../control/control";
import { dragged, inRange, keyed, type Leaf, movedTo, parseNumber, share } from "../model/leaf";
import { tone } from "./pieces";
import "./leaves.css";

/** Characters of a leaf's name; a longer one, such as `n.layers[0].neurons[1].w[2]`, is set smaller on two lines. */
const MOST_ON_A_LINE = 13;

export function leavesPart(state: State, control: Control): TemplateResult {
  const names = leafNames(state);
  return html`<h2 class="title" id="leaves-title">Leaves</h2>
    <div class="leaves ${state.rangesOpen ? "ranges" : ""}">
      ${names.map((name) => {
        const leaf = state.leaves.get(name);
        if (leaf === undefined) return nothing;
        const drafts = FIELDS.map((field) => state.drafts.get(`${field} ${name}`));
        return guard([name, leaf, ...drafts], () => leafRow(name, leaf, state, control));
      })}
      ${
        state.trace !== null && names.length === 0
          ? html`<p class="note">No leaves: the text has only numbers. A name, as in <code>a * 2</code>, gets a slider.</p>`
          : nothing
      }
    </div>
    ${
      isNarrow(state) && names.length > 0
        ? html`<button class="quiet-button" aria-expanded=${state.rangesOpen} @click=${() => control.toggle("rangesOpen")}>
          ${state.rangesOpen ? "Hide ranges" : "Edit ranges"}
        </button>`
        : nothing
    }`;
}

/** What can be typed into, of a leaf. */
const FIELDS = ["value", "min", "max"] as const;

/** A number as it can be typed: in full, without the signs that say nothing. */
const typed = (x: number) => (x === 0 ? "0" : exact(x).replace("e+", "e"));
const shownWith = (text: string) => text.replaceAll("-", "−");

function leafRow(name: string, leaf: Leaf, state: State, control: Control): TemplateResult {
  return html`<div class="leaf" role="group" aria-label=${name}>
    <span class="name ${name.length > MOST_ON_A_LINE ? "long" : ""}" title=${name}>${name}</span>
    ${entry(name, leaf, state, control)} ${slider(name, leaf, control)}
    <div class="range">
      ${edge(name, leaf, "min", state, control)} ${edge(name, leaf, "max", state, control)}
    </div>
    ${refusal(name, leaf, state)}
  </div>`;
}

/** What is said of a field that was refused: what stays as it is. */
function refusal(name: string, leaf: Leaf, { drafts }: State): TemplateResult | typeof nothing {
  const refused = FIELDS.find((field) => drafts.get(`${field} ${name}`)?.bad === true);
  if (refused === undefined) return nothing;
  const said =
    refused === "value"
      ? `Not a number: ${name} stays at ${format(leaf.value)}`
      : `Not a range: it stays ${format(leaf.min)} to ${format(leaf.max)}`;
  return html`<p class="gentle" role="status">${said}</p>`;
}

const SIGN = { "-1": "minus", "0": "zero", "1": "plus" } as const;

function slider(name: string, leaf: Leaf, control: Control): TemplateResult {
  const [zero, at] = [share(leaf, 0), share(leaf, leaf.value)];
  const percent = (x: number) => `${100 * x}%`;
  const input = (event: Event) => {
    const raw = (event.target as HTMLInputElement).valueAsNumber;
    control.change(name, (now) => ({ ...now, value: dragged(now, raw), set: true }), false);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const moved = (now: Leaf) => {
      const value = keyed(now, event.key, event.shiftKey);
      return value === null ? null : { ...now, value, set: true };
    };
    if (!control.change(name, moved, false)) return;
    event.preventDefault();
    control.settleSoon();
  };
  return html`<div class="slider ${SIGN[signOf(leaf.value)]}">
    <div class="track"></div>
    <div class="fill" style=${styleMap({ left: percent(Math.min(zero, at)), width: percent(Math.abs(at - zero)) })}></div>
    ${leaf.min <= 0 && leaf.max >= 0 ? html`<div class="tick" style=${styleMap({ left: percent(zero) })}></div>` : nothing}
    <input
      type="range"
      data-testid="slider-${name}"
      aria-label=${name}
      aria-valuetext=${format(leaf.value)}
      .min=${String(leaf.min)}
      .max=${String(leaf.max)}
      step="any"
      .value=${live(String(leaf.value))}
      @input=${input}
      @change=${() => control.settle()}
      @keydown=${key}
    />
  </div>`;
}

/** What a field does: typing is a draft, Enter or leaving commits, Escape gives up. */
function field(key: string, state: State, control: Control, commit: (value: number) => boolean) {
  const draft = state.drafts.get(key);
  const done = (event: Event) => {
    const { value } = event.target as HTMLInputElement;
    if (control.drafts.of(key) === null) return;
    const parsed = parseNumber(value);
    const taken = parsed !== null && commit(parsed);
    control.drafts.put(key, taken ? null : { text: value, bad: true });
  };
  return {
    draft,
    typed: (event: Event) => control.drafts.put(key, { text: (event.target as HTMLInputElement).value, bad: false }),
    done,
    key: (event: KeyboardEvent) => {
      if (event.key === "Enter") done(event);
      if (event.key === "Escape") control.drafts.put(key, null);
    },
    focus: (event: Event) => (event.target as HTMLInputElement).select(),
  };
}

/** Nine characters have room. */
const ROOM = 9;

function entry(name: string, leaf: Leaf, state: State, control: Control): TemplateResult {
  const act = field(`value ${name}`, state, control, (value) => control.change(name, (now) => movedTo(now, value), true));
  const full = typed(leaf.value);
  const face = full.length <= ROOM ? shownWith(full) : format(leaf.value, 7);
  const bad = act.draft?.bad === true;
  // The field holds the number as it can be typed; over it, while it is not edited, stands the number as it is shown.
  return html`<div class="entry ${bad ? "bad" : ""} ${act.draft === undefined ? "" : "drafting"}">
      <input
        type="text"
        inputmode="decimal"
        autocomplete="off"
        data-testid="value-${name}"
        class=${tone(leaf.value)}
        aria-label="Value of ${name}"
        aria-invalid=${bad}
        title=${full}
        .value=${live(act.draft?.text ?? full)}
        @input=${act.typed}
        @change=${act.done}
        @keydown=${act.key}
        @focus=${act.focus}
      />
      <span class="face ${tone(leaf.value)}" aria-hidden="true">${face}</span>
    </div>`;
}

function edge(name: string, leaf: Leaf, side: "min" | "max", state: State, control: Control): TemplateResult {
  const act = field(`${side} ${name}`, state, control, (value) =>
    control.change(name, (now) => (side === "min" ? inRange(now, value, now.max) : inRange(now, now.min, value)), true),
  );
  const bad = act.draft?.bad === true;
  return html`<input
    type="text"
    inputmode="decimal"
    autocomplete="off"
    class="edge ${side} ${bad ? "bad" : ""}"
    aria-label=${side === "min" ? `Least value of ${name}` : `Largest value of ${name}`}
    aria-invalid=${bad}
    title=${bad ? "The least value must be a number below the largest" : side === "min" ? "Least value" : "Largest value"}
    .value=${live(act.draft?.text ?? shownWith(typed(leaf[side])))}
    @input=${act.typed}
    @change=${act.done}
    @keydown=${act.key}
    @focus=${act.focus}
  />`;
}
