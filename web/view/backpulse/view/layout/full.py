"""Layouts of up to a dozen nodes: the roomiest that fits the view with every label in its place."""

from __future__ import annotations

from itertools import product

from backpulse.engine.graph import Graph
from backpulse.view.layout.coordinates_full import Spacing, assign_full_coordinates, unary_chains
from backpulse.view.layout.curves import Box, Route
from backpulse.view.layout.edge_routing import routes_of
from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.label_placement import Labels, place_labels
from backpulse.view.layout.layering import Layers
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import (
    BOX_CLEAR,
    CARD_H,
    GAP,
    LEAST_GAP,
    NARROWEST,
    PHONE_GAP,
    PHONE_PILLS,
    PHONE_ROW,
    PILL_H,
    PILL_LEAST,
    ROW,
    WIDEST,
    Viewport,
    card_size,
    viewport_for,
)
from backpulse.view.structure import arrivals, has_parallel_inputs

BOW_GAP, LEAST_BOW_GAP = 4.4, 1.9
CHAINS_TRIED = 3
LATER = 0.15
"""How much better a room must be than the one before it."""


def lay_out_full(graph: Graph, flow: Flow, layers: Layers) -> tuple[Geometry, list[Route], Labels]:
    """The best of a few arrangements, judged by where their labels can stand and by their extent."""
    viewport = viewport_for(flow, len(layers.layers), len(graph.leaves))
    geometry = _geometry(graph, flow, layers, viewport)
    best: tuple[float, list[float], list[Route], Labels] | None = None
    for tries, (spacing, enough) in enumerate(_spacings(flow, viewport, len(graph.leaves))):
        for down in _chain_directions(geometry, spacing, viewport):
            assign_full_coordinates(geometry, spacing, down)
            routes = routes_of(geometry)
            labels = place_labels(geometry, routes, _bounds(geometry, viewport))
            cost = labels.cost + _excess(geometry, labels, viewport) + LATER * tries
            if best is None or cost < best[0] - 1e-9:
                best = cost, geometry.across, routes, labels
            if best[0] < enough * (1 + len(labels.pills)):
                break
        if best is not None and best[0] < enough * (1 + len(best[3].pills)):
            break
    assert best is not None
    geometry.across = best[1]
    return geometry, best[2], best[3]


def _spacings(flow: Flow, viewport: Viewport, leaves: int) -> list[tuple[Spacing, float]]:
    """As in the pictures first, then roomier, then tighter; each with what a label may cost there."""
    if flow == "down":
        spacings = ((0.0, 0.5, 0.9), (0.0, 0.0, 0.9), (0.7, 0.3, 1.0), (1.0, 0.0, 1.0))
        return [
            (Spacing(PHONE_ROW, 0.0, PHONE_PILLS[1], reserve, pull), enough)
            for reserve, pull, enough in spacings
        ]
    fits = (viewport.across - CARD_H) / max(1, leaves - 1)
    return [
        (Spacing(min(ROW, fits), ROW / 2, PILL_H, 1.0), 0.35),
        (Spacing(min(1.2 * ROW, fits), 0.6 * ROW, PILL_H, 1.0), 0.5),
        (Spacing(min(ROW, fits), ROW / 2, PILL_H, 0.5), 0.7),
        (Spacing(0.85 * ROW, 0.42 * ROW, PILL_H, 0.5), 1.0),
        (Spacing(0.75 * ROW, 0.42 * ROW, PILL_H, 0.0), 1.0),
    ]


def _chain_directions(geometry: Geometry, spacing: Spacing, viewport: Viewport) -> list[dict[int, bool]]:
    """The two most compact choices of up or down for the chains of ops with one input."""
    tried = unary_chains(geometry)[:CHAINS_TRIED] if geometry.flow == "right" else []
    shared = [count > 1 for count in arrivals(geometry.graph)]
    found: list[tuple[float, int, dict[int, bool]]] = []
    for ways in product((True, False), repeat=len(tried)):
        down = {node: way for run, way in zip(tried, ways, strict=True) for node in run}
        assign_full_coordinates(geometry, spacing, down)
        cards = [geometry.box(node.id) for node in geometry.graph.nodes]
        low, high = min(box[1] for box in cards), max(box[3] for box in cards)
        middle = abs(geometry.across[geometry.graph.root] - (low + high) / 2)
        # Upward, the label stands below the op, where its total wants to be.
        crowded = sum(shared[node] and not way for node, way in down.items())
        found.append((high - low + 0.3 * middle + crowded, len(found), down))
    return [down for _, _, down in sorted(found, key=lambda way: way[:2])[:2]]


def _geometry(graph: Graph, flow: Flow, layers: Layers, viewport: Viewport) -> Geometry:
    count = len(layers.layers)
    width = NARROWEST
    if flow == "right":
        width = max(width, min(WIDEST, (viewport.along - 0.1 - (count - 1) * LEAST_GAP) / count))
    sizes = [card_size(graph, node.id, width) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    geometry = Geometry(graph, flow, layers, long, wide)
    geometry.overhang = (PILL_LEAST if flow == "right" else PILL_H) / 2
    rank = layers.rank
    bows = {rank[node.id] - 1 for node in graph.nodes if has_parallel_inputs(graph, node.id)}
    most = [BOW_GAP if r in bows and flow == "right" else GAP for r in range(count - 1)]
    least = [LEAST_BOW_GAP if r in bows and flow == "right" else LEAST_GAP for r in range(count - 1)]
    if flow == "down":
        least = [PHONE_GAP] * (count - 1)
    elif least:
        # The last label has no column after it to reach into.
        least[-1] = max(least[-1], PILL_LEAST + BOX_CLEAR + 0.01 - width)
    spare = viewport.along - count * (width if flow == "right" else CARD_H) - sum(least)
    wanted = sum(most) - sum(least)
    share = min(1.0, max(0.0, spare / wanted)) if wanted else 1.0
    geometry.columns([p + (q - p) * share for p, q in zip(least, most, strict=True)])
    return geometry


def _bounds(geometry: Geometry, viewport: Viewport) -> Box:
    """The cards' extent, grown to what fits the view around its middle."""
    boxes = [geometry.box(node.id) for node in geometry.graph.nodes]
    low = [min(box[i] for box in boxes) for i in (0, 1)]
    high = [max(box[i] for box in boxes) for i in (2, 3)]
    sizes = (viewport.along, viewport.across)
    room = [max(0.0, size - (q - p)) / 2 for size, p, q in zip(sizes, low, high, strict=True)]
    return low[0] - room[0], low[1] - room[1], high[0] + room[0], high[1] + room[1]


def _excess(geometry: Geometry, labels: Labels, viewport: Viewport) -> float:
    """What sticks out of the view, and a little for height in itself."""
    boxes = [geometry.box(node.id) for node in geometry.graph.nodes]
    boxes += [place.box for place in (*labels.pills.values(), *labels.totals.values())]
    along = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    across = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    over = max(0.0, along - viewport.along) + max(0.0, across - viewport.across)
    return 8.0 * over + 0.05 * across
