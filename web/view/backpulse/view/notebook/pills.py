"""The arrows' labels `incoming × local = contribution` and the running totals, in one line or two."""

from __future__ import annotations

from dataclasses import dataclass

from backpulse.engine.graph import Graph
from backpulse.view.layout.shapes import Layout, Pill
from backpulse.view.layout.sizes import LINE_H, PILL_H
from backpulse.view.look import size as size_in_u
from backpulse.view.notebook.atlas import ADVANCE
from backpulse.view.notebook.quads import Quads, Slot
from backpulse.view.notebook.times import NEVER, Span, Times, arrived, labelled, over

SIZE = 0.27
_Z, _ABOVE, _FADE = 0.44, 0.004, 0.14
_DISC, _HEAD, _TAIL = size_in_u("pill.disc"), 3, 1
"""The sign's radius; characters' widths before the text, where the sign stands, and after it."""
_SMALL_WIDTH, _SMALL_SCALE = 3.6, 1.5


@dataclass(frozen=True, slots=True)
class Label:
    """A label's quads: its box and sign for one line and for two, and its lines' slots."""

    length: int
    """Characters in a line."""
    single: tuple[tuple[int, ...], int, Slot]
    """Boxes, sign, line."""
    double: tuple[tuple[int, ...], int, tuple[Slot, Slot]] | None
    """The same for two lines, where there is room for them."""


class Pills:
    """Writes pills into quads."""

    def __init__(self, quads: Quads, graph: Graph, layout: Layout, times: Times) -> None:
        self.quads = quads
        self.arrows: dict[int, Label] = {}
        """By edge."""
        self.totals: dict[int, Label] = {}
        """By edge after which the running total adds up."""
        self.before: dict[int, int] = {}
        """By such an edge: the edge whose total it adds to."""
        latest: dict[int, int] = {}
        for edge, begins in times.arrows().items():
            child = graph.edges[edge].child
            path = layout.paths[edge]
            present = labelled(begins), over(begins)
            pill = path.pill
            if layout.small:
                # An overview has labels for the present step only, above everything else.
                x, y, _ = path.points[len(path.points) // 2]
                self.arrows[edge] = self._label(Pill(x, y + 0.75, _SMALL_WIDTH, 1.3, 2), [present], 1.2)
            else:
                self.arrows[edge] = self._label(pill, [present, (present[1], NEVER)], _Z)
            total = layout.cards[child].total
            if child in latest:
                self.before[edge] = latest[child]
                span = arrived(begins), over(begins)
                card = layout.cards[child]
                if total is not None and not layout.small:
                    self.totals[edge] = self._label(total, [span], _Z)
                elif layout.small:
                    place = Pill(card.x, card.y - 1.1, _SMALL_WIDTH, 1.3, 2)
                    self.totals[edge] = self._label(place, [span], 1.2)
            latest[child] = edge

    def _label(self, pill: Pill, spans: list[Span], z: float) -> Label:
        scale = _SMALL_SCALE if z > 1 else 1.0
        size = SIZE * scale
        step = ADVANCE * size
        length = int(pill.w / step) - _HEAD - _TAIL
        left = pill.x - (length + _HEAD + _TAIL) * step / 2
        whole = (spans[0][0], spans[-1][1])
        boxes, sign, slots = self._lines(
            pill, left, step, size, LINE_H * scale, z, spans, whole, length, (0.0,)
        )
        single = boxes, sign, slots[0]
        if pill.lines < 2:
            return Label(length, single, None)
        rows = (0.165 * scale, -0.185 * scale)
        boxes, sign, slots = self._lines(
            pill, left, step, size, PILL_H * scale, z, spans, whole, length, rows
        )
        return Label(length, single, (boxes, sign, (slots[0], slots[1])))

    def _lines(
        self,
        pill: Pill,
        left: float,
        step: float,
        size: float,
        height: float,
        z: float,
        spans: list[Span],
        whole: Span,
        length: int,
        rows: tuple[float, ...],
    ) -> tuple[tuple[int, ...], int, list[Slot]]:
        quads = self.quads
        rect = (pill.x - pill.w / 2, pill.y - height / 2, pill.x + pill.w / 2, pill.y + height / 2)
        # Of the present step with a line in the sign's colour; of a step done with a quiet one.
        widths = (size_in_u("outline") * size / SIZE, 0.016)
        boxes = tuple(
            quads.run(left, rect, z, step, width, span, _FADE if i == 0 else 0.0)
            for i, (span, width) in enumerate(zip(spans, widths, strict=False))
        )
        radius = _DISC * size / SIZE
        sign = quads.disc(left + 1.7 * step, pill.y, z + _ABOVE, radius, step, whole, _FADE)
        slots = [
            quads.slot(
                (left + _HEAD * step, pill.y + row - 0.35 * size, z + 2 * _ABOVE),
                size,
                length,
                "left",
                whole,
                _FADE,
            )
            for row in rows
        ]
        return boxes, sign, slots
