"""Tokens of a text in order: lines end, blocks begin and end by the blanks before them, words that are no
names."""

from __future__ import annotations

from collections.abc import Iterator

from backpulse.parser.grammar import END, Token, grammar

KEYWORDS = {
    word: word.upper()
    for word in (
        *("if", "elif", "else", "for", "while", "in", "not", "and", "or", "is", "lambda", "def", "class"),
        *("return", "pass", "break", "continue", "assert", "with", "as", "global", "nonlocal", "del"),
        *("raise", "yield", "try", "except", "finally"),
    )
}
"""The terminal of each word of Python that is part of the language."""

DEPTH = {"OPEN": 1, "OPEN_SQUARE": 1, "OPEN_CURLY": 1, "CLOSE": -1, "CLOSE_SQUARE": -1, "CLOSE_CURLY": -1}
_TAB = 8


def tokens(source: str, start: int = 0, stop: int | None = None) -> Iterator[Token]:
    """All tokens of a text but blanks, comments and the line ends inside brackets; never fails.

    A line end is one token however many lines are blank. A block's INDENT and DEDENT are empty and stand
    where
    the line's first token does. A line that is set in for no reason gives an INDENT that no rule has a place
    for, but outside all blocks, where pasted text may stand anywhere. Only source[start:stop] is read.
    """
    scanner, ignored = grammar().scanner, grammar().ignored
    size = len(source) if stop is None else stop
    depth = margin = 0
    line_start = start
    blocks: list[tuple[int, int]] = []  # the margins of the line that opens it, and of its own lines
    fresh, opens, colon = True, False, False
    last = ""
    for match in scanner.finditer(source, start, size):
        kind = match.lastgroup or END
        if kind in ignored:
            continue
        start, end = match.start(), match.end(kind)
        if kind == "NEWLINE":
            line_start = end
            if depth <= 0 and not fresh:
                fresh, opens, colon, depth = True, last == "COLON", False, 0
                last = kind
                yield Token(kind, start, end)
            continue
        if fresh:
            fresh = False
            before = margin
            margin = len(source[line_start:start].expandtabs(_TAB))
            if opens:
                if margin > before:
                    blocks.append((before, margin))
                    yield Token("INDENT", start, start)
            elif blocks:
                while blocks and margin < blocks[-1][1]:
                    opener, _ = blocks.pop()
                    yield Token("DEDENT", start, start)
                    if margin > opener:
                        yield Token("INDENT", start, start)
                if blocks and margin > blocks[-1][1]:
                    yield Token("INDENT", start, start)
            opens = False
        if kind == "NAME":
            kind = KEYWORDS.get(source[start:end], kind)
        elif kind in DEPTH:
            depth += DEPTH[kind]
        elif kind == "COLON" and depth <= 0:
            colon = True
        last = kind
        yield Token(kind, start, end)
    if not fresh and (blocks or colon):
        yield Token("NEWLINE", size, size)
    for _ in blocks:
        yield Token("DEDENT", size, size)
    yield Token(END, size, size)
