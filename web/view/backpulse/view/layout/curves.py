"""An edge's route as cubic curves with level ends, one after another, and queries of where it runs."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from math import ceil

from backpulse.view.layout.sizes import HANDLE

Spot = tuple[float, float]
"""A place as (along the flow, across it)."""
Box = tuple[float, float, float, float]
"""(least along, least across, most along, most across)."""

STEPS = 32


def _shape(handle: float) -> tuple[list[float], list[float]]:
    """The curve from (0, 0) to (1, 1) with level ends, as samples."""
    xs, ys = [], []
    for i in range(STEPS + 1):
        t = i / STEPS
        v = 1 - t
        xs.append(3 * v * v * t * handle + 3 * v * t * t * (1 - handle) + t**3)
        ys.append(3 * v * t * t + t**3)
    return xs, ys


_SHAPES: dict[float, tuple[list[float], list[float]]] = {}


@dataclass(frozen=True, slots=True)
class Curve:
    """One cubic from `start` to `end`, along the flow at both; it only rises or only falls."""

    start: Spot
    end: Spot
    handle: float = HANDLE

    def at(self, along: float) -> float:
        """Where it runs across, `along` within its span."""
        (a0, b0), (a1, b1) = self.start, self.end
        if b0 == b1 or a1 <= a0:
            return b1
        if self.handle not in _SHAPES:
            _SHAPES[self.handle] = _shape(self.handle)
        xs, ys = _SHAPES[self.handle]
        x = (along - a0) / (a1 - a0)
        if x <= 0:
            return b0
        if x >= 1:
            return b1
        i = bisect_right(xs, x) - 1
        y = ys[i] + (ys[i + 1] - ys[i]) * (x - xs[i]) / (xs[i + 1] - xs[i])
        return b0 + (b1 - b0) * y

    def within(self, low: float, high: float) -> tuple[float, float] | None:
        """Least and most across between two places along, or None if it does not run there."""
        if high < self.start[0] or low > self.end[0]:
            return None
        p = self.at(max(low, self.start[0]))
        q = self.at(min(high, self.end[0]))
        return (p, q) if p <= q else (q, p)


@dataclass(frozen=True, slots=True)
class Route:
    """An edge's whole way, from its child's port to its slot at the parent."""

    curves: tuple[Curve, ...]

    @property
    def start(self) -> Spot:
        """The child's port."""
        return self.curves[0].start

    @property
    def end(self) -> Spot:
        """The parent's slot."""
        return self.curves[-1].end

    def within(self, low: float, high: float) -> tuple[float, float] | None:
        """Least and most across between two places along, or None."""
        least, most = float("inf"), float("-inf")
        for curve in self.curves:
            found = curve.within(low, high)
            if found is not None:
                least, most = min(least, found[0]), max(most, found[1])
        return (least, most) if least <= most else None

    def touches(self, box: Box, clear: float) -> bool:
        """Whether it comes nearer to the box than `clear`."""
        found = self.within(box[0] - clear, box[2] + clear)
        return found is not None and found[0] < box[3] + clear and found[1] > box[1] - clear

    def middle(self) -> Spot:
        """The place half way along."""
        along = (self.start[0] + self.end[0]) / 2
        return along, next(curve for curve in self.curves if along <= curve.end[0]).at(along)


CELL = 0.12


class SampledRoute:
    """A route as a table, for asking many times where it runs."""

    __slots__ = ("first", "last", "table")

    def __init__(self, route: Route) -> None:
        self.first, self.last = route.start[0], route.end[0]
        count = max(1, ceil((self.last - self.first) / CELL))
        self.table: list[float] = []
        i = 0
        for k in range(count):
            along = self.first + k * CELL
            while along > route.curves[i].end[0]:
                i += 1
            self.table.append(route.curves[i].at(along))
        self.table.append(route.end[1])

    def between(self, low: float, high: float) -> list[float]:
        """Places across at even steps between two places along; empty if it does not run there."""
        if high < self.first or low > self.last:
            return []
        return self.table[max(0, int((low - self.first) / CELL)) : int((high - self.first) / CELL) + 2]

    def at(self, share: float) -> Spot:
        """The place at a share of the way along, 0 to 1."""
        along = self.first + (self.last - self.first) * share
        return along, self.table[min(round((along - self.first) / CELL), len(self.table) - 1)]
