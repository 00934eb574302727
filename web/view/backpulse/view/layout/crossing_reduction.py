"""Crossing reduction: the order within each rank, by barycentres and transpositions of neighbours.

The barycentre sweeps are those of Sugiyama, Tagawa and Toda 1981, the transpositions those of Gansner et al.
1993. Crossings are counted between the ports of a card, not between its middles.
"""

from __future__ import annotations

from bisect import bisect_left, insort

from backpulse.view.layout.layering import MANY, Layers

SWEEPS, SWEEPS_OF_MANY = 6, 2
TRANSPOSED_AT_MOST = 160


def reduce_crossings(made: Layers) -> None:
    """Fewer crossings by barycentres and swaps; the order of the text stays wherever it is as good."""
    best = [list(layer) for layer in made.layers]
    least = count_crossings(made)
    for sweep in range(SWEEPS if len(made.rank) < MANY else SWEEPS_OF_MANY):
        if least == 0:
            break
        forward = sweep % 2 == 0
        order = range(1, len(best)) if forward else range(len(best) - 2, -1, -1)
        near = made.ups if forward else made.downs
        for r in order:
            _sort_by_barycentre(made, r, near, forward)
        if len(made.place) <= TRANSPOSED_AT_MOST:
            _transpose(made)
        found = count_crossings(made)
        if found < least:
            least, best = found, [list(layer) for layer in made.layers]
    made.arrange(best)


def _sort_by_barycentre(made: Layers, r: int, near: list[list[tuple[int, float]]], forward: bool) -> None:
    place = made.place
    wish: dict[int, float] = {}
    for index, item in enumerate(made.layers[r]):
        ends = near[item]
        ports = 0.0 if forward else 0.5
        total = sum(place[other] + ports * port for other, port in ends)
        wish[item] = total / len(ends) if ends else float(index)
    made.layers[r].sort(key=lambda item: (wish[item], place[item]))
    for index, item in enumerate(made.layers[r]):
        place[item] = index


def _transpose(made: Layers) -> None:
    """Swaps neighbours while that removes crossings."""
    for _ in range(4):
        better = False
        for layer in made.layers:
            for i in range(len(layer) - 1):
                a, b = layer[i], layer[i + 1]
                if _between(made, b, a) < _between(made, a, b):
                    layer[i], layer[i + 1] = b, a
                    made.place[a], made.place[b] = i + 1, i
                    better = True
        if not better:
            return


def _between(made: Layers, above: int, below: int) -> int:
    """Crossings among the edges of two neighbours if they stand in this order."""
    count = 0
    for near in (made.ups, made.downs):
        own = near is made.downs
        for a, pa in near[above]:
            for b, pb in near[below]:
                ka = (made.place[a], pa if own else 0.0)
                kb = (made.place[b], pb if own else 0.0)
                count += ka > kb
    return count


def count_crossings(made: Layers) -> int:
    """How many pairs of edges cross, ports counted apart."""
    total = 0
    for layer in made.layers[1:]:
        ends = [(made.place[a], made.place[item], port) for item in layer for a, port in made.ups[item]]
        ends.sort()
        seen: list[tuple[int, float]] = []
        for _, b, port in ends:
            key = (b, port)
            total += len(seen) - bisect_left(seen, (b, port + 1e-9))
            insort(seen, key)
    return total
