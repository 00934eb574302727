"""`make bench`: measures everything, prints the tables, writes results.json and README.md."""

from __future__ import annotations

import argparse
import gc
import json
import os
import platform
import sys
import threading
from datetime import date
from importlib.metadata import version
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import frames, growth, tables, timing
from benchmarks.graphs import cases
from benchmarks.page import page
from benchmarks.peers import ENGINES
from rich.console import Console

from backpulse.engine import compile_graph

_HERE = Path(__file__).parent
_LARGEST = ("batch22k", "dag100k")
_MOVES = {"g7": (16_000, 300), "mlp1029": (3_200, 50)}
"""Per graph: moves to take the mean of, and clients to try first."""


def main() -> None:
    """Measure, print, write."""
    parser = argparse.ArgumentParser(prog="benchmarks", description=__doc__)
    parser.add_argument("--quick", action="store_true", help="a first look in under a minute; writes nothing")
    quick: bool = parser.parse_args().quick
    console = Console(width=None if sys.stdout.isatty() else 140)
    load = ", ".join(f"{part:.2f}" for part in os.getloadavg())
    timing.pin(0)
    engines, first_jax = _engines(console, quick)
    found = [tables.engines(engines), tables.times(engines, first_jax)]
    for table in found:
        table.show(console)
    if quick:
        return
    console.print("Building and growth …")
    building = {tokens: tables.rounded(ms) for tokens, ms in growth.build_times().items()}
    sizes = growth.growth()
    found += [tables.building(building), tables.sizes(sizes)]
    console.print("The server's moves …")
    sweep_ms, frame_us, held = _sweep_ms(), {}, {}
    timing.pin(1)
    with frames.serving(0) as (port, pid):
        for name, (moves, first) in _MOVES.items():
            case = cases()[name]()
            frame_us[name] = tables.rounded(frames.frame_us(case, port, pid, moves))
            held[name] = frames.clients(case, port, first)
    clients = {name: trial.clients for name, trial in held.items()}
    found += tables.moves(frame_us, clients, {name: trial.p99 for name, trial in held.items()}, sweep_ms)
    for table in found[2:]:
        table.show(console)
    results = {
        "machine": _machine(),
        "date": date.today().isoformat(),
        "engines": {
            graph: {name: {"us": us} for name, us in times.items() if name != "row"}
            for graph, times in engines.items()
        },
        "build_ms": {str(tokens): ms for tokens, ms in building.items()},
        "frame_us": frame_us,
        "clients": clients,
        "sweep256_mlp1029_ms": sweep_ms,
    }
    (_HERE / "results.json").write_text(json.dumps(results, indent=1) + "\n")
    names = ("backpulse", "micrograd", "torch", "jax")
    text = page(
        machine=_machine(),
        versions=", ".join(f"{name} {version(name)}" for name in names),
        day=date.today().isoformat(),
        load=load,
        tables="\n".join(table.markdown() for table in found),
    )
    (_HERE / "README.md").write_text(text)


def _engines(console: Console, quick: bool) -> tuple[dict[str, dict[str, float]], dict[str, float]]:
    """By graph and engine the median of a re-evaluation in µs; by graph the seconds of JAX's first call."""
    found: dict[str, dict[str, float]] = {}
    first_jax: dict[str, float] = {}
    for name, make in cases().items():
        if quick and name in _LARGEST:
            continue
        console.print(f"{name} …")
        case = make()
        engines: dict[str, Any] = {}
        for engine, prepare in ENGINES.items():
            ready = None if quick and engine == "jax" else prepare(case)
            if ready is not None:
                engines[engine] = ready
        if "jax" in engines:
            start = perf_counter()
            engines["jax"].run(list(case.leaves.values()))
            first_jax[name] = perf_counter() - start
        timing.agree(case, engines)
        medians = timing.medians(case, engines, 3.0 if quick else 15.0)
        found[name] = {engine: tables.rounded(us) for engine, us in medians.items()}
        del engines, case
        gc.collect()
    return found, first_jax


def _sweep_ms() -> float:
    """Milliseconds for the root of the MLP at 256 positions of its first leaf."""
    case = cases()["mlp1029"]()
    program, values = compile_graph(case.graph), list(case.leaves.values())
    positions = [-4 + 8 * index / 255 for index in range(256)]
    return tables.rounded(timing.timed(lambda: program.sweep(0, positions, values), 21) * 1e3)


def _machine() -> str:
    """What it ran on."""
    cpu = platform.processor() or platform.machine()
    info = Path("/proc/cpuinfo")
    if info.exists():
        models = [
            line.split(":", 1)[1].strip() for line in info.read_text().splitlines() if "model name" in line
        ]
        cpu = models[0] if models else cpu
    return f"{cpu}, {os.cpu_count()} cores, {platform.system()}, Python {platform.python_version()}"


if __name__ == "__main__":
    # micrograd visits its graph by recursion, as deep as a chain is long.
    sys.setrecursionlimit(1_000_000)
    threading.stack_size(512 << 20)
    failed: list[BaseException] = []

    def guarded() -> None:
        """Run, and keep what goes wrong for the main thread."""
        try:
            main()
        except BaseException as error:
            failed.append(error)

    thread = threading.Thread(target=guarded)
    thread.start()
    thread.join()
    if failed:
        raise failed[0]
