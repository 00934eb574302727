"""What a server keeps when it has been used for long."""

from __future__ import annotations

import random
from threading import Thread
from time import perf_counter, sleep

from benchmarks.attack.texts import large, passed_over
from benchmarks.attack.trial import Ring, Trial
from benchmarks.attack.wire import Page, post

_FORMATS = ("svg", "dot", "mermaid", "markdown", "latex", "csv", "json", "python", "torch", "straight")


def attack(ring: Ring) -> None:
    """Texts that compute nothing, texts of 1,001 nodes, and everything at once."""
    with ring.trial("soak", "4 clients: texts of 1 to 4,001 nodes, moves, exports, reconnecting") as trial:
        _soak(trial, ring.limit(24))
    if ring.quick:
        return
    with ring.trial("memory, texts", "64 texts of 1,001 nodes, one after the other") as trial:
        _ask(trial, [large(1_001, number) for number in range(64)], ring.limit(20))
    with ring.trial("memory, passed over", "70 texts of 74,990 × `print();`, one after the other") as trial:
        _ask(trial, [passed_over(74_990, number) for number in range(70)], ring.limit(30))


def _ask(trial: Trial, texts: list[str], limit: float) -> None:
    """All of them, as many as may be within `limit` seconds, and what is kept then."""
    before, began, asked = trial.server.rss_mb(), perf_counter(), 0
    with Page(trial.port) as page:
        for text in texts:
            left = began + limit - perf_counter()
            if left <= 0:
                break
            try:
                page.ask(text, left)
            except TimeoutError:
                break
            asked += 1
    trial.stop_bystander()
    sleep(1)
    kept = trial.server.rss_mb() - before
    trial.say(f"{asked} answered in {perf_counter() - began - 1:.0f} s")
    trial.say(f"keeps {kept:,.0f} MB more than before")


def _soak(trial: Trial, length: float) -> None:
    """Memory before, in the middle and at the end, and after a rest."""
    server, end = trial.server, perf_counter() + length
    done = [0] * 4
    figures = [server.rss_mb()]
    threads = [Thread(target=_use, args=(trial.port, end, done, which), daemon=True) for which in range(4)]
    for thread in threads:
        thread.start()
    for _ in range(3):
        sleep(length / 3)
        figures.append(server.rss_mb())
    for thread in threads:
        thread.join(10)
    trial.stop_bystander()
    sleep(2)
    figures.append(server.rss_mb())
    trial.say(f"{sum(done):,} answers")
    whens = ("before", "after a third", "two thirds", "at the end", "at rest")
    trial.say(", ".join(f"{when} {mb:,.0f} MB" for when, mb in zip(whens, figures, strict=True)))


def _use(port: int, end: float, done: list[int], which: int) -> None:
    """One client until `end`; `done[which]` counts its answers."""
    chance = random.Random(which)
    while perf_counter() < end:
        try:
            with Page(port) as page:
                for _ in range(chance.randrange(1, 6)):
                    text = large(int(4_001 ** chance.random()) + 2, chance.randrange(1000))
                    page.ask(text, 10)
                    for number in range(chance.randrange(20)):
                        page.moved(number, chance.random(), 2, limit=10)
                        done[which] += 1
                    done[which] += 1
                    if perf_counter() > end:
                        return
                short = large(int(300 ** chance.random()) + 2)
                post(port, "/api/export", {"source": short, "format": chance.choice(_FORMATS)}, 10)
                done[which] += 1
        except OSError:
            sleep(0.1)  # hung up on, or not answered in time: come again
