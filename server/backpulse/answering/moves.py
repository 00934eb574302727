"""Moves of leaves on the live channel, and what answers them: float64 frames, little-endian, both ways.

A move is [id, the leaves' values in the order of `graph.leaves`]. Its answer is [id, values (per node), grads
(per node), locals, contributions, totals (per edge each), count, then count pairs (place, kind of finding)].
A place is a node, or an arrow's number after those of all nodes; a kind's number is its place in the legend's
findings. Entries of constants and of edges into them are 0.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Collection
from math import isfinite
from struct import Struct, pack

from backpulse.answering.errors import Refusal
from backpulse.engine import Program
from backpulse.engine.findings import finder
from backpulse.engine.plan import Record

AnswerMove = Callable[[bytes], bytes]
"""From a move to the frame that answers it. Refusal for what is no move of this text."""

_NUMBER = Struct("<d")
_LARGEST_ID = 2.0**53  # beyond it not every whole number is a float64


def move_answerer(program: Program) -> AnswerMove:
    """What answers the moves of a program's leaves. All that is the same for each move is looked up here."""
    graph, evaluate = program.graph, program.evaluate
    find = finder(graph)
    count = 2 * len(graph.nodes) + 3 * len(graph.edges)
    read, write = reader(len(graph.leaves)), writer(count)

    def answer_move(move: bytes) -> bytes:
        number, values = read(move)
        numbers, scatter = evaluate(values)
        record = scatter(numbers)
        return write(number, record, find(record))

    return answer_move


def read_id(move: bytes) -> int:
    """The move's number, -1 when it has none that can be read."""
    if len(move) < 8:
        return -1
    (number,) = _NUMBER.unpack_from(move)
    return int(number) if 0 <= number <= _LARGEST_ID and number.is_integer() else -1


def reader(count: int) -> Callable[[bytes], tuple[float, list[float]]]:
    """What reads the moves of `count` leaves: their number and values.

    It raises a Refusal for a number that is none, a wrong length, and values that are not finite.
    """
    length, unpack = 8 * (count + 1), Struct(f"<{count + 1}d").unpack

    def read(move: bytes) -> tuple[float, list[float]]:
        if len(move) != length:
            raise _no_id() if read_id(move) < 0 else _wrong_length(count, len(move))
        number, *values = unpack(move)
        if not (0 <= number <= _LARGEST_ID and number.is_integer()):
            raise _no_id()
        # A sum is quicker to look at and finite only if every term is; it may overflow though all are.
        if not isfinite(sum(values)) and not all(map(isfinite, values)):
            raise Refusal(
                422, "not-finite", "A leaf's value must be a finite number", "Leave the leaf where it was."
            )
        return number, values

    return read


def writer(count: int) -> Callable[[float, Record, Collection[tuple[int, int]]], bytes]:
    """What writes the answers of a program with a record of `count` numbers, already in the frame's order.

    It is given the move's number, the record, and the findings.
    """
    unremarkable = Struct(f"<{count + 2}d").pack

    def write(number: float, record: Record, findings: Collection[tuple[int, int]]) -> bytes:
        # Doubles as they lie in memory are what a frame has: a long record need not be made floats first.
        if isinstance(record, memoryview) and sys.byteorder == "little":
            return b"".join((_NUMBER.pack(number), record, _found(findings)))
        if not findings:
            return unremarkable(number, *record, 0.0)
        return unremarkable(number, *record, 0.0)[:-8] + _found(findings)

    return write


def _found(findings: Collection[tuple[int, int]]) -> bytes:
    """The count of findings, and each."""
    numbers = [number for pair in sorted(findings) for number in pair]
    return pack(f"<{1 + len(numbers)}d", len(findings), *numbers)


def _no_id() -> Refusal:
    return Refusal(422, "no-id", "A move begins with its number", "It is a whole float64, 0 or more.")


def _wrong_length(count: int, length: int) -> Refusal:
    return Refusal(
        422,
        "wrong-length",
        f"A move of this graph has {8 * (count + 1)} bytes, not {length}",
        f"It is {count + 1} float64: its number and the values of the {count} leaves.",
    )
