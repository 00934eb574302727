"""Coordinate assignment for full cards: ops between their inputs, chains as stairs, so that labels fit."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.isotonic import isotonic_places
from backpulse.view.layout.sizes import (
    BOW,
    BOX_CLEAR,
    FOREIGN_CLEAR,
    LANE_CLEAR,
    PILL_H,
    ROW,
    TOTAL_GAP,
)
from backpulse.view.structure import arrivals, has_parallel_inputs


@dataclass(frozen=True, slots=True)
class Spacing:
    """Distances across that a layout keeps, in u."""

    row: float
    """Between neighbouring leaves."""
    stair: float
    """From a node to an op that has no other input to stand between; 0 on a phone."""
    label: float
    """A label's size across."""
    reserve: float
    """How much of a label's room to keep free beside an op, 0 to 1."""
    pull: float = 0.0
    """How far ops are drawn to the middle of the leaves, 0 to 1, which leaves room outside."""


def unary_chains(geometry: Geometry) -> list[list[int]]:
    """Chains of ops with one input each, outermost first: each is one flight of stairs, up or down."""
    graph = geometry.graph
    runs: dict[int, list[int]] = {}
    for node in graph.nodes:
        if node.kind != "op" or len(node.inputs) != 1:
            continue
        run = runs.pop(node.inputs[0], [])
        run.append(node.id)
        runs[node.id] = run
    return list(runs.values())


def assign_full_coordinates(geometry: Geometry, spacing: Spacing, down: dict[int, bool]) -> None:
    """Fills `geometry.across`; `down` says for each op with one input on which side of it the op stands."""
    layers = geometry.layers
    geometry.across = [0.0] * len(layers.rank)
    margins = [(0.0, 0.0)] * layers.nodes
    for r, layer in enumerate(layers.layers):
        wishes = [_wish(geometry, item, spacing, down) if r else 0.0 for item in layer]
        wishes = [
            wish if item >= layers.nodes else wish * (1 - spacing.pull)
            for item, wish in zip(layer, wishes, strict=True)
        ]
        _beside(geometry, layer, wishes, spacing)
        for item, wish in zip(layer, wishes, strict=True):
            if item < layers.nodes:
                margins[item] = _margins(geometry, item, wish, spacing)
        gaps = [_gap(geometry, a, b, margins, spacing) for a, b in pairwise(layer)]
        if r == 0:
            wishes = [0.0, *accumulate(gaps)]
            wishes = [wish - wishes[-1] / 2 for wish in wishes]
        weights = [
            0.3 if item < layers.nodes and geometry.graph.nodes[item].kind == "const" else 1.0
            for item in layer
        ]
        for item, place in zip(layer, isotonic_places(wishes, weights, gaps), strict=True):
            geometry.across[item] = place
    geometry.margins = [
        margins[node.id] if _bows(geometry, node.id) else _pockets(geometry, node.id, spacing)
        for node in geometry.graph.nodes
    ]


def _wish(geometry: Geometry, item: int, spacing: Spacing, down: dict[int, bool]) -> float:
    """Between the inputs, or a stair away from the only one."""
    graph, layers, across = geometry.graph, geometry.layers, geometry.across
    before = [other for other, _ in layers.ups[item]]
    if item >= layers.nodes:
        return across[before[0]]
    carrying = [other for other in before if other >= layers.nodes or graph.nodes[other].kind != "const"]
    if not carrying:
        return sum(across[other] for other in before) / len(before) if before else 0.0
    mean = sum(across[other] for other in carrying) / len(carrying)
    if len(carrying) > 1:
        return mean
    if len(before) > 1:
        fixed = next(other for other in before if other != carrying[0])
        # Toward the constant, nearly as far as that had to stand.
        step = max(spacing.stair, min(1.5 * spacing.stair, abs(across[fixed] - mean)))
        return mean + (step if layers.place[fixed] > layers.place[carrying[0]] else -step)
    return mean + (spacing.stair if down.get(item, True) else -spacing.stair)


