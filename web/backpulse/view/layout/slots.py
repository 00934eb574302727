"""Where labels and running totals stand: beside their own lane or under their card, on nobody's toes."""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

from backpulse.view.layout.board import Board, arrivals, carries
from backpulse.view.layout.lanes import Box, Lane, Spot
from backpulse.view.layout.sizes import (
    BOX_CLEAR,
    FOREIGN_CLEAR,
    LANE_CLEAR,
    LINE_H,
    PHONE_PILLS,
    PILL_H,
    PILL_LEAST,
    PILL_W,
    TOTAL_GAP,
    TOTAL_W,
)

SAMPLES = 14
STEP = 0.35
OVERLAP = 60.0
ON_LANE = 4.0


@dataclass(frozen=True, slots=True)
class Place:
    """One possible slot: its box, lines, and how far it is from ideal (0: perfect)."""

    box: Box
    lines: int
    cost: float


@dataclass(slots=True)
class Slots:
    """The outcome: boxes per edge id and per node id, and their cost together."""

    pills: dict[int, Place]
    totals: dict[int, Place]
    cost: float


def place_slots(board: Board, lanes: list[Lane], bounds: Box) -> Slots:
    """Chooses for every label one of its places, so that together they cost least; `bounds` fits the view."""
    graph = board.graph
    cards = [board.box(node.id) for node in graph.nodes]
    keys: list[tuple[str, int]] = []
    options: list[list[Place]] = []
    for node, count in enumerate(arrivals(graph)):
        if count > 1:
            keys.append(("total", node))
            options.append(_totals(board, cards, lanes, node, bounds))
    for edge in graph.edges:
        if carries(graph, edge):
            keys.append(("pill", edge.id))
            options.append(_pills(board, cards, lanes, edge.id, bounds))
    chosen, cost = _choose(options)
    found = Slots({}, {}, cost)
    for (kind, owner), place in zip(keys, chosen, strict=True):
        (found.pills if kind == "pill" else found.totals)[owner] = place
    return found


def _choose(options: list[list[Place]]) -> tuple[list[Place], float]:
    """One place each: everyone's best, then whoever overlaps another gives way."""
    picks = [0] * len(options)
    for places in options:
        places.sort(key=lambda place: place.cost)
    for _ in range(6):
        moved = False
        for i, places in enumerate(options):
            others = [options[j][picks[j]].box for j in range(len(options)) if j != i]
            best, least = picks[i], float("inf")
            for k, place in enumerate(places):
                if place.cost >= least:
                    break
                cost = place.cost + OVERLAP * sum(_overlap(place.box, box, BOX_CLEAR) for box in others)
                if cost < least:
                    best, least = k, cost
            if best != picks[i]:
                picks[i], moved = best, True
        if not moved:
            break
    chosen = [places[pick] for places, pick in zip(options, picks, strict=True)]
    cost = sum(place.cost for place in chosen)
    for i, place in enumerate(chosen):
        cost += OVERLAP * sum(_overlap(place.box, other.box, BOX_CLEAR) for other in chosen[:i])
    return chosen, cost


def _overlap(p: Box, q: Box, clear: float) -> bool:
    return p[0] < q[2] + clear and p[2] > q[0] - clear and p[1] < q[3] + clear and p[3] > q[1] - clear


def _outside(box: Box, bounds: Box) -> float:
    """How far a box sticks out of what fits the view."""
    return (
        max(0.0, bounds[0] - box[0])
        + max(0.0, bounds[1] - box[1])
        + max(0.0, box[2] - bounds[2])
        + max(0.0, box[3] - bounds[3])
    )


def _sizes(board: Board) -> list[tuple[float, float, float]]:
    """Slot sizes along and across, and what a smaller one costs."""
    if board.flow == "right":
        return [(PILL_W, PILL_H, 0.0), (PILL_LEAST, PILL_H, 0.3)]
    return [(PILL_H, width, 0.5 * i) for i, width in enumerate(PHONE_PILLS)]


