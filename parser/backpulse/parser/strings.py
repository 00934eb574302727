"""Texts in quotes: what they say, and the pieces of an f-string."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from backpulse.parser.errors import Span, mistake

_OPENING = re.compile(r"""([fFrRbBuU]{0,2})('''|\"""|'|")""")
_ESCAPE = re.compile(r"\\(\r\n|[0-7]{1,3}|x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|[\s\S])")
_MEANS = {
    "n": "\n",
    "t": "\t",
    "r": "\r",
    "\\": "\\",
    "'": "'",
    '"': '"',
    "a": "\a",
    "b": "\b",
    "f": "\f",
    "v": "\v",
}


class Piece(NamedTuple):
    """What stands between the braces of an f-string: its place, `!r`, and the form after the colon."""

    start: int
    end: int
    conversion: str
    form: str


def _inside(text: str) -> tuple[str, int, int]:
    """The letters before a quoted text, and where its inside begins and ends."""
    match = _OPENING.match(text)
    assert match is not None
    return match[1].lower(), match.end(), len(text) - len(match[2])


def is_closed(text: str) -> bool:
    """Whether a text that begins with three quotes ends with them; all others do."""
    match = _OPENING.match(text)
    assert match is not None
    return len(text) >= match.end() + len(match[2]) and text.endswith(match[2])


def is_formatted(text: str) -> bool:
    """Whether a quoted text is an f-string."""
    return "f" in _inside(text)[0]


def text_of(text: str) -> str:
    """What a quoted text says."""
    letters, start, end = _inside(text)
    return text[start:end] if "r" in letters else _unescaped(text[start:end])


def _unescaped(text: str) -> str:
    return _ESCAPE.sub(_meant, text) if "\\" in text else text


def _meant(match: re.Match[str]) -> str:
    code = match[1]
    if code in _MEANS:
        return _MEANS[code]
    if code[0] in "xu" and len(code) > 1:
        return chr(int(code[1:], 16))
    if code[0] in "01234567":
        return chr(int(code, 8))
    return "" if code in ("\n", "\r\n") else match[0]


def pieces(source: str, span: Span) -> Iterator[str | Piece]:
    """The texts and the expressions of an f-string, in order. SourceError for braces that do not match."""
    text = source[slice(*span)]
    letters, start, end = _inside(text)
    at, stop = span[0] + start, span[0] + end
    plain = ""
    while at < stop:
        char = source[at]
        if char in "{}" and source[at + 1 : at + 2] == char and at + 1 < stop:
            plain += char
            at += 2
        elif char == "{":
            if plain:
                yield plain if "r" in letters else _unescaped(plain)
                plain = ""
            piece, said, at = _expression(source, at + 1, stop)
            if said:
                yield said
            yield piece
        elif char == "}":
            raise mistake("text/braces", source, (at, at + 1))
        else:
            following = re.compile(r"[^{}]+").match(source, at, stop)
            assert following is not None
            plain += following[0]
            at = following.end()
    if plain:
        yield plain if "r" in letters else _unescaped(plain)


def _expression(source: str, start: int, stop: int) -> tuple[Piece, str, int]:
    """One expression that begins at `start`, what `{x=}` says before it, and where its brace has closed."""
    depth, at, quote = 0, start, ""
    while at < stop:
        char = source[at]
        if quote:
            quote = "" if char == quote else quote
        elif char in "'\"":
            quote = char
        elif char in "([{":
            depth += 1
        elif char in ")]" or (char == "}" and depth):
            depth -= 1
        elif not depth and (char in "}:" or (char == "!" and source[at + 1 : at + 2] != "=")):
            break
        at += 1
    end = at
    conversion = ""
    if source[at : at + 1] == "!" and at < stop:
        conversion = source[at + 1 : at + 2]
        at += 2
    form = ""
    if source[at : at + 1] == ":" and at < stop:
        close = source.find("}", at, stop)
        form, at = (source[at + 1 : close], close) if close >= 0 else ("", stop)
    if (
        at >= stop
        or source[at] != "}"
        or not source[start:end].strip()
        or conversion not in ("", "r", "s", "a")
    ):
        raise mistake("text/braces", source, (start - 1, max(start, min(at, stop))))
    said = ""
    if source[start:end].rstrip().endswith("=") and not source[start:end].rstrip().endswith(
        ("==", "!=", "<=", ">=")
    ):
        said = source[start:end]
        end = start + len(said.rstrip()) - 1
        conversion = conversion or ("" if form else "r")
    return Piece(start, end, conversion, form), said, at + 1
