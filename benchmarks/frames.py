"""What a slider's move costs the server, over a real socket, and how many moving sliders it holds."""

from __future__ import annotations

import asyncio
import gc
import math
import os
import re
import resource
import subprocess
import sys
from collections.abc import Coroutine, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from time import perf_counter
from typing import Any, NamedTuple, TypeVar

import uvloop
from benchmarks.client import Client
from benchmarks.graphs import Case
from benchmarks.timing import both_settings, pin

from backpulse.engine import compile_graph

_PERIOD = 1 / 30
"""Seconds between the moves of one client."""
_PATIENCE = 0.050
"""Seconds in which 99 of 100 moves must be answered."""
_WARM, _MEASURED = 1.0, 3.0
"""Seconds of a trial."""
_MOST = 1_900
"""Clients tried at most: the server takes 2,000."""
_BUSY = 16
"""Clients that keep the server busy while the CPU time of a move is taken."""
_LONGEST = 240.0
"""Seconds after which a measurement is given up."""

_Result = TypeVar("_Result")


class Held(NamedTuple):
    """A trial of some clients: the 99th percentile of delays in seconds, inf where answers are missing."""

    clients: int
    p99: float


@contextmanager
def serving(core: int) -> Iterator[tuple[int, int]]:
    """The real server on a core of its own, at a free port of this machine: its port and process id."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(hard, 8192) if hard > 0 else max(soft, 4096), hard))
    server = subprocess.Popen(
        [str(Path(sys.executable).with_name("backpulse")), "serve", "--no-browser", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    )
    try:
        assert server.stdout is not None
        port = re.search(r":(\d+)/", server.stdout.readline())
        assert port is not None, "the server did not say where it is"
        pin(core, server.pid)
        yield int(port[1]), server.pid
    finally:
        server.terminate()
        server.wait(10)


def cpu_seconds(pid: int) -> float:
    """CPU time that a process has used, in all its threads."""
    tasks = Path(f"/proc/{pid}/task").iterdir()
    return sum(int((task / "schedstat").read_text().split()[0]) for task in tasks) / 1e9


def frame_us(case: Case, port: int, pid: int, moves: int) -> float:
    """Microseconds of server CPU a move takes, when 16 clients send the next one as soon as they can."""

    async def keep_moving(client: Client, count: int) -> None:
        for _ in range(count):
            await client.moved()

    async def measure() -> float:
        pool = [await Client.connected(port, case) for _ in range(_BUSY)]
        _check(case, [await pool[0].moved() for _ in range(200)][-1])
        await asyncio.gather(*(keep_moving(client, 20) for client in pool))
        before = cpu_seconds(pid)
        await asyncio.gather(*(keep_moving(client, moves // _BUSY) for client in pool))
        spent = cpu_seconds(pid) - before
        for client in pool:
            client.close()
        return spent / (moves // _BUSY * _BUSY) * 1e6

    return _undisturbed(measure())


def _undisturbed(work: Coroutine[Any, Any, _Result]) -> _Result:
    """What clients find; no garbage is collected meanwhile: after all that was measured it takes long."""
    gc.disable()
    try:
        return uvloop.run(asyncio.wait_for(work, _LONGEST))
    finally:
        gc.enable()


def _check(case: Case, frame: Sequence[float]) -> None:
    """The frame of an even move holds what the program computes here."""
    expected = compile_graph(case.graph).record(both_settings(case)[0])
    assert all(map(math.isclose, frame[1:], expected)), "the frame is not the program's record"


def clients(case: Case, port: int, first: int) -> Held:
    """The most clients that were held, each moving a slider 30 times a second; `first` are tried first."""

    async def search() -> Held:
        pool: list[Client] = []
        held, fails, count = Held(0, 0.0), _MOST + 1, first
        for _ in range(12):
            while len(pool) < count:
                pool.append(await Client.connected(port, case))
            p99 = await _trial(pool[:count])
            if p99 < _PATIENCE:
                held = Held(count, p99)
            else:
                fails = count
            if fails - held.clients <= max(1, held.clients // 20):
                break
            middle = (held.clients + fails) // 2
            count = min(2 * held.clients, _MOST) if fails > _MOST and held.clients else middle
        for client in pool:
            client.close()
        return held

    return _undisturbed(search())


async def _trial(pool: list[Client]) -> float:
    """The 99th percentile of the delays of all clients' answers, each counted from when its move was due."""
    delays: list[float] = []
    for client in pool:
        client.answered = lambda delay: None
    start = perf_counter()
    sent, step = 0, _PERIOD / len(pool)
    measuring = False
    while (now := perf_counter()) < start + _WARM + _MEASURED:
        if not measuring and now >= start + _WARM:
            measuring = True
            for client in pool:
                client.settle()
                client.answered = delays.append
        for number in range(sent, int((now - start) / step)):
            pool[number % len(pool)].move(start + number * step)
            sent = number + 1
        await asyncio.sleep(0.001)
    await asyncio.sleep(0.2)
    delays += [math.inf] * sum(client.settle() for client in pool)
    return sorted(delays)[int(0.99 * len(delays))]
