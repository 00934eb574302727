"""The rows' formulas as they stand in exported code: Python and `math`, and what 1/0 is where it comes up."""

from __future__ import annotations

import re
from collections.abc import Iterable

from backpulse.engine import OPS, Numbers
from backpulse.engine.formula import FAST, FUNCTIONS, IEEE, PORTABLE, function, template
from backpulse.engine.graph import Graph, Node
from backpulse.engine.ieee import DEFINITIONS
from backpulse.engine.op import Param
from backpulse.engine.tracing import same
from backpulse.view.structure import carries_gradient

_BY_IEEE = re.compile(rf"\b({'|'.join(DEFINITIONS)})\(")
_ALWAYS = re.compile(rf"\b({'|'.join(PORTABLE)})\(")
_PLAINLY = re.compile(
    rf"(?<!ieee_)\b({'|'.join([*(FUNCTIONS.keys() - {'abs', *PORTABLE}), 'inf', 'nan'])})\b"
)
# Constants that are not known yet go by their names.
_UNKNOWN = {"n[0]": "lo", "n[1]": "hi"}


def spelled(formula: str, by_ieee: bool, n: Param | None) -> str:
    """A formula for `str.format` with {a}, {b}, {y}, {g}, {d}; one by IEEE calls what `ieee` defines."""
    text = template(formula, IEEE if by_ieee else FAST, n)
    for place, name in _UNKNOWN.items():
        text = text.replace(place, name)
    text = (_BY_IEEE if by_ieee else _ALWAYS).sub(r"ieee_\1(", text)
    return _PLAINLY.sub(r"math.\1", text).replace("power(", "power(" if by_ieee else "math.pow(")


def needs_ieee(graph: Graph, numbers: Numbers, node: Node, constants: bool = False) -> bool:
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


IEEE_NAMES = frozenset(f"ieee_{name}" for name in DEFINITIONS)


def ieee(lines: Iterable[str]) -> list[str]:
    """The functions of IEEE arithmetic that these lines call, as lines."""
    text = "\n".join(lines)
    called = [definition for name, definition in DEFINITIONS.items() if f"ieee_{name}(" in text]
    return "\n\n\n".join(["", *called, ""]).strip("\n").split("\n") if called else []