def _beside(geometry: Geometry, layer: list[int], wishes: list[float], spacing: Spacing) -> None:
    """Constants wish to stand next to their neighbour that goes to the same op."""
    graph, layers = geometry.graph, geometry.layers
    for index, item in enumerate(layer):
        if item >= layers.nodes or graph.nodes[item].kind != "const":
            continue
        targets = {parent for parent, _ in layers.downs[item]}
        for other in (index - 1, index + 1):
            if 0 <= other < len(layer) and targets & {parent for parent, _ in layers.downs[layer[other]]}:
                wishes[index] = wishes[other] + (index - other) * max(spacing.stair, 0.5)


def _margins(geometry: Geometry, node: int, wish: float, spacing: Spacing) -> tuple[float, float]:
    """What must stay free before and after a card, besides the usual air: labels, bows, its total."""
    graph, layers = geometry.graph, geometry.layers
    total = TOTAL_GAP + PILL_H if arrivals(graph)[node] > 1 and geometry.flow == "right" else 0.0
    half = geometry.wide[node] / 2
    if _bows(geometry, node):
        bow = BOW + LANE_CLEAR + spacing.label - half
        # The lower bow's label passes below the totals.
        return bow, max(bow, total + BOX_CLEAR + spacing.label if total else 0.0)
    before = after = 0.0
    for other, _ in layers.ups[node]:
        if other >= layers.nodes or graph.nodes[other].kind == "const":
            continue
        # The label stands past the card's edge, and past its route, which there has come most of its way.
        way = geometry.across[other] - wish
        past = max(BOX_CLEAR, 0.85 * min(abs(way), 0.8 * ROW) + LANE_CLEAR - half)
        if way < 0:
            before = spacing.reserve * (past + spacing.label)
        elif way > 0:
            after = spacing.reserve * (past + spacing.label)
    return before, after + total


def _bows(geometry: Geometry, node: int) -> bool:
    """Whether parallel arrows arrive at or leave from a node."""
    graph = geometry.graph
    return has_parallel_inputs(graph, node) or any(
        has_parallel_inputs(graph, edge.parent) for edge in graph.edges if edge.child == node
    )


def _pockets(geometry: Geometry, node: int, spacing: Spacing) -> tuple[float, float]:
    """What long edges leave free around a card: its labels, which in close columns stand farther out."""
    layers, graph = geometry.layers, geometry.graph
    r = layers.rank[node]
    before = after = 0.0
    half = geometry.wide[node] / 2
    close = r > 0 and geometry.right[r] - geometry.right[r - 1] < 2 * (geometry.overhang + LANE_CLEAR)
    for other, _ in layers.ups[node]:
        if other >= layers.nodes or graph.nodes[other].kind == "const" or not spacing.reserve:
            continue
        way = geometry.across[other] - geometry.across[node]
        past = max(BOX_CLEAR, abs(way) + LANE_CLEAR - half) if close else 0.0
        if way < 0:
            before = past + spacing.label + BOX_CLEAR
        elif way > 0:
            after = past + spacing.label + BOX_CLEAR
    return before, after


def _gap(geometry: Geometry, a: int, b: int, margins: list[tuple[float, float]], spacing: Spacing) -> float:
    """The least distance between the centres of two neighbours in a rank."""
    nodes = geometry.layers.nodes
    if a >= nodes and b >= nodes:
        return 0.5
    if a >= nodes:
        return geometry.wide[b] / 2 + FOREIGN_CLEAR + margins[b][0]
    if b >= nodes:
        return geometry.wide[a] / 2 + FOREIGN_CLEAR + margins[a][1]
    kinds = {geometry.graph.nodes[a].kind, geometry.graph.nodes[b].kind}
    least = (geometry.wide[a] + geometry.wide[b]) / 2 + 2 * BOX_CLEAR + margins[a][1] + margins[b][0]
    return max(least, spacing.row) if kinds == {"leaf"} else least
