"""A graph's whole scene as arrays: what stands where, what changes with the numbers, what can be clicked."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from backpulse.engine import Numbers
from backpulse.view.display import sign_of
from backpulse.view.expression import Expression
from backpulse.view.layout.shapes import Layout
from backpulse.view.layout.sizes import is_derived
from backpulse.view.look import SHADOWS, Theme, lane_radius, role, role_of, size
from backpulse.view.notebook.atlas import Atlas
from backpulse.view.notebook.cards import Cards, depth_of
from backpulse.view.notebook.encode import Encoder
from backpulse.view.notebook.pills import Pills
from backpulse.view.notebook.pulses import Pulses
from backpulse.view.notebook.quads import Quads
from backpulse.view.notebook.solids import Floats, Slabs, Tubes, triangles
from backpulse.view.notebook.times import Times

Bytes = NDArray[np.uint8]
_QUIET, _EMPTY = size("lane.quiet"), size("lane.empty")
"""Radius of a forward lane at rest and of a backward lane that nothing has come along, in u."""
_CONTACT, _AMBIENT = (0.16, 0.02, -0.07), (0.75, 0.08, -0.26)
"""A card's shadows: blur, and how far it is moved right and up."""


class Part(Protocol):
    """Geometry of one mesh."""

    def arrays(self) -> dict[str, Floats]:
        """The attributes that never change, a row a corner."""

    def index(self) -> NDArray[np.uint32]:
        """Corners of the triangles."""


class Scene:
    """The scene of one graph."""

    def __init__(self, expression: Expression, layout: Layout, times: Times, theme: Theme) -> None:
        self.layout = layout
        self.graph = expression.graph
        self.atlas = Atlas()
        self.quads = Quads(self.atlas)
        self.slabs, self.tubes, self.pulses = Slabs(), Tubes(), Pulses()
        self._ground(theme)
        cards = Cards(self.quads, expression, times, layout.small)
        for node, card in enumerate(layout.cards):
            depth = depth_of(expression, node, layout.small)
            twofold = is_derived(self.graph, node) and not layout.small
            self.slabs.card(card.x, card.y, card.z, card.w, card.h, depth, derived=twofold)
            cards.add(node, card)
        self._lanes(times)
        pills = Pills(self.quads, self.graph, layout, times)
        self._encoder = Encoder(self.graph, self.atlas, cards, pills, self.quads.inks())

    def _ground(self, theme: Theme) -> None:
        left, low, right, high = self.bounds()
        wide = max(right - left, high - low) * 1.6
        x, y = round((left + right) / 2), round((low + high) / 2)
        self.quads.ground((x - wide, y - wide, x + wide, y + wide))
        contact, ambient, _ = SHADOWS[theme]
        for (blur, dx, dy), strength in ((_AMBIENT, ambient), (_CONTACT, contact)):
            for card in self.layout.cards:
                cx, cy = card.x + dx * (1 + card.z), card.y + dy * (1 + card.z)
                rect = (cx - card.w / 2, cy - card.h / 2, cx + card.w / 2, cy + card.h / 2)
                self.quads.shadow(rect, 0.006, 0.15, blur * (1 + card.z), strength / (1 + card.z))

    def _lanes(self, times: Times) -> None:
        arrows = times.arrows()
        for edge in self.graph.edges:
            path = self.layout.paths[edge.id]
            for x, y, z in (path.points[0], path.points[-1]):
                self.slabs.port(x, y, z)
            ways = [(float(edge.parent), False)]
            if edge.id in arrows:
                ways.append((arrows[edge.id], True))
            for begins, backward in ways:
                self.tubes.add(edge.id, path, begins, backward=backward)
                self.pulses.add(edge.id, path, begins, backward=backward)

    def bounds(self) -> tuple[float, float, float, float]:
        """Left, low, right, high of everything that must be in view."""
        boxes = [(card.x, card.y, card.w, card.h) for card in self.layout.cards]
        if not self.layout.small:
            pills = [path.pill for path in self.layout.paths] + [
                card.total for card in self.layout.cards if card.total is not None
            ]
            boxes += [(pill.x, pill.y, pill.w, pill.h) for pill in pills if pill.w]
        return (
            min(x - w / 2 for x, _, w, _ in boxes),
            min(y - h / 2 for _, y, _, h in boxes),
            max(x + w / 2 for x, _, w, _ in boxes),
            max(y + h / 2 for _, y, _, h in boxes),
        )

    @property
    def parts(self) -> dict[str, Part]:
        """The meshes in the order in which they are painted; a graph without arrows has no lanes."""
        if not self.graph.edges:
            return {"slabs": self.slabs, "quads": self.quads}
        return {"slabs": self.slabs, "tubes": self.tubes, "quads": self.quads, "pulses": self.pulses}

    def inks(self, numbers: Numbers, final: bool) -> dict[str, Bytes]:
        """The bytes that change with the numbers, by part, a row a corner."""
        inks = {"quads": self._quad_ink(numbers, final)}
        if self.graph.edges:
            inks |= {"tubes": self._tube_ink(numbers), "pulses": self._pulse_ink(numbers)}
        return inks

    def _quad_ink(self, numbers: Numbers, final: bool) -> Bytes:
        return np.repeat(self._encoder.of(numbers, final), 4, axis=0)

    def _tube_ink(self, numbers: Numbers) -> Bytes:
        """Role and radius when lit, and at rest."""
        rows = []
        for edge, backward in self.tubes.edges:
            number = self._carried(numbers, edge, backward)
            idle = (role("emptyLane"), _EMPTY) if backward else (role("quietLane"), _QUIET)
            lit = role(role_of(number)), round(2550 * lane_radius(number))
            rows.append((*lit, idle[0], round(2550 * idle[1])))
        return np.repeat(np.array(rows, np.uint8).reshape(-1, 4), self.tubes.corners(), axis=0)

    def _pulse_ink(self, numbers: Numbers) -> Bytes:
        """Role and sign."""
        rows = []
        for edge, backward in self.pulses.edges:
            number = self._carried(numbers, edge, backward)
            rows.append((role(role_of(number)), 0, sign_of(number) + 1, 0))
        return np.repeat(np.array(rows, np.uint8).reshape(-1, 4), 4, axis=0)

    def _carried(self, numbers: Numbers, edge: int, backward: bool) -> float:
        return numbers.contributions[edge] if backward else numbers.values[self.graph.edges[edge].child]

    def faces(self) -> tuple[Floats, NDArray[np.uint32]]:
        """Two triangles over each card, in node order: what a click meets."""
        corners = [
            (card.x + sx * card.w / 2, card.y + sy * card.h / 2, card.z + 0.2)
            for card in self.layout.cards
            for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))
        ]
        return np.array(corners, np.float32), triangles(len(self.layout.cards))
