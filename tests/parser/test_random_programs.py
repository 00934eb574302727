"""Programs made at random: whole ones are as Python runs them, broken ones refused by our errors alone."""

from __future__ import annotations

import math
import random
import re

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.parser.programs import printed_by_python, programs

from backpulse.engine import Value
from backpulse.engine.order import forward_order
from backpulse.parser import SourceError, parse

TEXTS = [text for file in ("values.txt", "torch.txt", "gradients.txt") for text in programs(file).values()]
TOKEN = re.compile(r"\w+|\s+|[^\w\s]")


def mutated(rng: random.Random, text: str) -> str:
    """A program with a line or a token gone, moved, doubled, or taken from another."""
    lines, tokens = text.split("\n"), TOKEN.findall(text)
    line, token, how = rng.randrange(len(lines)), rng.randrange(len(tokens)), rng.randrange(6)
    if how == 0:
        del lines[line]
    elif how == 1:
        other = rng.randrange(len(lines))
        lines[line], lines[other] = lines[other], lines[line]
    elif how == 2:
        lines.insert(line, rng.choice(rng.choice(TEXTS).split("\n")))
    elif how == 3:
        del tokens[token]
    elif how == 4:
        tokens[token] = rng.choice(TOKEN.findall(rng.choice(TEXTS)))
    else:
        tokens.insert(token, rng.choice(tokens))
    return "\n".join(lines) if how < 3 else "".join(tokens)


def test_a_broken_program_ends_in_a_graph_or_in_our_error() -> None:
    rng = random.Random(0)
    graphs = 0
    refused: list[tuple[SourceError, int]] = []
    for _ in range(1_500):
        text = mutated(rng, rng.choice(TEXTS))
        if rng.randrange(2):
            text = mutated(rng, text) if text.strip() else text
        try:
            parse(text)
            graphs += 1
        except SourceError as error:
            refused.append((error, len(text)))
    assert all(0 <= error.span[0] <= error.span[1] <= length for error, length in refused)
    assert min(graphs, len(refused)) > 300


NAMES = ("a", "b", "c")
SMALL = st.integers(-3, 3)


@st.composite
def expressions(draw: st.DrawFn, names: tuple[str, ...], depth: int = 2) -> str:
    """Of values, numbers, functions and lists that the programs below have."""
    kind = draw(st.integers(0, 9)) if depth else draw(st.integers(0, 1))
    part = expressions(names, depth - 1) if depth else st.nothing()
    if kind == 0:
        return draw(st.sampled_from(names))
    if kind == 1:
        return f"{draw(st.sampled_from(names))} * {draw(st.sampled_from(('0.5', '2', '-1.25', '3')))}"
    if kind in (2, 3):
        return f"({draw(part)} {draw(st.sampled_from(('+', '-', '*')))} {draw(part)})"
    if kind == 4:
        return f"({draw(part)}).tanh()"
    if kind == 5:
        return f"f({draw(part)}, k={draw(SMALL)})"
    if kind == 6:
        return f"sum([{draw(part)} * i for i in range({draw(st.integers(1, 3))})], {draw(part)})"
    if kind == 7:
        left, right = draw(part), draw(part)
        return f"({left} if {draw(st.sampled_from(names))}.data > {draw(SMALL)} else {right})"
    if kind == 8:
        return f"scale({draw(SMALL)})({draw(part)})"
    return f"Pair({draw(part)}, {draw(part)}).mixed()"


HEAD = """
def f(x, k=1):
    if k > 1:
        return f(x, k - 1) * 0.5 + k
    return x + k

def scale(n):
    def by(x):
        return x * n
    return by

class Pair:
    def __init__(self, left, right):
        self.items = [left, right]
    def mixed(self):
        left, right = self.items
        return left * 0.5 - right
"""


@st.composite
def statements(draw: st.DrawFn) -> str:
    """A line, a loop, a condition, a list or a dict, each of which leaves its names with values."""
    kind, name = draw(st.integers(0, 5)), draw(st.sampled_from(NAMES))
    value = draw(expressions(NAMES))
    if kind == 0:
        return f"{name} = {value}"
    if kind == 1:
        return f"for i in range({draw(st.integers(0, 3))}):\n    {name} = {value} * 0.1 + i"
    if kind == 2:
        other = draw(expressions(NAMES))
        test = f"{draw(st.sampled_from(NAMES))}.data < {draw(SMALL)}"
        return f"if {test}:\n    {name} = {value}\nelse:\n    {name} = {other}"
    if kind == 3:
        return f"xs = [{value}, a, b * 2]\nxs.append(c)\n{name} = sum(x * n for n, x in enumerate(xs))"
    if kind == 4:
        return f"d = {{'p': {value}, 'q': a}}\n{name} = d['p'] + d.get('q')\nprint(sorted(d), len(d))"
    return f"n = {draw(SMALL)}\nwhile n < 3:\n    {name} = {name} + {value} * 0.1\n    n += 1"


@settings(max_examples=150, derandomize=True, deadline=None)
@given(st.lists(statements(), min_size=1, max_size=4), expressions(NAMES, 3))
def test_a_whole_program_is_as_python_runs_it(lines: list[str], last: str) -> None:
    starts = "a = Value(0.7)\nb = Value(-1.3)\nc = Value(2.1)\nleaves = [a, b, c]\n"
    body = "\n".join(lines)
    text = f"{HEAD}{starts}{body}\nroot = {last} + a * 0\nroot.backward()\nprint(f'{{root.data:.6g}}')\n"
    text += "print([f'{x.grad:.6g}' for x in leaves])\n"
    names = {"Value": Value}
    printed = printed_by_python(text, names)
    parsed = parse(text)
    assert parsed.printed == printed
    root: Value = names["root"]  # type: ignore[assignment]
    assert math.isclose(parsed.root.data, root.data, rel_tol=1e-12) or parsed.root.data != parsed.root.data
    assert len([x for x in forward_order(parsed.root) if x.kind == "leaf"]) == len(parsed.leaves) <= 3
