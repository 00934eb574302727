"""A graph compiled once and run for any values of its leaves, everything on the way recorded."""

from __future__ import annotations

from collections.abc import Sequence

from backpulse.engine.graph import Graph
from backpulse.engine.pieces import Pieces
from backpulse.engine.plan import Numbers, Plan
from backpulse.engine.straight import straight
from backpulse.engine.tape import careful

__all__ = ["Numbers", "Program", "compile_graph"]

# Straight-line code runs at the speed of the interpreter, but takes 20 µs a node to make.
_STRAIGHT_NODES = 2000


class Program:
    """What `compile_graph` gives. It may be run from several threads."""

    record: Plan
    """The quickest way to the numbers: `record(leaf_values)` gives them as one row, see `plan.Record`."""

    def __init__(self, graph: Graph) -> None:
        self.graph = graph
        slow = careful(graph)
        self.record = straight(graph, slow) if len(graph.nodes) <= _STRAIGHT_NODES else Pieces(graph, slow)

    def run(self, leaf_values: Sequence[float]) -> Numbers:
        """The numbers at these values, in the order of `graph.leaves`. ValueError for a wrong count."""
        return Numbers.of(self.record(leaf_values), self.graph)


def compile_graph(graph: Graph) -> Program:
    """The program of a graph."""
    return Program(graph)
