"""Edge routing: one curve where no card is in between, else a smooth way past the edge's dummy nodes."""

from __future__ import annotations

from bisect import bisect_left
from itertools import pairwise

from backpulse.engine.graph import Edge
from backpulse.view.layout.curves import Curve, Route, Spot
from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.layering import MANY
from backpulse.view.layout.sizes import (
    BOW,
    BOW_HANDLE,
    FOREIGN_CLEAR,
    OWN_PORT,
    SLOT,
    SMALL_GAP,
    SMALL_H,
    SMALL_W,
)
from backpulse.view.structure import has_parallel_inputs

FEW, REACH = 16, 6
"""With more stops than a few, how many of them one curve may pass, so that time stays bounded."""
BEND = 0.02
"""What one more curve costs, beside its steepness."""
LANES_APART = 0.03
"""Lanes between the rows of a folded rank."""
FARTHEST = 6.0
"""No card with its labels reaches farther from its middle than this."""


def routes_of(geometry: Geometry, bow: float = BOW) -> list[Route]:
    """Per edge id."""
    columns = [
        sorted((geometry.across[item], item) for item in layer if item < geometry.layers.nodes)
        for layer in geometry.layers.layers
    ]
    return [_route(geometry, edge, columns, bow) for edge in geometry.graph.edges]


def ends_of(geometry: Geometry, edge: Edge) -> tuple[Spot, Spot]:
    """The child's port and the parent's slot."""
    slots = len(geometry.graph.nodes[edge.parent].inputs)
    apart = has_parallel_inputs(geometry.graph, edge.parent)
    side = (2 * edge.slot - 1) * (OWN_PORT if apart else SLOT) if slots > 1 else 0.0
    child, parent = geometry.box(edge.child), geometry.box(edge.parent)
    start = geometry.across[edge.child] + (side if apart else 0.0)
    return (child[2], start), (parent[0], geometry.across[edge.parent] + side)


def _route(geometry: Geometry, edge: Edge, columns: list[list[tuple[float, int]]], bow: float) -> Route:
    start, end = ends_of(geometry, edge)
    if has_parallel_inputs(geometry.graph, edge.parent):
        side = 1 if edge.slot else -1
        top = (geometry.across[edge.child] + geometry.across[edge.parent]) / 2 + side * bow
        middle = ((start[0] + end[0]) / 2, top)
        return Route((Curve(start, middle, BOW_HANDLE), Curve(middle, end, BOW_HANDLE)))
    leave, enter = _out_of_fold(geometry, edge.child, start), _into_fold(geometry, edge.parent, end)
    stops = _stops(geometry, geometry.layers.chains[edge.id], leave[-1], enter[0])
    if len(geometry.layers.rank) < MANY:
        stops = _smoothest(geometry, stops, columns)
    way = [*leave[:-1], *stops, *enter[1:]]
    # What runs level needs no stops on its way.
    inner = [q for p, q, r in zip(way, way[1:], way[2:], strict=False) if not p[1] == q[1] == r[1]]
    return Route(tuple(Curve(p, q) for p, q in pairwise([way[0], *inner, way[-1]])))


def _stops(geometry: Geometry, chain: list[int], start: Spot, end: Spot) -> list[Spot]:
    """Into and out of each rank that is passed, level there."""
    stops = [start]
    for item in chain[1:-1]:
        r, level = geometry.layers.rank[item], geometry.across[item]
        stops += [(geometry.left[r], level), (geometry.right[r], level)]
    return [*stops, end]


def _smoothest(geometry: Geometry, stops: list[Spot], columns: list[list[tuple[float, int]]]) -> list[Spot]:
    """The stops that make the smoothest way: long curves rather than steep ones, none under a card."""
    last = len(stops) - 1
    if _free(geometry, Curve(stops[0], stops[last]), columns):
        return [stops[0], stops[last]]
    reach = REACH if last > FEW else last
    cost = [0.0, *[float("inf")] * last]
    before = [0] * len(stops)
    for j in range(1, last + 1):
        for i in range(max(0, j - reach), j):
            (a0, b0), (a1, b1) = stops[i], stops[j]
            found = cost[i] + (b1 - b0) ** 2 / (a1 - a0) + BEND
            # Neighbouring stops, and those along one level, are free by their places.
            if found < cost[j] and (j == i + 1 or _free(geometry, Curve(stops[i], stops[j]), columns)):
                cost[j], before[j] = found, i
    way = [last]
    while way[-1]:
        way.append(before[way[-1]])
    return [stops[i] for i in reversed(way)]


def _out_of_fold(geometry: Geometry, node: int, port: Spot) -> list[Spot]:
    """From the port past the later columns of a folded rank, in the channel after the node's row."""
    r, fold = geometry.layers.rank[node], geometry.fold[node]
    if fold == geometry.folds[r] - 1:
        return [port]
    level = geometry.across[node] + _channel(geometry, fold)
    return [port, (port[0] + SMALL_GAP, level), (geometry.right[r], level)]


def _channel(geometry: Geometry, fold: int) -> float:
    """How far from the middle of its row a node's route passes the other nodes of the row."""
    size = SMALL_H if geometry.flow == "right" else SMALL_W
    return size / 2 + 0.2 + LANES_APART * fold


def _into_fold(geometry: Geometry, node: int, slot: Spot) -> list[Spot]:
    """Past the earlier columns of a folded rank to the slot, in the channel before the node's row."""
    r, fold = geometry.layers.rank[node], geometry.fold[node]
    if fold == 0:
        return [slot]
    level = geometry.across[node] - _channel(geometry, fold)
    return [(geometry.left[r], level), (slot[0] - SMALL_GAP, level), slot]


def _free(geometry: Geometry, curve: Curve, columns: list[list[tuple[float, int]]]) -> bool:
    """Whether no card of the ranks between, nor the room kept for its labels, has the curve near it."""
    first, last = (
        bisect_left(geometry.left, curve.start[0] - 1e-9),
        bisect_left(geometry.left, curve.end[0] - 1e-9),
    )
    for r in range(first, last):
        reach = FOREIGN_CLEAR + max(0.0, geometry.overhang - (geometry.right[r] - geometry.left[r]) / 2)
        span = curve.within(geometry.left[r] - reach, geometry.right[r] + reach)
        if span is None:
            continue
        column = columns[r]
        for i in range(bisect_left(column, (span[0] - FARTHEST, -1)), len(column)):
            across, node = column[i]
            half = geometry.wide[node] / 2 + FOREIGN_CLEAR
            before, after = geometry.margins[node]
            if across - half - before < span[1] and across + half + after > span[0]:
                return False
            if across - FARTHEST > span[1]:
                break
    return True
