"""How a time is taken: one core, no garbage collector, engines by turns, the median of the rounds."""

from __future__ import annotations

import gc
import math
import os
from collections.abc import Callable, Mapping, Sequence
from statistics import median
from time import perf_counter
from typing import Any

from benchmarks.graphs import Case
from benchmarks.peers import Engine

_CORES = os.sched_getaffinity(0)
_SAMPLE = 0.004
"""Seconds a sample takes at least."""


def pin(core: int, pid: int = 0) -> None:
    """Keep a process (this one) on one core, by its place among those there are; the last one if fewer."""
    cores = sorted(_CORES)
    os.sched_setaffinity(pid, {cores[min(core, len(cores) - 1)]})


def agree(case: Case, engines: Mapping[str, Engine]) -> None:
    """Raise AssertionError unless all engines give the same value and leaf gradients, to 1e-9 relative."""
    for values in both_settings(case):
        results = {name: engine.read(engine.run(values)) for name, engine in engines.items()}
        value, grads = results["backpulse"]
        for name, (other_value, other_grads) in results.items():
            pairs = zip([value, *grads], [other_value, *other_grads], strict=True)
            for place, (mine, theirs) in enumerate(pairs):
                # The scale for what nearly cancels: rounding of sums is relative to their terms.
                if not math.isclose(mine, theirs, rel_tol=1e-9, abs_tol=1e-12):
                    raise AssertionError(f"{case.name}, {name}, number {place}: {theirs}, not {mine}")


def both_settings(case: Case) -> tuple[list[float], list[float]]:
    """Two settings of the leaves, so that no evaluation repeats the one before."""
    values = list(case.leaves.values())
    return values, [value * 1.001 + 0.0001 for value in values]


def medians(case: Case, engines: Mapping[str, Engine], budget: float) -> dict[str, float]:
    """Microseconds a re-evaluation takes by each engine. `budget`: seconds for all, about."""
    settings = both_settings(case)
    counts, once = {}, 0.0
    gc.collect()
    gc.freeze()  # what is there now is left alone when a peer's discarded graphs are collected
    gc.disable()
    try:
        for name, engine in engines.items():
            engine.run(settings[0])
            seconds = _sample(engine.run, settings, 1)
            counts[name] = max(1, math.ceil(_SAMPLE / seconds))
            once += counts[name] * seconds
            gc.collect()
        rounds = max(5, min(41, int(budget / once)))
        samples: dict[str, list[float]] = {name: [] for name in engines}
        for _ in range(rounds):
            for name, engine in engines.items():
                samples[name].append(_sample(engine.run, settings, counts[name]))
                gc.collect()
    finally:
        gc.enable()
        gc.unfreeze()
    return {name: median(times) * 1e6 for name, times in samples.items()}


def _sample(
    run: Callable[[Sequence[float]], Any], settings: tuple[list[float], list[float]], count: int
) -> float:
    """Seconds a run takes, over `count` pairs of runs."""
    first, second = settings
    start = perf_counter()
    for _ in range(count):
        run(first)
        run(second)
    return (perf_counter() - start) / count / 2


def timed(work: Callable[[], Any], rounds: int) -> float:
    """Seconds that `work` takes: the median of some rounds, the collector off."""
    times = []
    for _ in range(rounds):
        gc.collect()
        gc.disable()
        try:
            start = perf_counter()
            work()
            times.append(perf_counter() - start)
        finally:
            gc.enable()
    return median(times)
