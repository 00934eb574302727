"""An expression's graph at some values of its leaves and at a moment: what every export is written from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

from backpulse.engine import Numbers, Trace, trace
from backpulse.engine.graph import Edge, Graph, Node
from backpulse.view.expression import Expression
from backpulse.view.look import Theme
from backpulse.view.moment import Direction, Moment, moment_at
from backpulse.view.structure import carries_gradient


class Unfit(ValueError):  # noqa: N818 - it is an answer: what the format cannot hold, and which one can
    """A snapshot that a format cannot hold: a sentence, and a way out."""

    def __init__(self, message: str, hint: str) -> None:
        super().__init__(f"{message}. {hint}")
        self.message = message
        self.hint = hint


@dataclass(frozen=True, eq=False)
class Snapshot:
    """A graph at some values of its leaves, seen at a moment."""

    expression: Expression
    leaves: Sequence[float]
    """In the order of `graph.leaves`."""
    direction: Direction = "backward"
    t: float | None = None
    """The moment in steps; None is the end of the pass, with no step the present one."""
    theme: Theme = "light"

    @property
    def graph(self) -> Graph:
        """The expression's graph."""
        return self.expression.graph

    @cached_property
    def numbers(self) -> Numbers:
        """Everything one evaluation gives."""
        return self.expression.program.run(self.leaves)

    @cached_property
    def trace(self) -> Trace:
        """Both passes, step by step."""
        return trace(self.graph, self.numbers, self.expression.labels)

    @cached_property
    def moment(self) -> Moment:
        """What is known at `t`."""
        return moment_at(self.expression, self.numbers, self.direction, self.t)

    def carries(self, edge: Edge) -> bool:
        """Whether a gradient travels on this edge."""
        return carries_gradient(self.graph, edge)

    def product(self, edge: Edge) -> tuple[float, float, float]:
        """An arrow's incoming gradient, local derivative, and what it sends: their product."""
        numbers = self.numbers
        return numbers.grads[edge.parent], numbers.locals[edge.id], numbers.contributions[edge.id]

    def text(self, node: Node) -> str:
        """The node as written; a leaf with its value has none but its name."""
        return printable(self.expression.texts[node.id])


def printable(text: str) -> str:
    """On one line, every character that could do anything but be seen replaced."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in " ".join(text.split()))
