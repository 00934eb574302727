"""Glyphs for the scene: the browser draws them once, as an SVG picture of a grid with one character a cell.

A text texture for each text would be an image and several messages for every number that changes; from one
atlas a changed number is a few bytes. The browser's own monospace has every character that a name may have.
"""

from __future__ import annotations

from base64 import b64encode
from html import escape

CELL_W, CELL_H, COLUMNS, EM, BASELINE = 64, 128, 16, 96, 92
"""In pixels of the picture: a cell, the type's size, and the baseline from the cell's top."""
ADVANCE = 0.6
"""From one character to the next, in em: that of every usual monospace, within a few percent."""
_MOST = 255
_FONT = "'Source Code Pro','SF Mono',Menlo,Consolas,'DejaVu Sans Mono','Liberation Mono',monospace"
_NUMBERS = "0123456789.e+−-∞undefined ×=total"


class Atlas:
    """Cells by character and weight. Cell 0 is empty; what finds no cell any more is shown as `?`."""

    def __init__(self) -> None:
        self._cells: dict[tuple[str, bool], int] = {}
        self.cell("?", False)
        for char in _NUMBERS:
            self.cell(char, False)

    def cell(self, char: str, bold: bool = False) -> int:
        """The cell of a character, made when it is new."""
        if char.isspace():
            return 0
        found = self._cells.get((char, bold))
        if found is None:
            if len(self._cells) == _MOST:
                return self._cells.get((char, not bold), self._cells["?", False])
            found = self._cells[char, bold] = len(self._cells) + 1
        return found

    @property
    def rows(self) -> int:
        """How many rows of cells the picture has: 8 or 16, so that its sides are powers of two."""
        return 8 if len(self._cells) < 8 * COLUMNS else 16

    def uri(self) -> str:
        """The picture, white on black, as a data address."""
        texts = []
        for (char, bold), cell in self._cells.items():
            row, column = divmod(cell, COLUMNS)
            weight = ' font-weight="700"' if bold else ""
            x, y = column * CELL_W + CELL_W // 2, row * CELL_H + BASELINE
            texts.append(f'<text x="{x}" y="{y}"{weight}>{escape(char)}</text>')
        size = f'width="{COLUMNS * CELL_W}" height="{self.rows * CELL_H}"'
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" {size}><rect {size}/><g fill="#fff" '
            f'text-anchor="middle" font-family="{_FONT}" font-size="{EM}" font-weight="500">'
            f"{''.join(texts)}</g></svg>"
        )
        return "data:image/svg+xml;base64," + b64encode(svg.encode()).decode()
