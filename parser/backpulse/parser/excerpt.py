"""Showing a text: where a place is, a piece of it on one line, and the carets under a mistake."""

from __future__ import annotations

import re
import unicodedata

LINE_END = re.compile(r"\r\n|[\n\r\x85\u2028\u2029]")
_TEXT = 120  # longest text of a node, in characters
_BEFORE, _AFTER = 60, 30  # what a caret's line shows of a longer one, in characters either side
_COMMENT = re.compile(r"#[^\n\r\x85\u2028\u2029]*|\\(?=\r?\n)")
_UNSEEN = frozenset(("Cc", "Cf", "Cs", "Co", "Cn"))
_BRACKET_BLANK = re.compile(r"(?<=[(\[]) | (?=[)\]])")


def place(source: str, index: int) -> tuple[int, int]:
    """Line and column of a character, both from 1."""
    line, start = 1, 0
    for match in LINE_END.finditer(source, 0, index):
        line, start = line + 1, match.end()
    return line, index - start + 1


def one_line(source: str, start: int, end: int) -> str:
    """source[start:end] on one line: comments dropped, blanks made single, cut with `…` when long."""
    text = source[start : min(end, start + 4 * _TEXT)]
    if not text.isascii() or "\n" in text or "\r" in text or "#" in text:
        text = _BRACKET_BLANK.sub("", " ".join(_COMMENT.sub("", text).split()))
    elif "  " in text or "\t" in text:
        text = " ".join(text.split())
    if end - start > 4 * _TEXT or len(text) > _TEXT:
        text = text[: _TEXT - 1].rstrip() + "…"
    return text


def underline(source: str, span: tuple[int, int]) -> str:
    """The line a span begins on and, under it, carets: one at least, none beyond the line's end."""
    start, end = span
    left = max((match.end() for match in LINE_END.finditer(source, 0, start)), default=0)
    after = LINE_END.search(source, start)
    right = after.start() if after else len(source)
    shown_left, shown_right = max(left, start - _BEFORE), min(right, max(start, min(end, right)) + _AFTER)
    shown_right = min(shown_right, start + _BEFORE + _AFTER)
    before = ("…" if shown_left > left else "") + source[shown_left:start]
    marked = source[start : min(end, shown_right)]
    line = before + source[start:shown_right] + ("…" if shown_right < right else "")
    blank = "".join(char if char == "\t" else " " * _columns(char) for char in before)
    return f"{_visible(line)}\n{blank}{'^' * max(1, sum(map(_columns, marked)))}"


def _visible(line: str) -> str:
    """A line that a terminal shows as it is: nothing in it moves the cursor or turns the writing."""
    return "".join(
        "\ufffd" if char != "\t" and unicodedata.category(char) in _UNSEEN else char for char in line
    )


def _columns(char: str) -> int:
    """How many columns a terminal gives a character of a visible line."""
    if unicodedata.combining(char) or unicodedata.category(char) in ("Me", "Mn"):
        return 0
    return 2 if unicodedata.east_asian_width(char) in "WF" else 1


def shown(text: str, length: int = 28) -> str:
    """A piece of the person's text, on one line and short enough to stand in a sentence."""
    text = " ".join(text.split())
    if len(text) > length:
        text = text[: length - 1] + "…"
    return text if text.isprintable() else "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text)


def named(char: str) -> str:
    """A character as a sentence can name it: itself if it can be seen, and its Unicode name."""
    name = unicodedata.name(char, "").lower()
    visible = char.isprintable() and not char.isspace() and char != "`"
    return " ".join(
        filter(None, (f"`{char}`" if visible else f"U+{ord(char):04X}", f"({name})" if name else ""))
    )
