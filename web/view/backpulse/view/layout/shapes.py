"""What a layout consists of: cards, pills and paths in u, with the fields of the wire's messages."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Flow = Literal["right", "down"]
Point = tuple[float, float, float]


@dataclass(frozen=True, slots=True)
class Pill:
    """A box in u, parallel to the board, in which a label fits: centre, size, and how many lines."""

    x: float
    y: float
    w: float
    h: float
    lines: int


@dataclass(frozen=True, slots=True)
class Card:
    """Where a node's card stands, in u: centre, size, and the slot for its running total."""

    x: float
    y: float
    z: float
    w: float
    h: float
    total: Pill | None
    """None where fewer than two arrows arrive."""


@dataclass(frozen=True, slots=True)
class Path:
    """An edge's centre line, child's port to parent's slot: Bezier points p0 c1 c2 p1 [c1 c2 p2 …], in u."""

    points: tuple[Point, ...]
    pill: Pill
    """The slot of the arrow's label; of no size for an edge from a constant, which carries no gradient."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Where everything stands for one flow: `cards` by node id, `paths` by edge id."""

    cards: tuple[Card, ...]
    paths: tuple[Path, ...]
    small: bool
    """An overview: small cards; the present step's are drawn large in their place."""
