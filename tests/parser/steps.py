"""How many steps a regex takes, which no profiler sees: a small backtracking matcher that counts.

It does as Python's own engine does, on the parse tree that engine compiles: alternatives in turn, repeats as
often as they go and then once less, a choice's alternatives skipped by their first character.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator, Sequence
from functools import cache
from importlib import import_module
from typing import Any

_sre = import_module("re._parser" if sys.version_info >= (3, 11) else "sre_parse")
_CATEGORIES = {
    "CATEGORY_DIGIT": r"\d",
    "CATEGORY_NOT_DIGIT": r"\D",
    "CATEGORY_SPACE": r"\s",
    "CATEGORY_NOT_SPACE": r"\S",
    "CATEGORY_WORD": r"\w",
    "CATEGORY_NOT_WORD": r"\W",
}
CHARACTERS = ("LITERAL", "NOT_LITERAL", "ANY", "IN")

_ALPHABET = ["a", "1", *map(chr, range(0x10000))]
"""What a class is tried with for a character that it takes."""

Item = tuple[str, Any]
"""A kind of re's parse tree, and what belongs to it."""
Items = Sequence[Item]


def tree(pattern: str) -> Items:
    """A pattern's items. NotImplementedError for what this matcher does not know."""
    return _items(_sre.parse(pattern))


def _items(parsed: Any) -> Items:
    return [_item(str(kind), given) for kind, given in parsed]


def _item(kind: str, given: Any) -> Item:
    if kind == "SUBPATTERN":
        return "GROUP", [_items(given[-1])]
    if kind == "BRANCH":
        return "GROUP", [_items(branch) for branch in given[1]]
    if kind == "MAX_REPEAT":
        low, high, body = given
        return kind, (low, sys.maxsize if high == _sre.MAXREPEAT else int(high), _items(body))
    if kind in ("ASSERT", "ASSERT_NOT") and given[0] == 1:
        return kind, _items(given[1])
    if kind == "IN":
        return kind, tuple((str(one), str(what) if str(one) == "CATEGORY" else what) for one, what in given)
    if kind in CHARACTERS:
        return kind, given
    raise NotImplementedError(f"a regex with {kind}")


@cache
def fits(kind: str, given: Any, char: str) -> bool:
    """Whether an item of one character takes this one."""
    if kind == "CATEGORY":
        return re.match(_CATEGORIES[given], char) is not None
    if kind == "RANGE":
        return bool(given[0] <= ord(char) <= given[1])
    if kind == "IN":
        negated: bool = given[0][0] == "NEGATE"
        return any(fits(*one, char) for one in given[negated:]) != negated
    if kind == "ANY":
        return char != "\n"
    return bool(given == ord(char)) == (kind == "LITERAL")


class Matcher:
    """A pattern that counts the characters it tests."""

    def __init__(self, pattern: str) -> None:
        self._items = tree(pattern)
        # The alternatives of a choice that a character begins.
        self._open: dict[tuple[int, str], list[Items]] = {}
        self._text = ""
        self._count = 0

    def steps(self, text: str) -> int:
        """How many tests it takes to find all matches one after the other, as `finditer` does."""
        self._text, self._count = text, 0
        at = 0
        while at < len(text):
            at = max(at + 1, self.match(text, at) or 0)
        return self._count

    def match(self, text: str, at: int) -> int | None:
        """Where the match that starts at `at` ends, if there is one."""
        self._text = text
        return next(self._ends(self._items, at), None)

    def _ends(self, items: Items, at: int) -> Iterator[int]:
        """Where a match of these items from here can end, in the engine's order of preference."""
        if not items:
            yield at
            return
        kind, given = items[0]
        if kind in CHARACTERS:
            self._count += 1
            if at < len(self._text) and fits(kind, given, self._text[at]):
                yield from self._ends(items[1:], at + 1)
        elif kind.startswith("ASSERT"):
            if (next(self._ends(given, at), None) is None) == (kind == "ASSERT_NOT"):
                yield from self._ends(items[1:], at)
        else:
            for end in self._choice(at, given) if kind == "GROUP" else self._repeat(at, *given):
                yield from self._ends(items[1:], end)

    def _choice(self, at: int, branches: list[Items]) -> Iterator[int]:
        char = self._text[at : at + 1]
        key = id(branches), char
        if key not in self._open:
            self._open[key] = [branch for branch in branches if _may_begin(branch, char)]
        for branch in self._open[key]:
            yield from self._ends(branch, at)

    def _repeat(self, at: int, low: int, high: int, body: Items) -> Iterator[int]:
        places, ways = [at], [self._ends(body, at)]
        while ways:
            end = next(ways[-1], None) if len(places) <= high else None
            if end is not None and end > places[-1]:
                places.append(end)
                ways.append(self._ends(body, end))
            else:
                ways.pop()
                place = places.pop()
                if len(places) >= low:
                    yield place


def _may_begin(branch: Items, char: str) -> bool:
    return not branch or branch[0][0] not in CHARACTERS or (char != "" and fits(*branch[0], char))


def reach(items: Items) -> float:
    """How many characters these items look at, at most."""
    far = 0.0
    for kind, given in items:
        if kind == "GROUP":
            far += max(map(reach, given))
        elif kind == "MAX_REPEAT":
            far += given[1] * reach(given[2])
        else:
            far += 1 if kind in CHARACTERS else reach(given)
    return far


def pieces(items: Items) -> list[str]:
    """What these items are made of, in order: each run of literal characters, one character of each class."""
    found: list[str] = []
    literal = False
    for kind, given in items:
        if kind == "LITERAL" and literal:
            found[-1] += chr(given)
        elif kind in CHARACTERS:
            found.append(next(char for char in _ALPHABET if fits(kind, given, char)))
        else:
            for branch in given if kind == "GROUP" else [given[2]] if kind == "MAX_REPEAT" else [given]:
                found += pieces(branch)
        literal = kind == "LITERAL"
    return found


def example(items: Items) -> str:
    """A text that these items match, with what has to follow it: the first alternatives, repeats once."""
    found = ""
    for kind, given in items:
        if kind in CHARACTERS:
            found += pieces([(kind, given)])[0]
        elif kind != "ASSERT_NOT":
            found += example(given[0] if kind == "GROUP" else given[2] if kind == "MAX_REPEAT" else given)
    return found
