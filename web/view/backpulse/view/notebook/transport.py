"""The controls of time: direction, play, one step, scrub, speed, and the toggle of the final gradients."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ipywidgets import Button, Checkbox, Dropdown, FloatSlider, HBox, Layout, ToggleButtons

from backpulse.view.moment import Direction

_STEP = 0.05
"""The scrubber's, in steps of a pass."""
_SPEEDS = {"½×": 0.5, "1×": 1.0, "2×": 2.0, "4×": 4.0}


class Transport:
    """The row of controls. Callbacks are called for what the person does, never for what is set from here."""

    def __init__(
        self,
        direction: Direction,
        count: int,
        *,
        on_direction: Callable[[Direction], None],
        on_play: Callable[[], None],
        on_step: Callable[[int], None],
        on_scrub: Callable[[float], None],
        on_speed: Callable[[], None],
        on_final: Callable[[bool], None],
    ) -> None:
        self._setting = False
        self._t = 0.0
        narrow = Layout(width="40px")
        self.direction = ToggleButtons(
            options=[("Forward", "forward"), ("Backward", "backward")],
            value=direction,
            style={"button_width": "104px"},
            layout=Layout(width="auto"),
        )
        self.back = Button(icon="step-backward", tooltip="One step back", layout=narrow)
        self.play = Button(icon="play", tooltip="Play or pause", layout=narrow)
        self.on = Button(icon="step-forward", tooltip="One step on", layout=narrow)
        self.scrub = FloatSlider(
            value=0.0,
            min=0.0,
            max=float(count),
            step=_STEP,
            readout=False,
            layout=Layout(flex="1 1 140px", width="auto", min_width="110px"),
        )
        self.speed = Dropdown(options=list(_SPEEDS.items()), value=1.0, layout=Layout(width="72px"))
        self.final = Checkbox(
            value=False, description="Final gradients", indent=False, layout=Layout(width="140px")
        )
        self.box = HBox(
            [self.direction, self.back, self.play, self.on, self.scrub, self.speed, self.final],
            layout=Layout(flex_flow="row wrap", align_items="center"),
        )
        self.box.add_class("backpulse-controls")
        self.play.on_click(lambda _: on_play())
        self.back.on_click(lambda _: on_step(-1))
        self.on.on_click(lambda _: on_step(1))
        self._tell(self.direction, on_direction)
        self._tell(self.scrub, lambda t: None if abs(t - self._t) < _STEP / 2 else on_scrub(t))
        self._tell(self.speed, lambda _: on_speed())
        self._tell(self.final, on_final)

    def _tell(self, widget: Any, told: Callable[[Any], None]) -> None:
        widget.observe(lambda change: None if self._setting else told(change["new"]), "value")

    def set(self, direction: Direction, count: int, t: float, *, playing: bool) -> None:
        """Show where time stands; nobody is told."""
        self._setting = True
        # The front end moves a slider to whole steps of its own, and says so as if a person had done it.
        t = self._t = round(t / _STEP) * _STEP
        try:
            self.direction.value = direction
            if self.scrub.max != count:
                with self.scrub.hold_sync():
                    self.scrub.value = min(t, self.scrub.value)
                    self.scrub.max = float(count)
                    self.scrub.value = t
            # Left alone where a hand has put it: answering one that has moved on would pull it back.
            if abs(self.scrub.value - t) > _STEP / 2:
                self.scrub.value = t
            self.play.icon = "pause" if playing else "repeat" if t >= count else "play"
        finally:
            self._setting = False
