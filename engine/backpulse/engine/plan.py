"""What every plan of a program gives: the numbers of one evaluation, all of them, in one stated order."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from backpulse.engine.graph import Graph

Record = Sequence[float]
"""An evaluation as one row: values and gradients by node id, locals, contributions and totals by edge id."""

Plan = Callable[[Sequence[float]], Record]
"""From the leaves' values to the record."""


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
        """A record taken apart."""
        row = record.tolist() if isinstance(record, memoryview) else record
        nodes, edges = len(graph.nodes), len(graph.edges)
        locals_ = 2 * nodes
        sent = locals_ + edges
        totals = sent + edges
        return Numbers(row[:nodes], row[nodes:locals_], row[locals_:sent], row[sent:totals], row[totals:])
