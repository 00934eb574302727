"""The tape plan: a loop over the nodes by the compiled rules, in IEEE 754's arithmetic, for any numbers."""

from __future__ import annotations

from collections.abc import Sequence

from backpulse.engine.graph import Graph
from backpulse.engine.plan import Record, Recorder
from backpulse.engine.rules import RULES


def tape(graph: Graph) -> Recorder:
    """It never raises for a float; ValueError for a wrong number of them."""
    nodes, leaves, root = graph.nodes, graph.leaves, graph.root
    start = [node.data for node in nodes]
    entries = []
    for node in nodes:
        if node.kind == "op":
            rule = RULES[node.op]
            n = 0.0 if node.param is None else node.param
            arrows = [
                (edge.id, edge.child, rule.partials[edge.slot]) for edge in graph.sends_gradient(node.id)
            ]
            entries.append(
                (node.id, node.inputs[0], node.inputs[-1], n, rule.forward, rule.contribution, arrows)
            )
    root_gradient = 0.0 if nodes[root].kind == "const" else 1.0
    edges = len(graph.edges)

    def record(leaf_values: Sequence[float]) -> Record:
        if len(leaf_values) != len(leaves):
            raise ValueError(f"{len(leaves)} leaves need as many values, not {len(leaf_values)}")
        values = start.copy()
        for leaf, value in zip(leaves, leaf_values, strict=True):
            values[leaf] = value
        for node, a, b, n, forward, _, _ in entries:
            values[node] = forward(values[a], values[b], n)
        grads = [0.0] * len(values)
        grads[root] = root_gradient
        locals_, contributions, totals = [0.0] * edges, [0.0] * edges, [0.0] * edges
        for node, a, b, n, _, contribution, arrows in reversed(entries):
            for edge, child, partial in arrows:
                local = locals_[edge] = partial(values[a], values[b], n, values[node])
                sent = contributions[edge] = contribution(grads[node], local, n)
                totals[edge] = grads[child] = grads[child] + sent
        return [*values, *grads, *locals_, *contributions, *totals]

    return record
