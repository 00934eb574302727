"""What can be wrong with a text, and every sentence that says so.

    SourceError        a mistake in the text, with its place
    ├── Incomplete     something has not been written yet: a value, an operator, a bracket, anything at all
    ├── Misplaced      something stands where it cannot
    ├── Unsupported    known to Python or to mathematics, but not part of this language
    ├── Misused        part of the language, but it cannot mean what is written
    └── TooLarge       a good text, but over a limit

`MISTAKES` has one row per sentence: `code` or `code/variant`, class, message, hint. The message names what is
wrong, short as a title; the hint is a sentence or two with the way out, code in backticks. What stands in
{braces} comes from the person's own text, a {way_out} from hints.py.
"""

# ruff: noqa: N818 - kinds of SourceError, told apart by what is wrong

from __future__ import annotations

import unicodedata

from backpulse.parser.excerpt import named, place, underline
from backpulse.parser.hints import CHARACTERS, QUOTES

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


_ON_LINE = "A line ends its statement. To go on below, put the whole expression in brackets."

_TEXT = "Text in quotes has no value"
_TWO = "Two assignments in one statement"
_VARIES = "The exponent of `**` must be a constant"
_NO_SLOPE = "The gradient flows to the base only, so `{exponent}` would get none and nothing would say so. "

