"""How far the front end's animation has come, as the kernel reckons it: one message a step, none a frame."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from math import floor
from time import monotonic

from backpulse.view.look import STEP


class Playback:
    """Runs beside the animation and tells when a step begins, and when the last one is over.

    `tell(t)` gets the time in steps; at the end it gets `count` and then `done()` is called. Without
    a running event loop (a plain script) nothing is told.
    """

    def __init__(self, tell: Callable[[float], None], done: Callable[[], None]) -> None:
        self._tell = tell
        self._done = done
        self._task: asyncio.Task[None] | None = None
        self._began, self._from, self._speed, self._count = 0.0, 0.0, 1.0, 0
        self.running = False

    def start(self, t: float, count: int, speed: float) -> None:
        """Reckon from now on, from step `t`."""
        self.stop()
        self._began, self._from, self._speed, self._count = monotonic(), t, speed / STEP, count
        self.running = True
        try:
            self._task = asyncio.get_running_loop().create_task(self._run())
        except RuntimeError:
            self._task = None

    def stop(self) -> None:
        """Stop reckoning."""
        self.running = False
        if self._task is not None:
            self._task.cancel()
            self._task = None

    @property
    def t(self) -> float:
        """Where the animation should be by now."""
        return min(self._count, self._from + (monotonic() - self._began) * self._speed)

    async def _run(self) -> None:
        while (now := self.t) < self._count:
            self._tell(now)
            # A little later than the step begins, so that it has begun.
            await asyncio.sleep((floor(now) + 1 - now) / self._speed + 0.01)
        self._task = None
        self.running = False
        self._tell(self._count)
        self._done()
