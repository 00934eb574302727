"""A trial: a fresh server, a bystander, what is done to the server, and the row that says what came of it."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from time import perf_counter
from typing import TypeVar

from benchmarks.attack.bystander import Bystander
from benchmarks.attack.server import Server, serving
from benchmarks.attack.wire import Answer, Page, post

_Kind = TypeVar("_Kind")
_PATIENCE = 10.0
"""Seconds in which a short text is answered afterwards, or counts as not answered."""


@dataclass
class Row:
    """What was done, and what was measured."""

    name: str
    did: str
    found: list[str] = field(default_factory=list)

    def __str__(self) -> str:
        return f"{self.name}: {self.did}\n    {'; '.join(self.found)}"


class Trial:
    """A server under attack."""

    def __init__(self, row: Row, server: Server) -> None:
        self.server = server
        self.port = server.port
        self._row = row
        self._bystander: Bystander | None = None

    def say(self, found: str) -> None:
        """Note what was found."""
        self._row.found.append(found)

    def ask(self, what: str, text: str, limit: float) -> float | None:
        """Note how long the answer to a live text takes, as `post` does."""

        def work() -> Answer:
            with Page(self.port) as page:
                return page.ask(text, limit)

        return self._time(what, work, limit)

    def post(self, what: str, path: str, question: object, limit: float) -> float | None:
        """Note how long the answer takes, and which it is; None when none came within `limit` seconds."""
        return self._time(what, lambda: post(self.port, path, question, limit), limit)

    def _time(self, what: str, work: Callable[[], Answer], limit: float) -> float | None:
        began = perf_counter()
        try:
            answer = work()
        except TimeoutError:
            self.say(f"{what}: over {limit:.0f} s")
            return None
        except ConnectionError as error:
            self.say(f"{what}: no answer, {error} after {seconds(perf_counter() - began)}")
            return None
        took = perf_counter() - began
        self.say(f"{what}: {seconds(took)} ({described(answer)})")
        return took

    def start_bystander(self) -> None:
        """Have another client from now on."""
        self._bystander = Bystander(self.port)

    def stop_bystander(self) -> None:
        """Let the other client go, and note how it fared."""
        if self._bystander is None:
            return
        delays, self._bystander = self._bystander.stop(), None
        self.say(f"others' texts {_spread(delays.texts)}, slider {_spread(delays.moves)}")

    def busy(self, limit: float) -> None:
        """Note how long it computes on for nobody."""
        self.stop_bystander()
        busy = self.server.busy_seconds(limit)
        self.say(f"computes on for {'over ' if busy >= limit else ''}{busy:.1f} s")

    def finish(self) -> None:
        """Note how it is afterwards."""
        self.stop_bystander()
        began = perf_counter()
        try:
            with Page(self.port, _PATIENCE) as page:
                page.ask("a * b", _PATIENCE)
            self.say(f"answers afterwards in {seconds(perf_counter() - began)}")
        except TimeoutError:
            self.say(f"does not answer afterwards in {_PATIENCE:.0f} s")
        except OSError as error:
            self.say(f"does not answer afterwards: {error}")
        self.sum_up()

    def sum_up(self) -> None:
        """Note its memory and its log."""
        self.say(f"peak {self.server.peak_mb:,.0f} MB")
        log = self.server.log()
        self.say(f"log lines {len(log)}" + (f" (the last: `{log[-1][:90]}`)" if log else ""))
        if self.server.killed:
            self.say(self.server.killed)


@dataclass
class Ring:
    """Where trials are held: how, and their rows so far."""

    quick: bool
    arguments: Sequence[str]
    show: Callable[[Row], None]
    rows: list[Row] = field(default_factory=list)

    def limit(self, whole: float) -> float:
        """Seconds that something may take: a sixth of it in a hurry."""
        return whole / 6 if self.quick else whole

    def some(self, kinds: Sequence[_Kind]) -> Sequence[_Kind]:
        """Those of an attack's kinds that are tried: in a hurry the first."""
        return kinds[:1] if self.quick else kinds

    @contextmanager
    def trial(self, name: str, did: str, beside: bool = True, ends: bool = False) -> Iterator[Trial]:
        """A trial. `beside`: with a bystander. `ends`: the server is not there any more afterwards."""
        row = Row(name, did, [f"load {os.getloadavg()[0]:.1f}"])
        with serving(self.arguments) as server:
            trial = Trial(row, server)
            if beside:
                trial.start_bystander()
            try:
                yield trial
                if ends:
                    trial.sum_up()
                else:
                    trial.finish()
            except OSError as error:
                # Of the attacking side: most often the server hung up, which is an outcome too.
                trial.say(f"broke off: {type(error).__name__} {error}")
                trial.finish()
            finally:
                trial.stop_bystander()
        self.rows.append(row)
        self.show(row)


def described(answer: Answer) -> str:
    """In a word or two."""
    if answer.status == 200:
        return f"200, {len(answer.body) / 1e6:.1f} MB" if len(answer.body) > 100_000 else "200"
    try:
        return f"{answer.status} {json.loads(answer.body)['error']['code']}"
    except (ValueError, KeyError, TypeError):
        return str(answer.status)


def seconds(took: float) -> str:
    """With as many digits as say something."""
    return f"{took:.1f} s" if took >= 1 else f"{took * 1e3:.0f} ms"


def _spread(delays: Sequence[float]) -> str:
    """The median and the 99th percentile of sorted delays."""
    if not delays:
        return "unknown"
    p50, p99 = (delays[min(len(delays) - 1, int(part * len(delays)))] for part in (0.5, 0.99))
    return f"{p50:,.0f}/{p99:,.0f} ms"