MISTAKES: dict[str, tuple[type[SourceError], str, str]] = {
    "empty": (Incomplete, "Nothing to draw yet", "Type an expression, for example `(a + b) * c`."),
    "empty/skipped": (
        Incomplete,
        "Nothing to draw in these lines",
        "They are understood, but none computes a value. Add an expression, for example `(a + b) * c`.",
    ),
    "missing-value": (
        Incomplete,
        "Missing value after `{before}`",
        "Write a name, a number or a bracket after it.",
    ),
    "missing-value/line": (Incomplete, "Missing value after `{before}`", _ON_LINE),
    "missing-value/twice": (
        Incomplete,
        "Missing value after `{before}`",
        "To add or take 1 write `{name} {before}= 1`.",
    ),
    "missing-value/between": (
        Incomplete,
        "Missing value between `{before}` and `{after}`",
        "Write a name, a number or a bracket between them, or remove one of the two.",
    ),
    "missing-value/first": (Incomplete, "Missing value before `{after}`", "Write what stands left of it."),
    "missing-value/first-on-line": (Incomplete, "Missing value before `{after}`", _ON_LINE),
    "missing-value/assigned": (
        Incomplete,
        "Missing value after `{before}`",
        "Write what `{name}` is, for example `{name} {before} 2`.",
    ),
    "missing-value/brackets": (Incomplete, "Nothing inside the brackets", "Write an expression in them."),
    "missing-name": (Incomplete, "Missing function after `{before}`", "Write one, for example `{fixed}`."),
    "missing-bracket": (Incomplete, "Missing )", "The bracket opened {where} is never closed. Add `)` here."),
    "missing-operator": (
        Incomplete,
        "Missing operator between `{before}` and `{after}`",
        "To multiply them write `{before} * {after}`.",
    ),
    "missing-operator/number": (
        Incomplete,
        "Missing `*` between `{before}` and `{after}`",
        "Write `{before} * {after}`.",
    ),
    "missing-operator/function": (
        Incomplete,
        "Missing brackets after `{before}`",
        "Write `{before}({after})`.",
    ),
    "missing-end": (
        Incomplete,
        "Two statements on one line",
        "Put `;` or a new line before `{after}`.",
    ),
    "extra-bracket": (Misplaced, "This `{after}` closes nothing", "Remove it, or open a bracket before it."),
    "wrong-bracket": (Misplaced, "`{after}` does not close `(`", "Write `)` here."),
    "comma": (
        Misplaced,
        "A comma outside a function's brackets",
        "Each statement computes one value: write one a line.",
    ),
    "comma/decimal": (Misplaced, "A comma inside a number", "Write a decimal point: `{fixed}`."),
    "assignment": (
        Misplaced,
        "Only a name can stand before `{after}`",
        "Write the name on the left, the value on the right.",
    ),
    "assignment/turned": (
        Misplaced,
        "Only a name can stand before `{after}`",
        "Write it the other way round: `{fixed}`.",
    ),
    "assignment/inside": (Misplaced, "An assignment inside brackets", "Write it as a statement of its own."),
    "assignment/two": (Misplaced, _TWO, "Write one statement for each name."),
    "assignment/chained": (Misplaced, _TWO, "Write one for each name: `{second}` first, then `{fixed}`."),
    "assignment/split": (Misplaced, "A blank inside `{before}`", "Write `{fixed}`."),
    "misplaced": (
        Misplaced,
        "`{after}` cannot stand here",
        "Remove it, or write an expression such as `(a + b) * c`.",
    ),
    "misplaced/line": (
        Misplaced,
        "A line ends its statement",
        "So the value above would be lost. To go on with `{after}`, put the whole expression in brackets.",
    ),
    "misplaced/pass": (Misplaced, "`{after}()` has no value", "Write `{fixed}` as a statement of its own."),
    "caret": (Unsupported, "`^` is not a power here", "Use `**`: write `{fixed}`."),
    "operator": (Unsupported, "`{after}` is not part of this language", "{way_out}"),
    "comparison": (
        Unsupported,
        "`{after}` compares, and a comparison has no slope",
        "To choose by size use `relu(a)`, `max(a, b)` or `min(a, b)`; to name a value use a single `=`.",
    ),
    "keyword": (Unsupported, "`{word}` is Python, but not part of this language", "{way_out}"),
    "function": (
        Unsupported,
        "Functions of your own are not part of this language",
        "Write the steps out where you need them, one a line.",
    ),
    "layer": (Unsupported, "`{before}` is a layer, and there are only functions", "Write `{fixed}`."),
    "list": (
        Unsupported,
        "Lists are not part of this language",
        "Every value is one number: give each its own name.",
    ),
    "text": (Unsupported, _TEXT, "Write an expression without quotes."),
    "text/name": (Unsupported, _TEXT, "If `{inside}` is a variable, write it without quotes."),
    "text/open": (
        Unsupported,
        "{what} is not part of this language",
        "Write names and numbers without quotes.",
    ),
    "number": (Unsupported, "`{written}` is not a decimal number", "Write it with decimal digits."),
    "number/point": (
        Unsupported,
        "`{written}` is not a number",
        "A number has one decimal point, as in `{fixed}`.",
    ),
    "number/exponent": (
        Unsupported,
        "`{written}` is not a complete number",
        "Digits are missing after `{after}`, as in `{written}3`. For a product write `{before} * {after}`.",
    ),
    "number/huge": (Unsupported, "`{written}` is too large for a number", "The largest is about `1.8e308`."),
    "raised": (Unsupported, "`{after}` is a raised digit, not a power", "Use `**`: write `{fixed}`."),
    "character": (Unsupported, "{what} is not part of this language", "{way_out}"),
    "exponent": (
        Misused,
        _VARIES,
        _NO_SLOPE + "For `{base}` above 0 write `exp({exponent} * log({base}))`.",
    ),
    "exponent/euler": (
        Misused,
        _VARIES,
        _NO_SLOPE
        + "For `{base}` above 0 write `exp({exponent} * log({base}))`, for Euler's number `exp({exponent})`.",
    ),
    "exponent/not-above-0": (
        Misused,
        _VARIES,
        "`{base}` is not above 0: its power has no slope in an exponent that varies. Write a number there.",
    ),
    "exponent/number": (Misused, _VARIES, _NO_SLOPE + "Write `exp({exponent} * log({base}))`."),
    "exponent/long": (
        Misused,
        _VARIES,
        _NO_SLOPE + "For a base above 0 write `exp(b * log(a))` for `a ** b`.",
    ),
    "exponent/infinite": (
        Misused,
        "This exponent comes out as {number}",
        "Write one that is a finite number.",
    ),
    "unknown-function": (Misused, "There is no function `{name}`", "The functions are {known}."),
    "unknown-function/similar": (Misused, "There is no function `{name}`", "Did you mean `{fixed}`?"),
    "unknown-function/spelled": (Misused, "There is no function `{name}`", "Write `{fixed}`."),
    "unknown-function/product": (Misused, "There is no function `{name}`", "To multiply write `{fixed}`."),
    "unknown-constant": (Misused, "There is no constant `{name}`", "Known are {known}."),
    "arity": (Misused, "`{name}` takes {needed}, here it gets {given}", "Write `{fixed}`."),
    "function-as-value": (Misused, "`{name}` is a function and needs its brackets", "Write `{fixed}`."),
    "function-as-name": (
        Misused,
        "`{name}` is a function and cannot be a variable",
        "Choose another name, such as `{fixed}`.",
    ),
    "keyword-argument": (Misused, "`{name}` takes no `{keyword}=`", "Write only values: `{fixed}`."),
    "wrapped": (
        Misused,
        "`{name}` takes one number",
        "Write `{name}(2.0)` for a starting value; an expression stands without `{name}`.",
    ),
    "started-twice": (
        Misused,
        "`{name}` is a leaf already in use",
        "A leaf has one value in the whole text. Give this number another name, for example `{fixed}`.",
    ),
    "field": (Misused, "`{after}` has no place in an expression", "{way_out}"),
    "field/assigned": (Misused, "`{after}` cannot be set in the text", "{way_out}"),
    "too-many-nodes": (
        TooLarge,
        "More than {limit} nodes",
        "Every name, number and operation is one. Shorten the text, or draw a part of it.",
    ),
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
