"""A graph in a notebook: the scene, what is said of it, the controls of time, a slider for each leaf."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

from ipywidgets import HTML, HBox, Layout, VBox

from backpulse.engine import Numbers
from backpulse.engine.findings import find
from backpulse.view.expression import Expression
from backpulse.view.look import Theme
from backpulse.view.moment import Direction, Moment, moment_at
from backpulse.view.notebook import captions, three
from backpulse.view.notebook.leaf_control import LeafControl
from backpulse.view.notebook.leaf_values import checked
from backpulse.view.notebook.playback import Playback
from backpulse.view.notebook.stage import Stage
from backpulse.view.notebook.theme import style_sheet
from backpulse.view.notebook.times import times_of
from backpulse.view.notebook.transport import Transport

_WIDTH = 960


class View(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What `show` gives: a widget; for a program there are `set`, `seek`, `play`, `pause` and `close`."""

    def __init__(
        self, expression: Expression, values: Mapping[str, float], theme: Theme, height: int | None
    ) -> None:
        self.expression = expression
        self._times = times_of(expression.graph)
        starts = [
            values.get(name, start) for name, start in zip(expression.names, expression.starts, strict=True)
        ]
        self.numbers: Numbers = expression.program.run(starts)
        self._direction: Direction = "backward"
        self._t = 0.0
        self._final = False
        self._node = expression.graph.root
        self.stage = Stage(expression, self._times, self.numbers, theme, _WIDTH, height, self._on_pick)
        self.leaves = {
            name: LeafControl(name, at, self._on_leaf)
            for name, at in zip(expression.names, starts, strict=True)
        }
        self.transport = Transport(
            "backward",
            self._times.count("backward"),
            on_direction=self._on_direction,
            on_play=self._on_play,
            on_step=self._on_step,
            on_scrub=self._on_scrub,
            on_speed=self._on_speed,
            on_final=self._on_final,
        )
        self.sentence, self.node, self.findings = HTML(), HTML(), HTML()
        self.sentence.add_class("backpulse-words")
        self._playback = Playback(self._on_playback_step, self._on_playback_end)
        self.stage.clock.observe(self._on_clock, "position")
        self.stage.time = self._times.at("backward", 0.0)
        leaves = HBox([leaf.box for leaf in self.leaves.values()], layout=Layout(flex_flow="row wrap"))
        leaves.add_class("backpulse-leaves")
        super().__init__(
            [
                HTML(style_sheet(theme)),
                self.stage.renderer,
                self.sentence,
                self.transport.box,
                leaves,
                self.node,
                self.findings,
            ]
        )
        self.add_class("backpulse").add_class(f"backpulse-{theme}")
        self._look()
        self._say()

    @property
    def values(self) -> dict[str, float]:
        """The leaves' values."""
        return {name: leaf.value for name, leaf in self.leaves.items()}

    @property
    def grads(self) -> dict[str, float]:
        """The leaves' gradients, final ones, whatever is shown."""
        grads = self.numbers.grads
        return {
            name: grads[leaf]
            for name, leaf in zip(self.expression.names, self.expression.graph.leaves, strict=True)
        }

    @property
    def moment(self) -> Moment:
        """What is known at the present time."""
        return moment_at(self.expression, self.numbers, self._direction, self._t)

    def set(self, **values: float) -> View:
        """Move leaves, all of them or, where one cannot be, none: then Refused."""
        for name, value in checked(self.expression, values).items():
            self.leaves[name].set(value)
        self._on_leaf()
        return self

    def seek(self, t: float, direction: Direction | None = None) -> View:
        """Go to a time in steps, in a direction if one is named."""
        if self._playback.running:
            self._playback.stop()
            self.stage.pause()
        self._direction = direction or self._direction
        self._t = max(0.0, min(float(t), self._times.count(self._direction)))
        self.stage.time = self._times.at(self._direction, self._t)
        self._say()
        return self

    def play(self) -> View:
        """Play on from here, or from the start when all has happened. The front end must show it already."""
        count = self._times.count(self._direction)
        if self._t >= count:
            self.seek(0.0)
        self.stage.play(self._times.at(self._direction, self._t), self.transport.speed.value)
        self._playback.start(self._t, count, self.transport.speed.value)
        self._say()
        return self

    def pause(self) -> View:
        """Stop playing."""
        if self._playback.running:
            self._t = self._playback.t
            self._playback.stop()
            self.stage.pause()
            self._say()
        return self

    def close(self) -> None:
        """Close this and every widget it is made of."""
        self._playback.stop()
        for widget in three.everything(self, self.stage.action):
            if widget is not self:
                widget.close()
        super().close()

    def _on_leaf(self) -> None:
        self.numbers = self.expression.program.run([leaf.value for leaf in self.leaves.values()])
        self.stage.show(self.numbers, self._final)
        self._look()
        self._say()

    def _on_final(self, final: bool) -> None:
        self._final = final
        self.stage.show(self.numbers, final)
        self._say()

    def _on_scrub(self, t: float) -> None:
        self.seek(t)

    def _on_direction(self, direction: Direction) -> None:
        self.seek(0.0, direction)

    def _on_play(self) -> None:
        if self._playback.running:
            self.pause()
        else:
            self.play()

    def _on_step(self, by: int) -> None:
        """To the next whole step, or to the one before."""
        t = self._playback.t if self._playback.running else self._t
        self.seek(floor(t + 1e-6) + 1 if by > 0 else ceil(t - 1e-6) - 1)

    def _on_speed(self) -> None:
        if self._playback.running:
            self.pause()
            self.play()

    def _on_pick(self, node: int | None) -> None:
        if node is not None:
            self._node = node
            self._say()

    def _on_playback_step(self, t: float) -> None:
        """While playing: a step has begun."""
        self._t = t
        self._say()

    def _on_playback_end(self) -> None:
        self.stage.pause()
        self.stage.time = self._times.at(self._direction, self._t)
        self._say()

    def _on_clock(self, _: Any) -> None:
        """Paused, the front end says how far it came; past the end it is put back there."""
        if self._playback.running:
            return
        begin, count = self._times.at(self._direction, 0.0), self._times.count(self._direction)
        t = max(0.0, min(self.stage.time - begin, count))
        if self._t >= count or abs(t - self._t) < 1e-6:
            t = self._t
            self.stage.time = begin + t
            return
        self._t = t
        self._say()

    def _look(self) -> None:
        """What is to be said about the numbers, whatever the time is."""
        self.findings.value = captions.findings(
            find(self.expression.graph, self.numbers, self.expression.labels)
        )

    def _say(self) -> None:
        now = self.moment
        grads: list[float | None] = [*self.numbers.grads] if self._final else now.grads
        self.sentence.value = captions.sentence(self.expression, now)
        self.node.value = captions.node(self.expression, self.numbers, now, self._node, grads)
        count = self._times.count(self._direction)
        self.transport.set(self._direction, count, self._t, playing=self._playback.running)
