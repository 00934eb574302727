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
from collections.abc import Iterable, Sequence

from backpulse.parser.excerpt import named, place, underline
from backpulse.parser.fixes import Fix
from backpulse.parser.hints import CHARACTERS, QUOTES
from backpulse.parser.mistakes import ROWS
from backpulse.parser.mistakes_without_code import WITHOUT_CODE

Span = tuple[int, int]


class SourceError(Exception):
    """A mistake in the text. `span` is [start, end) in characters; line and column count from 1.

    `fixes` are edits of the text that mend it; the first is the one that `hint` speaks of.
    """

    def __init__(
        self, source: str, span: Span, code: str, message: str, hint: str, fixes: Sequence[Fix] = ()
    ) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.span = span
        self.fixes = list(fixes)
        self.otherwise = hint
        """What is said in place of `hint` where the first fix is not true of this text."""
        self.line, self.column = place(source, span[0])

    def keep(self, true: Sequence[Fix]) -> None:
        """Offer these fixes alone; the sentence shows no code that is none of them."""
        if self.fixes and self.fixes[0] not in true:
            self.hint = self.otherwise
        self.fixes = list(true)

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


def mistake(row: str, source: str, span: Span, fixes: Iterable[Fix] = (), **words: str) -> SourceError:
    """The error of this row at this place, its sentences filled with `words`; {fixed} is the first fix."""
    kind, message, hint = MISTAKES[row]
    offered = list(fixes)
    if offered:
        words["fixed"] = offered[0].code
    bare = WITHOUT_CODE.get(row)
    if bare is not None and "{fixed}" in hint and "fixed" not in words:
        hint = bare
    error = kind(source, span, row.partition("/")[0], message.format(**words), hint.format(**words), offered)
    if offered:
        error.otherwise = WITHOUT_CODE[row].format(**words)
    return error


def strange(source: str, start: int) -> SourceError:
    """The error of a character that is no part of the language wherever it stands."""
    char = source[start]
    span = start, start + 1
    if char in QUOTES:
        return mistake("text/open", source, span, what=named(char))
    plain = unicodedata.normalize("NFKC", char).replace("⁄", "/")
    way_out, instead = CHARACTERS.get(char), {"—": "-"}.get(char)
    if "\ud800" <= char <= "\udfff":
        way_out = "It is half a character. Leave it out."
    if way_out is None and plain != char and plain.isascii() and plain.isprintable():
        instead = f"({plain})" if "/" in plain else plain
        way_out = f"Write `{instead}`."
    return mistake(
        "character",
        source,
        span,
        [Fix(span, instead)] if instead else (),
        what=named(char),
        way_out=way_out or "Write names with letters, digits and `_`, and the operators `+ - * / **`.",
    )
