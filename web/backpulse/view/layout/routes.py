"""Which way each edge goes: straight across if no card is in between, else by its way points."""

from __future__ import annotations

from bisect import bisect_left

from backpulse.engine.graph import Edge
from backpulse.view.layout.board import Board, bowed
from backpulse.view.layout.lanes import Curve, Lane, Spot
from backpulse.view.layout.sizes import BOW, BOW_HANDLE, FOREIGN_CLEAR, OWN_PORT, SLOT

FARTHEST = 6.0
"""No card with its labels reaches farther from its middle than this."""


def lanes_of(board: Board, bow: float = BOW) -> list[Lane]:
    """Per edge id."""
    columns = [
        sorted((board.across[item], item) for item in layer if item < board.layers.nodes)
        for layer in board.layers.layers
    ]
    return [_lane(board, edge, columns, bow) for edge in board.graph.edges]


def ends_of(board: Board, edge: Edge) -> tuple[Spot, Spot]:
    """The child's port and the parent's slot."""
    slots = len(board.graph.nodes[edge.parent].inputs)
    apart = bowed(board.graph, edge.parent)
    side = (2 * edge.slot - 1) * (OWN_PORT if apart else SLOT) if slots > 1 else 0.0
    child, parent = board.box(edge.child), board.box(edge.parent)
    start = board.across[edge.child] + (side if apart else 0.0)
    return (child[2], start), (parent[0], board.across[edge.parent] + side)


def _lane(board: Board, edge: Edge, columns: list[list[tuple[float, int]]], bow: float) -> Lane:
    start, end = ends_of(board, edge)
    if bowed(board.graph, edge.parent):
        side = 1 if edge.slot else -1
        top = (board.across[edge.child] + board.across[edge.parent]) / 2 + side * bow
        middle = ((start[0] + end[0]) / 2, top)
        return Lane((Curve(start, middle, BOW_HANDLE), Curve(middle, end, BOW_HANDLE)))
    direct = Curve(start, end)
    chain = board.layers.chains[edge.id]
    if len(chain) == 2 or _free(board, direct, columns, chain):
        return Lane((direct,))
    stops = _stops(board, chain, start, end)
    curves: list[Curve] = []
    at = 0
    while at < len(stops) - 1:
        # As far as one curve gets without passing under a card.
        to = next(
            j
            for j in range(len(stops) - 1, at, -1)
            if j == at + 1 or _free(board, Curve(stops[at], stops[j]), columns, chain)
        )
        curves.append(Curve(stops[at], stops[to]))
        at = to
    return Lane(tuple(curves))


def _stops(board: Board, chain: list[int], start: Spot, end: Spot) -> list[Spot]:
    """Into and out of each rank that is passed, level there."""
    stops = [start]
    for item in chain[1:-1]:
        r, level = board.layers.rank[item], board.across[item]
        if stops[-1][1] == level and len(stops) > 1:
            stops[-1] = (board.right[r], level)
        else:
            stops += [(board.left[r], level), (board.right[r], level)]
    return [*stops, end]


def _free(board: Board, curve: Curve, columns: list[list[tuple[float, int]]], chain: list[int]) -> bool:
    """Whether no card of the ranks between, nor the room kept for its labels, has the curve near it."""
    rank = board.layers.rank
    for r in range(rank[chain[0]] + 1, rank[chain[-1]]):
        reach = FOREIGN_CLEAR + max(0.0, board.overhang - (board.right[r] - board.left[r]) / 2)
        span = curve.within(board.left[r] - reach, board.right[r] + reach)
        if span is None:
            continue
        column = columns[r]
        for i in range(bisect_left(column, (span[0] - FARTHEST, -1)), len(column)):
            across, node = column[i]
            half = board.wide[node] / 2 + FOREIGN_CLEAR
            before, after = board.margins[node]
            if across - half - before < span[1] and across + half + after > span[0]:
                return False
            if across - FARTHEST > span[1]:
                break
    return True
