"""Where everything stands in a drawing: the page's layout; in a large graph with room for whole cards."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable
from dataclasses import dataclass

from backpulse.engine.graph import Graph
from backpulse.view.layout import Layout, Pill, layout
from backpulse.view.layout.sizes import CONST_H, CONST_W, WIDEST, card_size

Point = tuple[float, float]

GAP, ROWS = 2.5, 1.75
"""In a large graph: u between columns, and how much farther apart its rows stand than on the page."""


@dataclass(frozen=True, slots=True)
class Box:
    """A centre and a size in u, y downward."""

    x: float
    y: float
    w: float
    h: float

    @property
    def sides(self) -> tuple[float, float, float, float]:
        """Left, top, right, bottom."""
        return self.x - self.w / 2, self.y - self.h / 2, self.x + self.w / 2, self.y + self.h / 2

    def overlaps(self, other: Box, clear: float = 0.0) -> bool:
        """Whether they come nearer to each other than `clear`."""
        across = abs(self.x - other.x) < (self.w + other.w) / 2 + clear
        return across and abs(self.y - other.y) < (self.h + other.h) / 2 + clear


@dataclass(frozen=True, slots=True)
class Slot:
    """Room for a label: its box at most, in so many lines."""

    box: Box
    lines: int


@dataclass(frozen=True)
class Places:
    """Cards by node id; per edge the Bezier points of its centre line, p0 c1 c2 p1 [c1 c2 p2 …]."""

    cards: list[Box]
    paths: list[list[Point]]
    pills: dict[int, Slot]
    """By edge id; empty in a large graph, whose labels find their own places."""
    totals: dict[int, Slot]


def places_of(graph: Graph) -> Places:
    """The places of a graph of any size, leaves left."""
    laid = layout(graph, "right")
    return _roomy(graph, laid) if laid.small else _as_laid(laid)


def _as_laid(laid: Layout) -> Places:
    return Places(
        [Box(card.x, -card.y, card.w, card.h) for card in laid.cards],
        [[(x, -y) for x, y, _ in path.points] for path in laid.paths],
        {edge: _slot(path.pill) for edge, path in enumerate(laid.paths) if path.pill.w > 0},
        {node: _slot(card.total) for node, card in enumerate(laid.cards) if card.total},
    )


def _slot(pill: Pill) -> Slot:
    return Slot(Box(pill.x, -pill.y, pill.w, pill.h), pill.lines)


def _roomy(graph: Graph, laid: Layout) -> Places:
    """An overview's columns widened to whole cards, with room for labels between them."""
    across = _columns([(card.x - card.w / 2, card.x + card.w / 2) for card in laid.cards])
    cards = []
    for node, card in zip(graph.nodes, laid.cards, strict=True):
        right, y = across(card.x + card.w / 2), -card.y * ROWS
        if node.kind == "const":
            cards.append(Box(right - CONST_W / 2, y, CONST_W, CONST_H))
        else:
            cards.append(Box(right - WIDEST / 2, y, *card_size(graph, node.id, WIDEST)))
    paths = [[(across(x), -y * ROWS) for x, y, _ in path.points] for path in laid.paths]
    return Places(cards, paths, {}, {})


def _columns(spans: list[tuple[float, float]]) -> Callable[[float], float]:
    """The map of x that makes every column as wide as a whole card, and every gap as wide as a label."""
    columns: list[list[float]] = []
    for left, right in sorted(spans):
        if columns and left <= columns[-1][1]:
            columns[-1][1] = max(columns[-1][1], right)
        else:
            columns.append([left, right])
    old = [edge for column in columns for edge in column]
    new = [place * (WIDEST + GAP) + side * WIDEST for place in range(len(columns)) for side in (0, 1)]

    def across(x: float) -> float:
        at = min(max(bisect_right(old, x) - 1, 0), len(old) - 2)
        share = (x - old[at]) / (old[at + 1] - old[at])
        return new[at] + share * (new[at + 1] - new[at])

    return across
