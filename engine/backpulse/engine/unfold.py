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
    """Of `held` numbers, number `places[i]` stands at `i`: a tuple, or a memoryview of doubles if long."""
    if len(places) < _FEW:
        return itemgetter(*places)  # a record has two places at least, so it does give a tuple
    index, pack = array("q", places), Struct(f"{held}d").pack

    def lay_out(numbers: Sequence[float]) -> Record:
        import numpy as np

        return np.frombuffer(pack(*numbers)).take(np.frombuffer(index, np.int64)).data

    return lay_out
