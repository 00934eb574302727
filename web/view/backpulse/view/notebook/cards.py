"""A node's card: what is written on it, and where its numbers will stand; the page's anatomy."""

from __future__ import annotations

from dataclasses import dataclass, field

from backpulse.view import node_names
from backpulse.view.expression import Expression
from backpulse.view.layout.shapes import Card
from backpulse.view.layout.sizes import CARD_H, is_derived
from backpulse.view.look import size as size_in_u
from backpulse.view.notebook.atlas import ADVANCE
from backpulse.view.notebook.quads import WHENEVER, Quads, Slot
from backpulse.view.notebook.times import ALWAYS, NEVER, Times, arrived

CORNER, PAD = size_in_u("card.corner"), size_in_u("card.padding")
VALUE, GRAD = size_in_u("rows.value"), size_in_u("rows.grad")
CENTRE, NUMBER, OUTLINE = size_in_u("header.centre"), size_in_u("type.number"), size_in_u("outline")
DEPTHS = {
    "const": size_in_u("constant.depth"),
    "small": 0.16,
    "derived": size_in_u("plates.depth"),
    "full": size_in_u("card.depth"),
}
DIGITS = 9
"""A number's longest text has so many characters."""
_ABOVE = 0.004


@dataclass
class NumberSlots:
    """Slots of what changes on the cards."""

    values: list[Slot] = field(default_factory=list)
    """By node."""
    totals: dict[int, Slot] = field(default_factory=dict)
    """By edge: the child's running total after it."""
    root: list[Slot] = field(default_factory=list)
    """The root's gradient."""
    finals: dict[int, Slot] = field(default_factory=dict)
    """By node: its gradient for when all are shown at once."""
    unknown: list[Slot] = field(default_factory=list)
    """Gradients not known yet."""


def depth_of(expression: Expression, node: int, small: bool) -> float:
    """How thick a node's card is, in u."""
    if expression.graph.nodes[node].kind == "const":
        return DEPTHS["const"]
    if small:
        return DEPTHS["small"]
    return DEPTHS["derived" if is_derived(expression.graph, node) else "full"]


