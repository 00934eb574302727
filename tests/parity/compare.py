"""When two figures of the same program agree: to 1e-12, or as far as its digits are determined at all."""

from __future__ import annotations

import math
import random

from backpulse.engine import Graph, compile_graph
from backpulse.engine.rules import RULES

TOLERANCE = 1e-12


def figures(graph: Graph) -> list[float]:
    """Ours: the root's value, then each leaf's gradient."""
    numbers = compile_graph(graph).run([graph.nodes[leaf].data for leaf in graph.leaves])
    return [numbers.values[graph.root], *(numbers.grads[leaf] for leaf in graph.leaves)]


def close(x: float, y: float) -> bool:
    """Equal to 1e-12 of the larger; infinities and nan equal to themselves only."""
    return (
        x == y or (x != x and y != y) or (math.isfinite(x) and abs(x - y) <= TOLERANCE * max(abs(x), abs(y)))
    )


def undetermined(graph: Graph, mine: list[float], theirs: list[float], runs: int = 16) -> bool:
    """Whether figures that are not close differ by no more than rounding can make of them.

    The program is run again with the last bits of every number on the way nudged at random (two machines
    need not round exp or a sum alike). Where terms cancel, or 1 - y² is taken near y = 1, such nudges move
    the result by more than 1e-12 of itself: a difference of up to four times that spread is nobody's
    mistake.
    """
    rng = random.Random(0)
    nudged = [_nudged(graph, rng) for _ in range(runs)]
    for k, (x, y) in enumerate(zip(mine, theirs, strict=True)):
        if not close(x, y):
            seen = [x, *(run[k] for run in nudged)]
            if not (math.isfinite(y) and all(map(math.isfinite, seen))):
                return False
            if abs(x - y) > 4 * (max(seen) - min(seen)):
                return False
    return True


def _nudged(graph: Graph, rng: random.Random) -> list[float]:
    def nudge(x: float) -> float:
        return math.nextafter(x, rng.choice((math.inf, -math.inf))) if math.isfinite(x) and x else x

    values = [node.data for node in graph.nodes]
    grads = [0.0] * len(values)
    grads[graph.root] = 1.0
    for node in graph.nodes:
        if node.op:
            a, b = values[node.inputs[0]], values[node.inputs[-1]]
            values[node.id] = nudge(RULES[node.op].forward(a, b, node.param or 0.0))
    for node in reversed(graph.nodes):
        for edge in graph.sends[node.id]:
            rule, n = RULES[node.op], node.param or 0.0
            a, b = values[node.inputs[0]], values[node.inputs[-1]]
            local = nudge(rule.partials[edge.slot](a, b, n, values[node.id]))
            grads[edge.child] += nudge(rule.contribution(grads[node.id], local, n))
    return [values[graph.root], *(grads[leaf] for leaf in graph.leaves)]
