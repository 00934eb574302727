"""The centre line of an arrow: points on it, lanes beside it, and where it is cut for an arrowhead."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import pairwise
from math import hypot

from backpulse.view.exports.svg.places import Point

Cubic = tuple[Point, Point, Point, Point]
_FINE = 8
"""Straight pieces that stand for one of a curve."""


def cubics(points: list[Point]) -> list[Cubic]:
    """The pieces of p0 c1 c2 p1 [c1 c2 p2 …]."""
    return [(points[i], points[i + 1], points[i + 2], points[i + 3]) for i in range(0, len(points) - 3, 3)]


def at(piece: Cubic, u: float) -> Point:
    """The point at u, 0 to 1."""
    v = 1 - u
    a, b, c, d = v * v * v, 3 * v * v * u, 3 * v * u * u, u * u * u
    (x0, y0), (x1, y1), (x2, y2), (x3, y3) = piece
    return a * x0 + b * x1 + c * x2 + d * x3, a * y0 + b * y1 + c * y2 + d * y3


def straightened(points: list[Point]) -> list[Point]:
    """The line as short straight pieces."""
    return [at(piece, i / _FINE) for piece in cubics(points) for i in range(_FINE)] + [points[-1]]


def evenly(line: list[Point], apart: float, most: int) -> list[Point]:
    """Points along straight pieces at even distances of about `apart` u, no more than `most`."""
    length = length_of(line)
    count = min(most, max(1, round(length / apart)))
    return along(line, length / count, range(count))


def along(line: list[Point], step: float, places: Iterable[int]) -> list[Point]:
    """The points in the middle of these of the line's stretches of `step` u, counted from 0, in order."""
    found: list[Point] = []
    ways = ((place + 0.5) * step for place in places)
    way = next(ways, None)
    gone = 0.0
    for p, q in pairwise(line):
        length = hypot(q[0] - p[0], q[1] - p[1])
        while way is not None and gone + length >= way:
            share = (way - gone) / length if length else 0.0
            found.append((p[0] + (q[0] - p[0]) * share, p[1] + (q[1] - p[1]) * share))
            way = next(ways, None)
        gone += length
    return found


def length_of(line: list[Point]) -> float:
    """The length of straight pieces."""
    return sum(hypot(q[0] - p[0], q[1] - p[1]) for p, q in pairwise(line))


def beside(points: list[Point], side: float) -> list[Cubic]:
    """The lane `side` u to the left of the way from child to parent; close enough for small sides."""
    pieces = []
    for p0, c1, c2, p1 in cubics(points):
        # A handle of no length has no direction; then the whole piece's is taken.
        start = _left(p0, c1) or _left(p0, p1) or (0.0, 0.0)
        end = _left(c2, p1) or _left(p0, p1) or (0.0, 0.0)
        moved = zip((p0, c1, c2, p1), (start, start, end, end), strict=True)
        a, b, c, d = ((x + nx * side, y + ny * side) for (x, y), (nx, ny) in moved)
        pieces.append((a, b, c, d))
    return pieces


def _left(p: Point, q: Point) -> Point | None:
    """The unit normal to the left of the way from p to q; None where they are one point."""
    dx, dy = q[0] - p[0], q[1] - p[1]
    length = hypot(dx, dy)
    return (dy / length, -dx / length) if length > 1e-6 else None


def shortened(pieces: list[Cubic], length: float) -> tuple[list[Cubic], Point]:
    """The line without its last `length` u, and the point where it ended."""
    tip = pieces[-1][3]
    low, high = 0.0, 1.0
    for _ in range(16):
        u = (low + high) / 2
        x, y = at(pieces[-1], u)
        if hypot(tip[0] - x, tip[1] - y) > length:
            low = u
        else:
            high = u
    return [*pieces[:-1], _until(pieces[-1], low)], tip


def reversed_line(pieces: list[Cubic]) -> list[Cubic]:
    """The same line from its end."""
    return [(p1, c2, c1, p0) for p0, c1, c2, p1 in reversed(pieces)]


def _until(piece: Cubic, u: float) -> Cubic:
    """The part of a piece from its start to u (de Casteljau)."""

    def mix(p: Point, q: Point) -> Point:
        return p[0] + (q[0] - p[0]) * u, p[1] + (q[1] - p[1]) * u

    p0, c1, c2, p1 = piece
    a, b, c = mix(p0, c1), mix(c1, c2), mix(c2, p1)
    d, e = mix(a, b), mix(b, c)
    return p0, a, d, mix(d, e)
