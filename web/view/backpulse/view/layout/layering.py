"""Layering: the rank of each node, and a dummy node in every rank that a longer edge passes through.

Leaves are in the first rank, every op after all its inputs, the root in the last.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise

from backpulse.engine.graph import Graph

DUMMIES, DUMMIES_PER_NODE = 1500, 3
MANY = 1200
"""Nodes and dummy nodes from which on time counts more than the last crossing or bend."""


def assign_ranks(graph: Graph) -> list[int]:
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


@dataclass(slots=True)
class Layers:
    """Items are node ids, and after them the dummy nodes of edges that pass through a rank."""

    rank: list[int]
    """By item."""
    chains: list[list[int]]
    """By edge id: the items from its child to its parent."""
    ups: list[list[tuple[int, float]]]
    """By item: where its edges come from, one rank before, with the port's place here (-.5 to .5)."""
    downs: list[list[tuple[int, float]]]
    """By item: where its edges go, one rank later, with the port's place there."""
    layers: list[list[int]] = field(default_factory=list)
    """By rank: its items in order."""
    place: list[int] = field(default_factory=list)
    """By item: its index in its layer."""
    nodes: int = 0

    def arrange(self, layers: list[list[int]]) -> None:
        """Takes an order, and keeps `place` in step with it."""
        self.layers = layers
        for layer in layers:
            for index, item in enumerate(layer):
                self.place[item] = index


def layers_of(graph: Graph, rank: list[int]) -> Layers:
    """Layers in the order of the text: a tree's stand without any crossing."""
    count = len(graph.nodes)
    rank = list(rank)
    source = list(range(count))
    chains: list[list[int]] = []
    longest = _longest(graph, rank, DUMMIES + DUMMIES_PER_NODE * count)
    for edge in graph.edges:
        first, last = rank[edge.child] + 1, rank[edge.parent]
        passed = range(first, last) if last - first <= longest else (first, last - 1)
        chain = [edge.child]
        for r in passed:
            chain.append(len(rank))
            rank.append(r)
            source.append(edge.child)
        chains.append([*chain, edge.parent])
    ups: list[list[tuple[int, float]]] = [[] for _ in rank]
    downs: list[list[tuple[int, float]]] = [[] for _ in rank]
    for edge, chain in zip(graph.edges, chains, strict=True):
        slots = len(graph.nodes[edge.parent].inputs)
        port = (edge.slot + 0.5) / slots - 0.5
        for a, b in pairwise(chain):
            if rank[b] == rank[a] + 1:
                at = port if b == edge.parent else 0.0
                ups[b].append((a, at))
                downs[a].append((b, at))
    made = Layers(rank, chains, ups, downs, nodes=count)
    layers: list[list[int]] = [[] for _ in range(max(rank) + 1)]
    for item in range(len(rank)):
        layers[rank[item]].append(item)
    for layer in layers:
        # Node ids are in depth-first order, so a tree stands without crossings.
        layer.sort(key=lambda item: (source[item], item))
    made.place = [0] * len(rank)
    made.arrange(layers)
    return made


def _longest(graph: Graph, rank: list[int], budget: int) -> int:
    """The longest edge with a dummy node in every rank; longer ones get two, so that time stays linear."""
    spans = sorted(rank[edge.parent] - rank[edge.child] - 1 for edge in graph.edges)
    for index, span in enumerate(spans):
        budget -= span
        if budget < 0:
            return max(4, spans[index - 1] if index else 4)
    return spans[-1] if spans else 0
