// The mistake as the editor's own diagnostic, with an action for each fix: on hover, by F8, and in the panel of Ctrl-Shift-M.
import { type Action, lintKeymap, setDiagnostics } from "@codemirror/lint";
import type { EditorState, TransactionSpec } from "@codemirror/state";
import type { ErrorBody, Fix } from "../model/messages";
import "./lint.css";

export type Said = Pick<ErrorBody, "message" | "fixes">;

/** Sets the one diagnostic of the text, or takes it away. `span` is in the editor's units. */
export function diagnosed(
  state: EditorState,
  span: readonly [number, number] | null,
  said: Said | null,
  fix: (chosen: Fix) => void,
): TransactionSpec {
  if (span === null || said === null) return setDiagnostics(state, []);
  const actions: Action[] = said.fixes.map((one) => ({ name: spoken(one.label), apply: () => fix(one) }));
  return setDiagnostics(state, [{ from: span[0], to: span[1], severity: "error", message: spoken(said.message), actions }]);
}

/** As plain text: the editor's own parts show no code in sentences. */
const spoken = (sentence: string) => sentence.replaceAll("`", "");

export { lintKeymap };
