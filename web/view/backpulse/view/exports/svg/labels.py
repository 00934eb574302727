"""Room for the labels of a large graph: each near its arrow, on no card and on no other label."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from math import ceil

from backpulse.view.exports.svg.arrows import TWO_LINES
from backpulse.view.exports.svg.curve import along, evenly, length_of, straightened
from backpulse.view.exports.svg.places import Box, Places, Point, Slot

_CELL, _CLEAR = 1.5, 0.14
_APART, _PLACES = 0.5, 24
"""Places along an arrow that are looked at: how far apart, and how many at most."""
_LIFTS = (0.0, 0.72, -0.72, 1.1, -1.1, 1.5, -1.5, 2.0, -2.0)
"""How far below or above the arrow they are."""
_HIDDEN = 0.5
"""What it costs to hide a u of another arrow."""
_GRAIN, _GRAINS = 0.5, 128
"""The arrows stand as points: how far apart, and how many of an arrow's are kept, on average."""
_DENSE = 200
"""Points of a cell that are kept; no label would stand where there are more."""


class Crowd:
    """Boxes that are taken, and points of the arrows, found by the cells they are in.

    Arrows can be as long as the drawing, and all their points as many as its square. Then one in so many is
    kept, of each arrow from one place others, so that where these are a bundle a label meets some of them.
    """

    def __init__(self, places: Places) -> None:
        self._boxes: dict[tuple[int, int], list[Box]] = defaultdict(list)
        self._points: dict[tuple[int, int], list[tuple[int, Point]]] = defaultdict(list)
        for card in places.cards:
            self.take(card)
        self._ways = [straightened(points) for points in places.paths]
        lengths = [length_of(way) for way in self._ways]
        counts = [max(1, round(length / _GRAIN)) for length in lengths]
        stride = max(1, ceil(sum(counts) / max(1, _GRAINS * len(counts))))
        self._apart = stride * _GRAIN
        self._width = max(_CELL, self._apart)
        begun = Counter[Point]()
        for edge, (way, length, count) in enumerate(zip(self._ways, lengths, counts, strict=True)):
            skipped = begun[way[0]] % stride
            begun[way[0]] += 1
            for x, y in along(way, length / count, range(skipped, count, stride)):
                cell = self._points[int(x // self._width), int(y // _CELL)]
                if len(cell) < _DENSE:
                    cell.append((edge, (x, y)))

    def take(self, box: Box) -> None:
        """Nothing else may stand here."""
        for cell in _cells(box):
            self._boxes[cell].append(box)

    def is_free(self, box: Box) -> bool:
        """Whether a box is clear of all that are taken."""
        near = (other for cell in _cells(box) for other in self._boxes.get(cell, ()))
        return not any(box.overlaps(other, _CLEAR) for other in near)

    def hides(self, box: Box, edge: int) -> float:
        """How many u of other arrows a box would hide, about."""
        # Arrows mostly run level: so wide, the box holds a point of each of them.
        wide = Box(box.x, box.y, box.w + self._apart - _GRAIN, box.h)
        left, top, right, bottom = wide.sides
        count = sum(
            other != edge and left < x < right and top < y < bottom
            for cell in _cells(wide, self._width)
            for other, (x, y) in self._points.get(cell, ())
        )
        return count * self._apart * box.w / wide.w

    def place(self, edge: int, width: float) -> Slot | None:
        """The best place for an arrow's label of two lines; None where there is none."""
        best: tuple[float, Box] | None = None
        for cost, (x, y) in _places(self._ways[edge]):
            if best is not None and cost >= best[0]:
                break
            box = Box(x, y, width, TWO_LINES)
            if self.is_free(box):
                cost += _HIDDEN * self.hides(box, edge)
                if best is None or cost < best[0]:
                    best = cost, box
        if best is None:
            return None
        self.take(best[1])
        return Slot(best[1], 2)

    def under(self, card: Box, width: float) -> Slot | None:
        """A place for a card's running total: under it, or else over it; None where there is none."""
        away = card.h / 2 + 0.3 + TWO_LINES / 2
        for y in (card.y + away, card.y + away + 0.4, card.y - away):
            for x in (0.0, 0.4, -0.4, 0.9, -0.9):
                box = Box(card.x + x, y, width, TWO_LINES)
                if self.is_free(box):
                    self.take(box)
                    return Slot(box, 2)
        return None


def _cells(box: Box, width: float = _CELL) -> Iterator[tuple[int, int]]:
    left, top, right, bottom = box.sides
    for i in range(int(left // width), int(right // width) + 1):
        for j in range(int(top // _CELL), int(bottom // _CELL) + 1):
            yield i, j


def _places(way: list[Point]) -> list[tuple[float, Point]]:
    """Places for a label's middle, each with how far it is from ideal, the best first."""
    line = evenly(way, _APART, _PLACES)
    places = []
    for place, (x, y) in enumerate(line):
        apart = 1.2 * abs((place + 0.5) / len(line) - 0.5)
        for lift in _LIFTS:
            places.append((apart + (0.25 if lift == 0 else abs(lift) - 0.7), (x, y + lift)))
    return sorted(places, key=lambda entry: entry[0])
