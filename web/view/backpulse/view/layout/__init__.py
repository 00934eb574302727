"""Where everything stands: `layout(graph, flow)`, deterministic and from structure alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board
from backpulse.view.layout.full import full
from backpulse.view.layout.lanes import Box, Lane
from backpulse.view.layout.order import layers_of, untangle
from backpulse.view.layout.overview import overview
from backpulse.view.layout.ranks import ranks_of
from backpulse.view.layout.shapes import Card, Flow, Layout, Path, Pill, Point
from backpulse.view.layout.sizes import SMALL_FROM
from backpulse.view.layout.slots import Slots

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
    """From along and across to x and y, around the origin."""
    graph, right = board.graph, board.flow == "right"
    boxes = [board.box(node.id) for node in graph.nodes]
    everything = list(boxes)
    if not small:
        everything += [place.box for place in (*slots.pills.values(), *slots.totals.values())]
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
        total = slots.totals.get(node)
        x, y, z = point(board.along[node], board.across[node], board.depth[node])
        cards.append(Card(x, y, z, *_size(box, right), pill(total.box, total.lines) if total else None))
    paths = []
    for edge, lane in zip(graph.edges, lanes, strict=True):
        place = slots.pills.get(edge.id)
        slot = pill(place.box, place.lines) if place else pill((*lane.middle(), *lane.middle()), 1)
        ends = board.depth[edge.child], board.depth[edge.parent]
        paths.append(Path(tuple(_points(lane, *ends, point)), slot))
    return Layout(tuple(cards), tuple(paths), small)


def _size(box: Box, right: bool) -> tuple[float, float]:
    a, b = round(box[2] - box[0], 3), round(box[3] - box[1], 3)
    return (a, b) if right else (b, a)


def _points(
    lane: Lane, z0: float, z1: float, point: Callable[[float, float, float], Point]
) -> Iterator[Point]:
    """Bezier points; from one depth to another evenly on the way."""
    (first, b), (last, _) = lane.start, lane.end
    rise = (z1 - z0) / (last - first)
    yield point(first, b, z0)
    for curve in lane.curves:
        (a0, b0), (a1, b1) = curve.start, curve.end
        reach = (a1 - a0) * curve.handle
        for a, b in ((a0 + reach, b0), (a1 - reach, b1), (a1, b1)):
            yield point(a, b, round(z0 + rise * (a - first), 3) if rise else z0)
