"""The scene as pythreejs widgets: four meshes, one camera, one animation. It knows nothing of sliders.

Time is the z of the meshes' group, which their shaders read and otherwise ignore. So one keyframe track of
one number plays both passes in the front end without a message a frame, seeking is one message, and when
playing is paused the front end's answer says exactly how far it came.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pythreejs

from backpulse.engine import Numbers
from backpulse.view.expression import Expression
from backpulse.view.layout import layout
from backpulse.view.look import PALETTES, SHADOWS, STEP, Theme, rgb
from backpulse.view.notebook import shaders, three
from backpulse.view.notebook.camera import FOV, LEAST_POLAR, MOST_POLAR, TURN, place_camera
from backpulse.view.notebook.scene import Scene
from backpulse.view.notebook.times import Times

SHARP = 1.5
"""Drawn larger by this and shown smaller by the style sheet, so that small type is clear on every screen."""

_SHADERS = {
    "slabs": (shaders.SLAB_VERTEX, shaders.PLAIN_FRAGMENT, True),
    "tubes": (shaders.TUBE_VERTEX, shaders.TUBE_FRAGMENT, True),
    "quads": (shaders.QUAD_VERTEX, shaders.QUAD_FRAGMENT, False),
    "pulses": (shaders.PULSE_VERTEX, shaders.PULSE_FRAGMENT, False),
}
"""By part of the board: its shaders, and whether it is solid."""


class Stage:
    """A graph's scene; `renderer` is its widget."""

    def __init__(
        self,
        expression: Expression,
        times: Times,
        numbers: Numbers,
        theme: Theme,
        width: int,
        height: int | None,
        on_pick: Callable[[int | None], None],
    ) -> None:
        self.scene = scene = Scene(expression, layout(expression.graph, "right"), times, theme)
        uniforms: dict[str, Any] = {"palette": rgb(theme), "mood": [*SHADOWS[theme], times.begin]}
        self._inks = {name: three.attribute(ink) for name, ink in scene.inks(numbers, False).items()}
        self.clock = pythreejs.Group(children=self._meshes(uniforms), name="clock")
        at = place_camera(scene.bounds(), width, height)
        camera = pythreejs.PerspectiveCamera(
            fov=FOV,
            aspect=at.width / at.height,
            near=at.away / 2,
            far=at.away * 4,
            position=at.position,
            quaternion=at.quaternion,
        )
        corners, faces = scene.faces()
        target = pythreejs.Mesh(
            pythreejs.BufferGeometry(
                attributes={"position": three.attribute(corners), "index": three.attribute(faces)}
            ),
            # Not to be seen, but three.js r97 meets only what is visible.
            pythreejs.MeshBasicMaterial(
                side="DoubleSide", transparent=True, opacity=0.0, depthWrite=False, colorWrite=False
            ),
        )
        orbit = pythreejs.OrbitControls(
            controlling=camera,
            target=at.target,
            # The wheel scrolls the notebook.
            enableZoom=False,
            enablePan=False,
            rotateSpeed=0.5,
            minPolarAngle=LEAST_POLAR,
            maxPolarAngle=MOST_POLAR,
            minAzimuthAngle=-TURN,
            maxAzimuthAngle=TURN,
        )
        picker: three.Picker = pythreejs.Picker(controlling=target, event="click")
        picker.observe(lambda _: on_pick(_node(picker)), "point")
        self.renderer = pythreejs.Renderer(
            scene=pythreejs.Scene(children=[self.clock, target, camera], background=None),
            camera=camera,
            controls=[orbit, picker],
            background=PALETTES[theme]["stage"],
            background_opacity=1.0,
            antialias=True,
            width=round(SHARP * at.width),
            height=round(SHARP * at.height),
        )
        self.action = self._animation(times)

    def _meshes(self, uniforms: dict[str, Any]) -> list[Any]:
        atlas = pythreejs.ImageTexture(imageUri=self.scene.atlas.uri(), anisotropy=8.0)
        glyphs = {**uniforms, "rows": float(self.scene.atlas.rows), "atlas": atlas}
        made: list[Any] = []
        for name, part in self.scene.parts.items():
            vertex, fragment, solid = _SHADERS[name]
            attributes = {key: three.attribute(array) for key, array in part.arrays().items()}
            if name in self._inks:
                attributes["ink"] = self._inks[name]
            worn = glyphs if name == "quads" else uniforms
            mesh = three.mesh(attributes, part.index(), (vertex, fragment), worn, solid=solid)
            mesh.renderOrder = len(made)
            made.append(mesh)
        return made

    def _animation(self, times: Times) -> Any:
        seconds = times.end * STEP
        track = pythreejs.NumberKeyframeTrack(
            name=".position[z]",
            times=np.array([0.0, seconds], np.float32),
            values=np.array([0.0, times.end], np.float32),
        )
        clip = pythreejs.AnimationClip(duration=seconds, tracks=[track])
        mixer = pythreejs.AnimationMixer(rootObject=self.clock)
        return pythreejs.AnimationAction(mixer, clip, self.clock, loop="LoopOnce", clampWhenFinished=True)

    def show(self, numbers: Numbers, final: bool) -> None:
        """Show other numbers: at most one message a mesh, none for a mesh that stays as it is."""
        for name, ink in self.scene.inks(numbers, final).items():
            if not np.array_equal(self._inks[name].array, ink):
                self._inks[name].array = ink

    @property
    def time(self) -> float:
        """Where on the time axis the picture stands, as far as the kernel has heard."""
        return float(self.clock.position[2])

    @time.setter
    def time(self, time: float) -> None:
        self.clock.position = (0.0, 0.0, float(time))

    def play(self, begin: float, speed: float) -> None:
        """Let the front end play on from there."""
        with self.action.hold_sync():
            self.action.time = begin * STEP
            self.action.timeScale = speed
        self.action.play()

    def pause(self) -> None:
        """Stop playing; the front end answers with the time at which it stopped."""
        self.action.pause()


def _node(picker: three.Picker) -> int | None:
    """Two faces a card."""
    return None if picker.faceIndex is None else picker.faceIndex // 2
