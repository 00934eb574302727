"""A graph as data, as `POST /api/graphs` takes it: plain objects and numbers, never code."""

from __future__ import annotations

from math import isfinite
from typing import Any

from backpulse.engine import Value, graph_of
from backpulse.engine.defining import portable
from backpulse.engine.graph import Node
from backpulse.engine.op import constants_of


def graph_as_data(root: Value) -> dict[str, Any]:
    """The graph below `root`, its nodes in forward order. Infinities and nan are texts: JSON has no words."""
    graph = graph_of(portable(root))
    return {"nodes": [_node(node) for node in graph.nodes], "root": graph.root}


def _node(node: Node) -> dict[str, Any]:
    data: dict[str, Any] = {"kind": node.kind}
    if node.label:
        data["label"] = node.label
    if node.kind == "op":
        data["op"] = node.op
        data["inputs"] = list(node.inputs)
    else:
        data["data"] = _number(node.data)
    if node.param is not None:
        numbers = [_number(number) for number in constants_of(node.param)]
        data["param"] = numbers if isinstance(node.param, tuple) else numbers[0]
    return data


def _number(number: float) -> float | str:
    if isfinite(number):
        return number
    return "NaN" if number != number else "Infinity" if number > 0 else "-Infinity"
