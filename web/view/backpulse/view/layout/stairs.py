"""Where full cards stand across: ops between their inputs, chains as stairs, so that labels find room."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

from backpulse.view.layout.board import Board, arrivals, bowed
from backpulse.view.layout.sizes import (
    BOW,
    BOX_CLEAR,
    FOREIGN_CLEAR,
    LANE_CLEAR,
    PILL_H,
    ROW,
    TOTAL_GAP,
)
from backpulse.view.layout.spread import spread


@dataclass(frozen=True, slots=True)
class Room:
    """How generously to stand: distances across, in u."""

    row: float
    """Between neighbouring leaves."""
    stair: float
    """From a node to an op that has no other input to stand between; 0 on a phone."""
    label: float
    """A label's size across."""
    reserve: float
    """How much of a label's room to keep free beside an op, 0 to 1."""
    pull: float = 0.0
    """How far ops are drawn to the middle of the leaves, 0 to 1, which leaves room outside."""


def runs_of(board: Board) -> list[list[int]]:
    """Chains of ops with one input each, outermost first: each is one flight of stairs, up or down."""
    graph = board.graph
    runs: dict[int, list[int]] = {}
    for node in graph.nodes:
        if node.kind != "op" or len(node.inputs) != 1:
            continue
        run = runs.pop(node.inputs[0], [])
        run.append(node.id)
        runs[node.id] = run
    return list(runs.values())


def stand(board: Board, room: Room, down: dict[int, bool]) -> None:
    """Fills `board.across`; `down` says for each op with one input on which side of it the op stands."""
    layers = board.layers
    board.across = [0.0] * len(layers.rank)
    margins = [(0.0, 0.0)] * layers.nodes
    for r, layer in enumerate(layers.layers):
        wishes = [_wish(board, item, room, down) if r else 0.0 for item in layer]
        wishes = [
            wish if item >= layers.nodes else wish * (1 - room.pull)
            for item, wish in zip(layer, wishes, strict=True)
        ]
        _beside(board, layer, wishes, room)
        for item, wish in zip(layer, wishes, strict=True):
            if item < layers.nodes:
                margins[item] = _margins(board, item, wish, room)
        gaps = [_gap(board, a, b, margins, room) for a, b in pairwise(layer)]
        if r == 0:
            wishes = [0.0, *accumulate(gaps)]
            wishes = [wish - wishes[-1] / 2 for wish in wishes]
        weights = [
            0.3 if item < layers.nodes and board.graph.nodes[item].kind == "const" else 1.0 for item in layer
        ]
        for item, place in zip(layer, spread(wishes, weights, gaps), strict=True):
            board.across[item] = place
    board.margins = [
        margins[node.id] if _bows(board, node.id) else _pockets(board, node.id, room)
        for node in board.graph.nodes
    ]


def _wish(board: Board, item: int, room: Room, down: dict[int, bool]) -> float:
    """Between the inputs, or a stair away from the only one."""
    graph, layers, across = board.graph, board.layers, board.across
    before = [other for other, _ in layers.ups[item]]
    if item >= layers.nodes:
        return across[before[0]]
    carrying = [other for other in before if other >= layers.nodes or graph.nodes[other].kind != "const"]
    if not carrying:
        return sum(across[other] for other in before) / len(before) if before else 0.0
    mean = sum(across[other] for other in carrying) / len(carrying)
    if len(carrying) > 1:
        return mean
    if len(before) > 1:
        fixed = next(other for other in before if other != carrying[0])
        # Toward the constant, nearly as far as that had to stand.
        step = max(room.stair, min(1.5 * room.stair, abs(across[fixed] - mean)))
        return mean + (step if layers.place[fixed] > layers.place[carrying[0]] else -step)
    return mean + (room.stair if down.get(item, True) else -room.stair)


def _beside(board: Board, layer: list[int], wishes: list[float], room: Room) -> None:
    """Constants wish to stand next to their neighbour that goes to the same op."""
    graph, layers = board.graph, board.layers
    for index, item in enumerate(layer):
        if item >= layers.nodes or graph.nodes[item].kind != "const":
            continue
        targets = {parent for parent, _ in layers.downs[item]}
        for other in (index - 1, index + 1):
            if 0 <= other < len(layer) and targets & {parent for parent, _ in layers.downs[layer[other]]}:
                wishes[index] = wishes[other] + (index - other) * max(room.stair, 0.5)


def _margins(board: Board, node: int, wish: float, room: Room) -> tuple[float, float]:
    """What must stay free before and after a card, besides the usual air: labels, bows, its total."""
    graph, layers = board.graph, board.layers
    total = TOTAL_GAP + PILL_H if arrivals(graph)[node] > 1 and board.flow == "right" else 0.0
    half = board.wide[node] / 2
    if _bows(board, node):
        bow = BOW + LANE_CLEAR + room.label - half
        # The lower bow's label passes below the totals.
        return bow, max(bow, total + BOX_CLEAR + room.label if total else 0.0)
    before = after = 0.0
    for other, _ in layers.ups[node]:
        if other >= layers.nodes or graph.nodes[other].kind == "const":
            continue
        # The label stands past the card's edge, and past its lane, which there has come most of its way.
        way = board.across[other] - wish
        past = max(BOX_CLEAR, 0.85 * min(abs(way), 0.8 * ROW) + LANE_CLEAR - half)
        if way < 0:
            before = room.reserve * (past + room.label)
        elif way > 0:
            after = room.reserve * (past + room.label)
    return before, after + total


def _bows(board: Board, node: int) -> bool:
    """Whether parallel arrows arrive at or leave from a node."""
    graph = board.graph
    return bowed(graph, node) or any(bowed(graph, edge.parent) for edge in graph.edges if edge.child == node)


def _pockets(board: Board, node: int, room: Room) -> tuple[float, float]:
    """What long edges leave free around a card: its labels, which in close columns stand farther out."""
    layers, graph = board.layers, board.graph
    r = layers.rank[node]
    before = after = 0.0
    half = board.wide[node] / 2
    close = r > 0 and board.right[r] - board.right[r - 1] < 2 * (board.overhang + LANE_CLEAR)
    for other, _ in layers.ups[node]:
        if other >= layers.nodes or graph.nodes[other].kind == "const" or not room.reserve:
            continue
        way = board.across[other] - board.across[node]
        past = max(BOX_CLEAR, abs(way) + LANE_CLEAR - half) if close else 0.0
        if way < 0:
            before = past + room.label + BOX_CLEAR
        elif way > 0:
            after = past + room.label + BOX_CLEAR
    return before, after


def _gap(board: Board, a: int, b: int, margins: list[tuple[float, float]], room: Room) -> float:
    """The least distance between the centres of two neighbours in a rank."""
    nodes = board.layers.nodes
    if a >= nodes and b >= nodes:
        return 0.5
    if a >= nodes:
        return board.wide[b] / 2 + FOREIGN_CLEAR + margins[b][0]
    if b >= nodes:
        return board.wide[a] / 2 + FOREIGN_CLEAR + margins[a][1]
    kinds = {board.graph.nodes[a].kind, board.graph.nodes[b].kind}
    least = (board.wide[a] + board.wide[b]) / 2 + 2 * BOX_CLEAR + margins[a][1] + margins[b][0]
    return max(least, room.row) if kinds == {"leaf"} else least
