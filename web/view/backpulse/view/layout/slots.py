"""Where labels stand: beside their own lane, near its middle, on no card, no other lane, no other label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from backpulse.view.layout.board import Board, arrivals, carries
from backpulse.view.layout.choice import OVERLAP, choose, distinct
from backpulse.view.layout.lanes import Box, Lane, Spot, Track
from backpulse.view.layout.sizes import (
    BOX_CLEAR,
    FOREIGN_CLEAR,
    LANE_CLEAR,
    PHONE_PILLS,
    PILL_H,
    PILL_LEAST,
    PILL_W,
)
from backpulse.view.layout.totals import Place, beyond, overlap, total_places

STEPS = 18
"""Places tried along a lane; finer for short lanes, which have less room."""
ON_LANE = 4.0
OUTSIDE = 6.0
SMALLER = 0.4
LEANING, INNER = 0.06, 0.3
"""It is better nearer to the parent, and on the lane's outer side: above where it comes down."""


@dataclass(slots=True)
class Slots:
    """The outcome: places per edge id and per node id, and their cost together."""

    pills: dict[int, Place]
    totals: dict[int, Place]
    cost: float


def place_slots(board: Board, lanes: list[Lane], bounds: Box) -> Slots:
    """Chooses for every label one of its places, so that together they cost least. `bounds` fits the view."""
    graph = board.graph
    cards = [board.box(node.id) for node in graph.nodes]
    tracks = [Track(lane) for lane in lanes]
    nodes = [node for node, count in enumerate(arrivals(graph)) if count > 1]
    edges = [edge.id for edge in graph.edges if carries(graph, edge)]
    options = [_totals(board, lanes, cards, node, bounds) for node in nodes]
    usual = [min(places, key=lambda place: place.cost).box for places in options]
    length, widths = (PILL_LEAST, (PILL_H,)) if board.flow == "right" else (PILL_H, PHONE_PILLS)
    for edge in edges:
        places = distinct(_places(tracks, edge, cards, length, widths, bounds))
        if usual:
            places += distinct(_places(tracks, edge, cards + usual, length, widths, bounds), 6)
        options.append(places)
    chosen, cost = choose(options)
    totals, pills = chosen[: len(nodes)], chosen[len(nodes) :]
    if board.flow == "right":
        pills = _widened(tracks, edges, pills, cards + [place.box for place in totals])
    return Slots(dict(zip(edges, pills, strict=True)), dict(zip(nodes, totals, strict=True)), cost)


def _widened(tracks: list[Track], edges: list[int], chosen: list[Place], solid: list[Box]) -> list[Place]:
    """Slots grow from the least width to the full one where nothing is in the way, within the picture."""
    boxes = [*solid, *(place.box for place in chosen)]
    first, last = min(box[0] for box in boxes), max(box[2] for box in boxes)
    more = PILL_W - PILL_LEAST
    widened = list(chosen)
    for i, (edge, place) in enumerate(zip(edges, chosen, strict=True)):
        left, low, right, high = place.box
        for share in (0.5, 0.0, 1.0):
            box = (left - more * share, low, right + more * (1 - share), high)
            others = [other.box for j, other in enumerate(widened) if j != i]
            if box[0] < first or box[2] > last or any(overlap(box, other) for other in (*solid, *others)):
                continue
            if not any(
                min(span) < high + clear and max(span) > low - clear
                for k, track in enumerate(tracks)
                for clear in (LANE_CLEAR - 1e-6 if k == edge else FOREIGN_CLEAR - 1e-6,)
                if (span := track.between(box[0] - clear, box[2] + clear))
            ):
                widened[i] = Place(box, place.lines, place.cost)
                break
    return widened


def _totals(board: Board, lanes: list[Lane], cards: list[Box], node: int, bounds: Box) -> list[Place]:
    def judged(place: Place) -> Place:
        hits = sum(lane.touches(place.box, FOREIGN_CLEAR) for lane in lanes)
        under = sum(overlap(place.box, card) for i, card in enumerate(cards) if i != node)
        return place.dearer(ON_LANE * hits + OVERLAP * under + OUTSIDE * beyond(place.box, bounds))

    return distinct([judged(place) for place in total_places(cards[node], board.flow)])


def _places(
    tracks: list[Track], edge: int, solid: list[Box], length: float, widths: Sequence[float], bounds: Box
) -> list[Place]:
    """The nearest free places on both sides of one lane, all along it; `length` along, `widths` across."""
    own = tracks[edge]
    foreign = [track for i, track in enumerate(tracks) if i != edge]
    (_, start), (_, end) = own.at(0.0), own.at(1.0)
    outer = (end < start) - (end > start)
    heart = [own.at(share) for share in (0.35, 0.5, 0.65)]
    found: list[Place] = []
    half = length / 2
    low, high = own.first - half + 0.3, own.last + half - 0.3
    for k in range(STEPS + 1):
        # Not beyond what fits the view; a lane itself always is in view.
        centre = max(bounds[0] + half, min(bounds[2] - half, low + (high - low) * k / STEPS))
        left, right = centre - half, centre + half
        run = own.between(left - LANE_CLEAR, right + LANE_CLEAR)
        if not run:
            continue
        blocks = [
            (box[1] - BOX_CLEAR, box[3] + BOX_CLEAR)
            for box in solid
            if box[0] < right + BOX_CLEAR and box[2] > left - BOX_CLEAR
        ]
        crossed: list[tuple[float, float]] = []
        for track in foreign:
            span = track.between(left - FOREIGN_CLEAR, right + FOREIGN_CLEAR)
            if span:
                crossed.append((min(span) - FOREIGN_CLEAR, max(span) + FOREIGN_CLEAR))
        every = blocks + crossed
        for side, level in ((-1, min(run) - LANE_CLEAR), (1, max(run) + LANE_CLEAR)):
            for smaller, width in enumerate(widths):
                deep = width / 2
                extra = SMALLER * smaller + LEANING * abs(centre - own.last) + INNER * (side == -outer)
                free = _push(level + side * deep, side, every, deep)
                bare = _push(level + side * deep, side, blocks, deep) if crossed else free
                for at in (free,) if free == bare else (free, bare):
                    box = (left, at - deep, right, at + deep)
                    hits = sum(lo < at + deep and at - deep < hi for lo, hi in crossed) if at != free else 0
                    cost = extra + _distance(box, heart) + ON_LANE * hits + OUTSIDE * beyond(box, bounds)
                    found.append(Place(box, 2, cost))
    return found


def _push(start: float, side: int, taken: list[tuple[float, float]], deep: float) -> float:
    """The nearest middle from `start` on, going to one side, with no interval nearer than `deep`."""
    at = start
    while True:
        for low, high in taken:
            if low + 1e-9 < at + deep and at - deep < high - 1e-9:
                at = low - deep if side < 0 else high + deep
                break
        else:
            return at


def _distance(box: Box, heart: list[Spot]) -> float:
    """From the box to the nearest of some places in the middle of its lane, less the air between them."""
    a0, b0, a1, b1 = box
    least = 1e9
    for a, b in heart:
        da = a0 - a if a < a0 else a - a1 if a > a1 else 0.0
        db = b0 - b if b < b0 else b - b1 if b > b1 else 0.0
        least = min(least, da * da + db * db)
    return max(0.0, sqrt(least) - LANE_CLEAR)
