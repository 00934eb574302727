"""Findings of long records, which numpy looks for: the same as those of short ones."""

import math
import random
from array import array
from collections.abc import Callable

import pytest
from tests.counting import calls
from tests.engine.test_findings import SMALLEST, V
from tests.parity.programs import build, random_program

from backpulse.engine import Graph, Numbers, Value, compile_graph, graph_of
from backpulse.engine import findings as module
from backpulse.engine.findings import KINDS, find_kinds, finder


def as_long(numbers: Numbers) -> Numbers:
    """The numbers as those of a long record come: all questions are asked by numpy."""
    return Numbers(*(memoryview(array("d", row)) for row in numbers))


def both_ways(graph: Graph, leaf_values: list[float]) -> set[tuple[int, int]]:
    """What is found, after the same was found in a record, and in a long one."""
    numbers = compile_graph(graph).run(leaf_values)
    found = find_kinds(graph, numbers)
    assert finder(graph)(tuple(number for row in numbers for number in row)) == found
    assert find_kinds(graph, as_long(numbers)) == found
    return found


@pytest.mark.parametrize("build_root", [root for _, _, root in SMALLEST])
def test_a_long_record_has_the_same_smallest(build_root: Callable[[], Value]) -> None:
    graph = graph_of(build_root())
    assert both_ways(graph, [graph.nodes[leaf].data for leaf in graph.leaves])


def test_a_long_record_has_the_same_of_any_program() -> None:
    rng = random.Random(0)
    kinds: set[int] = set()
    for seed in range(400):
        graph = graph_of(build(random_program(seed, max_ops=30)))
        for scale in (1.0, 30.0, 1e-150):
            values = [rng.choice((0.0, 1.0, rng.uniform(-scale, scale))) for _ in graph.leaves]
            kinds |= {kind for _, kind in both_ways(graph, values)}
    assert len(kinds) > len(KINDS) / 2


def test_a_long_calm_record_is_not_taken_apart(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*arguments: object) -> None:
        raise AssertionError(arguments)

    monkeypatch.setattr(module, "_vanishing", refuse)
    a, b = V(0.0), V(3.0)
    graph = graph_of(a.relu() + (b * 1e-200) * 1e-200 + b.max(V(3.0)) + V(20.0).tanh())
    found = find_kinds(graph, as_long(compile_graph(graph).run([0.0, 3.0, 3.0, 20.0])))
    codes = list(KINDS)
    assert sorted(codes[kind] for _, kind in found) == ["kink", "tie", "vanishing", "vanishing"]


def test_a_large_graphs_findings() -> None:
    leaves = [V(float(k)) for k in range(100)]
    total = V(0.0)
    for one in leaves:
        total = total + one.relu() * 0.5
    graph = graph_of(total)
    program = compile_graph(graph)
    values = [graph.nodes[leaf].data for leaf in graph.leaves]
    record = program.record(values)
    assert isinstance(record, memoryview)
    ((node, kind),) = find_kinds(graph, Numbers.of(record, graph))
    assert (graph.nodes[node].op, list(KINDS)[kind]) == ("relu", "kink")
    # The work is the same however many nodes are asked.
    double = graph_of(total * 1.0 + sum(V(1.0 + one.data).relu() for one in leaves))
    numbers = compile_graph(double).run([double.nodes[leaf].data for leaf in double.leaves])
    once = calls(lambda: find_kinds(graph, Numbers.of(record, graph)))
    find_kinds(double, as_long(numbers))
    assert calls(lambda: find_kinds(double, as_long(numbers))) <= once + 40
    values[graph.leaves.index(graph.nodes[node].inputs[0])] = math.nan
    assert find_kinds(graph, Numbers.of(program.record(values), graph)) == set()
