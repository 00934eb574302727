// The text: CodeMirror with one history for the text and the leaves, the error's underline, the receiver's tint, and what is skipped.
import {
  defaultKeymap,
  history,
  insertNewline,
  invertedEffects,
  isolateHistory,
  redo,
  redoDepth,
  undo,
  undoDepth,
} from "@codemirror/commands";
import { bracketMatching } from "@codemirror/language";
import { type ChangeSpec, EditorState, StateEffect, type StateEffectType, StateField, Transaction } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  drawSelection,
  EditorView,
  keymap,
  MatchDecorator,
  ViewPlugin,
  type ViewUpdate,
  WidgetType,
} from "@codemirror/view";
import type { LeafChange, LeafPatch } from "../model/leaf";
import type { Fix } from "../model/messages";
import { diagnosed, lintKeymap, type Said } from "./lint";
import "./editor.css";

export interface EditorHandlers {
  /** The text has changed; `whole`: by one deliberate act, not by typing. */
  edited(text: string, whole: boolean): void;
  /** Undo or redo has brought leaves back. */
  restored(leaves: LeafPatch): void;
  /** The person wants the text applied now. */
  apply(): void;
  /** One way out of the mistake was chosen. */
  fix(fix: Fix): void;
  /** What is under way must be in the history before it is used. */
  settle(): void;
}

/** Marks in the text, [start, end) in characters as Python counts them. */
export interface Marks {
  error: readonly [number, number] | null;
  /** What the mistake offers. */
  said: Said | null;
  tint: readonly [number, number] | null;
}

const leafChange = StateEffect.define<LeafChange>();
const setMarks = StateEffect.define<Marks>();
const setSkipped = StateEffect.define<readonly (readonly [number, number])[]>();

class Gap extends WidgetType {
  override toDOM(): HTMLElement {
    const gap = document.createElement("span");
    gap.className = "error-gap";
    return gap;
  }
}

const errorMark = Decoration.mark({ class: "error-mark" });
const errorGap = Decoration.widget({ widget: new Gap(), side: 1 });
const tintMark = Decoration.mark({ class: "tint-mark" });

const skippedMark = Decoration.mark({ class: "skipped-mark" });

/** Decorations that an effect sets anew, and that wander with the text until the next one. */
function decorations<T>(anew: StateEffectType<T>, decorate: (state: EditorState, value: T) => DecorationSet) {
  return StateField.define<DecorationSet>({
    create: () => Decoration.none,
    update(set, transaction) {
      let now = set.map(transaction.changes);
      for (const effect of transaction.effects) if (effect.is(anew)) now = decorate(transaction.state, effect.value);
      return now;
    },
    provide: (field) => EditorView.decorations.from(field),
  });
}

/** What the text says beside the graph. */
function dim(state: EditorState, spans: readonly (readonly [number, number])[]): DecorationSet {
  const text = state.doc.toString();
  const places = spans.map((span) => units(text, span)).filter(([from, to]) => from < to);
  return Decoration.set(
    places.map(([from, to]) => skippedMark.range(from, to)),
    true,
  );
}

function decorate(state: EditorState, { error, tint }: Marks): DecorationSet {
  const text = state.doc.toString();
  const decorations = [];
  if (tint !== null) {
    const [from, to] = units(text, tint);
    if (from < to) decorations.push(tintMark.range(from, to));
  }
  // In an empty text no place is wrong.
  if (error !== null && text.trim() !== "") {
    const [from, to] = units(text, error);
    decorations.push(from < to && text.slice(from, to) !== "\n" ? errorMark.range(from, to) : errorGap.range(from));
  }
  return Decoration.set(decorations, true);
}

/** Python counts code points, JavaScript UTF-16 units; the span is kept within the text. */
export function units(text: string, [start, end]: readonly [number, number]): [number, number] {
  const at = (count: number) => {
    let unit = 0;
    for (let i = 0; i < count && unit < text.length; i++) unit += text.codePointAt(unit)! > 0xffff ? 2 : 1;
    return unit;
  };
  return [at(start), at(end)];
}

