"""Remedies: formulas that go wrong at some values, and the same functions written so that they do not."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import NamedTuple

from backpulse.engine.graph import Graph, Node


@dataclass(frozen=True, slots=True)
class Remedy:
    """What to write in place of a formula."""

    message: str
    """What goes wrong with it, and what to do."""
    formula: str = ""
    """The same function of `u` wherever that is defined, with its derivatives, limits and corners; empty
    where the language has no such formula."""


class Match(NamedTuple):
    """A formula of the table, found in a graph."""

    node: int
    """What it computes."""
    nodes: frozenset[int]
    """That node, and those inside that only its formula needs to have."""
    argument: int
    """The node that is `u`."""
    remedy: Remedy


LOG_OF_SIGMOID = Remedy(
    "The sigmoid rounds to 0 far below 0, and the log of that is −∞. As one formula it is exact everywhere.",
    "min(u, 0) - log1p(exp(-abs(u)))",
)
SOFTPLUS = Remedy(
    "`exp` of a large input is too large to hold. Here it is taken of negative numbers alone. "
    "PyTorch's `softplus` is the same to within 3e-9.",
    "max(u, 0) + log1p(exp(-abs(u)))",
)
MINUS_SOFTPLUS = Remedy(LOG_OF_SIGMOID.message, f"-({SOFTPLUS.formula})")
ROOT_OF_SQUARE = Remedy(
    "The square root of a square is the absolute value. `abs` has a local derivative at 0 too: 0.", "abs(u)"
)
SQUARE_OF_ROOT = Remedy(
    "The square undoes the square root, whose local derivative is infinite at 0. Leave both out.", "u"
)
SQUARE_OF_ROOT_OF_ANY = Remedy(
    "The square undoes the square root, whose local derivative is infinite at 0. "
    "Leave both out, if what is under the root is never negative: only then it is the same."
)
NORM = Remedy(
    "The length of a vector has a corner at 0 and no gradient there. Use its square where that serves as "
    "well, or add a small positive number under the root, which changes the length a little."
)
SIGMOID_BY_HAND = Remedy(
    "`exp` is too large to hold where the input is far below 0. `sigmoid` has the same values without that; "
    "as in PyTorch, its gradient rounds to 0 beyond 37."
)


def remedies(graph: Graph) -> Iterator[Match]:
    """The formulas of the table that a graph has, none inside another, from the root down.

    They depend on the structure alone; whether a number goes wrong there is for the values to say.
    """
    formulas, taken = _Formulas(graph), set[int]()
    for node in reversed(graph.nodes):
        if node.id not in taken and (found := formulas.match(node)) is not None:
            taken |= found.nodes
            yield found


class _Formulas:
    """Finds formulas in a graph that has no op opened."""

    def __init__(self, graph: Graph) -> None:
        self._nodes = graph.nodes
        self._signless: list[bool] | None = None
        self._matchers: dict[str, Callable[[Node], Match | None]] = {
            "log": self._log,
            "log1p": self._log1p,
            "sqrt": self._root,
            "pow": self._power,
            "square": self._square,
            "mul": self._square,
            "div": self._sigmoid,
            "reciprocal": self._sigmoid,
        }

    def match(self, node: Node) -> Match | None:
        """The formula that computes a node."""
        matcher = self._matchers.get(node.op)
        return matcher(node) if matcher else None

    def _log(self, node: Node) -> Match | None:
        inner = self._nodes[node.inputs[0]]
        if inner.op == "sigmoid":
            return _found(node, [inner], inner.inputs[0], LOG_OF_SIGMOID)
        if (exp := self._one_plus_exp(inner)) is not None:
            return _found(node, [inner, exp], exp.inputs[0], SOFTPLUS)
        if (below := self._reciprocal_of(inner)) is not None and (
            exp := self._one_plus_exp(below)
        ) is not None:
            own = [inner, below, exp]
            turned = self._nodes[exp.inputs[0]]
            if turned.op == "neg":
                return _found(node, [*own, turned], turned.inputs[0], LOG_OF_SIGMOID)
            return _found(node, own, turned.id, MINUS_SOFTPLUS)
        return None

    def _log1p(self, node: Node) -> Match | None:
        exp = self._nodes[node.inputs[0]]
        return _found(node, [exp], exp.inputs[0], SOFTPLUS) if self._can_overflow(exp) else None

    def _root(self, node: Node) -> Match | None:
        inner = self._nodes[node.inputs[0]]
        if self._is_square(inner):
            return _found(node, [inner], inner.inputs[0], ROOT_OF_SQUARE)
        return _found(node, [], inner.id, NORM) if self._is_sum_of_squares(inner) else None

    def _power(self, node: Node) -> Match | None:
        if node.param == 0.5:
            return self._root(node)
        return self._square(node) or self._sigmoid(node)

    def _square(self, node: Node) -> Match | None:
        root = self._nodes[node.inputs[0]]
        if not (self._is_square(node) and (root.op == "sqrt" or (root.op == "pow" and root.param == 0.5))):
            return None
        under = root.inputs[0]
        return _found(
            node, [root], under, SQUARE_OF_ROOT if self._never_negative(under) else SQUARE_OF_ROOT_OF_ANY
        )

    def _sigmoid(self, node: Node) -> Match | None:
        below = self._reciprocal_of(node)
        exp = None if below is None else self._one_plus_exp(below)
        return (
            None
            if below is None or exp is None
            else _found(node, [below, exp], exp.inputs[0], SIGMOID_BY_HAND)
        )

    def _reciprocal_of(self, node: Node) -> Node | None:
        """b, if this is 1 / b."""
        one_over = node.op == "div" and self._is_one(node.inputs[0])
        power = node.op == "pow" and node.param == -1
        return self._nodes[node.inputs[-1]] if one_over or power or node.op == "reciprocal" else None

    def _one_plus_exp(self, node: Node) -> Node | None:
        """The exponential, if this is 1 plus one."""
        if node.op == "add":
            for one, other in (node.inputs, node.inputs[::-1]):
                if self._is_one(one) and self._can_overflow(self._nodes[other]):
                    return self._nodes[other]
        return None

    def _can_overflow(self, node: Node) -> bool:
        """Whether this is an exponential, and not of what is never positive as in these very formulas."""
        if node.op != "exp":
            return False
        turned = self._nodes[node.inputs[0]]
        return not (turned.op == "neg" and self._never_negative(turned.inputs[0]))

    def _is_one(self, node: int) -> bool:
        return self._nodes[node].kind == "const" and self._nodes[node].data == 1

    def _is_square(self, node: Node) -> bool:
        product = node.op == "mul" and node.inputs[0] == node.inputs[1]
        return product or node.op == "square" or (node.op == "pow" and node.param == 2)

    def _is_sum_of_squares(self, node: Node) -> bool:
        terms, waiting = 0, [node]
        while waiting:
            node = waiting.pop()
            if node.op == "add":
                waiting += [self._nodes[child] for child in node.inputs]
            elif self._is_square(node):
                terms += 1
            else:
                return False
        return terms > 1

    def _never_negative(self, node: int) -> bool:
        """Whether it can be seen that a node is 0 or more (or undefined), whatever the leaves are."""
        if self._signless is None:
            self._signless = []
            for each in self._nodes:
                self._signless.append(self._shows_no_sign(each, self._signless))
        return self._signless[node]

    def _shows_no_sign(self, node: Node, known: list[bool]) -> bool:
        if node.kind == "const":
            return node.data >= 0
        if node.op in ("add", "mul", "min"):
            return self._is_square(node) or all(known[child] for child in node.inputs)
        if node.op == "max":
            return any(known[child] for child in node.inputs)
        return self._is_square(node) or node.op in _NEVER_NEGATIVE


# Not `/` and `rsqrt`: what looks like 0 may be -0, and they make -∞ of that.
_NEVER_NEGATIVE = ("abs", "exp", "relu", "relu6", "sigmoid", "softplus", "sqrt", "cosh", "acos")


def _found(node: Node, inner: list[Node], argument: int, remedy: Remedy) -> Match:
    return Match(node.id, frozenset((node.id, *(each.id for each in inner))), argument, remedy)
