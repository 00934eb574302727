"""Starting values: simple, the same each time, and where nothing leaves the number line."""

import math

import pytest

from backpulse.engine import Value, compile_graph, graph_of
from backpulse.engine.findings import find
from backpulse.engine.start import starts


def v(label: str, data: float = 0.0) -> Value:
    return Value(data, label=label)


def test_the_default_example_starts_as_in_the_lecture() -> None:
    assert starts(graph_of((v("a") + v("b")) * v("c")), {}) == {"a": 2.0, "b": -3.0, "c": 10.0}


def test_given_values_stay() -> None:
    graph = graph_of((v("a") + v("b")) * v("c"))
    assert starts(graph, {"b": 7.0}) == {"a": 2.0, "c": -3.0}
    assert starts(graph, {"a": 1.0, "b": 2.0, "c": 3.0}) == {}


@pytest.mark.parametrize(
    "root",
    [
        v("a").log() + v("b").sqrt(),
        (1 - v("a") * v("a")).sqrt() * (1 - v("b")).log(),
        (-v("a")).log() + (-v("b")).sqrt(),
        v("a").exp().exp(),
        (v("a") - v("b")).log() * (v("a") - 3 * v("c")).sqrt(),
        1 / (v("a") - 2) + v("b").relu(),
        (v("a") - 2).relu() + v("a").max(v("b") + 5),
        (v("a") - 50).log(),
    ],
)
def test_nothing_is_found_at_the_start(root: Value) -> None:
    graph = graph_of(root)
    start = starts(graph, {})
    numbers = compile_graph(graph).run([start[graph.nodes[leaf].label] for leaf in graph.leaves])
    assert all(map(math.isfinite, numbers.values))
    assert find(graph, numbers) == []


def test_where_nothing_helps_there_is_still_a_start() -> None:
    assert starts(graph_of((v("a") * 0).log()), {}) == {"a": 2.0}
    assert starts(graph_of((v("a") * 0).relu()), {}) == {"a": 2.0}


def test_finite_is_better_than_nothing() -> None:
    kink = (v("b") * 0).relu()
    assert starts(graph_of((-v("a")).log() + kink), {}) == {"a": -2.0, "b": -3.0}
    assert starts(graph_of((v("a") - 5).log() + kink), {}) == {"a": 100.0, "b": 200.0}


def test_many_leaves() -> None:
    total = v("x0")
    for k in range(1, 40):
        total = total + v(f"x{k}")
    assert len(starts(graph_of(total), {})) == 40
