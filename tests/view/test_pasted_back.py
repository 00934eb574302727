"""Exported programs, pasted: each gives the values, the gradients and the graph that it came from."""

from __future__ import annotations

import math

import pytest
from tests.view.exported import pictures

from backpulse.engine import Value, graph_of
from backpulse.engine.order import forward_order
from backpulse.parser import parse
from backpulse.view.exports import FORMATS, Snapshot

SHARED = ("README opened", "tanh from exp opened")
"""Constants that several ops share have names in programs, and a number with a name is a leaf."""


def named(snapshot: Snapshot) -> dict[str, tuple[float, float]]:
    """The leaves that go by a name in the program, with values and gradients."""
    nodes, numbers = snapshot.graph.nodes, snapshot.numbers
    return {nodes[i].label: (numbers.values[i], numbers.grads[i]) for i in snapshot.graph.leaves}


def same(a: float, b: float) -> bool:
    return math.isclose(a, b, rel_tol=1e-9, abs_tol=1e-12) or (math.isnan(a) and math.isnan(b))


def structure(root: Value) -> list[tuple[str, str | None, tuple[int, ...]]]:
    return [(node.kind, node.op, node.inputs) for node in graph_of(root).nodes]


@pytest.mark.parametrize("library", ["python", "torch", "micrograd", "straight"])
def test_a_program_pasted_back_is_the_graph_it_came_from(library: str) -> None:
    tried = 0
    for name, snapshot in pictures():
        if name == "hostile labels" or not snapshot.graph.leaves or name.endswith(SHARED):
            continue  # labels that cannot be names come back as the names they got
        if library == "straight" and name == "silu at (-800.0,)":
            continue  # opened, as by hand, it is 0 * inf far out
        if library == "straight" and name.startswith("frozen"):
            continue  # by hand it is its number alone
        parsed = parse(FORMATS[library].write(snapshot))
        for value in forward_order(parsed.root):
            value.grad = 0.0
        parsed.root.backward()
        assert same(parsed.root.data, snapshot.numbers.values[snapshot.graph.root]), name
        expected = named(snapshot)
        got = {label: (leaf.data, leaf.grad) for label, leaf in parsed.leaves.items()}
        # micrograd has no constants: each number of it that stands in the text is a leaf.
        assert expected.keys() <= got.keys() if library == "micrograd" else list(expected) == list(got), name
        for label, numbers in expected.items():
            assert all(map(same, numbers, got[label])), (name, label)
        if library == "python":
            nodes = [(node.kind, node.op, node.inputs) for node in snapshot.graph.nodes]
            assert structure(parsed.root) == nodes, name
        tried += 1
    assert tried > 300
