"""What can be wrong with a text, and every sentence that says so.

    SourceError        a mistake in the text, with its place
    ├── Incomplete     something has not been written yet: a value, an operator, a bracket, anything at all
    ├── Misplaced      something stands where it cannot
    ├── Unsupported    known to Python or to mathematics, but not part of this language
    ├── Misused        part of the language, but it cannot mean what is written
    └── TooLarge       a good text, but over a limit

`MISTAKES` has one row per sentence; the rows stand in mistakes.py.
"""

# ruff: noqa: N818 - kinds of SourceError, told apart by what is wrong

from __future__ import annotations

import unicodedata

from backpulse.parser.excerpt import named, place, underline
from backpulse.parser.hints import CHARACTERS, QUOTES
from backpulse.parser.mistakes import ROWS

Span = tuple[int, int]


class SourceError(Exception):
    """A mistake in the text. `span` is [start, end) in characters; line and column count from 1."""

    def __init__(self, source: str, span: Span, code: str, message: str, hint: str) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.span = span
        self.line, self.column = place(source, span[0])

    def caret(self, source: str) -> str:
        """The line of the source it is about and, under it, carets under the mistake; "" if it is blank."""
        return underline(source, self.span) if source.strip() else ""


class Incomplete(SourceError):
    """Something has not been written yet."""


class Misplaced(SourceError):
    """Something stands where it cannot."""


class Unsupported(SourceError):
    """Known to Python or to mathematics, but not part of this language."""


class Misused(SourceError):
    """Part of the language, but it cannot mean what is written."""


class TooLarge(SourceError):
    """A good text, but over a limit."""


_KINDS: tuple[type[SourceError], ...] = (Incomplete, Misplaced, Unsupported, Misused, TooLarge)
MISTAKES: dict[str, tuple[type[SourceError], str, str]] = {
    row: ({kind.__name__: kind for kind in _KINDS}[kind], message, hint)
    for row, (kind, message, hint) in ROWS.items()
}


def mistake(row: str, source: str, span: Span, **words: str) -> SourceError:
    """The error of this row at this place, its sentences filled with `words`."""
    kind, message, hint = MISTAKES[row]
    return kind(source, span, row.partition("/")[0], message.format(**words), hint.format(**words))


def strange(source: str, start: int) -> SourceError:
    """The error of a character that is no part of the language wherever it stands."""
    char = source[start]
    span = start, start + 1
    if char in QUOTES:
        return mistake("text/open", source, span, what=named(char))
    plain = unicodedata.normalize("NFKC", char).replace("⁄", "/")
    way_out = CHARACTERS.get(char)
    if "\ud800" <= char <= "\udfff":
        way_out = "It is half a character. Leave it out."
    if way_out is None and plain != char and plain.isascii() and plain.isprintable():
        way_out = f"Write `({plain})`." if "/" in plain else f"Write `{plain}`."
    return mistake(
        "character",
        source,
        span,
        what=named(char),
        way_out=way_out or "Write names with letters, digits and `_`, and the operators `+ - * / **`.",
    )
