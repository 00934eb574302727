"""Whatever goes wrong, in one shape: `{"error": {code, message, hint, span, line, column}}`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from pydantic import ValidationError

from backpulse.answering.messages import ErrorBody, ErrorMessage, Fix
from backpulse.parser.errors import SourceError, TooLarge
from backpulse.parser.similar import most_like


class Refusal(Exception):  # noqa: N818 - a refusal is an answer, not an error of the program
    """A question that is not answered: an HTTP status and what to tell the person."""

    def __init__(self, status: int, code: str, message: str, hint: str | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.body = ErrorBody(code=code, message=message, hint=hint)
        self.caret: str | None = None
        """The line of the text it is about and, under it, carets: for a terminal."""

    @staticmethod
    def of(error: SourceError, source: str) -> Refusal:
        """A mistake in the text, with its place."""
        refusal = Refusal(
            413 if isinstance(error, TooLarge) else 422, error.code, error.message, error.hint or None
        )
        refusal.body = refusal.body.model_copy(
            update={
                "span": error.span,
                "line": error.line,
                "column": error.column,
                "fixes": [Fix(label=fix.label, span=fix.span, replacement=fix.text) for fix in error.fixes],
            }
        )
        refusal.caret = error.caret(source)
        return refusal

    def __reduce__(self) -> tuple[Any, ...]:
        return _revived, (self.status, self.body.model_dump(), self.caret)

    def json(self) -> bytes:
        """The error as it travels."""
        return ErrorMessage(error=self.body).model_dump_json().encode()


def _revived(status: int, body: dict[str, Any], caret: str | None) -> Refusal:
    """A refusal that comes from another process."""
    refusal = Refusal(status, body["code"], body["message"])
    refusal.body = ErrorBody.model_validate(body)
    refusal.caret = caret
    return refusal


def internal_error() -> Refusal:
    """An error of the program's own; what it was is written to the log and not told to the asker."""
    return Refusal(
        500, "internal", "The server made a mistake", "It is still running. The details are in its log."
    )


def not_json(detail: str) -> Refusal:
    """A question that is no JSON at all; `detail` is what the reader says of it."""
    if detail.startswith(_HALVES):
        return Refusal(
            422,
            "not-text",
            "The request holds half a character, one of `\\ud800` to `\\udfff`",
            "Leave it out, or write both of its halves.",
        )
    return Refusal(400, "invalid-json", "The request is not JSON", f"{detail[0].upper()}{detail[1:]}.")


def malformed(error: ValidationError, example: str | None = None) -> Refusal:
    """A question of a wrong form, from what pydantic says about the first thing that is wrong with it.

    `example` is a right one, as JSON; without, one for a text.
    """
    first = error.errors(include_url=False)[0]
    path = [str(part) for part in first["loc"]]
    return Refusal(422, "invalid-request", *_sentence(first["type"], path, first["input"], example))


# As pydantic's reader of JSON says it.
_HALVES = ("lone leading surrogate", "unexpected end of hex escape")
_EXAMPLE = '{"source": "(a + b) * c", "values": {"a": 2}}'
_WANTED = {
    "string_type": "text",
    "bool_type": "true or false",
    "dict_type": "an object of names and numbers",
    "int_type": "a whole number",
    "float_type": "a number",
    "list_type": "a list",
}


def _sentence(kind: str, path: list[str], given: Any, example: str | None) -> tuple[str, str]:
    """Message and hint."""
    send = f"Send for example `{example or _EXAMPLE}`."
    if not path:
        return "The request must be a JSON object", send
    if path[0] == "values" and len(path) == 2:
        finite = kind == "finite_number" or given in ("Infinity", "-Infinity", "NaN")
        message = f"The value of `{printable(path[1])}` must be a {'finite ' if finite else ''}number"
        return message, f'Write it as a JSON number, for example `"{printable(path[1])}": 2.5`.'
    field = f"`{printable('.'.join(path))}`"
    if kind == "missing":
        return f"The field {field} is missing", send
    if kind == "extra_forbidden":
        return f"There is no field {field}", send
    if kind in _WANTED:
        return f"The field {field} must be {_WANTED[kind]}", send
    return f"The field {field} cannot be read", send


def unknown_names(unknown: Iterable[str], leaves: Iterable[str], steps: Mapping[str, str]) -> Refusal:
    """Values were given for names that are no leaves of the text; `steps` are its named steps, as written."""
    name, known = min(unknown), list(leaves)
    if name in steps:
        message = (
            f"`{printable(name)}` is a step of the text and no leaf: its value follows from `{steps[name]}`"
        )
    else:
        message = f"The text has no leaf `{printable(name)}`"
    close = most_like(name, known)
    if close is not None:
        hint = f"Did you mean `{close}`?"
    elif known:
        some = ", ".join(f"`{printable(leaf)}`" for leaf in known[:8])
        hint = f"Its leaves: {some}{' …' if len(known) > 8 else ''}."
    else:
        hint = "It has no leaves at all, only numbers."
    return Refusal(422, "unknown-name", message, hint)


def printable(text: str) -> str:
    """A person's own text, short and printable enough to stand in a sentence."""
    text = text if len(text) <= 40 else text[:39] + "…"
    return text if text.isprintable() else ascii(text)[1:-1]
