"""Elements of a drawing: boxes, strokes and real text, measured so that it fits in whatever font is there."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Literal

from backpulse.view.exports.svg.curve import Cubic

PIXELS = 64
"""Pixels of one u."""
CODE = "'Source Code Pro','DejaVu Sans Mono',Menlo,Consolas,'Liberation Mono',monospace"
WORDS = "Inter,'Helvetica Neue',Helvetica,Arial,'DejaVu Sans',sans-serif"
_CODE_ADVANCE = 0.61
"""em of a character in the widest of the fonts for code."""
_WORDS_ADVANCE = {**dict.fromkeys(" fijlrtI.,:;!'|()[]", 0.4), **dict.fromkeys("mwMW—", 1.0), "%": 0.95}
"""em of a character in the widest of the fonts for words; 0.7 for all others."""
RAISED = 0.7


@dataclass(frozen=True, slots=True)
class Run:
    """A stretch of text in one face and colour."""

    text: str
    colour: str
    face: Literal["code", "words"] = "code"
    weight: int = 500
    raised: bool = False
    """An exponent: smaller and higher."""


def width_of(runs: Sequence[Run], size: float) -> float:
    """What the runs take at most, in the unit of `size`."""
    return size * sum(
        (RAISED if run.raised else 1.0) * sum(_advance(character, run.face) for character in run.text)
        for run in runs
    )


def _advance(character: str, face: str) -> float:
    """Characters of Chinese, Japanese and Korean, and pictures, are twice as wide."""
    if unicodedata.east_asian_width(character) in "WF" or ord(character) > 0xFFFF:
        return 2 * _CODE_ADVANCE
    return _CODE_ADVANCE if face == "code" else _WORDS_ADVANCE.get(character, 0.7)


def fit(runs: Sequence[Run], size: float, least: float, width: float) -> tuple[list[Run], float]:
    """The runs and the size at which they fit a width, from `size` down to `least`; then cut with `…`."""
    natural = width_of(runs, size)
    if natural <= width:
        return list(runs), size
    if size * width / natural >= least:
        return list(runs), size * width / natural
    kept: list[Run] = []
    room = width - width_of([Run("…", "")], least)
    for run in runs:
        text = ""
        for character in run.text:
            room -= width_of([Run(character, "", run.face, raised=run.raised)], least)
            if room < 0:
                cut = Run(f"{text.rstrip()}…", run.colour, run.face, run.weight, run.raised)
                return [*kept, cut], least
            text += character
        kept.append(run)
    return kept, least


class Canvas:
    """Elements in the order in which they are painted. All places and sizes are in u, y downward."""

    def __init__(self) -> None:
        self.elements: list[str] = []

    def box(
        self,
        place: tuple[float, float, float, float],
        corner: float,
        fill: str,
        stroke: str = "none",
        width: float = 0.0,
        dashes: str = "",
    ) -> None:
        """A rounded box: left, top, width, height."""
        x, y, w, h = map(px, place)
        line = f' stroke="{stroke}" stroke-width="{px(width)}"' if width else ""
        dashed = f' stroke-dasharray="{dashes}"' if dashes else ""
        self.elements.append(
            f'<rect x="{x}" y="{y}" width="{w}" height="{h}" rx="{px(corner)}" fill="{fill}"{line}{dashed}/>'
        )

    def line(self, points: Sequence[tuple[float, float]], colour: str, width: float) -> None:
        """Straight strokes with round ends."""
        path = "M" + "L".join(f"{px(x)} {px(y)}" for x, y in points)
        self._stroke(path, colour, width, "round")

    def curve(self, pieces: Sequence[Cubic], colour: str, width: float) -> None:
        """A curve with flat ends."""
        x, y = pieces[0][0]
        path = f"M{px(x)} {px(y)}"
        for _, c1, c2, p1 in pieces:
            path += "C" + " ".join(f"{px(a)} {px(b)}" for a, b in (c1, c2, p1))
        self._stroke(path, colour, width, "butt")

    def _stroke(self, path: str, colour: str, width: float, cap: str) -> None:
        how = f'stroke="{colour}" stroke-width="{px(width)}" stroke-linecap="{cap}"'
        self.elements.append(f'<path d="{path}" fill="none" {how}/>')

    def shape(self, points: Sequence[tuple[float, float]], fill: str) -> None:
        """A filled polygon."""
        corners = " ".join(f"{px(x)},{px(y)}" for x, y in points)
        self.elements.append(f'<polygon points="{corners}" fill="{fill}"/>')

    def disc(self, x: float, y: float, radius: float, fill: str) -> None:
        """A filled circle."""
        self.elements.append(f'<circle cx="{px(x)}" cy="{px(y)}" r="{px(radius)}" fill="{fill}"/>')

    def text(self, runs: Sequence[Run], x: float, y: float, size: float, anchor: str = "start") -> None:
        """A line of text with its baseline at y; anchored at its start, middle or end."""
        spans = "".join(_span(run, size, after) for run, after in zip(runs, _afters(runs), strict=True))
        where = f'x="{px(x)}" y="{px(y)}" font-size="{px(size)}"'
        placed = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.elements.append(f'<text {where}{placed} xml:space="preserve">{spans}</text>')

    def open(self, title: str = "", kind: str = "") -> None:
        """Begin a group; its title shows when a pointer rests on it."""
        name = f' class="{kind}"' if kind else ""
        self.elements.append(f"<g{name}>" + (f"<title>{escape(title)}</title>" if title else ""))

    def close(self) -> None:
        """End the group."""
        self.elements.append("</g>")


def _afters(runs: Sequence[Run]) -> list[bool]:
    """Whether a run follows a raised one, and must come down again."""
    return [False, *(run.raised for run in runs)][: len(runs)]


def _span(run: Run, size: float, after: bool) -> str:
    face = f' font-family="{WORDS}"' if run.face == "words" else ""
    weight = f' font-weight="{run.weight}"' if run.weight != 500 else ""
    rise = f' dy="{px(-0.36 * size)}" font-size="{px(RAISED * size)}"' if run.raised else ""
    fall = f' dy="{px(0.36 * size)}"' if after and not run.raised else ""
    return f'<tspan fill="{run.colour}"{face}{weight}{rise}{fall}>{escape(run.text)}</tspan>'


def px(u: float) -> str:
    """u as pixels, to a hundredth."""
    return f"{u * PIXELS:.2f}".rstrip("0").rstrip(".")
