"""The programs that answer moves at once, in the server's own process; connections of one text share one."""

from __future__ import annotations

from collections import OrderedDict
from hashlib import sha256
from typing import NamedTuple
from weakref import WeakSet

from backpulse.answering import limits
from backpulse.answering.answerer import Text, program_of
from backpulse.answering.moves import AnswerMove, move_answerer

_NODE = 2_000
"""Bytes that a node of a program takes, with what looks for its findings (measured by tracemalloc)."""


class Holder:
    """Who has the program of a text, and is told when it is there no longer."""

    def on_evicted(self) -> None:
        """Moves are computed by a worker from now on."""
        raise NotImplementedError


class _Entry(NamedTuple):
    """What answers the moves of one text, who has it, and about how many bytes it takes."""

    answer: AnswerMove
    holders: WeakSet[Holder]
    size: int


class ProgramCache:
    """The programs used last, within `limits.PROGRAMS_BYTES`."""

    def __init__(self) -> None:
        self._entries: OrderedDict[bytes, _Entry] = OrderedDict()
        self._bytes = 0

    def answerer(self, text: Text, holder: Holder) -> AnswerMove:
        """What answers moves of a text, made if it is not there."""
        key = sha256(f"{text.expand}{text.source}".encode()).digest()
        found = self._entries.pop(key, None)
        if found is None:
            found = _Entry(move_answerer(program_of(text)), WeakSet(), text.nodes * _NODE)
            self._bytes += found.size
        self._entries[key] = found
        found.holders.add(holder)
        while self._bytes > limits.PROGRAMS_BYTES.most and len(self._entries) > 1:
            _, oldest = self._entries.popitem(last=False)
            self._bytes -= oldest.size
            for other in list(oldest.holders):
                other.on_evicted()
        return found.answer
