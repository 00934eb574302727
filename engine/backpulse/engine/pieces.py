"""The plan for long thin graphs: straight-line code in pieces, made one by one while the program is used."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import Lock

from backpulse.engine.formula import FAST, FAST_ERRORS
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Evaluation, Plan, Unfold
from backpulse.engine.writer import Line, Writer

_PIECE = 200
"""Lines in a piece: few enough that the names in it have short codes."""

_PIECES_A_CALL = 4
_PART = 28
"""As many as the compiler makes a tuple of on its stack."""

_Piece = Callable[[list[float]], None]
"""Reads from the numbers what it needs and appends what it computes."""


class Pieces:
    """A plan that answers by `fallback` until all its pieces are made; every call makes a few."""

    def __init__(self, graph: Graph, fallback: Plan) -> None:
        self._leaves = len(graph.leaves)
        self._fallback = fallback
        self._pieces: list[_Piece] = []
        self._rest = self._make(Writer(graph))
        self._unfold: Unfold
        self._making = Lock()
        self._ready = False

    def __call__(self, leaf_values: Sequence[float]) -> Evaluation:
        """The numbers at these values."""
        if not self._ready and self._making.acquire(blocking=False):
            made = list(islice(self._rest, _PIECES_A_CALL))
            self._pieces += made
            self._ready = len(made) < _PIECES_A_CALL
            self._making.release()
        if not self._ready or len(leaf_values) != self._leaves:
            return self._fallback(leaf_values)
        numbers = list(leaf_values)
        try:
            for piece in self._pieces:
                piece(numbers)
        except FAST_ERRORS:
            return self._fallback(leaf_values)
        return numbers, self._unfold

    def _make(self, writer: Writer) -> Iterator[_Piece]:
        lines = writer.lines()
        while part := list(islice(lines, _PIECE)):
            yield _piece(part, writer)
        yield _compiled(_adds(writer.literals()))
        self._unfold = writer.unfold()


_NAME = re.compile(r"\b[vdct]\d+\b")


def _piece(lines: list[Line], writer: Writer) -> _Piece:
    """These lines as a function."""
    here = [name for name, _ in lines]
    used = {name for _, text in lines for name in _NAME.findall(text)}
    reads = [f"{name} = r[{writer.place[name]}]" for name in sorted(used.difference(here))]
    return _compiled([*reads, *(f"{name} = {text}" for name, text in lines), *_adds(here)])


def _adds(names: list[str]) -> list[str]:
    """Lines that append what the names stand for."""
    parts = (names[start : start + _PART] for start in range(0, len(names), _PART))
    return [f"r += {', '.join(part)}," for part in parts]


def _compiled(lines: list[str]) -> _Piece:
    text = "\n ".join(["def piece(r):", *lines, ""])
    names = dict(FAST.names)
    exec(compile(text, "<piece of a straight-line program>", "exec"), names)
    piece: _Piece = names["piece"]
    return piece
