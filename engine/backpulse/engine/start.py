"""Starting values for leaves that have none: simple numbers at which nothing leaves the number line."""

from __future__ import annotations

import math
from collections.abc import Mapping
from itertools import cycle, islice

from backpulse.engine.findings import find_kinds
from backpulse.engine.graph import Graph
from backpulse.engine.program import compile_graph

# Tried in turn, each repeated over the leaves without a value.
_TRIES: tuple[tuple[float, ...], ...] = (
    (2, -3, 10, -2, 1, 3, -1, 4, 0.5),
    (2, 3, 10, 1, 4, 5, 0.5),
    (0.5, 0.25, 0.75, 0.1, 0.9),
    (-2, -3, -10, -1, -4, -0.5),
    (1, 3, 2, 5, 4),
    (-0.5, -0.25, -0.75, -0.1),
    (0.5, -0.25, 0.75, -0.1),
    (0.01, 0.02, 0.03, 0.05),
    (100, 200, 50, 300),
)


def starts(graph: Graph, given: Mapping[str, float]) -> dict[str, float]:
    """A value for the name of every leaf that is not in `given`.

    The first try at which every number is finite and nothing is found, else the first with every value
    finite, else the first. Leaves are told apart by label; those without one keep the value they have.
    """
    names = [graph.nodes[leaf].label for leaf in graph.leaves]
    open_names = [name for name in dict.fromkeys(names) if name and name not in given]
    if not open_names:
        return {}
    program = compile_graph(graph)
    finite: dict[str, float] | None = None
    for numbers in _TRIES:
        tried = dict(zip(open_names, map(float, islice(cycle(numbers), len(open_names))), strict=True))
        chosen = {**given, **tried}
        result = program.run(
            [chosen.get(graph.nodes[leaf].label, graph.nodes[leaf].data) for leaf in graph.leaves]
        )
        if not find_kinds(graph, result) and all(map(math.isfinite, result.values)):
            return tried
        if finite is None and all(map(math.isfinite, result.values)):
            finite = tried
    return finite or dict(zip(open_names, map(float, islice(cycle(_TRIES[0]), len(open_names))), strict=True))
