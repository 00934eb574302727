"""The lecture's cases: their values and gradients, by the program and by `backward()`."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import pytest

from backpulse.engine import compile_graph, graph_of
from backpulse.parser import parse

CASES: list[dict[str, Any]] = json.loads(
    Path(__file__).with_name("expressions.json").read_text(encoding="utf-8")
)


def same(got: float, expected: float | str) -> bool:
    """Equal to 1e-12 relative; infinities and not-a-number equal to themselves."""
    wanted = float(expected)
    return math.isnan(got) if math.isnan(wanted) else math.isclose(got, wanted, rel_tol=1e-12, abs_tol=0.0)


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_by_the_program(case: dict[str, Any]) -> None:
    parsed = parse(case["source"])
    graph = graph_of(parsed.root)
    names = [graph.nodes[leaf].label for leaf in graph.leaves]
    assert sorted(names) == sorted(parsed.leaves) == sorted(case["values"])
    numbers = compile_graph(graph).run([case["values"][name] for name in names])
    assert same(numbers.values[graph.root], case["value"])
    for name, leaf in zip(names, graph.leaves, strict=True):
        assert same(numbers.grads[leaf], case["grads"][name]), name
    assert len(graph.nodes) == case.get("nodes", len(graph.nodes))
    assert len(graph.edges) == case.get("edges", len(graph.edges))


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["name"])
def test_by_backward(case: dict[str, Any]) -> None:
    starts = "".join(f"{name} = {number}\n" for name, number in case["values"].items())
    parsed = parse(starts + case["source"])
    assert parsed.given == case["values"]
    assert same(parsed.root.data, case["value"])
    parsed.root.backward()
    for name, grad in case["grads"].items():
        assert same(parsed.leaves[name].grad, grad), name
