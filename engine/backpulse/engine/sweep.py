"""The response curve: the root at many positions of one leaf, all positions in each call of numpy.

Made for a curve beside a leaf's slider, which no page draws yet; the benchmarks measure it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from backpulse.engine.formula import arrays, function
from backpulse.engine.graph import Graph
from backpulse.engine.ops import OPS
from backpulse.engine.rules import RULES

_AT_ONCE = 4_000_000
"""Numbers held at a time: 32 MB."""


def sweep(
    graph: Graph, leaf_index: int, positions: Sequence[float], leaf_values: Sequence[float]
) -> list[float]:
    """The root's value at each of `positions` of leaf number `leaf_index`, the others at `leaf_values`.

    Only what depends on that leaf is computed for each position. IndexError for a leaf that is not there,
    ValueError for a wrong number of values.
    """
    import numpy as np

    leaf = graph.leaves[leaf_index]
    values: list[Any] = [node.data for node in graph.nodes]
    for other, value in zip(graph.leaves, leaf_values, strict=True):
        values[other] = value
    moving = {leaf}
    calls = []
    for node in graph.nodes:
        if node.op:
            a, b = node.inputs[0], node.inputs[-1]
            if a in moving or b in moving:
                moving.add(node.id)
                forward = function(OPS[node.op].forward, ("a", "b"), arrays(), node.param)
                calls.append((node.id, forward, a, b))
            else:
                values[node.id] = RULES[node.op].forward(values[a], values[b], node.param or 0.0)
    whole = np.asarray(positions, dtype=np.float64)
    part = max(1, _AT_ONCE // len(graph.nodes))
    curve: list[float] = []
    with np.errstate(all="ignore"):
        for start in range(0, len(whole), part):
            values[leaf] = whole[start : start + part]
            for node_id, forward, a, b in calls:
                values[node_id] = forward(values[a], values[b])
            curve += np.broadcast_to(values[graph.root], values[leaf].shape).tolist()
    return curve
