"""A graph compiled once and run for any values of its leaves, everything on the way recorded."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from backpulse.engine.graph import Graph
from backpulse.engine.plan import Numbers
from backpulse.engine.straight import straight
from backpulse.engine.tape import careful

__all__ = ["Numbers", "Program", "compile_graph"]

# Straight-line code runs at the speed of the interpreter, but takes 20 µs and 9 kB a node to make.
_STRAIGHT_NODES = 2000


class Program:
    """What `compile_graph` gives. It may be run from several threads."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        self._careful = careful(graph)
        self._quick: Callable[[Sequence[float]], Numbers] = (
            straight(graph) if len(graph.nodes) <= _STRAIGHT_NODES else self._careful
        )

    def run(self, leaf_values: Sequence[float]) -> Numbers:
        """The numbers at these values, in the order of `graph.leaves`. ValueError for a wrong count."""
        if len(leaf_values) != len(self.graph.leaves):
            raise ValueError(f"{len(self.graph.leaves)} leaves need as many values, not {len(leaf_values)}")
        try:
            return self._quick(leaf_values)
        except (ArithmeticError, ValueError):  # a number leaves the number line
            return self._careful(leaf_values)


def compile_graph(graph: Graph) -> Program:
    """The program of a graph."""
    return Program(graph)
