"""The schedule: which nodes of a graph can be computed together, and how they stand side by side."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from backpulse.engine.op import Param

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from backpulse.engine.graph import Graph

    Ids = NDArray[np.intp]

Schedule = dict[tuple[int, str, Param | None], list[int]]
"""By level, op and parameter, the nodes that could be computed together, ascending.

A level is the longest way up from a leaf or constant: all inputs are in lower levels. Leaves and constants
are at level 0, their op "".
"""


def schedule(graph: Graph) -> Schedule:
    """The schedule of a graph, in one pass over its nodes."""
    level = [0] * len(graph.nodes)
    result: Schedule = {}
    for node, _, op, param, _, inputs, _ in graph.nodes:
        at = level[node] = 1 + max([level[child] for child in inputs]) if op else 0
        result.setdefault((at, op, param), []).append(node)
    return result


@dataclass(frozen=True, slots=True)
class Group:
    """Nodes of one level with the same op, parameters and constant slots; leaves and constants have op ""."""

    level: int
    op: str
    param: Param | None
    carries: tuple[bool, ...]
    """Per slot, whether its arrows carry a gradient (the inputs there are no constants)."""
    nodes: Ids
    inputs: tuple[Ids, ...]
    """Per slot, the inputs of the nodes."""
    edges: tuple[Ids, ...]
    """Per slot, the edges of the nodes."""


class Grouping:
    """A graph's nodes in groups."""

    def __init__(self, graph: Graph, schedule: Schedule) -> None:
        import numpy as np

        self._np = np
        nodes, edges = graph.nodes, graph.edges
        self.constant = np.array([node.kind == "const" for node in nodes])
        child = np.array([edge.child for edge in edges], np.intp)
        parent = np.array([edge.parent for edge in edges], np.intp)
        slot = np.array([edge.slot for edge in edges], np.intp)
        carrying = np.flatnonzero(~self.constant[child]) if edges else child
        # Arrows by receiver, each receiver's in the order of the backward pass: parents descending, slots
        # ascending.
        self._arrows = carrying[np.lexsort((slot[carrying], -parent[carrying], child[carrying]))]
        self._count = np.bincount(child[carrying], minlength=len(nodes))
        self._first = np.cumsum(self._count) - self._count
        self.groups = self._groups(graph, schedule, child)

    def _groups(self, graph: Graph, schedule: Schedule, child: Ids) -> list[Group]:
        np, nodes = self._np, graph.nodes
        members: dict[tuple[int, str, Param | None, tuple[bool, ...], str], list[int]] = {}
        sends, carrying = graph.sends, graph.carries
        for key, ids in schedule.items():
            for node in ids:
                slots = tuple([carrying[edge.id] for edge in sends[node]])
                members.setdefault((*key, slots, nodes[node].kind), []).append(node)
        first_edge = np.array([sends[0].id if sends else 0 for sends in graph.sends], np.intp)
        keys = sorted(members, key=lambda key: (key[0], key[1], str(key[2:])))
        use = np.zeros(len(nodes), np.int64)
        groups = []
        for index in reversed(range(len(keys))):
            ids = np.array(members[keys[index]], np.intp)
            # Side by side: those with many arrows to receive, then as the first group that uses them has
            # them.
            ids = ids[np.lexsort((use[ids], -self._count[ids]))]
            arity = len(keys[index][3])
            edges = tuple(first_edge[ids] + slot for slot in range(arity))
            inputs = tuple(child[edge] for edge in edges)
            for slot in reversed(range(arity)):
                rank = (2 * index + slot) * len(nodes) + np.arange(len(ids))
                use[inputs[slot][::-1]] = rank[::-1]  # the first use of a repeated input is written last
            level_, op, param, carries, _ = keys[index]
            groups.append(Group(level_, op, param, carries, ids, inputs, edges))
        return groups[::-1]

    def arrivals(self, nodes: Ids) -> tuple[Ids, list[Ids]]:
        """Those of `nodes` that receive gradients, by how many arrows, most first; and their arrows by turns.

        The first turn has one arrow for each receiver, the next one for each that has a second, and so on:
        turn `k` belongs to the first `len(turns[k])` receivers.
        """
        np = self._np
        nodes = nodes[~self.constant[nodes] & (self._count[nodes] > 0)]
        nodes = nodes[np.argsort(-self._count[nodes], kind="stable")]
        counts, firsts = self._count[nodes], self._first[nodes]
        turns = np.arange(counts[0] if len(nodes) else 0)
        widths = np.searchsorted(-counts, -turns).tolist()  # how many receivers have an arrow in each turn
        return nodes, [self._arrows[firsts[:width] + turn] for turn, width in enumerate(widths)]
