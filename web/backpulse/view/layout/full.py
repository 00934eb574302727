"""Layouts of up to a dozen nodes: the roomiest that fits the view with every label in its place."""

from __future__ import annotations

from itertools import product

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board
from backpulse.view.layout.lanes import Box, Lane
from backpulse.view.layout.order import Layers
from backpulse.view.layout.routes import lanes_of
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import (
    CARD_H,
    NARROWEST,
    PHONE_PILLS,
    PILL_H,
    WIDEST,
    Stage,
    card_size,
    stage_of,
)
from backpulse.view.layout.slots import Slots, place_slots
from backpulse.view.layout.stairs import Room, runs_of, stand

GAP, LEAST_GAP = 1.65, 0.8
ROW, LEAST_ROW, STAIR = 2.55, 1.9, 1.275
PHONE_ROW = 2.28
FLIGHTS_TRIED = 3
GOOD = 0.6
"""A label that costs less than this stands well."""


def full(graph: Graph, flow: Flow, layers: Layers) -> tuple[Board, list[Lane], Slots]:
    """The best of a few arrangements, judged by where their labels can stand and by their extent."""
    stage = stage_of(flow, len(layers.layers))
    board = _board(graph, flow, layers, stage)
    best: tuple[float, list[float], list[Lane], Slots] | None = None
    runs = runs_of(board)
    tried = runs[:FLIGHTS_TRIED] if flow == "right" else []
    for room in _rooms(flow):
        for ways in product((True, False), repeat=len(tried)):
            down = {node: way for run, way in zip(tried, ways, strict=True) for node in run}
            stand(board, room, down)
            lanes = lanes_of(board)
            slots = place_slots(board, lanes, _bounds(board, stage))
            cost = slots.cost + _excess(board, slots, stage)
            if best is None or cost < best[0] - 1e-9:
                best = cost, board.across, lanes, slots
        if best is not None and best[0] < GOOD * (1 + len(best[3].pills)):
            break
    assert best is not None
    board.across = best[1]
    return board, best[2], best[3]


def _rooms(flow: Flow) -> list[Room]:
    """From roomy to tight."""
    if flow == "down":
        return [Room(PHONE_ROW, 0.0, PHONE_PILLS[2], reserve) for reserve in (0.0, 0.5, 1.0)]
    return [
        Room(ROW, STAIR, PILL_H, 1.0),
        Room(ROW, STAIR, PILL_H, 0.5),
        Room(2.2, STAIR, PILL_H, 0.5),
        Room(LEAST_ROW, 1.1, PILL_H, 0.0),
    ]


def _board(graph: Graph, flow: Flow, layers: Layers, stage: Stage) -> Board:
    count = len(layers.layers)
    width = WIDEST if flow == "right" else NARROWEST
    if flow == "right" and count > 1 and (stage.along - count * WIDEST) / (count - 1) < LEAST_GAP:
        width = max(NARROWEST, (stage.along - (count - 1) * LEAST_GAP) / count)
    sizes = [card_size(graph, node.id, width) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    gap = GAP
    if count > 1:
        taken = count * (width if flow == "right" else CARD_H)
        least = LEAST_GAP if flow == "right" else 1.3
        gap = max(least, min(GAP, (stage.along - taken) / (count - 1)))
    board = Board(graph, flow, layers, long, wide)
    board.columns([gap] * count)
    return board


def _bounds(board: Board, stage: Stage) -> Box:
    """The cards' extent, grown to what fits the view around its middle."""
    boxes = [board.box(node.id) for node in board.graph.nodes]
    low = [min(box[i] for box in boxes) for i in (0, 1)]
    high = [max(box[i] for box in boxes) for i in (2, 3)]
    room = [
        max(0.0, size - (q - p)) / 2
        for size, p, q in zip((stage.along, stage.across), low, high, strict=True)
    ]
    return low[0] - room[0], low[1] - room[1], high[0] + room[0], high[1] + room[1]


def _excess(board: Board, slots: Slots, stage: Stage) -> float:
    """What sticks out of the view, and a little for height in itself."""
    boxes = [board.box(node.id) for node in board.graph.nodes]
    boxes += [place.box for place in (*slots.pills.values(), *slots.totals.values())]
    along = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    across = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    return 8.0 * max(0.0, along - stage.along) + 8.0 * max(0.0, across - stage.across) + 0.15 * across
