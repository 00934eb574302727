"""Everything flat in the scene: boxes, shadows, texts, quads of one mesh; four bytes of each may change."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from backpulse.view.layout.shapes import Point
from backpulse.view.look import role
from backpulse.view.notebook.atlas import ADVANCE, BASELINE, CELL_H, CELL_W, EM, Atlas
from backpulse.view.notebook.solids import triangles
from backpulse.view.notebook.times import ALWAYS, NEVER, Span

BOX, GLYPH, SHADOW, GROUND, RUN, DISC = range(6)
"""Kinds, as the shader tells them apart. A run is a box as long as the text in it, a disc carries a sign."""
WHENEVER: Span = (ALWAYS, NEVER)
Rect = tuple[float, float, float, float]
"""Left, low, right, high."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Quads for a text that changes: the first one's number, and how many characters there is room for."""

    first: int
    length: int


class Quads:
    """Quads in the order in which they are painted."""

    def __init__(self, atlas: Atlas) -> None:
        self.atlas = atlas
        self._corners: list[tuple[Rect, float]] = []
        self._sizes: list[tuple[float, float, float, float]] = []
        self._spans: list[tuple[float, float, float, float]] = []
        self._inks: list[tuple[int, int, int, int]] = []

    def __len__(self) -> int:
        return len(self._corners)

    def box(
        self,
        rect: Rect,
        z: float,
        fill: str,
        *,
        corner: float = 0.0,
        line: str = "",
        width: float = 0.0,
        span: Span = WHENEVER,
    ) -> None:
        """A rounded box; with a line of `width` inside its edge, and no fill when `fill` is ""."""
        inks = role(fill or "ink"), role(line or fill), 0, 255 if fill else 0
        self._add(BOX, rect, z, (0.0, 0.0, corner, width), span, inks)

    def shadow(self, rect: Rect, z: float, corner: float, blur: float, strength: float) -> None:
        """The soft shadow of a box of that size; it reaches `blur` beyond it."""
        left, low, right, high = rect
        wide = (left - blur, low - blur, right + blur, high + blur)
        self._add(
            SHADOW, wide, z, (blur, 0.0, corner, 0.0), WHENEVER, (role("shadow"), 0, 0, round(255 * strength))
        )

    def ground(self, rect: Rect) -> None:
        """The board with its grid."""
        self._add(GROUND, rect, 0.0, (0.0, 0.0, 0.0, 0.0), WHENEVER, (role("stage"), role("grid"), 0, 255))

    def run(
        self, left: float, rect: Rect, z: float, step: float, width: float, span: Span, fade: float
    ) -> int:
        """A box that begins and ends so many `step`s right of `left` as its ink says; its number."""
        _, low, _, high = rect
        at = (left, low, left, high)
        return self._add(
            RUN, at, z, ((high - low) / 2, step, (high - low) / 2, width), span, (0, 0, 0, 0), fade
        )

    def disc(self, x: float, y: float, z: float, radius: float, step: float, span: Span, fade: float) -> int:
        """A disc with a sign; its number."""
        rect = (x - radius, y - radius, x + radius, y + radius)
        return self._add(DISC, rect, z, (radius, step, 0.0, 0.0), span, (0, 0, 0, 0), fade)

    def text(
        self,
        spot: Point,
        size: float,
        text: str,
        colour: str,
        *,
        bold: bool = False,
        align: str = "left",
        span: Span = WHENEVER,
    ) -> None:
        """A text that never changes, its baseline at `spot`, `size` high."""
        for i, char in enumerate(text):
            if cell := self.atlas.cell(char, bold):
                self._glyph(spot, size, i, len(text), align, span, (cell, role(colour), 0, 255))

    def slot(
        self, spot: Point, size: float, length: int, align: str, span: Span = WHENEVER, fade: float = 0.0
    ) -> Slot:
        """Room for a text of at most `length` characters, empty so far."""
        first = len(self)
        for i in range(length):
            self._glyph(spot, size, i, length, align, span, (0, 0, 0, 0), fade)
        return Slot(first, length)

    def _glyph(
        self,
        spot: Point,
        size: float,
        index: int,
        count: int,
        align: str,
        span: Span,
        inks: tuple[int, int, int, int],
        fade: float = 0.0,
    ) -> None:
        x, y, z = spot
        begin = {"left": 0.0, "right": -count, "middle": -count / 2}[align]
        centre = x + (begin + index + 0.5) * ADVANCE * size
        half, up, down = CELL_W / EM / 2 * size, BASELINE / EM * size, (CELL_H - BASELINE) / EM * size
        self._add(GLYPH, (centre - half, y - down, centre + half, y + up), z, (0.0,) * 4, span, inks, fade)

    def _add(
        self,
        kind: int,
        rect: Rect,
        z: float,
        size: tuple[float, float, float, float],
        span: Span,
        inks: tuple[int, int, int, int],
        fade: float = 0.0,
    ) -> int:
        self._corners.append((rect, z))
        self._sizes.append(size)
        self._spans.append((*span, fade, float(kind)))
        self._inks.append(inks)
        return len(self) - 1

    def inks(self) -> NDArray[np.uint8]:
        """Four bytes a quad. Glyph: cell, role. Box: role, line's role. Run: the same and where it begins and
        ends, in steps. Disc: role, sign, where it stands, in steps. Fourth of the others: opacity.
        """
        return np.array(self._inks, np.uint8)

    def arrays(self) -> dict[str, NDArray[np.float32]]:
        """The attributes that never change, four corners a quad."""
        rects = np.array([rect for rect, _ in self._corners], np.float32)
        low, high = rects[:, :2], rects[:, 2:]
        z = np.array([z for _, z in self._corners], np.float32)
        signs = np.array([[-1, -1], [1, -1], [1, 1], [-1, 1]], np.float32)
        middle, half = (low + high) / 2, (high - low) / 2
        flat = middle[:, None] + half[:, None] * signs
        position = np.concatenate([flat, np.broadcast_to(z[:, None, None], (len(z), 4, 1))], axis=2)
        return {
            "position": position.reshape(-1, 3),
            "place": np.concatenate([np.tile(signs, (len(z), 1)), np.repeat(half, 4, axis=0)], axis=1),
            "size": np.repeat(np.array(self._sizes, np.float32), 4, axis=0),
            "span": np.repeat(np.array(self._spans, np.float32), 4, axis=0),
        }

    def index(self) -> NDArray[np.uint32]:
        """Two triangles a quad."""
        return triangles(len(self))
