"""Forward mode: the derivative of every node by one leaf, from the same partials as the backward pass.

Its caller is `gradcheck`, which holds the backward pass to it. A lesson can show it: why reverse mode serves
many leaves.
"""

from __future__ import annotations

from collections.abc import Sequence

from backpulse.engine.graph import Graph
from backpulse.engine.rules import RULES


def tangents(graph: Graph, values: Sequence[float], leaf: int) -> list[float | None]:
    """Per node its derivative by node `leaf`, None where it does not depend on it.

    `values` are the nodes' values, as a program gives them. An input's tangent adds tangent x local to its
    op's, by the row's `contribution`, so a shut gate passes exactly 0 in this direction too.
    """
    result: list[float | None] = [None] * len(graph.nodes)
    result[leaf] = 1.0
    for node in graph.nodes:
        if not node.op:
            continue
        a, b, n = values[node.inputs[0]], values[node.inputs[-1]], node.param or 0.0
        rule = RULES[node.op]
        for child, partial in zip(node.inputs, rule.partials, strict=True):
            tangent = result[child]
            if tangent is not None:
                added = rule.contribution(tangent, partial(a, b, n, values[node.id]), n)
                result[node.id] = (result[node.id] or 0.0) + added
    return result
