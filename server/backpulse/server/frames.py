"""Moves of leaves on the live channel: float64 frames, little-endian, both ways.

A move is [id, the leaves' values in the order of `graph.leaves`]. Its answer is [id, values (per node), grads
(per node), locals, contributions, totals (per edge each), count, then count pairs (node, kind of finding)]; a
kind's number is its place in the legend's findings. Entries of constants and of edges into them are 0.
"""

from __future__ import annotations

import sys
from collections.abc import Collection
from functools import lru_cache
from math import isfinite
from struct import Struct

from backpulse.engine.plan import Record
from backpulse.server.errors import Refusal

_LARGEST_ID = 2.0**53  # beyond it not every whole number is a float64


def read_id(move: bytes) -> int:
    """The move's number, -1 when it has none that can be read."""
    if len(move) < 8:
        return -1
    (number,) = _float64(1).unpack_from(move)
    return int(number) if _is_id(number) else -1


def read_move(move: bytes, count: int) -> tuple[float, list[float]]:
    """The number, and the values of `count` leaves.

    Refusal for a number that is none, a wrong length, and values that are not finite.
    """
    fits = len(move) == 8 * (count + 1)
    number, *values = _float64(count + 1).unpack(move) if fits else (float(read_id(move)),)
    if not _is_id(number):
        raise Refusal(422, "no-id", "A move begins with its number", "It is a whole float64, 0 or more.")
    if not fits:
        raise Refusal(
            422,
            "wrong-length",
            f"A move of this graph has {8 * (count + 1)} bytes, not {len(move)}",
            f"It is {count + 1} float64: its number and the values of the {count} leaves.",
        )
    # A sum is quicker to look at and finite only if every term is; it may overflow though all are.
    if not isfinite(sum(values)) and not all(map(isfinite, values)):
        raise Refusal(
            422, "not-finite", "A leaf's value must be a finite number", "Leave the leaf where it was."
        )
    return number, values


def _is_id(number: float) -> bool:
    return 0 <= number <= _LARGEST_ID and number.is_integer()


def write_numbers(number: float, record: Record, findings: Collection[tuple[int, int]]) -> bytes:
    """The answer to move `number`: a program's record is already in the frame's order."""
    found = [x for pair in sorted(findings) for x in pair] if findings else ()
    if isinstance(record, memoryview) and sys.byteorder == "little":
        # Doubles as they lie in memory are what a frame has: a large graph's need not be made floats first.
        return b"".join(
            (_float64(1).pack(number), record, _float64(1 + len(found)).pack(len(findings), *found))
        )
    return _float64(2 + len(record) + len(found)).pack(number, *record, len(findings), *found)


@lru_cache(maxsize=256)
def _float64(count: int) -> Struct:
    """So many float64, little-endian; kept, as reading a format costs more than packing a small frame."""
    return Struct(f"<{count}d")
