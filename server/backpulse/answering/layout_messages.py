"""Messages that say where everything stands."""

from __future__ import annotations

from pydantic import Field

from backpulse.answering.message import Message, Point


class Card(Message):
    """Where a node's card stands, in u: centre, size, and the slot under it for its running total."""

    x: float
    y: float
    z: float
    w: float
    h: float
    total: Pill | None = Field(description="the running total's slot; null where only one arrow arrives")


class Pill(Message):
    """A box in u, parallel to the board, in which an arrow's label fits: centre, size, and how many lines."""

    x: float
    y: float
    w: float
    h: float
    lines: int


class Path(Message):
    """An edge's centre line, child's port to parent's slot: Bezier points p0 c1 c2 p1 [c1 c2 p2 …], in u."""

    points: list[Point]
    pill: Pill


class Layout(Message):
    """Where everything stands for one flow: `right` has leaves left, `down` on top (narrow screens)."""

    cards: list[Card]
    paths: list[Path]
    small: bool = Field(description="an overview: small cards, the present step's cards drawn large")


class Layouts(Message):
    """Both flows of the same graph."""

    right: Layout
    down: Layout
