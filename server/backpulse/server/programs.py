"""The programs that answer moves at once, in the server's own process; connections of one text share one."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple
from weakref import WeakSet

from backpulse.server import limits
from backpulse.server.answerer import Text, program_of
from backpulse.server.moves import AnswerMove, answerer

_NODE = 2_000
"""Bytes that a node of a program takes, with what looks for its findings (measured by tracemalloc)."""


class Holder:
    """Who has the program of a text, and is told when it is there no longer."""

    def put_away(self) -> None:
        """Moves are computed by a worker from now on."""
        raise NotImplementedError


class _Kept(NamedTuple):
    """What answers the moves of one text, who has it, and about how many bytes it takes."""

    answer: AnswerMove
    holders: WeakSet[Holder]
    size: int


class Programs:
    """The programs used last, within `limits.PROGRAMS_BYTES`."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, _Kept] = OrderedDict()
        self._bytes = 0

    def answering(self, text: Text, holder: Holder) -> AnswerMove:
        """What answers moves of a text, made if it is not there."""
        key = sha256(f"{text.expand}{text.source}".encode()).digest()
        found = self._kept.pop(key, None)
        if found is None:
            found = _Kept(answerer(program_of(text)), WeakSet(), text.nodes * _NODE)
            self._bytes += found.size
        self._kept[key] = found
        found.holders.add(holder)
        while self._bytes > limits.PROGRAMS_BYTES.most and len(self._kept) > 1:
            _, oldest = self._kept.popitem(last=False)
            self._bytes -= oldest.size
            for other in list(oldest.holders):
                other.put_away()
        return found.answer
