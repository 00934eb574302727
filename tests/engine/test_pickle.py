"""Programs and Values that go to another process: the same bits there as here."""

import copy
import functools
import math
import multiprocessing
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


@pytest.mark.parametrize("protocol", range(pickle.HIGHEST_PROTOCOL + 1))
def test_a_deep_chain_is_pickled_whole(protocol: int) -> None:
    """No recursion limit is met; what is shared stays shared, also between the values of a list."""
    leaf = root = Value(1.0, label="a")
    for _ in range(100_000):
        root = root + leaf
    root.grad, root.label = 3.0, "end"
    twins = pickle.loads(pickle.dumps({"leaf": leaf, "roots": [root, root, root * 2]}, protocol))
    start, (end, same, double) = twins["leaf"], twins["roots"]
    assert end is same is double.inputs[0]
    assert start is end.inputs[1]
    assert (start.label, end.label, end.data, end.grad, end.op) == ("a", "end", 100_001.0, 3.0, "add")
    end.backward()
    assert (start.grad, leaf.grad) == (100_001.0, 0.0)


def test_constants_and_parameters_are_kept() -> None:
    a = Value(3.0)
    root = a.clamp(-1, 1) + a**2 * 5
    twin = pickle.loads(pickle.dumps(root))
    assert graph_of(twin).nodes == graph_of(root).nodes


def test_python_writes_it_too() -> None:
    """The pickler without C needs more of Python's stack."""
    leaf = root = Value(1.0)
    for _ in range(5_000):
        root = root * leaf
    twin = pickle._loads(pickle._dumps([root, leaf]))  # type: ignore[attr-defined]
    assert twin[0].inputs[1] is twin[1]


class Named(Value):
    """A person's own kind of value, with attributes more."""

    other: Value


def test_a_subclass_keeps_what_is_its_own() -> None:
    """Even what leads back to it."""
    value = Named(2.0)
    value.other = value * value
    twin = pickle.loads(pickle.dumps(value))
    assert type(twin) is Named
    assert twin.other.inputs == (twin, twin)
    shallow = copy.copy(value)
    assert shallow.other is value.other


def test_another_process_takes_a_value_and_gives_it_back() -> None:
    a = Value(3.0, label="a")
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        root, leaf = pool.apply(copy.copy, ([a * a, a],))
    root.backward()
    assert leaf.grad == 6.0
