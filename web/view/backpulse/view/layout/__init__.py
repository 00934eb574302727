"""Layered graph drawing: `layout(graph, flow)`, deterministic and from structure alone.

The stages are those of Sugiyama, Tagawa and Toda, "Methods for visual understanding of hierarchical system
structures" (IEEE Trans. SMC 11, 1981), and of Gansner, Koutsofios, North and Vo, "A technique for drawing
directed graphs" (IEEE Trans. SE 19, 1993): layering (`layering`), crossing reduction (`crossing_reduction`),
coordinate assignment (`coordinates_full`, `coordinates_overview`, both with `isotonic`) and edge routing
(`edge_routing`, `curves`). Arrows have labels, so label placement follows (`label_placement`,
`label_candidates`, `label_choice`). `full` arranges graphs of up to a dozen nodes, `overview` larger ones.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from backpulse.engine.graph import Graph
from backpulse.view.layout.crossing_reduction import reduce_crossings
from backpulse.view.layout.curves import Box, Route
from backpulse.view.layout.full import lay_out_full
from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.label_placement import Labels
from backpulse.view.layout.layering import assign_ranks, layers_of
from backpulse.view.layout.overview import lay_out_overview
from backpulse.view.layout.shapes import Card, Flow, Layout, Path, Pill, Point
from backpulse.view.layout.sizes import SMALL_FROM

__all__ = ["Card", "Flow", "Layout", "Path", "Pill", "layout"]


def layout(graph: Graph, flow: Flow) -> Layout:
    """Cards by node id and paths by edge id, in u, around the origin: x right, y up, z toward the eye.

    `right`: leaves left, root right. `down`: leaves on top, for narrow screens.
    """
    layers = layers_of(graph, assign_ranks(graph))
    reduce_crossings(layers)
    small = len(graph.nodes) >= SMALL_FROM
    geometry, routes, labels = (lay_out_overview if small else lay_out_full)(graph, flow, layers)
    return _laid(geometry, routes, labels, small)


def _laid(geometry: Geometry, routes: list[Route], labels: Labels, small: bool) -> Layout:
    """From along and across to x and y, around the origin."""
    graph, right = geometry.graph, geometry.flow == "right"
    boxes = [geometry.box(node.id) for node in graph.nodes]
    everything = list(boxes)
    if not small:
        everything += [place.box for place in (*labels.pills.values(), *labels.totals.values())]
    along = (min(box[0] for box in everything) + max(box[2] for box in everything)) / 2
    across = (min(box[1] for box in everything) + max(box[3] for box in everything)) / 2

    def point(a: float, b: float, z: float) -> Point:
        # + 0.0 makes of a negative zero a plain one.
        a, b = round(a - along, 3) + 0.0, round(across - b, 3) + 0.0
        return (a, b, z) if right else (-b + 0.0, -a + 0.0, z)

    def pill(box: Box, lines: int) -> Pill:
        x, y, _ = point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0.0)
        return Pill(x, y, *_size(box, right), lines)

    cards = []
    for node, box in enumerate(boxes):
        total = labels.totals.get(node)
        x, y, z = point(geometry.along[node], geometry.across[node], geometry.depth[node])
        cards.append(Card(x, y, z, *_size(box, right), pill(total.box, total.lines) if total else None))
    paths = []
    for edge, route in zip(graph.edges, routes, strict=True):
        place = labels.pills.get(edge.id)
        slot = pill(place.box, place.lines) if place else pill((*route.middle(), *route.middle()), 1)
        ends = geometry.depth[edge.child], geometry.depth[edge.parent]
        paths.append(Path(tuple(_points(route, *ends, point)), slot))
    return Layout(tuple(cards), tuple(paths), small)


def _size(box: Box, right: bool) -> tuple[float, float]:
    a, b = round(box[2] - box[0], 3), round(box[3] - box[1], 3)
    return (a, b) if right else (b, a)


def _points(
    route: Route, z0: float, z1: float, point: Callable[[float, float, float], Point]
) -> Iterator[Point]:
    """Bezier points; from one depth to another evenly on the way."""
    (first, b), (last, _) = route.start, route.end
    rise = (z1 - z0) / (last - first)
    yield point(first, b, z0)
    for curve in route.curves:
        (a0, b0), (a1, b1) = curve.start, curve.end
        reach = (a1 - a0) * curve.handle
        for a, b in ((a0 + reach, b0), (a1 - reach, b1), (a1, b1)):
            yield point(a, b, round(z0 + rise * (a - first), 3) if rise else z0)
