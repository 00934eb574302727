"""Layouts of many nodes: small cards close together, long edges straight, within the view's proportions."""

from __future__ import annotations

from math import ceil

from backpulse.engine.graph import Graph
from backpulse.view.layout.coordinates_overview import assign_overview_coordinates, straighten_long_edges
from backpulse.view.layout.curves import Route
from backpulse.view.layout.edge_routing import routes_of
from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.label_candidates import Candidate
from backpulse.view.layout.label_placement import Labels
from backpulse.view.layout.layering import Layers
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import (
    FIRST_SMALL_GAP,
    PILL_H,
    PILL_LEAST,
    SMALL_BOW,
    SMALL_GAP,
    SMALL_H,
    SMALL_LANES,
    SMALL_ROW_GAP,
    SMALL_W,
    small_size,
)
from backpulse.view.structure import carries_gradient

PROPORTIONS: dict[Flow, float] = {"right": 1.55, "down": 1.2}
"""Of the view: its size along the flow to its size across."""
LEAST_ROWS = 10
STRETCH = 1.5
WIDEST_GAP = 1.2


def lay_out_overview(graph: Graph, flow: Flow, layers: Layers) -> tuple[Geometry, list[Route], Labels]:
    """Every item pulled to its neighbours; ranks too wide for the view fold into depth."""
    sizes = [small_size(graph, node.id) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    geometry = Geometry(graph, flow, layers, long, wide)
    unit = (SMALL_W, SMALL_H) if flow == "right" else (SMALL_H, SMALL_W)
    _fold(geometry, unit[0] + SMALL_GAP, unit[1] + SMALL_ROW_GAP)
    geometry.columns(_gaps(geometry, SMALL_GAP))
    assign_overview_coordinates(geometry, unit[1])
    _fill(geometry)
    straighten_long_edges(geometry)
    routes = routes_of(geometry, SMALL_BOW)
    return geometry, routes, Labels(_pills(geometry, routes), {}, 0.0)


def _gaps(geometry: Geometry, gap: float) -> list[float]:
    """The leaves fan out, so the first gap is wider."""
    return [FIRST_SMALL_GAP + gap - SMALL_GAP, *([gap] * len(geometry.layers.layers))]


def _fold(geometry: Geometry, pitch: float, row: float) -> None:
    """The fewest nodes abreast with which the whole keeps the view's proportions, and so the folds."""
    count, proportion = geometry.layers.nodes, PROPORTIONS[geometry.flow]
    abreast = [
        sum(1.0 if item < count else SMALL_LANES / row for item in layer) for layer in geometry.layers.layers
    ]
    low, high = LEAST_ROWS, max(LEAST_ROWS, ceil(max(abreast)))
    while low < high:
        rows = (low + high) // 2
        if rows * row * proportion >= pitch * sum(ceil(n / rows) for n in abreast):
            high = rows
        else:
            low = rows + 1
    for r, layer in enumerate(geometry.layers.layers):
        nodes = [item for item in layer if item < count]
        folds = ceil(len(nodes) / low)
        geometry.folds[r] = max(1, folds)
        for i, node in enumerate(nodes):
            geometry.fold[node] = i % geometry.folds[r]


def _fill(geometry: Geometry) -> None:
    """Stretches rows, or the gaps between ranks, to fill the view."""
    along = geometry.right[-1]
    across = max(geometry.across) - min(geometry.across)
    proportion = PROPORTIONS[geometry.flow]
    if across * proportion < along:
        scale = min(STRETCH, along / (across * proportion)) if across else 1.0
        geometry.across = [b * scale for b in geometry.across]
    elif len(geometry.left) > 1:
        more = (across * proportion - along) / (len(geometry.left) - 1)
        geometry.columns(_gaps(geometry, min(WIDEST_GAP, SMALL_GAP + more)))


def _pills(geometry: Geometry, routes: list[Route]) -> dict[int, Candidate]:
    """Near the route's middle; the page places the present step's labels itself, at their size."""
    found = {}
    half = (PILL_LEAST / 2, PILL_H / 2) if geometry.flow == "right" else (PILL_H / 2, PILL_LEAST / 2)
    for edge in geometry.graph.edges:
        if carries_gradient(geometry.graph, edge):
            a, b = routes[edge.id].middle()
            b += (half[1] + 0.35) * (1 if edge.slot else -1)
            found[edge.id] = Candidate((a - half[0], b - half[1], a + half[0], b + half[1]), 2, 0.0)
    return found
