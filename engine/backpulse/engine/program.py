"""A graph compiled once and run for any values of its leaves, everything on the way recorded."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Literal

from backpulse.engine.graph import Graph
from backpulse.engine.levels import levels
from backpulse.engine.pieces import Pieces
from backpulse.engine.plan import Numbers, Plan, Record, recording
from backpulse.engine.straight import Code, code_of, plan_of, straight
from backpulse.engine.sweep import sweep
from backpulse.engine.tape import tape

__all__ = ["Numbers", "Program", "choose", "compile_graph"]

PlanName = Literal["straight", "levels", "pieces"]
_PLANS: Mapping[PlanName, Callable[[Graph, Plan], Plan]] = {
    "straight": straight,
    "levels": levels,
    "pieces": Pieces,
}

# Measured: straight-line code takes 0.1 µs a node to run and 20 to 40 µs a node to make at once, most of it
# memory that the compiler needs. A call of numpy takes 0.6 µs, a group of nodes (a level's nodes of one op)
# about four calls; a group takes 0.4 ms to make.
_FEW = 500
_SMALL = 1500
_WIDE = 24


def choose(graph: Graph) -> PlanName:
    """Which plan runs a graph, from its counts alone.

    Graphs that are not small run by levels, where a group has nodes enough that a few calls of numpy take
    less than their straight lines. All others run as straight-line Python, made at once, or in pieces over
    the first runs if they are large: deep and thin. All plans come from the same rows; straight lines,
    pieces and the tape that stands in for them off the number line agree bit for bit (but for the
    sign of a zero gradient), levels to 2 units in the last place of each function of numpy's.
    """
    nodes = len(graph.nodes)
    if nodes > _FEW and nodes >= _WIDE * _groups(graph):
        return "levels"
    return "straight" if nodes <= _SMALL else "pieces"


def _groups(graph: Graph) -> int:
    """How many groups of nodes could be computed together."""
    level = [0] * len(graph.nodes)
    groups = set()
    for node in graph.nodes:
        if node.op:
            level[node.id] = 1 + max(level[child] for child in node.inputs)
            groups.add((level[node.id], node.op, node.param))
    return len(groups)


class Program:
    """What `compile_graph` gives. It may be run from several threads.

    It can be pickled for another process of the same Python, which then need not compile it; the `Value`s
    that the graph was taken from stay behind.
    """

    evaluate: Plan
    """The quickest way to the numbers: `evaluate(leaf_values)` holds all of them, see `plan.Evaluation`."""

    def __init__(self, graph: Graph, code: Code | None = None) -> None:
        self.graph = graph
        self.plan = choose(graph)
        fallback = recording(tape(graph))
        self.evaluate = plan_of(code, fallback) if code else _PLANS[self.plan](graph, fallback)

    def __reduce__(self) -> tuple[type[Program], tuple[Any, ...]]:
        graph = replace(self.graph, values=[])
        return Program, (graph, code_of(self.evaluate)) if self.plan == "straight" else (graph,)

    def record(self, leaf_values: Sequence[float]) -> Record:
        """The numbers at these values as one row, a memoryview of doubles if long; see `plan.Record`."""
        numbers, unfold = self.evaluate(leaf_values)
        return unfold(numbers)

    def sweep(self, leaf_index: int, positions: Sequence[float], leaf_values: Sequence[float]) -> list[float]:
        """The root's value with leaf number `leaf_index` at each of `positions`, see `sweep`."""
        return sweep(self.graph, leaf_index, positions, leaf_values)

    def run(self, leaf_values: Sequence[float]) -> Numbers:
        """The numbers at these values, in the order of `graph.leaves`. ValueError for a wrong count."""
        record = self.record(leaf_values)
        return Numbers.of(record.tolist() if isinstance(record, memoryview) else list(record), self.graph)


def compile_graph(graph: Graph) -> Program:
    """The program of a graph."""
    return Program(graph)
