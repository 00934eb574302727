"""Just beside each finding's condition: where nothing is to be said, and where it still is."""

from collections.abc import Callable
from math import inf

import pytest

from backpulse.engine import Value, compile_graph, graph_of
from backpulse.engine.findings import find

V = Value


def codes(root: Value) -> list[str]:
    graph = graph_of(root)
    numbers = compile_graph(graph).run([graph.nodes[i].data for i in graph.leaves])
    return [finding.code for finding in find(graph, numbers)]


NOTHING: list[Callable[[], Value]] = [
    # Infinity that comes in and goes on is no overflow here.
    *(lambda: V(1.0) + V(inf), lambda: V(inf) + V(1.0), lambda: V(-inf) + V(-inf)),
    *(lambda: V(1.0) - V(inf), lambda: V(inf) - V(1.0), lambda: V(inf) - V(-inf)),
    *(lambda: V(2.0) * V(inf), lambda: V(-inf) * V(2.0), lambda: V(inf) * V(inf)),
    *(lambda: V(inf) / V(2.0), lambda: V(1.0) / V(inf), lambda: V(inf) ** 3, lambda: V(inf) ** -1),
    *(lambda: V(inf).exp(), lambda: V(-inf).exp(), lambda: V(inf).log(), lambda: V(inf).sqrt()),
    *(lambda: V(inf).tanh(), lambda: V(-inf).tanh(), lambda: V(inf).sigmoid(), lambda: V(-inf).sigmoid()),
    *(lambda: V(inf).relu(), lambda: abs(V(-inf)), lambda: V(inf).max(V(-inf)), lambda: V(inf).min(V(1.0))),
    *(lambda: V(3.0) * 1e12, lambda: V(3.0) * -1e12),
    # Numbers that look like a condition's and are not.
    *(lambda: V(0.0) + V(0.0), lambda: V(0.0) * V(0.0), lambda: V(0.0) / V(1.0), lambda: V(1.0) * V(1.0)),
    *(
        lambda: V(0.0) ** 2,
        lambda: V(0.0) ** 1,
        lambda: V(0.0) ** 0,
        lambda: V(-1.0) ** 3,
        lambda: V(1.0) ** 0,
    ),
    *(lambda: V(1e-120) ** 3, lambda: V(-1e-120) ** 3, lambda: V(-1.0) ** -1, lambda: V(1.0) ** 0.5),
    *(lambda: V(1.0).log(), lambda: V(0.25).sqrt(), lambda: V(0.0).exp(), lambda: V(0.0).tanh()),
    *(lambda: V(1.0).relu(), lambda: V(-1.0).relu(), lambda: abs(V(1.0)), lambda: abs(V(-1.0))),
    *(
        lambda: V(1.0).max(V(2.0)),
        lambda: V(2.0).max(V(1.0)),
        lambda: V(1.0).min(V(2.0)),
        lambda: V(9.0).sin(),
    ),
]


@pytest.mark.parametrize("build", NOTHING)
def test_nothing_to_say(build: Callable[[], Value]) -> None:
    assert codes(build()) == []


STILL: list[tuple[str, Callable[[], Value]]] = [
    ("root-of-negative", lambda: V(-0.5).sqrt()),
    ("root-of-negative", lambda: V(-0.5) ** 0.5),
    ("root-of-negative", lambda: V(-0.5) ** 2.5),
    ("log-of-negative", lambda: V(-0.5).log()),
    ("log-of-negative", lambda: V(-inf).log()),
    ("root-of-negative", lambda: V(-inf).sqrt()),
    ("log-of-zero", lambda: V(-0.0).log()),
    ("kink", lambda: V(-0.0).relu()),
    ("tie", lambda: V(-0.0).max(V(0.0))),
    ("tie", lambda: V(inf).min(V(inf))),
    ("overflow", lambda: V(0.5) ** -1100),
    ("overflow", lambda: V(-0.5) ** -1101),
    ("vanishing", lambda: V(-1e-200) ** 3),
    ("vanishing", lambda: V(1e-200) ** 2.75),
    ("infinite-slope", lambda: V(0.0) ** 0.9),
    ("vanishing", lambda: V(-20.0).tanh()),
    ("vanishing", lambda: V(1.0) / V(1e200)),
    ("exploding", lambda: V(3.0) * 10 * 1e12),  # the inner product receives the limit itself
    ("exploding", lambda: V(3.0) * -10 * 1e12),
]


@pytest.mark.parametrize(("code", "build"), STILL)
def test_still_said(code: str, build: Callable[[], Value]) -> None:
    assert code in codes(build())
