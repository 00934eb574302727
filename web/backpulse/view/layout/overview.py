"""Layouts of many nodes: small cards close together, long edges straight, within the view's proportions."""

from __future__ import annotations

from itertools import pairwise

from backpulse.engine.graph import Graph
from backpulse.view.layout.board import Board, carries
from backpulse.view.layout.lanes import Lane
from backpulse.view.layout.order import Layers
from backpulse.view.layout.routes import lanes_of
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import small_size
from backpulse.view.layout.slots import Slots
from backpulse.view.layout.spread import spread
from backpulse.view.layout.totals import Place

PITCH, FIRST_GAP, ROW = 1.68, 2.3, 1.7
SWEEPS = 10
SMALL_BOW = 0.6


def overview(graph: Graph, flow: Flow, layers: Layers) -> tuple[Board, list[Lane], Slots]:
    """Every item pulled to its neighbours, those of one rank apart."""
    sizes = [small_size(graph, node.id) for node in graph.nodes]
    long, wide = [w for w, _ in sizes], [h for _, h in sizes]
    if flow == "down":
        long, wide = wide, long
    board = Board(graph, flow, layers, long, wide)
    gap = PITCH - 1.24
    board.columns([FIRST_GAP - 1.24, *([gap] * len(layers.layers))])
    _relax(board)
    lanes = lanes_of(board, SMALL_BOW)
    return board, lanes, Slots(_pills(board, lanes), {}, 0.0)


def _relax(board: Board) -> None:
    layers = board.layers
    gaps = [[_gap(board, a, b) for a, b in pairwise(layer)] for layer in layers.layers]
    across = [0.0] * len(layers.rank)
    near = [
        [(other, _pull(board, item, other)) for other, _ in (*layers.ups[item], *layers.downs[item])]
        for item in range(len(layers.rank))
    ]
    for layer, gap in zip(layers.layers, gaps, strict=True):
        at = -sum(gap) / 2
        for i, item in enumerate(layer):
            across[item] = at
            at += gap[i] if i < len(gap) else 0.0
    count = len(layers.layers)
    for sweep in range(SWEEPS):
        for r in range(count) if sweep % 2 == 0 else range(count - 1, -1, -1):
            layer = layers.layers[r]
            wishes, weights = [], []
            for item in layer:
                mass = sum(w for _, w in near[item])
                wish = sum(across[o] * w for o, w in near[item]) / mass if mass else across[item]
                wishes.append(wish)
                weights.append(mass or 0.1)
            for item, place in zip(layer, spread(wishes, weights, gaps[r]), strict=True):
                across[item] = place
    board.across = across


def _pull(board: Board, a: int, b: int) -> float:
    """Long edges are pulled straight."""
    passing = (a >= board.layers.nodes) + (b >= board.layers.nodes)
    return (1.0, 2.0, 8.0)[passing]


def _gap(board: Board, a: int, b: int) -> float:
    count = board.layers.nodes
    if a >= count and b >= count:
        return 0.3
    if a >= count or b >= count:
        return board.wide[min(a, b)] / 2 + 0.3
    unit = ROW if board.flow == "right" else 1.24 + 0.36
    return unit - (1.02 - (board.wide[a] + board.wide[b]) / 2 if board.flow == "right" else 0.0)


def _pills(board: Board, lanes: list[Lane]) -> dict[int, Place]:
    """Near the lane's end; the page places the present step's labels itself, at their size."""
    found = {}
    for edge in board.graph.edges:
        if carries(board.graph, edge):
            a, b = lanes[edge.id].middle()
            half = (1.6, 0.42) if board.flow == "right" else (0.42, 1.45)
            b += 0.8 if edge.slot else -0.8
            found[edge.id] = Place((a - half[0], b - half[1], a + half[0], b + half[1]), 2, 0.0)
    return found
