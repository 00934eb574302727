"""Encodes numbers as the bytes of the quads: what one move of a slider changes."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backpulse.engine import Numbers
from backpulse.engine.graph import Graph
from backpulse.view.display import number_text, sign_of
from backpulse.view.look import role, role_of
from backpulse.view.notebook.atlas import Atlas
from backpulse.view.notebook.cards import Cards
from backpulse.view.notebook.pills import Label, Pills
from backpulse.view.notebook.quads import Slot

Run = tuple[str, str]
"""A piece of text and the role of its colour."""
_FULL = 255


def short(number: float, room: int) -> str:
    """A number in at most `room` characters, with fewer digits where it must; `…` where it cannot."""
    text = number_text(number)
    if len(text) <= room:
        return text
    if number != number:
        return "?"
    for digits in (3, 2, 1):
        mantissa, _, exponent = f"{number:.{digits}g}".partition("e")
        text = mantissa + (f"e{int(exponent)}" if exponent else "")
        if len(text) <= room:
            return text.replace("-", "−")
    return "…"


class Encoder:
    """Fills in the quads' bytes from numbers."""

    def __init__(
        self, graph: Graph, atlas: Atlas, cards: Cards, labels: Pills, blank: NDArray[np.uint8]
    ) -> None:
        self.graph = graph
        self.atlas = atlas
        self.cards = cards.numbers
        self.labels = labels
        self._blank = blank

    def of(self, numbers: Numbers, final: bool) -> NDArray[np.uint8]:
        """The quads' bytes. `final`: every gradient is shown at once, whatever the time is."""
        ink = self._blank.copy()
        cards = self.cards
        for node, slot in enumerate(cards.values):
            self._number(ink, slot, numbers.values[node])
        if final:
            for node, slot in cards.finals.items():
                self._number(ink, slot, numbers.grads[node])
        else:
            for slot in cards.unknown:
                self._write(ink, slot, [("--", "ink3")], "right")
            for slot in cards.root:
                self._number(ink, slot, numbers.grads[self.graph.root])
            for edge, slot in cards.totals.items():
                self._number(ink, slot, numbers.totals[edge])
        for edge, label in self.labels.arrows.items():
            incoming = numbers.grads[self.graph.edges[edge].parent]
            self._label(ink, label, (incoming, "×", numbers.locals[edge]), numbers.contributions[edge], "")
        for edge, label in self.labels.totals.items():
            before = numbers.totals[self.labels.before[edge]]
            self._label(
                ink, label, (before, "+", numbers.contributions[edge]), numbers.totals[edge], "total "
            )
        return ink

    def _number(self, ink: NDArray[np.uint8], slot: Slot, number: float) -> None:
        self._write(ink, slot, [(short(number, slot.length), role_of(number))], "right")

    def _write(self, ink: NDArray[np.uint8], slot: Slot, runs: list[Run], align: str, at: int = 0) -> None:
        length = sum(len(text) for text, _ in runs)
        place = slot.first + (slot.length - length if align == "right" else at)
        for text, colour in runs:
            for char in text:
                ink[place] = self.atlas.cell(char), role(colour), 0, _FULL
                place += 1

    def _label(
        self, ink: NDArray[np.uint8], label: Label, sides: tuple[float, str, float], result: float, head: str
    ) -> None:
        """In one line if it fits, else in two, else with fewer digits."""
        first, operator, second = sides
        left: list[Run] = [
            (head, "ink2"),
            (number_text(first), "ink"),
            (f" {operator} ", "ink2"),
            (number_text(second), "ink"),
        ]
        right: list[Run] = [(" = ", "ink2"), (number_text(result), role_of(result))]
        if _length(left + right) > label.length and label.double is None:
            room = (label.length - len(head) - 6) // 3
            left[1], left[3] = (short(first, room), "ink"), (short(second, room), "ink")
            right[1] = short(result, room), role_of(result)
        sign = sign_of(result) if result == result else 0
        colour = ("minus", "ink2", "plus")[sign + 1]
        if label.double is None or _length(left + right) <= label.length:
            boxes, disc, slot = label.single
            lines = [(slot, left + right)]
        else:
            boxes, disc, slots = label.double
            if _length(left) > label.length:
                head_runs = left[:1] if _length(left[:1]) + 9 < label.length else []
                room = (label.length - _length(head_runs) - 3) // 2
                left = [*head_runs, (short(first, room), "ink"), left[2], (short(second, room), "ink")]
            lines = [(slots[0], left), (slots[1], [("= ", "ink2"), right[1]])]
        longest = max(_length(runs) for _, runs in lines)
        at = max(0, (label.length - longest) // 2)
        for i, box in enumerate(boxes):
            line = colour if i == 0 else "cardRule"
            ink[box] = role("pillTop"), role(line), at, at + 4 + longest
        ink[disc] = role(colour), sign + 1, at, 0
        for slot, runs in lines:
            self._write(ink, slot, runs, "left", at)


def _length(runs: list[Run]) -> int:
    return sum(len(text) for text, _ in runs)