class Cards:
    """Writes cards into quads."""

    def __init__(self, quads: Quads, expression: Expression, times: Times, small: bool) -> None:
        self.quads = quads
        self.expression = expression
        self.times = times
        self.small = small
        self.numbers = NumberSlots()
        self._arrivals: dict[int, list[tuple[int, float]]] = {}
        for edge, begins in times.arrows().items():
            self._arrivals.setdefault(expression.graph.edges[edge].child, []).append((edge, arrived(begins)))

    def add(self, node: int, card: Card) -> None:
        """One card; nodes must come in order."""
        left, top = card.x - card.w / 2, card.y + card.h / 2
        z = card.z + depth_of(self.expression, node, self.small) + _ABOVE
        for span in self.times.acts(node):
            rect = (left, top - card.h, left + card.w, top)
            self.quads.box(rect, z + _ABOVE, "", corner=CORNER, line="ink", width=OUTLINE, span=span)
        if self.expression.graph.nodes[node].kind == "const":
            self._constant(node, card, left, top, z)
        elif self.small:
            self._small(node, card, left, top, z)
        else:
            self._full(node, card, left, top, z)

    def _full(self, node: int, card: Card, left: float, top: float, z: float) -> None:
        expression, quads = self.expression, self.quads
        right = left + card.w - PAD
        if expression.graph.nodes[node].kind == "leaf":
            size = min(0.36, (card.w - 2 * PAD) / ADVANCE / max(1, len(expression.labels[node])))
            size, text = _fitted(expression.labels[node], max(size, 0.22), card.w - 2 * PAD)
            quads.text((left + PAD, top - CENTRE - 0.35 * size, z), size, text, "ink", bold=True)
        else:
            after = self._tile(node, left + PAD, top - CENTRE, 0.4, z)
            size, text = _fitted(expression.labels[node], 0.235, right - after - 0.12)
            quads.text((after + 0.12, top - CENTRE - 0.33 * size, z), size, text, "ink2")
        quads.box((left + PAD, top - 0.661, right, top - 0.649), z, "cardRule")
        for word, baseline in (("value", VALUE), ("grad", GRAD)):
            quads.text((left + PAD, top - baseline, z), 0.225, word, "ink2")
        self._value(node, right, top - VALUE, z, NUMBER, DIGITS)
        self._grad(node, right, top - GRAD, z, NUMBER, DIGITS)
        if is_derived(expression.graph, node):
            strip = (left + 0.03, top - card.h + 0.03, left + card.w - 0.03, top - CARD_H)
            quads.box(strip, z, "tile", corner=CORNER - 0.03)
            baseline = top - CARD_H - 0.29
            expansion = (
                node_names.expansion(expression.graph, expression.graph.nodes[node], expression.labels) or ""
            )
            quads.text((left + PAD, baseline, z + _ABOVE), 0.18, "derived", "ink", bold=True)
            size, text = _fitted(
                expansion.replace("*", "·").replace("··", "**"), 0.2, card.w - 2 * PAD - 0.95
            )
            quads.text((right, baseline, z + _ABOVE), size, text, "ink2", align="right")

    def _small(self, node: int, card: Card, left: float, top: float, z: float) -> None:
        pad, right = 0.09, left + card.w - 0.09
        if self.expression.graph.nodes[node].kind == "leaf":
            size, text = _fitted(self.expression.labels[node], 0.27, card.w - 2 * pad)
            self.quads.text((left + pad, top - 0.30, z), size, text, "ink", bold=True)
        else:
            self._tile(node, left + pad, top - 0.21, 0.27, z)
        self._value(node, right, top - 0.63, z, 0.27, 6)
        self.quads.text((left + pad, top - 0.92, z), 0.2, "∇", "ink3")
        self._grad(node, right, top - 0.92, z, 0.25, 6)

    def _constant(self, node: int, card: Card, left: float, top: float, z: float) -> None:
        inset = (left + 0.05, top - card.h + 0.05, left + card.w - 0.05, top - 0.05)
        self.quads.box(inset, z, "", corner=CORNER - 0.05, line="cardRule", width=0.02)
        if not self.small:
            self.quads.text((left + PAD + 0.02, top - 0.38, z), 0.2, "const", "ink2")
        room = 6 if self.small else 8
        self._value(node, left + card.w - PAD + 0.04, top - card.h / 2 - 0.1, z, 0.26, room)

    def _tile(self, node: int, left: float, middle: float, side: float, z: float) -> float:
        """The op's tile; gives its right edge."""
        symbol = node_names.symbol(self.expression.graph.nodes[node].op)
        size = side * (1.0 if len(symbol) == 1 else 0.52)
        wide = max(side, len(symbol) * size * ADVANCE + 0.25 * side)
        self.quads.box(
            (left, middle - side / 2, left + wide, middle + side / 2), z, "tile", corner=0.24 * side
        )
        spot = (left + wide / 2, middle - 0.34 * size, z + _ABOVE)
        self.quads.text(spot, size, symbol, "ink", bold=True, align="middle")
        return left + wide

    def _value(self, node: int, right: float, baseline: float, z: float, size: float, room: int) -> None:
        known = self.times.value_known(node)
        if known > 0:
            self.quads.text((right, baseline, z), size, "--", "ink3", align="right", span=(ALWAYS, known))
        slot = self.quads.slot((right, baseline, z), size, room, "right", (known, NEVER))
        self.numbers.values.append(slot)

    def _grad(self, node: int, right: float, baseline: float, z: float, size: float, room: int) -> None:
        """Not known, then each running total in its turn; and the final gradient, if that is asked for."""
        spot, quads = (right, baseline, z), self.quads
        arrivals = self._arrivals.get(node, [])
        bounds = [time for _, time in arrivals] + [NEVER]
        first = self.times.root_known() if node == self.expression.graph.root else bounds[0]
        self.numbers.unknown.append(quads.slot(spot, size, 2, "right", (ALWAYS, first)))
        if node == self.expression.graph.root:
            self.numbers.root.append(quads.slot(spot, size, room, "right", (first, NEVER)))
        for (edge, begins), ends in zip(arrivals, bounds[1:], strict=True):
            self.numbers.totals[edge] = quads.slot(spot, size, room, "right", (begins, ends))
        self.numbers.finals[node] = quads.slot(spot, size, room, "right", WHENEVER)


def _fitted(text: str, size: float, room: float) -> tuple[float, str]:
    """A text for a room: smaller by up to a fifth, then cut."""
    fitting = room / ADVANCE / max(1, len(text))
    if fitting >= 0.8 * size:
        return min(size, fitting), text
    size *= 0.8
    return size, text[: max(1, int(room / ADVANCE / size) - 1)] + "…"
