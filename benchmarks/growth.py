"""How time and memory grow: with the tokens of a text, and from 1,000 to 100,000 nodes."""

from __future__ import annotations

import gc
import random
import re
import tracemalloc
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from benchmarks.graphs import in_values, random_graph
from benchmarks.peers import backpulse
from benchmarks.timing import medians, timed

from backpulse.engine import Graph, Value, compile_graph, graph_of
from backpulse.parser import parse

TOKENS = (100, 1_000, 10_000, 100_000)
NODES = (1_000, 3_000, 10_000, 30_000, 100_000)

_TOKEN = re.compile(r"\w+(?:\.\d+)?|\*\*|[^\w ]")


def text_of(tokens: int) -> str:
    """A text of so many tokens (names, numbers, signs, line ends), as a lecture's code is written."""
    rng = random.Random(tokens)
    lines = ["s0 = a * b + c"]
    count = len(_TOKEN.findall(lines[0]))
    while True:
        last = f"s{len(lines) - 1}"
        other = rng.choice(("a", "b", "c", "d", f"s{rng.randrange(len(lines))}"))
        line = f"s{len(lines)} = " + rng.choice(
            (f"{last} + {other} * w", f"tanh({last} * 0.5 + {other})", f"({last} - {other})**2 / 2.0")
        )
        size = 1 + len(_TOKEN.findall(line))  # the line's end is a token too
        if count + size > tokens:
            break
        count += size
        lines.append(line)
    # The rest in pairs: `+ a`, and one sign at the front of the last line if one is still missing.
    rest = tokens - count
    lines[-1] += " + a" * (rest // 2)
    if rest % 2:
        name, _, right = lines[-1].partition(" = ")
        lines[-1] = f"{name} = -{right}"
    text = "\n".join(lines)
    assert len(_TOKEN.findall(text)) == tokens
    return text


def _built(text: str) -> Graph:
    return graph_of(parse(text).root)


def build_times() -> dict[int, float]:
    """By number of tokens, milliseconds from a text to its graph."""
    texts = {tokens: text_of(tokens) for tokens in TOKENS}
    for text in list(texts.values())[:2]:
        _built(text)  # the grammar's tables are made at the first use
    return {
        tokens: timed(partial(_built, text), 3 if tokens > 10_000 else 11) * 1e3
        for tokens, text in texts.items()
    }


class Size(NamedTuple):
    """One row of the table of growth."""

    nodes: int
    plan: str
    values_ms: float
    """Evaluating the expression with Values and taking its graph."""
    compile_ms: float
    run_us: float
    values_bytes: float
    """A node: Values, and the graph of them."""
    program_bytes: float
    """A node: the compiled program, after its first runs."""


def growth() -> list[Size]:
    """Random graphs of 1,000 to 100,000 nodes."""
    return [_size(nodes) for nodes in NODES]


def _size(nodes: int) -> Size:
    case = random_graph(nodes, f"dag{nodes}")
    make = in_values(case.leaves, case.lines)
    rounds = 5 if nodes <= 10_000 else 3
    program = compile_graph(case.graph)
    values = timed(lambda: graph_of(make()), rounds)
    compiling = timed(lambda: compile_graph(case.graph), rounds)
    run = medians(case, {"backpulse": backpulse(case)}, 1.0)["backpulse"]
    kept = (size / nodes for size in _kept(make, list(case.leaves.values())))
    return Size(nodes, program.plan, values * 1e3, compiling * 1e3, run, *kept)


def _kept(make: Callable[[], Value], leaf_values: list[float]) -> tuple[int, int]:
    """Bytes that the Values and their graph keep, and those that the program keeps beside them."""
    gc.collect()
    tracemalloc.start()
    try:
        graph = graph_of(make())
        gc.collect()
        before = tracemalloc.get_traced_memory()[0]
        program = compile_graph(graph)
        for _ in range(10 + len(graph.nodes) // 200):
            program.record(leaf_values)
        gc.collect()
        return before, tracemalloc.get_traced_memory()[0] - before
    finally:
        tracemalloc.stop()
