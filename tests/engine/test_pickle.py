"""Programs that go to another process: the same bits there as here."""

import functools
import math
import pickle
import struct
from collections.abc import Sequence

import pytest

from backpulse.engine import Value, compile_graph, graph_of


@pytest.mark.parametrize(("shape", "plan"), [("small", "straight"), ("wide", "levels"), ("long", "straight")])
def test_a_program_can_be_pickled(shape: str, plan: str) -> None:
    """It answers the same bits in another process, on the number line and off it."""
    a, b = Value(1.5), Value(-0.5)
    root = {
        "small": (a * b + 2) / a - b.exp(),
        "wide": functools.reduce(
            lambda total, wide: total * wide, [sum((a * i for i in range(9)), b) for _ in range(99)]
        ),
        "long": functools.reduce(lambda total, _: total * a + b, range(1_000), a),
    }[shape]
    program = compile_graph(graph_of(root))
    assert program.plan == plan
    again = pickle.loads(pickle.dumps(program))
    assert again.graph.values == [], "the Values stay behind"
    for values in ([1.5, -0.5], [0.0, 1.0], [math.inf, 1e300]):
        assert pack(again.record(values)) == pack(program.record(values))


def pack(record: Sequence[float]) -> bytes:
    return struct.pack(f"{len(record)}d", *record)
