"""One candidate for each label, so that no two overlap and all together cost least: branch and bound."""

from __future__ import annotations

from itertools import accumulate

from backpulse.view.layout.label_candidates import Candidate
from backpulse.view.layout.sizes import BOX_CLEAR

OVERLAP = 60.0
"""What it costs to overlap another label or a card: more than any distance."""
CONSIDERED = 14
NEAR, FAR = 0.25, 0.9
"""Places of one label nearer to each other than this, in u, are as good as one; the first may be close."""
CLOSE = 6
CHEAPEST = 80
ALIKE = 0.6
LOOKED_AT = 4000

Candidates = list[list[tuple[Candidate, int]]]
"""Per label: its places, cheapest first, each with the set of all places it overlaps, as bits."""


def choose_places(options: list[list[Candidate]]) -> tuple[list[Candidate], float]:
    """The chosen places in the order of the labels, and their cost with what overlaps.

    Depth first with bounds, from the greedy choice on; it looks at no more than so many partial choices.
    """
    own = [sorted(places, key=lambda place: place.cost) for places in options]
    # Whoever has the fewest good places chooses first: dead ends show early.
    order = sorted(
        range(len(own)), key=lambda i: sum(place.cost < own[i][0].cost + ALIKE for place in own[i])
    )
    labels = _with_clashes([own[i] for i in order])
    best, least = _greedy(labels)
    rest = [*accumulate((places[0][0].cost for places in reversed(labels)), initial=0.0)][::-1]
    numbers = [*accumulate((len(places) for places in labels), initial=0)]
    picks = [0] * (len(labels) + 1)
    cost = [0.0] * (len(labels) + 1)
    taken = [0] * (len(labels) + 1)
    depth = looked = 0
    while depth >= 0 and looked < LOOKED_AT:
        looked += 1
        if depth == len(labels):
            best, least = picks[:depth], cost[depth]
        elif picks[depth] < len(labels[depth]):
            place, clashes = labels[depth][picks[depth]]
            if cost[depth] + place.cost + rest[depth + 1] < least - 1e-9:
                if clashes & taken[depth]:
                    picks[depth] += 1
                    continue
                taken[depth + 1] = taken[depth] | 1 << numbers[depth] + picks[depth]
                cost[depth + 1] = cost[depth] + place.cost
                depth += 1
                picks[depth] = 0
                continue
        depth -= 1
        picks[depth] += 1
    chosen = {i: labels[k][pick][0] for k, (i, pick) in enumerate(zip(order, best, strict=True))}
    return [chosen[i] for i in range(len(options))], least


def distinct_places(places: list[Candidate], most: int = CONSIDERED) -> list[Candidate]:
    """The cheapest places, cheapest first, without near copies."""
    found: list[Candidate] = []
    for place in sorted(places, key=lambda place: place.cost)[:CHEAPEST]:
        a, b = place.box[0], place.box[1]
        c, d = place.box[2], place.box[3]
        apart = NEAR if len(found) < CLOSE else FAR
        for other in found:
            p, q, r, s = other.box
            if abs(a - p) < apart and abs(b - q) < apart and abs(c - r) < apart and abs(d - s) < apart:
                break
        else:
            found.append(place)
            if len(found) == most:
                break
    return found


def _with_clashes(options: list[list[Candidate]]) -> Candidates:
    flat = [(place.box, label) for label, places in enumerate(options) for place in places]
    clashes = [0] * len(flat)
    order = sorted(range(len(flat)), key=lambda i: flat[i][0])
    for n, i in enumerate(order):
        (_, low, right, high), label = flat[i]
        right, low, high = right + BOX_CLEAR, low - BOX_CLEAR, high + BOX_CLEAR
        for j in order[n + 1 :]:
            box, other = flat[j]
            if box[0] >= right:
                break
            if other != label and box[1] < high and box[3] > low:
                clashes[i] |= 1 << j
                clashes[j] |= 1 << i
    pairs = zip((place for places in options for place in places), clashes, strict=True)
    return [[next(pairs) for _ in places] for places in options]


def _greedy(labels: Candidates) -> tuple[list[int], float]:
    """Everyone's best, then whoever overlaps another gives way where that costs least."""
    numbers = [*accumulate((len(own) for own in labels), initial=0)]
    picks = [0] * len(labels)
    taken = sum(1 << number for number in numbers[:-1])
    for _ in range(3):
        for i, own in enumerate(labels):
            taken &= ~(1 << numbers[i] + picks[i])
            costs = [place.cost + OVERLAP * (clashes & taken).bit_count() for place, clashes in own]
            picks[i] = costs.index(min(costs))
            taken |= 1 << numbers[i] + picks[i]
    chosen = [own[pick] for own, pick in zip(labels, picks, strict=True)]
    clashing = sum((clashes & taken).bit_count() for _, clashes in chosen)
    return picks, sum(place.cost for place, _ in chosen) + OVERLAP / 2 * clashing
