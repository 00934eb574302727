"""The travelling discs: a quad for every piece of every lane, to be seen while its pulse is on it."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from backpulse.view.layout.shapes import Path
from backpulse.view.notebook.solids import Floats, pieces_of, triangles

_CORNERS = ((-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0))


class Pulses:
    """Quads that follow their lane in the vertex shader."""

    def __init__(self) -> None:
        self._curves: list[Floats] = []
        self._ways: list[tuple[float, float, float, float]] = []
        self._parts: list[tuple[float, float]] = []
        self.edges: list[tuple[int, bool]] = []
        """Of each quad: its edge, and whether it is on the backward lane."""

    def add(self, edge: int, path: Path, begins: float, *, backward: bool) -> None:
        """The pulse of the step that begins then."""
        for curve, begin, end in pieces_of(path.points):
            self._curves += [curve] * 4
            self._ways += [(x, y, begins, float(backward)) for x, y in _CORNERS]
            self._parts += [(begin, end)] * 4
            self.edges.append((edge, backward))

    def arrays(self) -> dict[str, Floats]:
        """The attributes that never change: Bezier points, (corner, begin, direction), stretch."""
        curves = np.array(self._curves, np.float32)
        return {
            "position": curves[:, 0],
            "c1": curves[:, 1],
            "c2": curves[:, 2],
            "p1": curves[:, 3],
            "way": np.array(self._ways, np.float32),
            "part": np.array(self._parts, np.float32),
        }

    def index(self) -> NDArray[np.uint32]:
        """Two triangles a quad."""
        return triangles(len(self.edges))
