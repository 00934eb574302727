"""A graph compiled once and run for any values of its leaves, everything on the way recorded."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Literal

from backpulse.engine.graph import Graph
from backpulse.engine.levels import levels
from backpulse.engine.plan import Numbers, Plan, Record, recording
from backpulse.engine.schedule import Schedule, schedule
from backpulse.engine.straight import Code, code_of, plan_of, straight
from backpulse.engine.sweep import sweep
from backpulse.engine.tape import tape

__all__ = ["Numbers", "Program", "compile_graph"]

PlanName = Literal["straight", "levels"]

# Measured: straight lines take 0.1 µs a node. A call of numpy takes 0.6 µs, a group of nodes (a level's nodes
# of one op) about four calls; a group takes 0.4 ms to make.
_FEW = 500
_WIDE = 24


def _choose(graph: Graph, schedule: Schedule) -> PlanName:
    """Which plan runs a graph of more than a few nodes, from its counts alone.

    By levels, where a group has nodes enough that a few calls of numpy take less than their straight lines.
    All others, small or deep and thin, run as straight-line Python. Both plans come from the same rows;
    straight lines and the tape that stands in for them off the number line agree bit for bit (but for the
    sign of a zero gradient), levels to 2 units in the last place of each function of numpy's.
    """
    groups = sum(bool(op) for _, op, _ in schedule)
    return "levels" if len(graph.nodes) >= _WIDE * groups else "straight"


class Program:
    """What `compile_graph` gives. It may be run from several threads.

    It can be pickled for another process of the same Python, which then need not compile it; the `Value`s
    that the graph was taken from stay behind.
    """

    evaluate: Plan
    """The fastest way to the numbers: `evaluate(leaf_values)` holds all of them, see `plan.Evaluation`."""

    def __init__(self, graph: Graph, code: Code | None = None) -> None:
        self.graph = graph
        self.plan: PlanName = "straight"
        fallback = recording(tape(graph))
        if code:
            self.evaluate = plan_of(code, fallback)
            return
        if len(graph.nodes) > _FEW:
            nodes = schedule(graph)
            self.plan = _choose(graph, nodes)
        self.evaluate = levels(graph, fallback, nodes) if self.plan == "levels" else straight(graph, fallback)

    def __reduce__(self) -> tuple[type[Program], tuple[Any, ...]]:
        graph = replace(self.graph, values=[])
        return Program, (graph, code_of(self.evaluate) if self.plan == "straight" else None)

    def record(self, leaf_values: Sequence[float]) -> Record:
        """The numbers at these values as one row, a memoryview of doubles if long; see `plan.Record`."""
        numbers, scatter = self.evaluate(leaf_values)
        return scatter(numbers)

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
