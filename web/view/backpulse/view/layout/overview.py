"""Layouts of many nodes: small cards close together, long edges straight, within the view's proportions."""

from __future__ import annotations

from math import ceil

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board, carries
from backpulse.view.layout.lanes import Lane
from backpulse.view.layout.order import Layers
from backpulse.view.layout.relax import level, relax
from backpulse.view.layout.routes import lanes_of
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
from backpulse.view.layout.slots import Slots
from backpulse.view.layout.totals import Place

PROPORTIONS: dict[Flow, float] = {"right": 1.55, "down": 1.2}
"""Of the view: its size along the flow to its size across."""
LEAST_ROWS = 10
STRETCH = 1.5
WIDEST_GAP = 1.2


def overview(graph: Graph, flow: Flow, layers: Layers) -> tuple[Board, list[Lane], Slots]:
    """Every item pulled to its neighbours; ranks too wide for the view fold into depth."""
    sizes = [small_size(graph, node.id) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    board = Board(graph, flow, layers, long, wide)
    unit = (SMALL_W, SMALL_H) if flow == "right" else (SMALL_H, SMALL_W)
    _fold(board, unit[0] + SMALL_GAP, unit[1] + SMALL_ROW_GAP)
    board.columns(_gaps(board, SMALL_GAP))
    relax(board, unit[1])
    _fill(board)
    level(board)
    lanes = lanes_of(board, SMALL_BOW)
    return board, lanes, Slots(_pills(board, lanes), {}, 0.0)


def _gaps(board: Board, gap: float) -> list[float]:
    """The leaves fan out, so the first gap is wider."""
    return [FIRST_SMALL_GAP + gap - SMALL_GAP, *([gap] * len(board.layers.layers))]


def _fold(board: Board, pitch: float, row: float) -> None:
    """The fewest nodes abreast with which the whole keeps the view's proportions, and so the folds."""
    count, proportion = board.layers.nodes, PROPORTIONS[board.flow]
    abreast = [
        sum(1.0 if item < count else SMALL_LANES / row for item in layer) for layer in board.layers.layers
    ]
    low, high = LEAST_ROWS, max(LEAST_ROWS, ceil(max(abreast)))
    while low < high:
        rows = (low + high) // 2
        if rows * row * proportion >= pitch * sum(ceil(n / rows) for n in abreast):
            high = rows
        else:
            low = rows + 1
    for r, layer in enumerate(board.layers.layers):
        nodes = [item for item in layer if item < count]
        folds = ceil(len(nodes) / low)
        board.folds[r] = max(1, folds)
        for i, node in enumerate(nodes):
            board.fold[node] = i % board.folds[r]


def _fill(board: Board) -> None:
    """Stretches rows, or the gaps between ranks, to fill the view."""
    along = board.right[-1]
    across = max(board.across) - min(board.across)
    proportion = PROPORTIONS[board.flow]
    if across * proportion < along:
        scale = min(STRETCH, along / (across * proportion)) if across else 1.0
        board.across = [b * scale for b in board.across]
    elif len(board.left) > 1:
        more = (across * proportion - along) / (len(board.left) - 1)
        board.columns(_gaps(board, min(WIDEST_GAP, SMALL_GAP + more)))


def _pills(board: Board, lanes: list[Lane]) -> dict[int, Place]:
    """Near the lane's middle; the page places the present step's labels itself, at their size."""
    found = {}
    half = (PILL_LEAST / 2, PILL_H / 2) if board.flow == "right" else (PILL_H / 2, PILL_LEAST / 2)
    for edge in board.graph.edges:
        if carries(board.graph, edge):
            a, b = lanes[edge.id].middle()
            b += (half[1] + 0.35) * (1 if edge.slot else -1)
            found[edge.id] = Place((a - half[0], b - half[1], a + half[0], b + half[1]), 2, 0.0)
    return found
