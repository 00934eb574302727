"""Programs that go to another process: the same bits there as here."""

import functools
import math
import pickle
import struct
from collections.abc import Sequence

import pytest

from backpulse.engine import Value, compile_graph, graph_of


@pytest.mark.parametrize("plan", ["straight", "levels", "pieces"])
def test_a_program_can_be_pickled(plan: str) -> None:
    """It answers the same bits in another process, on the number line and off it."""
    a, b = Value(1.5), Value(-0.5)
    root = {
        "straight": (a * b + 2) / a - b.exp(),
        "levels": functools.reduce(
            lambda total, wide: total * wide, [sum((a * i for i in range(9)), b) for _ in range(99)]
        ),
        "pieces": functools.reduce(lambda total, _: total * a + b, range(1_000), a),
    }[plan]
    program = compile_graph(graph_of(root))
    assert program.plan == plan
    again = pickle.loads(pickle.dumps(program))
    assert again.graph.values == [], "the Values stay behind"
    for values in ([1.5, -0.5], [0.0, 1.0], [math.inf, 1e300]):
        assert pack(again.record(values)) == pack(program.record(values))


def pack(record: Sequence[float]) -> bytes:
    return struct.pack(f"{len(record)}d", *record)
