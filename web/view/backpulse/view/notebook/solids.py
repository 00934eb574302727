"""The scene's bodies as vertices: cards with bevelled edges, and lanes as tubes with an arrowhead."""

from __future__ import annotations

from collections.abc import Sequence
from math import cos, pi, sin

import numpy as np
from numpy.typing import NDArray

from backpulse.view.layout.shapes import Path, Point
from backpulse.view.look import role, size

Floats = NDArray[np.float32]
OFFSET, LANE_Z = size("lane.offset"), size("lane.z")
"""Of a lane from its edge's centre line, and above the board."""
ALONG, AROUND = 24, 6
HEAD = size("head.length")
RING, BASE, TIP = 0.0, 1.0, 2.0
"""What a ring of a tube is: one of the tube, or the head's base, or its tip."""
_BEVEL, _CORNER, _ROUND = size("card.bevel"), size("card.corner"), 5


class Slabs:
    """Bodies of cards and ports, as triangles."""

    def __init__(self) -> None:
        self._positions: list[Point] = []
        self._tones: list[tuple[float, float]] = []

    def card(
        self, x: float, y: float, z: float, w: float, h: float, depth: float, *, derived: bool = False
    ) -> None:
        """A card's body standing on `z`; a derived one is two plates with a dark seam: it hides something."""
        if derived:
            self._plate(x, y, z, w, h, depth * 0.42)
            self._plate(x, y, z + depth * 0.42, w - 0.05, h - 0.05, depth * 0.08, tone="cut")
            self._plate(x, y, z + depth * 0.5, w, h, depth * 0.5)
        else:
            self._plate(x, y, z, w, h, depth)

    def port(self, x: float, y: float, z: float) -> None:
        """Where an arrow leaves or arrives."""
        self._plate(x, y, z, size("port.w"), size("port.h"), size("port.depth"), tone="port", corner=0.03)

    def _plate(
        self,
        x: float,
        y: float,
        z: float,
        w: float,
        h: float,
        depth: float,
        *,
        tone: str = "",
        corner: float = _CORNER,
    ) -> None:
        bevel = min(_BEVEL, depth / 2, corner / 2)
        outer, inner = (
            _outline(x, y, w, h, corner),
            _outline(x, y, w - 2 * bevel, h - 2 * bevel, corner - bevel),
        )
        top = z + depth
        self._wall(outer, z, outer, top - bevel, tone or "cardSide")
        self._wall(outer, top - bevel, inner, top, tone or "cardRim")
        for a, b in zip(inner, [*inner[1:], inner[0]], strict=True):
            self._triangle((x, y, top), (*a, top), (*b, top), tone or "cardTop", 1.0)

    def _wall(
        self, low: list[tuple[float, float]], z0: float, high: list[tuple[float, float]], z1: float, tone: str
    ) -> None:
        n = len(low)
        for i in range(n):
            j = (i + 1) % n
            dx, dy = low[j][0] - low[i][0], low[j][1] - low[i][1]
            length = (dx * dx + dy * dy) ** 0.5 or 1.0
            # One light from above left.
            light = 0.86 + 0.16 * (dy * -0.35 - dx * 0.6) / length
            a, b = (*low[i], z0), (*low[j], z0)
            c, d = (*high[j], z1), (*high[i], z1)
            self._triangle(a, b, c, tone, light)
            self._triangle(a, c, d, tone, light)

    def _triangle(self, a: Point, b: Point, c: Point, tone: str, light: float) -> None:
        self._positions += (a, b, c)
        self._tones += [(role(tone), light)] * 3

    def arrays(self) -> dict[str, Floats]:
        """Places and tones (role, light) of the corners."""
        return {"position": np.array(self._positions, np.float32), "tone": np.array(self._tones, np.float32)}

    def index(self) -> NDArray[np.uint32]:
        """Triangles one after the other."""
        return np.arange(len(self._positions), dtype=np.uint32)


def _outline(x: float, y: float, w: float, h: float, corner: float) -> list[tuple[float, float]]:
    """A rounded rectangle, anticlockwise."""
    points = []
    for k, (sx, sy) in enumerate(((1, 1), (-1, 1), (-1, -1), (1, -1))):
        for i in range(_ROUND + 1):
            angle = (k + i / _ROUND) * pi / 2
            cx, cy = x + sx * (w / 2 - corner), y + sy * (h / 2 - corner)
            points.append((cx + corner * cos(angle), cy + corner * sin(angle)))
    return points


def triangles(quads: int) -> NDArray[np.uint32]:
    """Corners of two triangles for each of so many quads, whose four corners stand one after the other."""
    first = 4 * np.arange(quads, dtype=np.uint32)[:, None]
    return (first + np.array([0, 1, 2, 0, 2, 3], np.uint32)).reshape(-1)


