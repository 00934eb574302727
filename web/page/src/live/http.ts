// What an answer over HTTP says when it is no yes: the server's own error, if it is the server that answers.
import type { ErrorBody, ErrorMessage } from "../model/messages";

/** The server's no. */
export class Refused extends Error {
  constructor(readonly body: ErrorBody) {
    super(body.message);
  }
}

/** The error that an answer carries; null where something else answered in the server's place, as a proxy does. */
export async function errorOf(response: Response): Promise<ErrorBody | null> {
  const said = (await response.json().catch(() => null)) as Partial<ErrorMessage> | null;
  return typeof said?.error?.code === "string" ? said.error : null;
}

/** What is said where nobody answers; `hint` is what is done about it. */
export function unreachable(hint: string): ErrorBody {
  return { code: "unreachable", message: "The server does not answer", hint, span: null, line: null, column: null, fixes: [] };
}
