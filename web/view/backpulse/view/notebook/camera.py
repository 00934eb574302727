"""Where the camera stands so that the whole graph is in view: a narrow perspective, tilted over the board."""

from __future__ import annotations

from dataclasses import dataclass
from math import cos, pi, radians, sin, tan

import numpy as np

FOV, TILT = 12.0, 20.0
"""Degrees; narrow, because cards at the rim of a wide view lean."""
LEAST_POLAR, MOST_POLAR, TURN = pi / 2, pi / 2 + radians(45), radians(35)
"""Bounds of the orbit."""
_MARGIN, _LARGEST = 26, 98
"""CSS px kept free, and the most for one u."""


@dataclass(frozen=True, slots=True)
class Camera:
    """The camera's place, what it looks at, and the picture's height for a width."""

    position: tuple[float, float, float]
    target: tuple[float, float, float]
    quaternion: tuple[float, float, float, float]
    away: float
    width: int
    height: int


def place_camera(bounds: tuple[float, float, float, float], width: int, height: int | None) -> Camera:
    """Stands as near as everything allows. Without a height the picture is as high as the graph needs."""
    left, low, right, high = bounds
    tilt = radians(TILT)
    wide, tall = right - left, (high - low) * cos(tilt) + 0.4
    if height is None:
        scale = min(_LARGEST, (width - 2 * _MARGIN) / wide)
        height = round(min(620, max(260, tall * scale + 2 * _MARGIN)))
    target = np.array([(left + right) / 2, (low + high) / 2, 0.15])
    toward = np.array([0.0, -sin(tilt), cos(tilt)])
    up = np.array([0.0, cos(tilt), sin(tilt)])
    corners = np.array([(x, y, z) for x in (left, right) for y in (low, high) for z in (0.0, 0.4)]) - target
    half = tan(radians(FOV / 2))
    # A point p is in view when |p·across| <= half * depth * aspect less the margin, and so is its height.
    rooms = ((1 - 2 * _MARGIN / width) * half * width / height, (1 - 2 * _MARGIN / height) * half)
    depth = corners @ toward
    needed = [np.abs(corners[:, 0]) / rooms[0] + depth, np.abs(corners @ up) / rooms[1] + depth]
    away = max(float(np.max(needed)), height / (2 * half * _LARGEST))
    x, y, z = target + toward * away
    quaternion = (sin(tilt / 2), 0.0, 0.0, cos(tilt / 2))
    middle = (float(target[0]), float(target[1]), float(target[2]))
    return Camera((float(x), float(y), float(z)), middle, quaternion, away, width, height)
