"""Label placement: beside their own edge, near its middle, on no card, no other edge and no other label."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt

from backpulse.view.layout.curves import Box, Route, SampledRoute, Spot
from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.label_candidates import Candidate, beyond, overlap, total_places
from backpulse.view.layout.label_choice import OVERLAP, choose_places, distinct_places
from backpulse.view.layout.sizes import (
    BOX_CLEAR,
    FOREIGN_CLEAR,
    LANE_CLEAR,
    PHONE_PILLS,
    PILL_H,
    PILL_LEAST,
    PILL_W,
)
from backpulse.view.structure import arrivals, carries_gradient

STEPS = 18
"""Places tried along a route; finer for short routes, which have less room."""
ON_LANE = 4.0
OUTSIDE = 6.0
SMALLER = 0.4
LEANING, INNER = 0.06, 0.3
"""It is better nearer to the parent, and on the route's outer side: above where it comes down."""


@dataclass(slots=True)
class Labels:
    """The outcome: places per edge id and per node id, and their cost together."""

    pills: dict[int, Candidate]
    totals: dict[int, Candidate]
    cost: float


def place_labels(geometry: Geometry, routes: list[Route], bounds: Box) -> Labels:
    """Chooses for every label one of its places, so that together they cost least. `bounds` fits the view."""
    graph = geometry.graph
    cards = [geometry.box(node.id) for node in graph.nodes]
    sampled = [SampledRoute(route) for route in routes]
    nodes = [node for node, count in enumerate(arrivals(graph)) if count > 1]
    edges = [edge.id for edge in graph.edges if carries_gradient(graph, edge)]
    options = [_totals(geometry, routes, cards, node, bounds) for node in nodes]
    usual = [min(places, key=lambda place: place.cost).box for places in options]
    length, widths = (PILL_LEAST, (PILL_H,)) if geometry.flow == "right" else (PILL_H, PHONE_PILLS)
    for edge in edges:
        places = distinct_places(_places(sampled, edge, cards, length, widths, bounds))
        if usual:
            places += distinct_places(_places(sampled, edge, cards + usual, length, widths, bounds), 6)
        options.append(places)
    chosen, cost = choose_places(options)
    totals, pills = chosen[: len(nodes)], chosen[len(nodes) :]
    if geometry.flow == "right":
        pills = _widened(sampled, edges, pills, cards + [place.box for place in totals])
    return Labels(dict(zip(edges, pills, strict=True)), dict(zip(nodes, totals, strict=True)), cost)


def _widened(
    sampled: list[SampledRoute], edges: list[int], chosen: list[Candidate], solid: list[Box]
) -> list[Candidate]:
    """Labels grow from the least width to the full one where nothing is in the way, within the picture."""
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
                for k, sample in enumerate(sampled)
                for clear in (LANE_CLEAR - 1e-6 if k == edge else FOREIGN_CLEAR - 1e-6,)
                if (span := sample.between(box[0] - clear, box[2] + clear))
            ):
                widened[i] = Candidate(box, place.lines, place.cost)
                break
    return widened


def _totals(
    geometry: Geometry, routes: list[Route], cards: list[Box], node: int, bounds: Box
) -> list[Candidate]:
    def judged(place: Candidate) -> Candidate:
        hits = sum(route.touches(place.box, FOREIGN_CLEAR) for route in routes)
        under = sum(overlap(place.box, card) for i, card in enumerate(cards) if i != node)
        return place.dearer(ON_LANE * hits + OVERLAP * under + OUTSIDE * beyond(place.box, bounds))

    return distinct_places([judged(place) for place in total_places(cards[node], geometry.flow)])


def _places(
    sampled: list[SampledRoute],
    edge: int,
    solid: list[Box],
    length: float,
    widths: Sequence[float],
    bounds: Box,
) -> list[Candidate]:
    """The nearest free places on both sides of one route, all along it; `length` along, `widths` across."""
    own = sampled[edge]
    foreign = [sample for i, sample in enumerate(sampled) if i != edge]
    (_, start), (_, end) = own.at(0.0), own.at(1.0)
    outer = (end < start) - (end > start)
    heart = [own.at(share) for share in (0.35, 0.5, 0.65)]
    found: list[Candidate] = []
    half = length / 2
    low, high = own.first - half + 0.3, own.last + half - 0.3
    for k in range(STEPS + 1):
        # Not beyond what fits the view; a route itself always is in view.
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
        for sample in foreign:
            span = sample.between(left - FOREIGN_CLEAR, right + FOREIGN_CLEAR)
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
                    found.append(Candidate(box, 2, cost))
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
    """From the box to the nearest of some places in the middle of its route, less the air between them."""
    a0, b0, a1, b1 = box
    least = 1e9
    for a, b in heart:
        da = a0 - a if a < a0 else a - a1 if a > a1 else 0.0
        db = b0 - b if b < b0 else b - b1 if b > b1 else 0.0
        least = min(least, da * da + db * db)
    return max(0.0, sqrt(least) - LANE_CLEAR)
