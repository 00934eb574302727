"""Colours of the scene by role, and how long things move: the page's, from `web/page/src/model/look.ts`."""

from __future__ import annotations

from backpulse.view.palette import PALETTES, Theme

ROLES = tuple(PALETTES["dark"])
"""What a colour is for; a role's number is its place here, and in the shaders' palette."""

SHADOWS: dict[Theme, tuple[float, float, float]] = {"dark": (0.66, 0.46, 0.42), "light": (0.26, 0.20, 0.30)}
"""How strong the contact shadow, the ambient shadow and a pulse's halo are."""

TRAVEL, PAUSE, PILL_AT = 0.900, 0.220, 0.35
"""Seconds at speed 1 that a pulse travels and then rests; the share of its way at which its label appears."""
STEP = TRAVEL + PAUSE
ARRIVAL = TRAVEL / STEP
"""The part of a step after which its pulse has arrived."""


def role(name: str) -> int:
    """A role's number."""
    return ROLES.index(name)


def rgb(theme: Theme) -> list[float]:
    """The palette as the shaders take it: red, green and blue of each role, 0 to 1."""
    colours = PALETTES[theme].values()
    return [int(colour[i : i + 2], 16) / 255 for colour in colours for i in (1, 3, 5)]
