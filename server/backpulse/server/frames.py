"""Moves of leaves on the live channel: float64 frames, little-endian, both ways.

A move is [id, the leaves' values in the order of `graph.leaves`]. Its answer is [id, values (per node), grads
(per node), locals, contributions, totals (per edge each), count, then count pairs (node, kind of finding)]; a
kind's number is its place in the legend's findings. Entries of constants and of edges into them are 0.
"""

from __future__ import annotations

from collections.abc import Iterable
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
    return int(number) if 0 <= number <= _LARGEST_ID and number.is_integer() else -1


def read_values(move: bytes, count: int) -> list[float]:
    """The values of `count` leaves. Refusal for a wrong length and for values that are not finite."""
    if len(move) != 8 * (count + 1):
        raise Refusal(
            422,
            "wrong-length",
            f"A move of this graph has {8 * (count + 1)} bytes, not {len(move)}",
            f"It is {count + 1} float64: its number and the values of the {count} leaves.",
        )
    _, *values = _float64(count + 1).unpack(move)
    if not all(map(isfinite, values)):
        raise Refusal(
            422, "not-finite", "A leaf's value must be a finite number", "Leave the leaf where it was."
        )
    return values


def write_numbers(number: int, record: Record, findings: Iterable[tuple[int, int]]) -> bytes:
    """The answer to move `number`: a program's record is already in the frame's order."""
    pairs = sorted(findings)
    found = [x for pair in pairs for x in pair]
    return _float64(2 + len(record) + len(found)).pack(number, *record, len(pairs), *found)


@lru_cache(maxsize=256)
def _float64(count: int) -> Struct:
    """So many float64, little-endian; kept, as reading a format costs more than packing a small frame."""
    return Struct(f"<{count}d")
