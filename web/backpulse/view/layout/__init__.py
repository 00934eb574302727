"""Where everything stands: `layout(graph, flow)`, deterministic and from structure alone."""

from __future__ import annotations

from collections.abc import Callable

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board
from backpulse.view.layout.full import full
from backpulse.view.layout.lanes import Box, Lane, Spot
from backpulse.view.layout.order import layers_of, untangle
from backpulse.view.layout.overview import overview
from backpulse.view.layout.ranks import ranks_of
from backpulse.view.layout.shapes import Card, Flow, Layout, Path, Pill, Point
from backpulse.view.layout.sizes import SMALL_FROM
from backpulse.view.layout.slots import Slots
from backpulse.view.layout.totals import Place

__all__ = ["Card", "Flow", "Layout", "Path", "Pill", "layout"]


def layout(graph: Graph, flow: Flow) -> Layout:
    """Cards by node id and paths by edge id, in u, around the origin: x right, y up, z toward the eye.

    `right`: leaves left, root right. `down`: leaves on top, for narrow screens.
    """
    layers = layers_of(graph, ranks_of(graph))
    untangle(layers)
    small = len(graph.nodes) >= SMALL_FROM
    board, lanes, slots = (overview if small else full)(graph, flow, layers)
    return _laid(board, lanes, slots, small)


def _laid(board: Board, lanes: list[Lane], slots: Slots, small: bool) -> Layout:
    graph = board.graph
    boxes = [board.box(node.id) for node in graph.nodes]
    everything = list(boxes)
    if not small:
        everything += [place.box for place in (*slots.pills.values(), *slots.totals.values())]
    middle = (
        (min(box[0] for box in everything) + max(box[2] for box in everything)) / 2,
        (min(box[1] for box in everything) + max(box[3] for box in everything)) / 2,
    )

    def point(along: float, across: float, z: float) -> Point:
        a, b = along - middle[0], across - middle[1]
        x, y = (a, -b) if board.flow == "right" else (b, -a)
        return round(x, 4) + 0.0, round(y, 4) + 0.0, round(z, 4)

    def size(box: Box) -> tuple[float, float]:
        a, b = round(box[2] - box[0], 4), round(box[3] - box[1], 4)
        return (a, b) if board.flow == "right" else (b, a)

    def pill(place: Place) -> Pill:
        box = place.box
        x, y, _ = point((box[0] + box[2]) / 2, (box[1] + box[3]) / 2, 0)
        return Pill(x, y, *size(box), place.lines)

    cards = []
    for node, box in enumerate(boxes):
        total = slots.totals.get(node)
        x, y, z = point(board.along[node], board.across[node], board.depth[node])
        cards.append(Card(x, y, z, *size(box), pill(total) if total else None))
    paths = []
    for edge, lane in zip(graph.edges, lanes, strict=True):
        z0, z1 = board.depth[edge.child], board.depth[edge.parent]
        points = _points(lane, z0, z1, point)
        place = slots.pills.get(edge.id)
        a, b = lane.middle()
        nothing = point(a, b, 0)
        paths.append(Path(points, pill(place) if place else Pill(nothing[0], nothing[1], 0.0, 0.0, 1)))
    return Layout(tuple(cards), tuple(paths), small)


def _points(
    lane: Lane, z0: float, z1: float, point: Callable[[float, float, float], Point]
) -> tuple[Point, ...]:
    (first, _), (last, _) = lane.start, lane.end

    def at(spot: Spot) -> Point:
        along = spot[0]
        return point(along, spot[1], z0 + (z1 - z0) * (along - first) / (last - first))

    points = [at(lane.start)]
    for curve in lane.curves:
        (a0, b0), (a1, b1) = curve.start, curve.end
        reach = (a1 - a0) * curve.handle
        points += [at((a0 + reach, b0)), at((a1 - reach, b1)), at(curve.end)]
    return tuple(points)
