"""The record from numbers that are each held once: which of them stands at each of its places."""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from operator import itemgetter
from struct import Struct

from backpulse.engine.plan import Record, Unfold

_FEW = 1000
"""Places. Measured: below, the calls of numpy cost more than they save; and it need not be there."""


def unfold(places: Sequence[int], held: int) -> Unfold:
    """Of `held` numbers, number `places[i]` stands at `i`: a tuple, or a memoryview of doubles if long.

    What it gives can be pickled.
    """
    if len(places) < _FEW:
        return itemgetter(*places)  # a record has two places at least, so it does give a tuple
    return _Gather(array("q", places), held)


class _Gather:
    """Lays many numbers out, by numpy."""

    __slots__ = ("_held", "_index", "_pack")

    def __init__(self, index: array[int], held: int) -> None:
        self._index, self._held = index, held
        self._pack = Struct(f"{held}d").pack

    def __call__(self, numbers: Sequence[float]) -> Record:
        import numpy as np

        return np.frombuffer(self._pack(*numbers)).take(np.frombuffer(self._index, np.int64)).data

    def __reduce__(self) -> tuple[type[_Gather], tuple[array[int], int]]:
        return _Gather, (self._index, self._held)
