"""Reading, explaining and writing take work that grows with a text's length and hardly faster."""

from __future__ import annotations

from collections.abc import Callable
from typing import SupportsIndex

import pytest
from lark import Lark
from tests.counting import calls
from tests.parser.test_errors import CASES

from backpulse.parser import SourceError, grammar, parse
from backpulse.parser.write import source_of

MOST = 2.3
"""How many times the work twice the length may take: n log n is 2.2 at these lengths, n² is 4."""

LARK = Lark.open("grammar.lark", rel_to=grammar.__file__, parser="lalr", lexer="basic", start="program")

# For each action of the grammar a text that asks for it again and again: before, in the middle, after.
REPEATED = {
    "result": ("a\n", "a", ""),
    "bind": ("", "a", "\nb = a * 2"),
    "add_into": ("", "a", "\na += 1"),
    "sub_into": ("", "a", "\na -= b"),
    "mul_into": ("", "a", "\na *= b"),
    "div_into": ("", "a", "\na /= b"),
    "pow_into": ("", "a", "\na **= 2"),
    "backward": ("", "a", "\na.backward()"),
    "field": ("a.grad \n", "a", "\na.label = 'a'"),
    "print_call": ("print(a)\n", "a", ";print(f'{a:.4f}')"),
    "import_line": ("import math\n", "a", "\nfrom a import b"),
    "add": ("(a + ", "b", ") + a"),
    "sub": ("(a - ", "b", ") - a"),
    "mul": ("(a * ", "b", ") * a"),
    "div": ("(a / ", "b", ") / a"),
    "neg": ("-", "a", ""),
    "plus": ("+", "a", ""),
    "pow": ("(", "a", ")**2"),
    "method": ("", "a", ".tanh()"),
    "name": ("θ₁+", "a", " + θ1"),
    "number": ("1_0.5e3 + ", "a", " + .5"),
    "group": ("(", "a", ")"),
    "call": ("max(a, ", "b", ")"),
    "module_call": ("torch.relu(", "a", ")"),
    "constant": ("math.pi * ", "a", " + np.e"),
    "no_arguments": ("", "F", ".relu()"),
    "trailing_comma": ("relu(", "a", ",)"),
    "first_argument": ("relu(Value(2.0) + ", "a", ")"),
    "next_argument": ("min(a,", "b", ")"),
    "keyword": ("a = Value(data=1.0, label=f(2, '('), _op=[(3)])\n", "a", ""),
    "boxed": ("torch.tensor([2.0]) + ", "a", ""),
    "one": ("", "2 ", ".Value()"),
    "last": ("a; print(a + 2);", "a", ""),
    "nothing": ("a; print()\n", "a", "; a.backward()"),
    "enclosed": ("print((a), ((b)))\n", "a", ""),
}

# What may stand around a mistake, again and again.
AROUND: dict[str, Callable[[str, int], str]] = {
    "one a line": lambda mistake, times: f"{mistake}\n" * times,
    "side by side": lambda mistake, times: mistake * times,
    "in turn with a value": lambda mistake, times: f"{mistake} a " * times,
    "after statements": lambda mistake, times: "a = 2\n" * times + mistake,
    "after terms": lambda mistake, times: "a + " * times + mistake,
    "after calls": lambda mistake, times: "a" + ".relu()" * times + mistake,
    "in brackets": lambda mistake, times: "(" * times + mistake + ")" * times,
    "in calls": lambda mistake, times: "max(a, " * times + mistake,
    "in a print": lambda mistake, times: "print(" + "(" * times + mistake + ")" * times,
    "before values": lambda mistake, times: mistake + " a" * times,
    "before brackets": lambda mistake, times: mistake + ")" * times,
    "before lines": lambda mistake, times: mistake + "\na" * times,
    "before blanks": lambda mistake, times: mistake + " " * times + "\n" * times,
}


class Watched(str):
    """A text that counts the characters of the pieces that are taken out of it."""

    copied = 0

    def __getitem__(self, key: SupportsIndex | slice) -> str:
        piece = super().__getitem__(key)
        self.copied += len(piece)
        return piece


def work(source: str) -> int:
    """Calls and copied characters: to read a program and write it again, or to say what is wrong with it."""
    watched = Watched(source)

    def whole() -> None:
        try:
            parsed = parse(watched)
            assert parsed.texts[parsed.root]
            source_of(parsed.root)
        except SourceError as error:
            error.caret(watched)

    return calls(whole) + watched.copied


def grows(once: str, twice: str) -> float:
    before = work(once)
    return work(twice) / before


@pytest.fixture(autouse=True, scope="module")
def _used_before() -> None:
    """What is made at the first use is no work of these texts."""
    for source in ("a", "", *(source for source, _ in CASES)):
        work(source)


def test_every_action_is_repeated() -> None:
    assert set(REPEATED) == {str(rule.alias) for rule in LARK.rules if rule.alias}


@pytest.mark.parametrize("action", REPEATED)
def test_programs(action: str) -> None:
    before, middle, after = REPEATED[action]
    once, twice = (before * times + middle + after * times for times in (500, 1000))
    assert grows(once, twice) < MOST


@pytest.mark.parametrize("around", AROUND)
def test_mistakes(around: str) -> None:
    for mistake in dict.fromkeys(source for source, _ in CASES):
        once, twice = (AROUND[around](mistake, times) for times in (50, 100))
        assert grows(once, twice) < MOST, repr(mistake)
