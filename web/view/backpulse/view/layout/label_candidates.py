"""Candidate places for labels, how they are judged, and those of a node's running total."""

from __future__ import annotations

from dataclasses import dataclass

from backpulse.view.layout.curves import Box
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import BOX_CLEAR, PHONE_TOTALS, PILL_H, TOTAL_GAP, TOTALS


@dataclass(frozen=True, slots=True)
class Candidate:
    """A place for a label: its box, how many lines it holds, and how far it is from ideal (0: perfect)."""

    box: Box
    lines: int
    cost: float

    def dearer(self, cost: float) -> Candidate:
        """The same place at a higher cost."""
        return Candidate(self.box, self.lines, self.cost + cost)


def overlap(p: Box, q: Box, clear: float = BOX_CLEAR) -> bool:
    """Whether two boxes come nearer to each other than `clear`."""
    return p[0] < q[2] + clear and p[2] > q[0] - clear and p[1] < q[3] + clear and p[3] > q[1] - clear


def beyond(box: Box, bounds: Box) -> float:
    """How far a box sticks out of others."""
    a0, b0, a1, b1 = box
    low_a, low_b, high_a, high_b = bounds
    if low_a <= a0 and low_b <= b0 and a1 <= high_a and b1 <= high_b:
        return 0.0
    return max(0.0, low_a - a0) + max(0.0, low_b - b0) + max(0.0, a1 - high_a) + max(0.0, b1 - high_b)


def total_places(card: Box, flow: Flow) -> list[Candidate]:
    """Under the card, or below a label there; where the flow is downward, above the card or beside it."""
    along, across = (card[0] + card[2]) / 2, (card[1] + card[3]) / 2
    places: list[Candidate] = []
    if flow == "right":
        for width, height, lines, extra in TOTALS:
            for shift in (0.0, -0.3, 0.3, -0.6):
                for lower in (0.0, 0.3, 0.7, PILL_H + BOX_CLEAR):
                    left, top = along - width / 2 + shift, card[3] + TOTAL_GAP + lower
                    box = (left, top, left + width, top + height)
                    places.append(Candidate(box, lines, extra + 0.5 * abs(shift) + 0.9 * lower))
        return places
    for extra, width in enumerate(PHONE_TOTALS):
        over = card[0] - 0.2 - PILL_H
        for shift in (0.0, -0.6, 0.6):
            left = across - width / 2 + shift
            places.append(Candidate((over, left, over + PILL_H, left + width), 2, extra + abs(shift)))
        for left in (card[1] - 0.25 - width, card[3] + 0.25):
            for lower in (-0.3, 0.3, 0.7):
                top = along + lower - PILL_H / 2
                box = (top, left, top + PILL_H, left + width)
                places.append(Candidate(box, 2, extra + 0.8 + abs(lower - 0.3)))
    return places
