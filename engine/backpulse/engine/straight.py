"""The straight plan: straight-line Python for one graph, made of the rows' formulas and numbers alone.

A small graph's is one function, made at once. A large one's is cut into pieces, functions of some hundred
lines, a few made at each call: compiling takes longer than many calls of the fallback, which answers until
all are there.
"""

from __future__ import annotations

import marshal
import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from threading import Lock
from types import FunctionType
from typing import Any, NamedTuple

from backpulse.engine.formula import FAST, FAST_ERRORS
from backpulse.engine.graph import Graph
from backpulse.engine.plan import Evaluation, Plan, Scatter
from backpulse.engine.writer import Line, Writer

# Measured: straight-line code takes 0.1 µs a node to run and 20 to 40 µs a node to make at once, most of it
# memory that the compiler needs.
_WHOLE = 1500
"""Nodes of a graph that is made at once."""

_PIECE = 200
"""Lines in a piece: few enough that the names in it have short codes."""

_PIECES_A_CALL = 4
_PART = 28
"""As many as the compiler makes a tuple of on its stack."""


def straight(graph: Graph, fallback: Plan) -> Plan:
    """The plan of a graph. Where a number leaves the number line, `fallback` answers."""
    writer = Writer(graph)
    if len(graph.nodes) > _WHOLE:
        return _InPieces(writer, len(graph.leaves), fallback)
    text = source(writer)
    plan: Plan = _define("evaluate", text, _names(fallback, writer.scatter()))
    return plan


def source(writer: Writer) -> str:
    """The text of the whole as one function: formulas, numbers, generated names, never what a user typed."""
    lines = [f"{name} = {text}" for name, text in writer.lines()]
    leaves = "".join(f"{leaf}, " for leaf in writer.leaves)
    held = ", ".join([*writer.place, *writer.literals()])
    body = [f"{leaves}= x" if leaves else "() = x", *lines, f"return [{held}], scatter"]
    head, foot = ["def evaluate(x):", " try:"], [" except errors:", "  return fallback(x)", ""]
    return "\n".join([*head, *("  " + line for line in body), *foot])


class Code(NamedTuple):
    """A straight plan, whose making takes long, ready to travel to another process of the same Python."""

    code: bytes
    """Marshalled."""
    scatter: Scatter


def code_of(plan: Plan) -> Code | None:
    """What `plan_of` makes this straight plan from; None for one in pieces, which is made again."""
    if not isinstance(plan, FunctionType):
        return None
    return Code(marshal.dumps(plan.__code__), plan.__globals__["scatter"])


def plan_of(code: Code, fallback: Plan) -> Plan:
    """The straight plan again, from code that `code_of` gave. Never for code from anywhere else."""
    return FunctionType(marshal.loads(code.code), _names(fallback, code.scatter))


def _names(fallback: Plan, scatter: Scatter) -> dict[str, Any]:
    """What the names in `source` mean."""
    return {**FAST.names, "fallback": fallback, "scatter": scatter, "errors": FAST_ERRORS}


def _define(name: str, text: str, names: dict[str, Any]) -> Any:
    """The function of this name that the text defines."""
    exec(compile(text, "<straight-line program>", "exec"), names)
    return names[name]


_Piece = Callable[[list[float]], None]
"""Reads from the numbers what it needs and appends what it computes."""


class _InPieces:
    """A plan that answers by `fallback` until all its pieces are made; every call makes a few."""

    def __init__(self, writer: Writer, leaves: int, fallback: Plan) -> None:
        self._leaves = leaves
        self._fallback = fallback
        self._pieces: list[_Piece] = []
        self._rest = self._make(writer)
        self._scatter: Scatter
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
        return numbers, self._scatter

    def _make(self, writer: Writer) -> Iterator[_Piece]:
        lines = writer.lines()
        while part := list(islice(lines, _PIECE)):
            yield _piece(part, writer)
        yield _function(_adds(writer.literals()))
        self._scatter = writer.scatter()


_NAME = re.compile(r"\b[vdct]\d+\b")


def _piece(lines: list[Line], writer: Writer) -> _Piece:
    """These lines as a function."""
    here = [name for name, _ in lines]
    used = {name for _, text in lines for name in _NAME.findall(text)}
    reads = [f"{name} = r[{writer.place[name]}]" for name in sorted(used.difference(here))]
    return _function([*reads, *(f"{name} = {text}" for name, text in lines), *_adds(here)])


def _adds(names: list[str]) -> list[str]:
    """Lines that append what the names stand for."""
    parts = (names[start : start + _PART] for start in range(0, len(names), _PART))
    return [f"r += {', '.join(part)}," for part in parts]


def _function(lines: list[str]) -> _Piece:
    piece: _Piece = _define("piece", "\n ".join(["def piece(r):", *lines, ""]), dict(FAST.names))
    return piece
