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
    "run": ("a\n", "a", "\na"),
    "result": ("a\n", "a", ""),
    "assign": ("", "a", "\nb = a * 2"),
    "first_assignment": ("b = a * 2\n", "a", ""),
    "next_assignment": ("b = c = a * 2\n", "a", ""),
    "add_into": ("", "a", "\na += 1"),
    "sub_into": ("", "a", "\na -= b"),
    "mul_into": ("", "a", "\na *= b"),
    "div_into": ("", "a", "\na /= b"),
    "pow_into": ("", "a", "\na **= 2"),
    "floor_into": ("n = 7\nn //= 2\n", "a", ""),
    "declare": ("b: float\n", "a", ""),
    "assign_annotated": ("b: float = a * 2\n", "a", ""),
    "formula": ("=a*b\n", "a", ""),
    "import_line": ("import math\n", "a", "\nfrom a import b"),
    "return_nothing": ("def f(): return\nf()\n", "a", ""),
    "return_value": ("def f(x): return x * x\nf(a)\n", "a", ""),
    "yield_value": ("def f(): yield a\nsum(f())\n", "a", ""),
    "yield_all": ("def f(): yield from [a]\nsum(f())\n", "a", ""),
    "loop_else": ("for i in range(2): b = a * i\nelse: b = a\n", "a", ""),
    "end_loop_else": ("for i in range(2): b = a * i\nelse: b = a\n", "a", ""),
    "try_else": ("try: b = a\nexcept: pass\nelse: b = c\n", "a", ""),
    "walrus": ("(b := a) + ", "a", ""),
    "generator": ("sum((a for i in range(2))) + ", "a", ""),
    "nothing_to_do": ("pass\n", "a", ""),
    "break_": ("for i in range(3):\n    break\n", "a", ""),
    "continue_": ("for i in range(3):\n    continue\n", "a", ""),
    "assert_": ("assert 1 < 2, 'no'\n", "a", ""),
    "global_": ("def f():\n    global g, h\n    g = a\nf()\n", "a", ""),
    "first_name": ("def f():\n    global g\n", "    g = a\nf()\na", "\na"),
    "next_name": ("def f():\n    global g, h\n", "    g = a\nf()\na", "\na"),
    "del_": ("b = a\ndel b\n", "a", ""),
    "raise_": ("if a < 0: raise a\n", "a", ""),
    "end_if": ("if a > 0:\n    b = a\n", "a", ""),
    "end_else": ("if a > 0:\n    b = a\nelse:\n    b = c\n", "a", ""),
    "if_suite": ("if a < 0:\n    b = a\nelif a < 1: pass\n", "a", ""),
    "if_head": ("if a > 0: b = a\n", "a", ""),
    "else_jump": ("if a < 0: b = a\nelif c: b = c\nelse: b = 1\n", "a", ""),
    "for_head": ("for i in range(2): b = a * i\n", "a", ""),
    "end_loop": ("for i in range(2): b = a * i\n", "a", ""),
    "while_head": ("while a < 0: b = a\n", "a", ""),
    "while_word": ("while a < 0: b = a\n", "a", ""),
    "def_head": ("def f(x): return x\n", "a", ""),
    "def_name": ("def f(x): return x\n", "a", ""),
    "end_def": ("def f(x): return x\n", "a", ""),
    "class_head": ("class A: pass\n", "a", ""),
    "class_name": ("class A: pass\n", "a", ""),
    "end_class": ("class A(object):\n    def f(self): pass\n", "a", ""),
    "with_head": ("with torch.no_grad(): b = a\n", "a", ""),
    "end_with": ("with torch.no_grad() as t: b = a\n", "a", ""),
    "try_head": ("try: b = a\nexcept E: pass\n", "a", ""),
    "end_try": ("try: b = a\nexcept E as e: pass\n", "a", ""),
    "except_head": ("try: b = a\nexcept: pass\n", "a", ""),
    "except_suite": ("try: b = a\nexcept E: pass\nfinally: pass\n", "a", ""),
    "decorator": ("@property\ndef f(x): return x\n", "a", ""),
    "decorated": ("@property\ndef f(x): return x\n", "a", ""),
    "no_list": ("", "F", ".relu()"),
    "trailing_comma": ("relu(", "a", ",)"),
    "first_of": ("relu(Value(2.0) + ", "a", ")"),
    "next_of": ("min(a,", "b", ")"),
    "parameter": ("def f(x: float, y): return x\n", "a", ""),
    "default": ("def f(x: float = 1, y=2): return x\n", "a", ""),
    "star_parameter": ("def f(*x, **y): return x\n", "a", ""),
    "bare_star": ("def f(*, y=2): return y\n", "a", ""),
    "tuple_": ("b, c = a, d\n", "a", ""),
    "tuple_of_one": ("b, = [a]\n", "a", ""),
    "two_items": ("b, c = a, d\n", "a", ""),
    "next_item": ("b, c, d = a, b, c\n", "a", ""),
    "starred": ("b, *c = [a, *d]\n".replace("*d", "a"), "a", ""),
    "conditional": ("(a if 1 < 2 else b) + (", "a", ")"),
    "condition": ("(a if 1 < 2 else b) + ", "a", ""),
    "otherwise": ("(a if 2 < 1 else b) + ", "a", ""),
    "lambda_": ("f = lambda x, y=2: x\n", "a", ""),
    "lambda_head": ("f = lambda *x, **y: x\n", "a", ""),
    "or_": ("(a or b) + ", "a", ""),
    "or_left": ("(a or b or c) + ", "a", ""),
    "and_": ("(a and b) + ", "a", ""),
    "and_left": ("(a and b and c) + ", "a", ""),
    "not_": ("not a\n", "a", ""),
    "compare": ("a < b\n", "a", ""),
    "compare_next": ("a < b < c\n", "a", ""),
    "comparator": ("a is not None\na not in [b]\n", "a", ""),
    "add": ("(a + ", "b", ") + a"),
    "sub": ("(a - ", "b", ") - a"),
    "mul": ("(a * ", "b", ") * a"),
    "div": ("(a / ", "b", ") / a"),
    "floordiv": ("(5 // 2) * ", "a", ""),
    "mod": ("(5 % 2) * ", "a", ""),
    "matmul": ("([a] @ [b]) + ", "a", ""),
    "neg": ("-", "a", ""),
    "plus": ("+", "a", ""),
    "root": ("√(", "a", ")"),
    "bare_function": ("(sin x) + ", "a", ""),
    "pow": ("(", "a", ")**2"),
    "raised": ("(", "a", ")²"),
    "caret": ("e^(", "a", ")"),
    "attribute": ("a.grad\n", "a", "\na.label = 'a'"),
    "call": ("max(a, ", "b", ")"),
    "index": ("[a, b][0] + ", "a", ""),
    "name": ("θ₁+", "a", " + θ1"),
    "number": ("1_0.5e3 + ", "a", " + .5"),
    "vulgar": ("½ * ", "a", ""),
    "ellipsis": ("...\n", "a", ""),
    "empty_tuple": ("b = ()\n", "a", ""),
    "group": ("(", "a", ")"),
    "comprehension": ("sum([x for x in [a, b] if x]) + ", "a", ""),
    "empty_list": ("b = []\n", "a", ""),
    "list_of_one": ("[a][0] + ", "a", ""),
    "list_": ("[a, b,][1] + ", "a", ""),
    "empty_dict": ("b = {}\n", "a", ""),
    "dict_": ("{1: a, 2: b}[1] + ", "a", ""),
    "pair": ("{'k': a}['k'] + ", "a", ""),
    "merged": ("{**{}, 'b': a}['b'] + ", "a", ""),
    "dict_comprehension": ("{i: a for i in range(2)}[1] + ", "a", ""),
    "set_of_one": ("b = {1}\n", "a", ""),
    "set_": ("b = {1, 2}\n", "a", ""),
    "set_comprehension": ("b = {i for i in range(2)}\n", "a", ""),
    "absolute": ("|a| + ", "a", ""),
    "frac": ("\\frac{a}{b} + ", "a", ""),
    "first_string": ("print('a')\n", "a", ""),
    "next_string": ("print('a' f'{a:.4f}')\n", "a", ""),
    "first_of_clauses": ("sum([x for x in [a, b]]) + ", "a", ""),
    "next_of_clauses": ("sum([x * y for x in [a, b] for y in [b] if 1 < 2]) + ", "a", ""),
    "for_clause": ("sum(x for x in [a, b]) + ", "a", ""),
    "if_clause": ("sum(x for x in [a, b] if x) + ", "a", ""),
    "argument": ("max(a, ", "b", ")"),
    "argument_comprehension": ("sum(x for x in [a, b]) + ", "a", ""),
    "keyword": ("a = Value(data=1.0, label='a')\n", "a", ""),
    "star_argument": ("max(*[a, b], **{}) + ", "a", ""),
    "slice": ("sum([a, b, c][1:3:1]) + ", "a", ""),
    "no_bound": ("sum([a, b][:]) + ", "a", ""),
    "bound": ("sum([a, b][1:]) + ", "a", ""),
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
    for source in ("a", "", *(source for source, seen in CASES if " budget " not in seen)):
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
    for mistake in dict.fromkeys(source for source, seen in CASES if " budget " not in seen):
        once, twice = (AROUND[around](mistake, times) for times in (50, 100))
        assert grows(once, twice) < MOST, repr(mistake)
