"""Another client, in a process of its own: a slider moved 30 times a second, and short new texts.

It notes how long each waits, from the moment it was due. A move has been answered when it, or a newer one,
has: what a person sees is the newest. What still waits when it is stopped has waited until then at least.
"""

from __future__ import annotations

import json
import subprocess
import sys
import threading
from collections import deque
from itertools import count
from time import perf_counter, sleep
from typing import NamedTuple

from benchmarks.attack.wire import Page, move_frame, move_number

_PERIOD = 1 / 30
_BETWEEN_TEXTS = 0.2
_PATIENCE = 120.0


class Delays(NamedTuple):
    """Milliseconds, in order of size."""

    texts: list[float]
    moves: list[float]


class Bystander:
    """The process, from outside."""

    def __init__(self, port: int) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.attack.bystander", str(port)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self._process.stdout is not None
        self._process.stdout.readline()

    def stop(self) -> Delays:
        """End it, and hear what it noted."""
        try:
            said, _ = self._process.communicate("stop\n", timeout=10)
            return Delays(*json.loads(said))
        except (subprocess.TimeoutExpired, json.JSONDecodeError):
            return Delays([], [])
        finally:
            self._process.kill()
            self._process.wait()


class _Slider:
    """A page of seven nodes."""

    def __init__(self, port: int) -> None:
        self._page = Page(port)
        self._page.ask("e = a * b; d = e + c; d * f")
        self._due: deque[tuple[float, float]] = deque()
        self._delays: list[float] = []

    def start(self) -> None:
        for work in (self._move, self._read):
            threading.Thread(target=work, daemon=True).start()

    def delays(self) -> list[float]:
        now = perf_counter()
        return sorted([*self._delays, *(now - due for _, due in tuple(self._due))])

    def _move(self) -> None:
        began = perf_counter()
        self._page.line.settimeout(None)
        for number in count(1):
            due = began + number * _PERIOD
            sleep(max(0.0, due - perf_counter()))
            self._due.append((number, due))
            self._page.line.sendall(move_frame(number, number % 7, 2, 3, 4))

    def _read(self) -> None:
        while True:
            number, now = move_number(self._page.receive(_PATIENCE)[1]), perf_counter()
            while self._due and self._due[0][0] <= number:
                self._delays.append(now - self._due.popleft()[1])


class _Typist:
    """A page with a new short text every fifth of a second, or as soon as the last one is answered."""

    def __init__(self, port: int) -> None:
        self._page = Page(port)
        self._page.ask("a * b")
        self._asked: float | None = None
        self._delays: list[float] = []

    def start(self) -> None:
        threading.Thread(target=self._type, daemon=True).start()

    def delays(self) -> list[float]:
        asked = self._asked
        return sorted([*self._delays, *([perf_counter() - asked] if asked is not None else ())])

    def _type(self) -> None:
        for number in count():
            self._asked = perf_counter()
            self._page.ask(f"a * b + {number}", _PATIENCE, number)
            self._delays.append(perf_counter() - self._asked)
            self._asked = None
            sleep(_BETWEEN_TEXTS)


def main() -> None:
    """Ask until something comes on standard input or it ends, then print the delays as JSON."""
    # What goes wrong in a thread is a server that hangs up: what waits then goes on waiting.
    threading.excepthook = lambda _: None
    port = int(sys.argv[1])
    slider, typist = _Slider(port), _Typist(port)
    slider.start()
    typist.start()
    print("ready", flush=True)
    sys.stdin.readline()
    print(json.dumps([[1e3 * delay for delay in who.delays()] for who in (typist, slider)]), flush=True)


if __name__ == "__main__":
    main()
