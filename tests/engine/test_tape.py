"""The tape plan, which stands in for the others off the number line, on the smallest graphs there are."""

import math

import pytest

from backpulse.engine import Value, compile_graph, graph_of
from backpulse.engine.tape import tape


def test_a_constant_root_has_no_gradient() -> None:
    graph = graph_of(Value.const(3.0))
    assert list(tape(graph)([])) == [3.0, 0.0]
    assert compile_graph(graph).run([]).grads == [0.0]


def test_a_leaf_alone_is_its_own_root() -> None:
    assert list(tape(graph_of(Value(3.0)))([5.0])) == [5.0, 1.0]


def test_it_never_raises_and_counts_its_leaves() -> None:
    graph = graph_of(Value(1.0) / Value(1.0))
    values, grads = list(tape(graph)([1.0, 0.0]))[:3], list(tape(graph)([1.0, 0.0]))[3:6]
    assert values == [1.0, 0.0, math.inf]
    assert grads == [math.inf, -math.inf, 1.0]
    with pytest.raises(ValueError, match="2 leaves need as many values, not 1"):
        tape(graph)([1.0])