def pieces_of(points: Sequence[Point]) -> list[tuple[Floats, float, float]]:
    """A path's Bezier pieces, each with the stretch of the whole way, by length, that it covers."""
    curves = [np.array(points[i : i + 4], np.float32) for i in range(0, len(points) - 1, 3)]
    u = np.linspace(0.0, 1.0, 9, dtype=np.float32)
    lengths = [float(np.linalg.norm(np.diff(_on(curve, u), axis=0), axis=1).sum()) for curve in curves]
    bounds = np.concatenate([[0.0], np.cumsum(lengths) / sum(lengths)])
    bounds[-1] = 1.0
    return [(curve, float(bounds[i]), float(bounds[i + 1])) for i, curve in enumerate(curves)]


def _on(curve: Floats, u: Floats) -> Floats:
    u = u[:, None]
    v = 1 - u
    p0, c1, c2, p1 = curve
    at: Floats = v**3 * p0 + 3 * v * v * u * c1 + 3 * v * u * u * c2 + u**3 * p1
    return at


def centre_line(points: Sequence[Point], shares: Floats) -> tuple[Floats, Floats]:
    """Places on a path at these shares of the way, and unit directions in the board's plane."""
    place, aim = np.zeros((len(shares), 3), np.float32), np.zeros((len(shares), 2), np.float32)
    for curve, begin, end in pieces_of(points):
        here = (shares >= begin) & (shares <= end)
        u = (shares[here] - begin) / (end - begin)
        place[here] = _on(curve, u)
        # Ends may have a handle of no length: the direction a little further in is the same.
        near = _on(curve, np.minimum(u + 0.01, 1.0)) - _on(curve, np.maximum(u - 0.01, 0.0))
        aim[here] = near[:, :2] / np.linalg.norm(near[:, :2], axis=1, keepdims=True)
    return place, aim


def lane(path: Path, backward: bool, shares: Floats) -> tuple[Floats, Floats]:
    """The same on one of an edge's two lanes; the forward one is left of the way from child to parent."""
    place, aim = centre_line(path.points, shares)
    side = -OFFSET if backward else OFFSET
    place[:, 0] -= aim[:, 1] * side
    place[:, 1] += aim[:, 0] * side
    place[:, 2] += LANE_Z
    return place, aim


class Tubes:
    """Lanes as rings; their girth and colour are found from the time and four bytes a ring's corner."""

    def __init__(self) -> None:
        self._places: list[Floats] = []
        self._normals: list[Floats] = []
        self._ways: list[Floats] = []
        self._index: list[NDArray[np.uint32]] = []
        self.edges: list[tuple[int, bool]] = []
        """Of each lane: its edge, and whether it is the backward one."""

    def add(self, edge: int, path: Path, begins: float, *, backward: bool) -> None:
        """The lane of one direction, along which something travels in the step that begins then."""
        length = float(np.linalg.norm(np.diff(np.array(path.points), axis=0), axis=1).sum())
        head = min(0.4, HEAD / max(length, 1e-6))
        shares, kinds = _rings(head, backward)
        place, aim = lane(path, backward, shares)
        rings = len(shares)
        angles = np.arange(AROUND, dtype=np.float32) / AROUND * 2 * pi
        normals = np.zeros((rings, AROUND, 3), np.float32)
        normals[..., 0] = -aim[:, None, 1] * np.cos(angles)
        normals[..., 1] = aim[:, None, 0] * np.cos(angles)
        normals[..., 2] = np.sin(angles)
        ways = np.stack([shares, np.full(rings, begins), np.full(rings, float(backward)), kinds], axis=1)
        first = len(self.edges) * rings * AROUND
        self._places.append(np.repeat(place, AROUND, axis=0))
        self._normals.append(normals.reshape(-1, 3))
        self._ways.append(np.repeat(ways.astype(np.float32), AROUND, axis=0))
        ring = np.arange(rings - 1, dtype=np.uint32)[:, None] * AROUND
        a = ring + np.arange(AROUND, dtype=np.uint32)
        b = ring + (np.arange(AROUND, dtype=np.uint32) + 1) % AROUND
        self._index.append(
            first + np.stack([a, b, b + AROUND, a, b + AROUND, a + AROUND], axis=-1).reshape(-1)
        )
        self.edges.append((edge, backward))

    def arrays(self) -> dict[str, Floats]:
        """The attributes that never change: places, normals, and (share, begin, direction, kind of ring)."""
        return {
            "position": np.concatenate(self._places),
            "out_": np.concatenate(self._normals),
            "way": np.concatenate(self._ways),
        }

    def index(self) -> NDArray[np.uint32]:
        """Triangles."""
        return np.concatenate(self._index).astype(np.uint32)

    def corners(self) -> int:
        """How many vertices a lane has."""
        return (ALONG + 3) * AROUND


def _rings(head: float, backward: bool) -> tuple[Floats, Floats]:
    """Shares of the way from child to parent, and kinds; the head is at the end of the travel."""
    shares = np.concatenate([np.linspace(0.0, 1.0 - head, ALONG + 1), [1.0 - head, 1.0]]).astype(np.float32)
    kinds = np.array([RING] * (ALONG + 1) + [BASE, TIP], np.float32)
    return (1.0 - shares, kinds) if backward else (shares, kinds)
