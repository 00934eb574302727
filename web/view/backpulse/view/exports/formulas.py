"""The rows' formulas as they stand in exported code: Python and `math`, and what 1/0 is where it comes up."""

from __future__ import annotations

import re
from collections.abc import Iterable

from backpulse.engine import OPS, Numbers
from backpulse.engine.formula import FAST, IEEE, function, template
from backpulse.engine.graph import Graph, Node
from backpulse.engine.tracing import same
from backpulse.view.structure import carries_gradient

_CAREFULLY = re.compile(r"\b(div|power|exp|log|sqrt|sin|cos)\(")
_PLAINLY = re.compile(r"\b(exp|log|sqrt|sin|cos|tanh|inf|nan)\b")


def spelled(formula: str, careful: bool, n: float | None) -> str:
    """A formula for `str.format` with {a}, {b}, {y}, {g}, {d}; a careful one calls what `ieee` defines."""
    text = template(formula, IEEE if careful else FAST, n)
    if careful:
        text = _CAREFULLY.sub(r"ieee_\1(", text)
        return re.sub(r"\b(tanh|inf|nan)\b", r"math.\1", text)
    return _PLAINLY.sub(r"math.\1", text).replace("power(", "math.pow(")


def is_careful(graph: Graph, numbers: Numbers, node: Node, constants: bool = False) -> bool:
    """Whether plain Python would stop at this node, or say something else: a number leaves the line.

    `constants`: slopes by constants are computed too, and must not stop it.
    """
    op, n = OPS[node.op], 0.0 if node.param is None else node.param
    a, b, y = (numbers.values[place] for place in (node.inputs[0], node.inputs[-1], node.id))
    try:
        if not same(function(op.forward, ("a", "b", "n"), FAST, node.param)(a, b, n), y):
            return True
        for edge in graph.sends[node.id]:
            carries = carries_gradient(graph, edge)
            if carries or constants:
                local = function(op.partials[edge.slot], ("a", "b", "n", "y"), FAST, node.param)(a, b, n, y)
                shown = numbers.locals[edge.id], numbers.contributions[edge.id]
                if carries and not all(map(same, (local, numbers.grads[node.id] * local), shown)):
                    return True
    except (ArithmeticError, ValueError):
        return True
    return False


_FUNCTIONS = {
    "div": '''def ieee_div(a, b):
    """a / b; by 0 it is infinite, and 0 / 0 is undefined."""
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)''',
    "power": '''def ieee_power(a, n):
    """a ** n; never complex: a fractional power of a negative number is undefined."""
    if a < 0 and abs(n) == 0.5:
        return math.nan  # a square root, also of -infinity
    try:
        return math.pow(a, n)
    except OverflowError:
        return -math.inf if a < 0 and n % 2 == 1 else math.inf
    except ValueError:
        if a != 0:
            return math.nan
        return math.copysign(math.inf, a) if n % 2 == 1 else math.inf''',
    "exp": '''def ieee_exp(a):
    """e ** a; infinite where it is too large to hold."""
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf''',
    "log": '''def ieee_log(a):
    """The natural logarithm; -infinity at 0, undefined below."""
    return math.log(a) if a > 0 else -math.inf if a == 0 else math.nan''',
    "sqrt": '''def ieee_sqrt(a):
    """The square root; undefined below 0."""
    return math.nan if a < 0 else math.sqrt(a)''',
    "sin": '''def ieee_sin(a):
    """The sine; undefined at infinity."""
    return math.nan if math.isinf(a) else math.sin(a)''',
    "cos": '''def ieee_cos(a):
    """The cosine; undefined at infinity."""
    return math.nan if math.isinf(a) else math.cos(a)''',
}

IEEE_NAMES = frozenset(f"ieee_{name}" for name in _FUNCTIONS)


def ieee(lines: Iterable[str]) -> list[str]:
    """The careful functions that these lines call, as lines."""
    text = "\n".join(lines)
    called = [definition for name, definition in _FUNCTIONS.items() if f"ieee_{name}(" in text]
    return "\n\n\n".join(["", *called, ""]).strip("\n").split("\n") if called else []
