"""Work grows with a graph and hardly faster, whatever its shape: counted, at one size and at twice that."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import numpy as np
import pytest
from tests.counting import calls

from backpulse.engine import Graph, Value, compile_graph, graph_of
from backpulse.engine.expansion import expand
from backpulse.engine.findings import find
from backpulse.engine.groups import Grouping
from backpulse.engine.levels import on_their_own
from backpulse.engine.start import starts
from backpulse.engine.tracing import check, trace

MOST = 2.3
"""How many times the work twice as many nodes may take: n log n is 2.2, n² is 4."""
SIZE = 2_000


def total(terms: Iterable[Value]) -> Value:
    """The sum, by halves."""
    row = list(terms)
    while len(row) > 1:
        row = [a + b for a, b in zip(row[::2], row[1::2], strict=False)] + row[len(row) & ~1 :]
    return row[0]


def chain(size: int) -> Value:
    value = Value(0.5, label="x")
    for _ in range(size // 2):
        value = (-value).tanh()
    return value


def ladder(size: int) -> Value:
    a, b = Value(0.5, label="a"), Value(0.3, label="b")
    for _ in range(size // 2):
        a, b = b, a * b
        a, b = b, b - a
    return b


def grid(size: int) -> Value:
    side = int(size**0.5)
    row = [Value(k / 10, label=f"x{k}") for k in range(side)]
    for _ in range(side):
        row = [row[k - 1] / row[k] for k in range(side)]
    return total(row)


def fan(size: int) -> Value:
    a = Value(0.5, label="a")
    return total(a * k for k in range(size // 3))


def fans(size: int) -> Value:
    """Three leaves: one used by everything, two others by half of it."""
    a, b, c = (Value(k, label=f"x{k}") for k in (0.5, 0.25, 2.0))
    return total(x * c for x in (a, b) for _ in range(size // 4))


def leaves(size: int) -> Value:
    a = Value(0.5, label="a")
    return total(a * Value(k, label=f"w{k}") for k in range(size // 3))


def ranks(size: int) -> Value:
    """Leaves used once, twice, three times, …"""
    uses: list[Value] = []
    for k in range(1, int(size**0.5)):
        uses += [Value(1 / k, label=f"x{k}")] * k
    return total(x * x for x in uses)


SHAPES = [chain, ladder, grid, fan, fans, leaves, ranks]


def work_on(shape: Callable[[int], Value], size: int) -> dict[str, int]:
    """The calls that each thing takes that is done with a graph."""
    root = shape(size)
    graph = graph_of(root)
    values = [graph.nodes[leaf].data for leaf in graph.leaves]
    numbers = compile_graph(graph).run(values)
    traced = trace(graph, numbers)
    again = graph_of(root)  # what is kept for each graph is not kept for this one
    return {
        "graph_of": calls(lambda: graph_of(root)),
        "compile_graph": calls(lambda: compile_graph(graph).run(values)),
        "find": calls(lambda: find(again, numbers)),
        "trace": calls(lambda: trace(graph, numbers)),
        "check": calls(lambda: check(traced)),
        "expand": calls(lambda: graph_of(expand(root).root)),
        "starts": calls(lambda: starts(graph, {})),
        "backward": calls(root.backward),
    }


@pytest.mark.parametrize("shape", SHAPES)
def test_calls(shape: Callable[[int], Value]) -> None:
    work_on(shape, SIZE)
    once, twice = work_on(shape, SIZE), work_on(shape, 2 * SIZE)
    assert compile_graph(graph_of(shape(SIZE))).plan == compile_graph(graph_of(shape(2 * SIZE))).plan
    assert {name: twice[name] / once[name] for name in once if twice[name] >= MOST * once[name]} == {}


class Counted(np.ndarray[Any, Any]):
    """An array that counts how many numbers numpy's functions are asked about, which no profiler sees."""

    touched = 0

    def __array_ufunc__(self, ufunc: np.ufunc, method: str, *inputs: Any, **given: Any) -> Any:
        Counted.touched += max(map(np.size, inputs))
        return getattr(ufunc, method)(*map(np.asarray, inputs), **given)


def _touched(graph: Graph) -> int:
    grouping = Grouping(graph)
    grouping._count = grouping._count.view(Counted)
    Counted.touched = 0
    _, turns = grouping.arrivals(np.array(graph.leaves))
    assert sum(map(len, turns)) == sum(graph.nodes[edge.child].kind == "leaf" for edge in graph.edges)
    return Counted.touched


def test_arrows_come_in_turns_without_asking_all_receivers_at_each() -> None:
    once, twice = (_touched(graph_of(leaves(size))) for size in (SIZE, 2 * SIZE))
    assert 0 < twice < MOST * once


class Whole(int):
    """A number that counts how often it is compared."""

    compared = 0

    def __eq__(self, other: object) -> bool:
        Whole.compared += 1
        return int(self) == other

    def __hash__(self) -> int:
        return int(self)


@pytest.mark.parametrize(
    ("counts", "few"),
    [([3, 0], 0), ([1000, 1, 1, 1, 0], 1), ([2] * 50 + [1] * 50 + [0], 2), ([5, 4, 3, 2, 1, 0], 0)],
)
def test_how_many_are_added_up_on_their_own(counts: list[int], few: int) -> None:
    assert on_their_own(counts) == few


def test_to_find_that_number_takes_one_look_at_each_turn() -> None:
    def compared(turns: int) -> int:
        Whole.compared = 0
        on_their_own([Whole(count) for count in [2] * turns + [1] * turns + [0]])
        return Whole.compared

    assert 0 < compared(2_000) < MOST * compared(1_000)