def _pills(board: Board, cards: list[Box], lanes: list[Lane], edge: int, bounds: Box) -> list[Place]:
    lane = lanes[edge]
    (a0, _), (a1, _) = lane.start, lane.end
    spots = lane.samples(SAMPLES)
    foreign = [other for i, other in enumerate(lanes) if i != edge]
    found: list[Place] = []
    for along, across, extra in _sizes(board):
        low, high = a0 - along / 2 + 0.3, a1 + along / 2 - 0.3
        steps = max(1, round((high - low) / STEP))
        for k in range(steps + 1):
            centre = low + (high - low) * k / steps
            run = lane.within(centre - along / 2 - LANE_CLEAR, centre + along / 2 + LANE_CLEAR)
            if run is None:
                continue
            window = (centre - along / 2, centre + along / 2)
            solid = [
                (card[1] - BOX_CLEAR - across / 2, card[3] + BOX_CLEAR + across / 2)
                for card in cards
                if card[0] < window[1] + BOX_CLEAR and card[2] > window[0] - BOX_CLEAR
            ]
            crossed = []
            for other in foreign:
                span = other.within(window[0] - FOREIGN_CLEAR, window[1] + FOREIGN_CLEAR)
                if span is not None:
                    reach = FOREIGN_CLEAR + across / 2
                    crossed.append((span[0] - reach, span[1] + reach))
            for side in (-1, 1):
                start = run[0] - LANE_CLEAR - across / 2 if side < 0 else run[1] + LANE_CLEAR + across / 2
                free = _push(start, side, solid + crossed)
                bare = _push(start, side, solid)
                for middle in {free, bare}:
                    box = (window[0], middle - across / 2, window[1], middle + across / 2)
                    hits = sum(lo < middle < hi for lo, hi in crossed)
                    cost = extra + ON_LANE * hits + _cost(box, spots, bounds)
                    found.append(Place(box, 2, cost))
    return found


def _push(start: float, side: int, taken: list[tuple[float, float]]) -> float:
    """The nearest place from `start` on, going to one side, that lies in none of the intervals."""
    at = start
    while True:
        for low, high in taken:
            if low + 1e-9 < at < high - 1e-9:
                at = low if side < 0 else high
                break
        else:
            return at


def _cost(box: Box, spots: list[Spot], bounds: Box) -> float:
    """Far from its lane, far from the lane's middle, or out of view: each is worse."""
    least, at = float("inf"), 0
    for i, (a, b) in enumerate(spots):
        da = max(box[0] - a, a - box[2], 0.0)
        db = max(box[1] - b, b - box[3], 0.0)
        distance = da * da + db * db
        if distance < least:
            least, at = distance, i
    away = max(0.0, sqrt(least) - LANE_CLEAR)
    middle = abs(at / (len(spots) - 1) - 0.5)
    return 2.0 * away + 1.2 * middle * middle + 6.0 * _outside(box, bounds)


def _totals(board: Board, cards: list[Box], lanes: list[Lane], node: int, bounds: Box) -> list[Place]:
    """Under the card; on a phone, where the lanes leave below, above or beside it."""
    card = cards[node]
    centre = ((card[0] + card[2]) / 2, (card[1] + card[3]) / 2)
    places: list[tuple[Box, int, float]] = []
    if board.flow == "right":
        for shift in (0.0, -0.45, 0.45, -0.9):
            for lower in (0.0, 0.3, 0.7, 1.2):
                left, top = centre[0] - TOTAL_W / 2 + shift, card[3] + TOTAL_GAP + lower
                places.append(((left, top, left + TOTAL_W, top + LINE_H), 1, abs(shift) * 0.5 + lower * 2))
    else:
        for width, height, lines, extra in (
            (TOTAL_W, LINE_H, 1, 0.0),
            (2.2, PILL_H, 2, 0.4),
            (1.6, PILL_H, 2, 1.0),
        ):
            for shift in (0.0, -0.6, 0.6):
                left = centre[1] - width / 2 + shift
                over = card[0] - 0.2 - height
                places.append(((over, left, over + height, left + width), lines, extra + abs(shift)))
            for side in (-1, 1):
                edge = card[1] - 0.25 - width if side < 0 else card[3] + 0.25
                for lower in (-0.3, 0.3, 0.7):
                    top = centre[0] + lower - height / 2
                    places.append(
                        ((top, edge, top + height, edge + width), lines, extra + 0.8 + abs(lower - 0.3))
                    )
    found = []
    for box, lines, cost in places:
        hits = sum(lane.touches(box, FOREIGN_CLEAR) for lane in lanes)
        under = sum(_overlap(box, other, BOX_CLEAR) for i, other in enumerate(cards) if i != node)
        found.append(Place(box, lines, cost + ON_LANE * hits + OVERLAP * under + 6.0 * _outside(box, bounds)))
    return found
