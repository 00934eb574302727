"""What this package takes from pythreejs, which has no types: the one place that knows its names."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Protocol

import numpy as np
import pythreejs
from ipywidgets import Widget
from numpy.typing import NDArray

Vector = tuple[float, float, float]
Array = NDArray[np.float32] | NDArray[np.uint8] | NDArray[np.uint32]


class Attribute(Protocol):
    """A buffer of the graphics card."""

    array: Array


class Group(Protocol):
    """A place in the scene with things in it."""

    position: Vector

    def observe(self, handler: Callable[[Any], None], names: str) -> None:
        """Call when it moves, also from the front end."""


class Action(Protocol):
    """An animation that the front end plays by itself."""

    time: float
    timeScale: float  # noqa: N815 - three.js's name

    def play(self) -> None:
        """A message, not state: of use once it is shown."""

    def pause(self) -> None:
        """The same; the front end answers with where everything stands."""


class Picker(Protocol):
    """Clicks on one mesh."""

    faceIndex: int | None  # noqa: N815 - three.js's name

    def observe(self, handler: Callable[[Any], None], names: str) -> None:
        """Call at a click."""


def attribute(array: Array) -> Any:
    """Bytes stay whole numbers in the shader."""
    return pythreejs.BufferAttribute(array, normalized=False)


def mesh(
    attributes: Mapping[str, Any],
    index: Array,
    shaders: tuple[str, str],
    uniforms: Mapping[str, Any],
    *,
    solid: bool,
) -> Any:
    """A mesh with shaders of its own.

    At most one uniform is a texture, and it is the last: pythreejs 2.4.2 gives every texture that it has
    waited for to the uniform that stands last.
    """
    parts = {**attributes, "index": attribute(index)}
    material = pythreejs.ShaderMaterial(
        uniforms={name: {"value": value} for name, value in uniforms.items()},
        vertexShader=shaders[0],
        fragmentShader=shaders[1],
        transparent=not solid,
        depthWrite=solid,
        side="DoubleSide",
    )
    # Places are made by the shaders, so three.js cannot tell whether a mesh is in view.
    return pythreejs.Mesh(pythreejs.BufferGeometry(attributes=parts), material, frustumCulled=False)


def everything(*roots: Widget) -> list[Widget]:
    """Widgets and all that they hold, also what pythreejs keeps in lists and dictionaries, each once."""
    found: dict[str, Widget] = {}
    waiting: list[object] = [*roots]
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, Widget):
            # A closed widget has no connection and no id any more.
            if thing.comm is not None and thing.model_id not in found:
                found[thing.model_id] = thing
                waiting += [getattr(thing, name) for name in thing.keys if thing.has_trait(name)]
        elif isinstance(thing, Mapping):
            waiting += thing.values()
        elif isinstance(thing, (list, tuple)):
            waiting += thing
    return list(found.values())
