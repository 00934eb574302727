"""Who stands above whom within a rank: layers with way points for long edges, and few crossings."""

from __future__ import annotations

from bisect import bisect_left, insort
from dataclasses import dataclass, field
from itertools import pairwise

from backpulse.engine.graph import Graph

WAYPOINTS, WAYPOINTS_PER_NODE = 1500, 3
SWEEPS, SWEEPS_OF_MANY = 6, 2
MANY = 1200
"""Items from which on time counts more than the last crossing."""
TRANSPOSED_AT_MOST = 160


@dataclass(slots=True)
class Layers:
    """Items are node ids, and after them the way points of edges that pass through a rank."""

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
    longest = _longest(graph, rank, WAYPOINTS + WAYPOINTS_PER_NODE * count)
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
    """The longest edge with a way point in every rank; longer ones get two, so that time stays linear."""
    spans = sorted(rank[edge.parent] - rank[edge.child] - 1 for edge in graph.edges)
    for index, span in enumerate(spans):
        budget -= span
        if budget < 0:
            return max(4, spans[index - 1] if index else 4)
    return spans[-1] if spans else 0


def untangle(made: Layers) -> None:
    """Fewer crossings by barycentres and swaps; the order of the text stays wherever it is as good."""
    best = [list(layer) for layer in made.layers]
    least = crossings(made)
    for sweep in range(SWEEPS if len(made.rank) < MANY else SWEEPS_OF_MANY):
        if least == 0:
            break
        forward = sweep % 2 == 0
        order = range(1, len(best)) if forward else range(len(best) - 2, -1, -1)
        near = made.ups if forward else made.downs
        for r in order:
            _settle(made, r, near, forward)
        if len(made.place) <= TRANSPOSED_AT_MOST:
            _swap(made)
        found = crossings(made)
        if found < least:
            least, best = found, [list(layer) for layer in made.layers]
    made.arrange(best)


def _settle(made: Layers, r: int, near: list[list[tuple[int, float]]], forward: bool) -> None:
    place = made.place
    wish: dict[int, float] = {}
    for index, item in enumerate(made.layers[r]):
        ends = near[item]
        ports = 0.0 if forward else 0.5
        total = sum(place[other] + ports * port for other, port in ends)
        wish[item] = total / len(ends) if ends else float(index)
    made.layers[r].sort(key=lambda item: (wish[item], place[item]))
    for index, item in enumerate(made.layers[r]):
        place[item] = index


def _swap(made: Layers) -> None:
    """Swaps neighbours while that removes crossings."""
    for _ in range(4):
        better = False
        for layer in made.layers:
            for i in range(len(layer) - 1):
                a, b = layer[i], layer[i + 1]
                if _between(made, b, a) < _between(made, a, b):
                    layer[i], layer[i + 1] = b, a
                    made.place[a], made.place[b] = i + 1, i
                    better = True
        if not better:
            return


def _between(made: Layers, above: int, below: int) -> int:
    """Crossings among the edges of two neighbours if they stand in this order."""
    count = 0
    for near in (made.ups, made.downs):
        own = near is made.downs
        for a, pa in near[above]:
            for b, pb in near[below]:
                ka = (made.place[a], pa if own else 0.0)
                kb = (made.place[b], pb if own else 0.0)
                count += ka > kb
    return count


def crossings(made: Layers) -> int:
    """How many pairs of edges cross, ports counted apart."""
    total = 0
    for layer in made.layers[1:]:
        ends = [(made.place[a], made.place[item], port) for item in layer for a, port in made.ups[item]]
        ends.sort()
        seen: list[tuple[int, float]] = []
        for _, b, port in ends:
            key = (b, port)
            total += len(seen) - bisect_left(seen, (b, port + 1e-9))
            insort(seen, key)
    return total
