"""Which rank each node stands in: leaves first, every op after all its inputs, the root last."""

from __future__ import annotations

from backpulse.engine.graph import Graph


def ranks_of(graph: Graph) -> list[int]:
    """Rank per node id, from 0; constants stand one rank before their first consumer.

    Ops stand as early as they can, except where standing late makes no edge longer: then near their consumer.
    """
    nodes = graph.nodes
    consumers: list[list[int]] = [[] for _ in nodes]
    rank = [0] * len(nodes)
    for node in nodes:
        for child in node.inputs:
            consumers[child].append(node.id)
        if node.kind == "op":
            rank[node.id] = 1 + max((rank[i] for i in node.inputs if nodes[i].kind != "const"), default=0)
    for node in reversed(nodes):
        if node.kind == "leaf" or not consumers[node.id]:
            continue
        latest = min(rank[parent] for parent in consumers[node.id]) - 1
        carrying = [child for child in node.inputs if nodes[child].kind != "const"]
        bowed = len(carrying) == 2 and carrying[0] == carrying[1]
        if node.kind == "const" or (len(consumers[node.id]) >= len(carrying) and not bowed):
            rank[node.id] = latest
    return rank
