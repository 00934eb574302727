"""Finding the tokens takes steps that grow with a text's length and hardly faster, whatever is repeated."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from lark import Lark
from tests.parser.steps import Matcher, example, pieces, reach, tree

from backpulse.parser import grammar

MOST = 2.3
"""How many times the work twice the length may take: n log n is 2.2 at these lengths, n² is 4."""

LARK = Lark.open("grammar.lark", rel_to=grammar.__file__, parser="lalr", lexer="basic", start="program")
SCANNER = grammar.grammar().scanner
MATCHER = Matcher(SCANNER.pattern)
FAR = {
    terminal.name: items
    for terminal in LARK.terminals
    if reach(items := tree(terminal.pattern.to_regexp())) > 16
}
"""The terminals that may look at any number of characters; all others are done after a few."""
EVERY = sorted({piece for items in FAR.values() for piece in (*pieces(items), example(items))})


def grows(*parts: str, length: int = 250, matcher: Matcher = MATCHER) -> float:
    """How many times the steps it takes when each part, one after the other, is repeated twice as often."""
    often = length // len("".join(parts)) + 1

    def ratio(often: int) -> float:
        once, twice = ("".join(part * times for part in parts) for times in (often, 2 * often))
        return matcher.steps(twice) / matcher.steps(once)

    # Whether a last quote is closed can depend on how often: that is a jump, no growth.
    return min(ratio(often), ratio(often + 1), ratio(often + 2))


def test_the_matcher_matches_as_pythons_engine_does() -> None:
    for first, second in product(EVERY, repeat=2):
        text = f"{first}{second} {first}\n"
        for match in SCANNER.finditer(text):
            assert MATCHER.match(text, match.start()) == match.end()


def test_growth_is_seen() -> None:
    from_each_quote_to_the_end = Matcher(r"'(?:[^'\\]|\\.)*'|[\s\S]")
    assert grows("'\\", matcher=from_each_quote_to_the_end) > 3.5
    assert grows("'a", matcher=from_each_quote_to_the_end) < MOST


@pytest.mark.parametrize("name", FAR)
def test_no_terminal_is_looked_for_in_the_same_characters_again(name: str) -> None:
    parts = pieces(FAR[name])
    runs = {"".join(parts[start:end]) for start, end in combinations(range(len(parts) + 1), 2)}
    for word in sorted(runs.union(map("".join, product(set(parts), repeat=2)))):
        assert grows(word) < MOST, f"{word!r} repeated"
    for first, second in product(sorted(set(parts)), repeat=2):
        assert grows(first, second) < MOST, f"{first!r} repeated, then {second!r} repeated"


@pytest.mark.parametrize("first", EVERY)
def test_nor_are_two_that_take_turns(first: str) -> None:
    for second in EVERY:
        assert grows(first + second, length=100) < MOST, f"{first + second!r} repeated"
