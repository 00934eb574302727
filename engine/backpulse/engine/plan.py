"""What every plan of a program gives: the numbers of one evaluation, all of them, in one stated order."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Sequence
from operator import itemgetter
from struct import Struct
from typing import NamedTuple

from backpulse.engine.graph import Graph

Record = Sequence[float]
"""An evaluation as one row: values and gradients by node id, locals, contributions and totals by edge id."""

Scatter = Callable[[Sequence[float]], Record]
"""From numbers held once to the record: it takes each to all its places, and computes nothing."""

Evaluation = tuple[Sequence[float], Scatter]
"""What a plan leaves: the numbers, each held once, and how they are scattered.

Every number of the record is among them, but most stand in it more than once: `+` hands its gradient on as
it is, a local derivative of `*` is the other input's value, the gradient of a value used once is
what its one arrow brought. A plan computes such a number once and may hold it once.
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


_FEW = 1000
"""Places. Measured: below, the calls of numpy cost more than they save; and it need not be there."""


def scatter(places: Sequence[int], held: int) -> Scatter:
    """Of `held` numbers, number `places[i]` stands at `i`: a tuple, or a memoryview of doubles if long.

    What it gives can be pickled.
    """
    if len(places) < _FEW:
        return itemgetter(*places)  # a record has two places at least, so it does give a tuple
    return _ByNumpy(array("q", places), held)


class _ByNumpy:
    """Scatters many numbers."""

    __slots__ = ("_held", "_index", "_pack")

    def __init__(self, index: array[int], held: int) -> None:
        self._index, self._held = index, held
        self._pack = Struct(f"{held}d").pack

    def __call__(self, numbers: Sequence[float]) -> Record:
        import numpy as np

        return np.frombuffer(self._pack(*numbers)).take(np.frombuffer(self._index, np.int64)).data

    def __reduce__(self) -> tuple[type[_ByNumpy], tuple[array[int], int]]:
        return _ByNumpy, (self._index, self._held)


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
