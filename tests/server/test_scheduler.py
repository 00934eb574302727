"""Whose question is computed next, and what becomes of those that nobody waits for."""

from __future__ import annotations

import asyncio
import gc
import threading
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest

from backpulse.answering import limits
from backpulse.answering.answerer import Answer
from backpulse.answering.errors import Refusal
from backpulse.server.scheduler import Scheduler
from backpulse.server.workers import Ended, Question


class Bench:
    """A worker that computes a question until it is told what came of it; it notes what it was asked."""

    def __init__(self, code: int = -9) -> None:
        self.asked: list[Any] = []
        self.given_up = 0
        self._code = code
        self._goes_on = threading.Semaphore(0)
        self._ends = False

    def ask(self, question: Question, seconds: int) -> Answer:
        self.asked.append(question[0])
        self._goes_on.acquire()
        if self._ends:
            self._ends = False
            raise Ended(self._code)
        return Answer(str(question[0]).encode())

    def go_on(self) -> None:
        self._goes_on.release()

    def abort(self) -> None:
        self.given_up += 1
        self.end()

    def end(self) -> None:
        self._ends = True
        self._goes_on.release()

    def close(self) -> None:
        self.end()


def run(worker: Bench, work: Callable[[Scheduler], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        scheduler = Scheduler(lambda: [worker], 5)
        try:
            await asyncio.wait_for(work(scheduler), 30)
        finally:
            scheduler.close()

    asyncio.run(whole())


async def turns(worker: Bench, count: int) -> None:
    """Let the worker have been asked so many questions."""
    while len(worker.asked) < count:  # noqa: ASYNC110 - it asks in another thread
        await asyncio.sleep(0.001)


def test_askers_take_turns() -> None:
    """However many questions one of them asks, another waits for the one under way alone."""
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        many = [asyncio.ensure_future(scheduler.ask("many", f"many {i}")) for i in range(6)]
        await turns(worker, 1)
        one = asyncio.ensure_future(scheduler.ask("one", "one 0"))
        await asyncio.sleep(0)
        assert scheduler.before("one") >= 1
        for _ in range(7):
            await asyncio.sleep(0.01)
            worker.go_on()
        await asyncio.gather(*many, one)

    run(worker, work)
    assert worker.asked[:2] == ["many 0", "one 0"]


def test_who_has_used_more_comes_later() -> None:
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        first = asyncio.ensure_future(scheduler.ask("slow", "slow 0"))
        await turns(worker, 1)
        await asyncio.sleep(0.05)
        waiting = [
            asyncio.ensure_future(scheduler.ask(who, name))
            for who, name in [("slow", "slow 1"), ("new", "new 0"), ("other", "other 0")]
        ]
        await asyncio.sleep(0)
        for _ in range(4):
            worker.go_on()
        await asyncio.gather(first, *waiting)

    run(worker, work)
    assert worker.asked == ["slow 0", "new 0", "other 0", "slow 1"]


def test_a_question_that_waits_can_be_taken_back() -> None:
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        first = asyncio.ensure_future(scheduler.ask("a", "first"))
        await turns(worker, 1)
        second = asyncio.ensure_future(scheduler.ask("a", "second"))
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.sleep(0)
        worker.go_on()
        assert (await first).body == b"first"

    run(worker, work)
    assert worker.asked == ["first"]
    assert worker.given_up == 0


def test_what_nobody_waits_for_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ABANDONED", replace(limits.ABANDONED, most=10))
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        first = asyncio.ensure_future(scheduler.ask("a", "first"))
        await turns(worker, 1)
        first.cancel()
        second = asyncio.ensure_future(scheduler.ask("a", "second"))
        await turns(worker, 2)
        assert worker.given_up == 1
        worker.go_on()
        assert (await second).body == b"second"

    run(worker, work)


def test_what_is_done_soon_is_not_ended_for_it() -> None:
    """To start a worker anew takes longer than to let it end its work."""
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        first = asyncio.ensure_future(scheduler.ask("a", "first"))
        await turns(worker, 1)
        first.cancel()
        second = asyncio.ensure_future(scheduler.ask("a", "second"))
        worker.go_on()
        worker.go_on()
        assert (await second).body == b"second"
        await asyncio.sleep(limits.ABANDONED.most / 1000 + 0.1)

    run(worker, work)
    assert worker.given_up == 0


@pytest.mark.parametrize(("code", "said"), [(-27, "too-slow"), (-9, "too-much-memory"), (1, "internal")])
def test_a_worker_s_end_is_said(code: int, said: str) -> None:
    worker = Bench(code)

    async def work(scheduler: Scheduler) -> None:
        asked = asyncio.ensure_future(scheduler.ask("a", "first"))
        await turns(worker, 1)
        worker.end()
        with pytest.raises(Refusal) as refused:
            await asked
        assert refused.value.body.code == said
        if said == "too-slow":
            assert "5 seconds" in refused.value.body.message

    run(worker, work)


def test_what_takes_too_long_by_the_clock_is_ended(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "WAITED", replace(limits.WAITED, most=0))
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        with pytest.raises(Refusal) as refused:
            await scheduler.ask("a", "first")
        assert refused.value.body.code == "took-too-long"

    run(worker, work)
    assert worker.given_up == 1


def test_no_more_than_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUEUED", replace(limits.QUEUED, most=2))
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        asked = [asyncio.ensure_future(scheduler.ask("a", f"{i}")) for i in range(3)]
        await turns(worker, 1)
        with pytest.raises(Refusal) as refused:
            await scheduler.ask("b", "one too many")
        assert (refused.value.status, refused.value.body.code) == (503, "busy")
        for _ in asked:
            worker.go_on()
        await asyncio.gather(*asked)

    run(worker, work)


def test_no_more_bytes_than_so_many_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "QUEUED_BYTES", replace(limits.QUEUED_BYTES, most=100))
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        asked = [asyncio.ensure_future(scheduler.ask("a", "live", "x" * 60)) for _ in range(2)]
        await turns(worker, 1)
        with pytest.raises(Refusal) as refused:
            await scheduler.ask("b", "live", "x" * 60)
        assert (refused.value.status, refused.value.body.code) == (503, "busy-bytes")
        for _ in asked:
            worker.go_on()
        await asyncio.gather(*asked)

    run(worker, work)


def test_the_end_is_told_to_all_who_wait() -> None:
    worker = Bench()

    async def work(scheduler: Scheduler) -> None:
        asked = [asyncio.ensure_future(scheduler.ask("a", f"{i}")) for i in range(3)]
        await turns(worker, 1)
        scheduler.close()
        for one in asked:
            with pytest.raises(Refusal) as refused:
                await one
            assert refused.value.body.code == "stopping"
        with pytest.raises(Refusal):
            await scheduler.ask("a", "after the end")

    run(worker, work)


def test_a_worker_s_end_with_the_server_is_no_mistake() -> None:
    """Nothing of it is logged: the future that it ends has been looked at."""
    worker = Bench()
    heard: list[dict[str, Any]] = []

    async def work(scheduler: Scheduler) -> None:
        asyncio.get_running_loop().set_exception_handler(lambda _, context: heard.append(context))
        asked = asyncio.ensure_future(scheduler.ask("a", "one"))
        await turns(worker, 1)
        scheduler.close()
        with pytest.raises(Refusal):
            await asked
        for _ in range(3):
            await asyncio.sleep(0.01)
            gc.collect()

    run(worker, work)
    assert heard == []
