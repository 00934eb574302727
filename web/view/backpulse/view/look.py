"""Colours, sizes and times that Python and the page share: both read `look.json`."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping
from importlib.resources import files
from typing import Any, Literal

from backpulse.view.display import sign_of

Theme = Literal["dark", "light"]
Palette = Mapping[str, str]
"""Role -> #rrggbb."""

_LOOK: dict[str, Any] = json.loads(files(__package__).joinpath("look.json").read_text("utf-8"))

PALETTES: Mapping[Theme, Palette] = _LOOK["palettes"]
EASE_TRAVEL: tuple[float, float, float, float] = tuple(_LOOK["easings"]["travel"])
"""How a pulse speeds up and slows down: x1, y1, x2, y2 of a CSS cubic-bezier."""

ROLES = tuple(PALETTES["dark"])
"""What a colour is for; a role's number is its place here, and in the notebook's shaders."""

_STRENGTHS: Mapping[Theme, Mapping[str, float]] = _LOOK["strengths"]
SHADOWS: dict[Theme, tuple[float, float, float]] = {
    theme: (row["contact"], row["ambient"], row["halo"]) for theme, row in _STRENGTHS.items()
}
"""How strong the contact shadow, the ambient shadow and a pulse's halo are."""

TRAVEL, PAUSE = (_LOOK["motion"][name] / 1000 for name in ("travel", "pause"))
"""Seconds at speed 1 that a pulse travels and then rests."""
PILL_AT: float = _LOOK["motion"]["pillAt"]
"""The share of its way at which a pulse's label appears."""
STEP: float = TRAVEL + PAUSE
ARRIVAL: float = TRAVEL / STEP
"""The part of a step after which its pulse has arrived."""


def size(name: str) -> float:
    """A size in u by its name, such as `card.h` or `outline`. KeyError for a name that there is not."""
    found: Any = _LOOK["sizes"]
    for part in name.split("."):
        found = found[part]
    return float(found)


def role(name: str) -> int:
    """A role's number."""
    return ROLES.index(name)


def rgb(theme: Theme) -> list[float]:
    """The palette as the shaders take it: red, green and blue of each role, 0 to 1."""
    colours = PALETTES[theme].values()
    return [int(colour[i : i + 2], 16) / 255 for colour in colours for i in (1, 3, 5)]


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
    magnitude = 0.0 if math.isnan(number) else math.log10(1 + abs(number)) / 2
    return size("lane.least") + size("lane.more") * min(1.0, magnitude)
