"""Layouts of up to a dozen nodes: the roomiest that fits the view with every label in its place."""

from __future__ import annotations

from itertools import product

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board, arrivals, bowed
from backpulse.view.layout.lanes import Box, Lane
from backpulse.view.layout.order import Layers
from backpulse.view.layout.routes import lanes_of
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
    Stage,
    card_size,
    stage_of,
)
from backpulse.view.layout.slots import Slots, place_slots
from backpulse.view.layout.stairs import Room, runs_of, stand

BOW_GAP, LEAST_BOW_GAP = 4.4, 1.9
FLIGHTS_TRIED = 3
LATER = 0.15
"""How much better a room must be than the one before it."""


def full(graph: Graph, flow: Flow, layers: Layers) -> tuple[Board, list[Lane], Slots]:
    """The best of a few arrangements, judged by where their labels can stand and by their extent."""
    stage = stage_of(flow, len(layers.layers), len(graph.leaves))
    board = _board(graph, flow, layers, stage)
    best: tuple[float, list[float], list[Lane], Slots] | None = None
    for tries, (room, enough) in enumerate(_rooms(flow, stage, len(graph.leaves))):
        for down in _flights(board, room, stage):
            stand(board, room, down)
            lanes = lanes_of(board)
            slots = place_slots(board, lanes, _bounds(board, stage))
            cost = slots.cost + _excess(board, slots, stage) + LATER * tries
            if best is None or cost < best[0] - 1e-9:
                best = cost, board.across, lanes, slots
            if best[0] < enough * (1 + len(slots.pills)):
                break
        if best is not None and best[0] < enough * (1 + len(best[3].pills)):
            break
    assert best is not None
    board.across = best[1]
    return board, best[2], best[3]


def _rooms(flow: Flow, stage: Stage, leaves: int) -> list[tuple[Room, float]]:
    """As in the pictures first, then roomier, then tighter; each with what a label may cost there."""
    if flow == "down":
        rooms = ((0.0, 0.5, 0.9), (0.0, 0.0, 0.9), (0.7, 0.3, 1.0), (1.0, 0.0, 1.0))
        return [
            (Room(PHONE_ROW, 0.0, PHONE_PILLS[1], reserve, pull), enough) for reserve, pull, enough in rooms
        ]
    fits = (stage.across - CARD_H) / max(1, leaves - 1)
    return [
        (Room(min(ROW, fits), ROW / 2, PILL_H, 1.0), 0.35),
        (Room(min(1.2 * ROW, fits), 0.6 * ROW, PILL_H, 1.0), 0.5),
        (Room(min(ROW, fits), ROW / 2, PILL_H, 0.5), 0.7),
        (Room(0.85 * ROW, 0.42 * ROW, PILL_H, 0.5), 1.0),
        (Room(0.75 * ROW, 0.42 * ROW, PILL_H, 0.0), 1.0),
    ]


def _flights(board: Board, room: Room, stage: Stage) -> list[dict[int, bool]]:
    """The two most compact ways for the flights of stairs to go, each up or down."""
    tried = runs_of(board)[:FLIGHTS_TRIED] if board.flow == "right" else []
    shared = [count > 1 for count in arrivals(board.graph)]
    found: list[tuple[float, int, dict[int, bool]]] = []
    for ways in product((True, False), repeat=len(tried)):
        down = {node: way for run, way in zip(tried, ways, strict=True) for node in run}
        stand(board, room, down)
        cards = [board.box(node.id) for node in board.graph.nodes]
        low, high = min(box[1] for box in cards), max(box[3] for box in cards)
        middle = abs(board.across[board.graph.root] - (low + high) / 2)
        # Upward, the label stands below the op, where its total wants to be.
        crowded = sum(shared[node] and not way for node, way in down.items())
        found.append((high - low + 0.3 * middle + crowded, len(found), down))
    return [down for _, _, down in sorted(found, key=lambda way: way[:2])[:2]]


def _board(graph: Graph, flow: Flow, layers: Layers, stage: Stage) -> Board:
    count = len(layers.layers)
    width = NARROWEST
    if flow == "right":
        width = max(width, min(WIDEST, (stage.along - 0.1 - (count - 1) * LEAST_GAP) / count))
    sizes = [card_size(graph, node.id, width) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    board = Board(graph, flow, layers, long, wide)
    board.overhang = (PILL_LEAST if flow == "right" else PILL_H) / 2
    rank = layers.rank
    bows = {rank[node.id] - 1 for node in graph.nodes if bowed(graph, node.id)}
    most = [BOW_GAP if r in bows and flow == "right" else GAP for r in range(count - 1)]
    least = [LEAST_BOW_GAP if r in bows and flow == "right" else LEAST_GAP for r in range(count - 1)]
    if flow == "down":
        least = [PHONE_GAP] * (count - 1)
    elif least:
        # The last label has no column after it to reach into.
        least[-1] = max(least[-1], PILL_LEAST + BOX_CLEAR + 0.01 - width)
    spare = stage.along - count * (width if flow == "right" else CARD_H) - sum(least)
    wanted = sum(most) - sum(least)
    share = min(1.0, max(0.0, spare / wanted)) if wanted else 1.0
    board.columns([p + (q - p) * share for p, q in zip(least, most, strict=True)])
    return board


def _bounds(board: Board, stage: Stage) -> Box:
    """The cards' extent, grown to what fits the view around its middle."""
    boxes = [board.box(node.id) for node in board.graph.nodes]
    low = [min(box[i] for box in boxes) for i in (0, 1)]
    high = [max(box[i] for box in boxes) for i in (2, 3)]
    sizes = (stage.along, stage.across)
    room = [max(0.0, size - (q - p)) / 2 for size, p, q in zip(sizes, low, high, strict=True)]
    return low[0] - room[0], low[1] - room[1], high[0] + room[0], high[1] + room[1]


def _excess(board: Board, slots: Slots, stage: Stage) -> float:
    """What sticks out of the view, and a little for height in itself."""
    boxes = [board.box(node.id) for node in board.graph.nodes]
    boxes += [place.box for place in (*slots.pills.values(), *slots.totals.values())]
    along = max(box[2] for box in boxes) - min(box[0] for box in boxes)
    across = max(box[3] for box in boxes) - min(box[1] for box in boxes)
    over = max(0.0, along - stage.along) + max(0.0, across - stage.across)
    return 8.0 * over + 0.05 * across
