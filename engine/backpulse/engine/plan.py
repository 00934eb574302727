"""What every plan of a program gives: the numbers of one evaluation, all of them, in one stated order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from backpulse.engine.graph import Graph

Record = Sequence[float]
"""An evaluation as one row: values and gradients by node id, locals, contributions and totals by edge id."""

Unfold = Callable[[Sequence[float]], Record]
"""From the numbers a plan holds to the record: it takes each to its places, and computes nothing."""

Evaluation = tuple[Sequence[float], Unfold]
"""What a plan leaves: the numbers, and how they are laid out.

Every number of the record is among them, but most stand in it more than once: `+` hands its gradient on as
it is, a slope of `*` is the other input's value, the gradient of a value used once is what its one arrow
brought. A plan computes such a number once and may hold it once.
"""

Plan = Callable[[Sequence[float]], Evaluation]
"""From the leaves' values to the numbers."""

Recorder = Callable[[Sequence[float]], Record]
"""A way to the numbers that lays them out as it goes."""


def recording(recorder: Recorder) -> Plan:
    """A recorder as a plan."""
    return lambda leaf_values: (recorder(leaf_values), _as_it_is)


def _as_it_is(record: Record) -> Record:
    return record


class Numbers(NamedTuple):
    """Everything one evaluation of a graph records, indexed by node id or edge id.

    Entries for the gradients of constants, and for edges into constants, are 0.0 and mean nothing.
    """

    values: Sequence[float]
    """Per node."""
    grads: Sequence[float]
    """Per node: the derivative of the root by it."""
    locals: Sequence[float]
    """Per edge: the derivative of the parent by this input."""
    contributions: Sequence[float]
    """Per edge: what it adds to the child's gradient, incoming times local."""
    totals: Sequence[float]
    """Per edge: the child's gradient after it, parents taken in descending id and slots ascending."""

    @staticmethod
    def of(record: Record, graph: Graph) -> Numbers:
        """A record taken apart, without a copy where it is a memoryview."""
        nodes, edges = len(graph.nodes), len(graph.edges)
        locals_ = 2 * nodes
        sent = locals_ + edges
        totals = sent + edges
        return Numbers(
            record[:nodes], record[nodes:locals_], record[locals_:sent], record[sent:totals], record[totals:]
        )
