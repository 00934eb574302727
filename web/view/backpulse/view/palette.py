"""The page's palettes (`web/page/src/model/look.ts`) for pictures drawn in Python; a test holds them together."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Literal

from backpulse.view.shown import sign_of

Theme = Literal["dark", "light"]
Palette = Mapping[str, str]
"""Role -> #rrggbb, roles as in look.ts."""

PALETTES: Mapping[Theme, Palette] = {
    "dark": {
        "shell": "#0b0e12",
        "stage": "#11151b",
        "stageFar": "#0d1116",
        "field": "#151a21",
        "raised": "#222a34",
        "opChip": "#222a34",
        "hairline": "#262e38",
        "strong": "#3a4553",
        "grid": "#1d242d",
        "cardTop": "#222a35",
        "cardSide": "#38444f",
        "cardRim": "#55637a",
        "cardRule": "#35404e",
        "tile": "#2d3642",
        "senderTop": "#28313d",
        "pillTop": "#262e39",
        "ink": "#eef2f6",
        "ink2": "#b3bdc9",
        "ink3": "#8a95a3",
        "plus": "#62b0ff",
        "minus": "#ffa552",
        "error": "#ff7d8e",
        "errorBox": "#23171b",
        "port": "#5a6677",
        "quietLane": "#3c4756",
        "emptyLane": "#2a323d",
        "shadow": "#04060a",
        "cut": "#0b0e12",
    },
    "light": {
        "shell": "#ffffff",
        "stage": "#f6f7f9",
        "stageFar": "#eff1f4",
        "field": "#f6f7f9",
        "raised": "#ffffff",
        "opChip": "#eef1f5",
        "hairline": "#e1e6eb",
        "strong": "#c3ccd6",
        "grid": "#e6e9ee",
        "cardTop": "#ffffff",
        "cardSide": "#cfd6de",
        "cardRim": "#ffffff",
        "cardRule": "#c9d1da",
        "tile": "#eef1f5",
        "senderTop": "#ffffff",
        "pillTop": "#ffffff",
        "ink": "#12171e",
        "ink2": "#47525f",
        "ink3": "#65707d",
        "plus": "#0a5fc4",
        "minus": "#b04a00",
        "error": "#b4182f",
        "errorBox": "#fdeef0",
        "port": "#8e9aa8",
        "quietLane": "#b5bfca",
        "emptyLane": "#d3dae1",
        "shadow": "#22324a",
        "cut": "#ffffff",
    },
}


def role_of(number: float | None) -> str:
    """Blue, orange, or no sign at all: 0 is quiet, what is no number ink, what is not known quietest."""
    if number is None:
        return "ink3"
    if number == 0:
        return "ink2"
    return ("minus", "ink", "plus")[sign_of(number) + 1]


def colour_of(number: float | None, palette: Palette) -> str:
    """The colour of that role."""
    return palette[role_of(number)]


def lane_radius(number: float) -> float:
    """Radius of a lit lane, in u, by the magnitude of the number that went along it; undefined has none."""
    size = 0.0 if math.isnan(number) else math.log10(1 + abs(number)) / 2
    return 0.03 + 0.055 * min(1.0, size)
