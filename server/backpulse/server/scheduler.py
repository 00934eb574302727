"""Whose question is computed next: a fair share for each asker, a limit of time for each question.

Fair queueing by start times (Goyal, Vin and Cheng, 1996): each asker has a clock, which goes on by the time
that was computed for it, and who is behind comes first. One who has asked for nothing lately starts where the
others are.
"""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Hashable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from functools import partial

from backpulse.answering import limits
from backpulse.answering.answerer import Answer
from backpulse.answering.errors import Refusal, internal_error
from backpulse.server.workers import Ended, Question, Worker

_TIMED_OUT = -getattr(signal, "SIGPROF", 0)
_KILLED = -getattr(signal, "SIGKILL", 0)
_EXPECTED = 0.01
"""Seconds that a question is taken to need until it is known what it did."""
_log = logging.getLogger("uvicorn.error")


@dataclass(eq=False, slots=True)
class _Pending:
    """A question on its way."""

    who: Hashable
    question: Question
    since: float
    """When it was asked, by the clock of all."""
    answer: asyncio.Future[Answer]
    worker: Worker | None = None
    """Who computes it."""
    refusal: Refusal | None = None
    """Why its worker was ended."""


class Scheduler:
    """Hands questions to workers. `seconds`: how long one may be computed."""

    def __init__(self, workers: Callable[[], Sequence[Worker]], seconds: int) -> None:
        self._make = workers
        self._workers: list[Worker] = []
        self._idle: list[Worker] = []
        self._threads: ThreadPoolExecutor
        self._closed = False
        self._limit = replace(limits.COMPUTING, most=seconds)
        self._waiting: list[_Pending] = []
        self._computing: set[_Pending] = set()
        self._now = 0.0
        self._clocks: dict[Hashable, float] = {}
        """Of askers that are ahead of `_now`."""
        self._last: dict[Hashable, Worker] = {}
        """Who answered an asker last, and may still have its text ready."""

    def open(self) -> None:
        """Start the workers, if they are not there; the first question does so too."""
        if not self._workers:
            self._workers = list(self._make())
            self._idle = list(self._workers)
            self._threads = ThreadPoolExecutor(len(self._workers), "ask")

    async def ask(self, who: Hashable, *question: object) -> Answer:
        """The answer to a question of `who`. Refusal where there is none. Cancelled, it is soon given up."""
        if self._closed:
            raise _stopping()
        limits.QUEUED.check(len(self._waiting) + 1)
        limits.QUEUED_BYTES.check(_length(question) + sum(_length(asked.question) for asked in self._waiting))
        self.open()
        asked = _Pending(who, question, self._now, asyncio.get_running_loop().create_future())
        self._waiting.append(asked)
        self._go_on()
        try:
            return await asked.answer
        finally:
            if asked in self._waiting:
                self._waiting.remove(asked)
            elif asked.worker is not None:
                asyncio.get_running_loop().call_later(limits.ABANDONED.most / 1000, self._end, asked, None)

    def before(self, who: Hashable) -> int:
        """How many questions are answered before the one that `who` waits for; 0 while it is computed."""
        mine = next((asked for asked in self._waiting if asked.who == who), None)
        if mine is None:
            return 0
        return 1 + sum(self._starts(asked) < self._starts(mine) for asked in self._waiting)

    def forget(self, who: Hashable) -> None:
        """`who` will ask no more."""
        self._last.pop(who, None)

    def close(self) -> None:
        """End all workers."""
        self._closed = True
        workers, self._workers, self._idle = self._workers, [], []
        for asked in (*self._waiting, *self._computing):
            if not asked.answer.done():
                asked.answer.set_exception(_stopping())
        for worker in workers:
            worker.close()
        if workers:
            self._threads.shutdown()

    def _starts(self, asked: _Pending) -> float:
        """When it is due: as soon as it was asked, or once its asker is no longer ahead."""
        return max(asked.since, self._clocks.get(asked.who, 0.0))

    def _go_on(self) -> None:
        """Give idle workers what is due."""
        while self._idle and self._waiting:
            asked = min(self._waiting, key=self._starts)
            self._waiting.remove(asked)
            last = self._last.get(asked.who)
            worker = last if last in self._idle else self._idle[0]
            assert worker is not None
            self._idle.remove(worker)
            self._last[asked.who] = asked.worker = worker
            self._now = max(self._now, self._starts(asked))
            self._clocks[asked.who] = self._now + _EXPECTED
            self._computing.add(asked)
            self._compute(asked, worker)

    def _compute(self, asked: _Pending, worker: Worker) -> None:
        loop = asyncio.get_running_loop()
        began = loop.time()
        seconds = self._limit.most
        patience = loop.call_later(seconds * limits.WAITED.most, self._end, asked, limits.WAITED.refusal())

        def done(future: asyncio.Future[Answer]) -> None:
            patience.cancel()
            asked.worker = None
            self._computing.discard(asked)
            if worker not in self._workers:  # all are closed
                future.cancelled() or future.exception()  # which asyncio would log, were nobody to look at it
                return
            self._idle.append(worker)
            spent = loop.time() - began
            self._clocks[asked.who] = self._clocks.get(asked.who, self._now) + spent - _EXPECTED
            if len(self._clocks) > 2 * limits.QUEUED.most:
                self._clocks = {who: clock for who, clock in self._clocks.items() if clock > self._now}
            self._settle(asked, future)
            self._go_on()

        asking = partial(worker.ask, asked.question, seconds)
        loop.run_in_executor(self._threads, asking).add_done_callback(done)

    def _settle(self, asked: _Pending, future: asyncio.Future[Answer]) -> None:
        """What came of a question."""
        error = future.exception()
        if asked.answer.done():
            return
        if error is None:
            asked.answer.set_result(future.result())
        elif isinstance(error, Ended):
            asked.answer.set_exception(asked.refusal or self._why(error.code))
        else:
            asked.answer.set_exception(error)

    def _why(self, code: int) -> Refusal:
        """Why a worker has ended that nobody here has ended."""
        if code == _TIMED_OUT:
            return self._limit.refusal()
        if code == _KILLED:  # which the system does when there is no memory left
            return limits.WORKER_BYTES.refusal()
        _log.error("a worker has ended with %d", code)
        return internal_error()

    def _end(self, asked: _Pending, refusal: Refusal | None) -> None:
        """End a question's worker, if it computes it still."""
        if asked.worker is not None:
            asked.refusal = refusal
            asked.worker.abort()


def _length(question: Question) -> int:
    """About how many bytes it takes."""
    return sum(len(part) for part in question if isinstance(part, (bytes, str)))


def _stopping() -> Refusal:
    return Refusal(503, "stopping", "The server is being stopped", "Start it again.")
