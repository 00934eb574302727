"""A leaf's controls: a slider, and a field for any number; the slider's range as on the page (`leaf.ts`)."""

from __future__ import annotations

from collections.abc import Callable
from math import floor, log10
from typing import Any

from ipywidgets import FloatSlider, FloatText, HBox, Label, Layout

_LEAST = 10.0


def bound(size: float) -> float:
    """The smallest of 10, 20, 50, 100, 200, … that is larger than `size`."""
    if size < _LEAST:
        return _LEAST
    decade = 10.0 ** floor(log10(size))
    return next(factor * decade for factor in (1, 2, 5, 10, 20) if factor * decade > size)


class LeafControl:
    """One leaf. `on_move()` is called once for each change by the person."""

    def __init__(self, name: str, value: float, on_move: Callable[[], None]) -> None:
        self.name = name
        self._on_move = on_move
        self._setting = False
        most = bound(abs(value))
        self._power = _power(most)
        self.slider = FloatSlider(
            value=self._snapped(value),
            min=-most,
            max=most,
            step=10.0**self._power,
            readout=False,
            layout=Layout(flex="1 1 120px", width="auto", min_width="90px"),
        )
        self.field = FloatText(value=value, layout=Layout(width="92px"))
        self.box = HBox(
            [Label(name), self.slider, self.field],
            layout=Layout(flex="1 1 280px", max_width="460px", align_items="center"),
        )
        self.box.add_class("backpulse-leaf")
        self.slider.observe(self._on_slider, "value")
        self.field.observe(self._on_field, "value")

    @property
    def value(self) -> float:
        """The leaf's value, which may lie between the slider's steps."""
        return float(self.field.value)

    def set(self, value: float) -> None:
        """Put it at a value, the range grown where it must; nobody is told."""
        self._setting = True
        try:
            if abs(value) > self.slider.max:
                most = bound(abs(value))
                self._power = _power(most)
                with self.slider.hold_sync():
                    self.slider.min, self.slider.max, self.slider.step = -most, most, 10.0**self._power
            self.slider.value = self._snapped(value)
            self.field.value = value
        finally:
            self._setting = False

    def _snapped(self, value: float) -> float:
        """The slider's nearest step, as the decimal a person would write: 6.9, never 6.8999999999999995."""
        return round(round(value / 10.0**self._power) * 10.0**self._power, max(0, -self._power))

    def _on_slider(self, change: Any) -> None:
        value = self._snapped(change["new"])
        # The front end moves a slider to whole steps of its own, and says so as if a person had done it.
        if not self._setting and value != self._snapped(self.value):
            # The slider is left alone: answering a hand that has moved on would pull it back.
            self._setting = True
            self.field.value = value
            self._setting = False
            self._on_move()

    def _on_field(self, change: Any) -> None:
        if not self._setting:
            value = float(change["new"])
            if abs(value) == float("inf") or value != value:
                value = float(change["old"])
            self.set(value)
            self._on_move()


def _power(most: float) -> int:
    """The slider's step is ten to this power: some hundred steps across the range."""
    return floor(log10(2 * most / 150))
