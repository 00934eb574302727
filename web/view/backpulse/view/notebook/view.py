"""A graph in a notebook: the scene, what is said of it, the controls of time, a slider for each leaf."""

from __future__ import annotations

from collections.abc import Mapping
from math import ceil, floor
from typing import Any

from ipywidgets import HTML, HBox, Layout, VBox

from backpulse.engine import Numbers
from backpulse.engine.findings import find
from backpulse.view.moment import Direction, Moment, moment
from backpulse.view.notebook import three, words
from backpulse.view.notebook.leaf import Leaf
from backpulse.view.notebook.playing import Playing
from backpulse.view.notebook.stage import Stage
from backpulse.view.notebook.theme import style_sheet
from backpulse.view.notebook.times import times_of
from backpulse.view.notebook.transport import Transport
from backpulse.view.palette import Theme
from backpulse.view.subject import Subject

_WIDTH = 960


class View(VBox):  # type: ignore[misc]  # ipywidgets has no types
    """What `show` gives: a widget; for a program there are `set`, `seek`, `play`, `pause` and `close`."""

    def __init__(
        self, subject: Subject, values: Mapping[str, float], theme: Theme, height: int | None
    ) -> None:
        self.subject = subject
        self._times = times_of(subject.graph)
        starts = [values.get(name, start) for name, start in zip(subject.names, subject.starts, strict=True)]
        self.numbers: Numbers = subject.program.run(starts)
        self._direction: Direction = "backward"
        self._t = 0.0
        self._final = False
        self._node = subject.graph.root
        self.stage = Stage(subject, self._times, self.numbers, theme, _WIDTH, height, self._picked)
        self.leaves = {
            name: Leaf(name, at, self._moved) for name, at in zip(subject.names, starts, strict=True)
        }
        self.transport = Transport(
            "backward",
            self._times.count("backward"),
            turned=self._turned,
            pressed=self._pressed,
            stepped=self._stepped,
            scrubbed=self._scrubbed,
            sped=self._sped,
            toggled=self._toggled,
        )
        self.sentence, self.node, self.findings = HTML(), HTML(), HTML()
        self.sentence.add_class("backpulse-words")
        self._playing = Playing(self._told, self._ended)
        self.stage.clock.observe(self._answered, "position")
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
            for name, leaf in zip(self.subject.names, self.subject.graph.leaves, strict=True)
        }

    @property
    def moment(self) -> Moment:
        """What is known at the present time."""
        return moment(self.subject, self.numbers, self._direction, self._t)

    def set(self, **values: float) -> View:
        """Move leaves. KeyError for a name that is no leaf."""
        for name, value in values.items():
            self.leaves[name].set(float(value))
        self._moved()
        return self

    def seek(self, t: float, direction: Direction | None = None) -> View:
        """Go to a time in steps, in a direction if one is named."""
        if self._playing.running:
            self._playing.stop()
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
        self._playing.start(self._t, count, self.transport.speed.value)
        self._say()
        return self

    def pause(self) -> View:
        """Stop playing."""
        if self._playing.running:
            self._t = self._playing.t
            self._playing.stop()
            self.stage.pause()
            self._say()
        return self

    def close(self) -> None:
        """Close this and every widget it is made of."""
        self._playing.stop()
        for widget in three.everything(self, self.stage.action):
            if widget is not self:
                widget.close()
        super().close()

    def _moved(self) -> None:
        self.numbers = self.subject.program.run([leaf.value for leaf in self.leaves.values()])
        self.stage.show(self.numbers, self._final)
        self._look()
        self._say()

    def _toggled(self, final: bool) -> None:
        self._final = final
        self.stage.show(self.numbers, final)
        self._say()

    def _scrubbed(self, t: float) -> None:
        self.seek(t)

    def _turned(self, direction: Direction) -> None:
        self.seek(0.0, direction)

    def _pressed(self) -> None:
        if self._playing.running:
            self.pause()
        else:
            self.play()

    def _stepped(self, by: int) -> None:
        """To the next whole step, or to the one before."""
        t = self._playing.t if self._playing.running else self._t
        self.seek(floor(t + 1e-6) + 1 if by > 0 else ceil(t - 1e-6) - 1)

    def _sped(self) -> None:
        if self._playing.running:
            self.pause()
            self.play()

    def _picked(self, node: int | None) -> None:
        if node is not None:
            self._node = node
            self._say()

    def _told(self, t: float) -> None:
        """While playing: a step has begun."""
        self._t = t
        self._say()

    def _ended(self) -> None:
        self.stage.pause()
        self.stage.time = self._times.at(self._direction, self._t)
        self._say()

    def _answered(self, _: Any) -> None:
        """Paused, the front end says how far it came; past the end it is put back there."""
        if self._playing.running:
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
        self.findings.value = words.findings(find(self.subject.graph, self.numbers, self.subject.labels))

    def _say(self) -> None:
        now = self.moment
        grads: list[float | None] = [*self.numbers.grads] if self._final else now.grads
        self.sentence.value = words.sentence(self.subject, now)
        self.node.value = words.node(self.subject, self.numbers, now, self._node, grads)
        count = self._times.count(self._direction)
        self.transport.set(self._direction, count, self._t, playing=self._playing.running)