const comments = new MatchDecorator({ regexp: /#.*/g, decoration: Decoration.mark({ class: "comment" }) });
const commentPlugin = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = comments.createDeco(view);
    }
    update(update: ViewUpdate) {
      this.decorations = comments.updateDeco(update, this.decorations);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

export class Editor {
  readonly #view: EditorView;
  readonly #handlers: EditorHandlers;
  #marks = "";

  constructor(parent: HTMLElement, text: string, handlers: EditorHandlers) {
    this.#handlers = handlers;
    const run = (act: () => void) => () => {
      act();
      return true;
    };
    const state = EditorState.create({
      doc: text,
      extensions: [
        history({ minDepth: 500 }),
        invertedEffects.of((transaction) =>
          transaction.effects
            .filter((effect) => effect.is(leafChange))
            .map(({ value: { from, to } }) => leafChange.of({ from: to, to: from })),
        ),
        keymap.of([
          { key: "Mod-Enter", run: run(() => handlers.apply()) },
          { key: "Mod-z", run: run(() => this.undo()), preventDefault: true },
          { key: "Mod-y", mac: "Mod-Shift-z", run: run(() => this.redo()), preventDefault: true },
          { linux: "Ctrl-Shift-z", win: "Ctrl-Shift-z", run: run(() => this.redo()), preventDefault: true },
          { key: "Enter", run: insertNewline },
          ...lintKeymap,
          ...defaultKeymap,
        ]),
        drawSelection(),
        bracketMatching(),
        commentPlugin,
        decorations(setMarks, decorate),
        decorations(setSkipped, dim),
        EditorView.lineWrapping,
        EditorView.contentAttributes.of({
          "data-testid": "source",
          "aria-label": "Expression",
          "aria-multiline": "true",
          spellcheck: "false",
          autocorrect: "off",
          autocapitalize: "off",
        }),
        EditorView.updateListener.of((update) => this.#onUpdate(update)),
      ],
    });
    this.#view = new EditorView({ state, parent });
    this.#view.contentDOM.addEventListener("focus", () => handlers.settle());
  }

  get text(): string {
    return this.#view.state.doc.toString();
  }

  /** Begins with this text; there is nothing before it to go back to. */
  load(text: string): void {
    const changes: ChangeSpec = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({ changes, annotations: Transaction.addToHistory.of(false), userEvent: "input.preset" });
  }

  owns(target: EventTarget | null): boolean {
    return target instanceof Node && this.#view.dom.contains(target);
  }

  /** Another text and other leaves, in one undoable step. */
  replace(text: string, change: LeafChange): void {
    const changes: ChangeSpec = { from: 0, to: this.#view.state.doc.length, insert: text };
    this.#view.dispatch({
      changes,
      selection: { anchor: 0 },
      effects: leafChange.of(change),
      annotations: isolateHistory.of("full"),
      userEvent: "input.preset",
    });
  }

  /** Leaves that have changed already, as one undoable step. */
  record(change: LeafChange): void {
    this.#view.dispatch({ effects: leafChange.of(change), annotations: isolateHistory.of("full") });
  }

  undo(): void {
    this.#handlers.settle();
    if (undoDepth(this.#view.state) > 0) undo(this.#view);
  }

  redo(): void {
    this.#handlers.settle();
    if (redoDepth(this.#view.state) > 0) redo(this.#view);
  }

  /** Shows marks; does nothing where they already are. */
  mark(now: Marks): void {
    const key = JSON.stringify(now);
    if (key === this.#marks) return;
    this.#marks = key;
    this.#view.dispatch({ effects: setMarks.of(now), annotations: Transaction.addToHistory.of(false) });
    const span = now.error === null ? null : units(this.text, now.error);
    this.#view.dispatch(diagnosed(this.#view.state, span, now.said, (fix) => this.#handlers.fix(fix)));
    if (now.error === null) this.#view.contentDOM.removeAttribute("aria-invalid");
    else this.#view.contentDOM.setAttribute("aria-invalid", "true");
  }

  /** Dims what was skipped of the present text. */
  skip(spans: readonly (readonly [number, number])[]): void {
    this.#view.dispatch({ effects: setSkipped.of(spans), annotations: Transaction.addToHistory.of(false) });
  }

  /** Puts the cursor where a part of the text begins. */
  goTo(span: readonly [number, number]): void {
    const [anchor] = units(this.text, span);
    this.#view.dispatch({ selection: { anchor }, scrollIntoView: true });
    this.#view.focus();
  }

  #onUpdate(update: ViewUpdate): void {
    for (const transaction of update.transactions) {
      const restoring = transaction.isUserEvent("undo") || transaction.isUserEvent("redo");
      if (restoring) for (const effect of transaction.effects) if (effect.is(leafChange)) this.#handlers.restored(effect.value.to);
      const replaced = transaction.isUserEvent("input.preset");
      if (transaction.docChanged || replaced) {
        // Marks wander with the text until the answer sets them anew.
        this.#marks = "";
        this.#handlers.edited(this.text, restoring || replaced);
      }
    }
  }
}
