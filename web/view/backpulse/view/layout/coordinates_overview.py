"""Coordinate assignment for many nodes: the weighted mean of their neighbours, then long edges made straight.

Sweeps over the ranks as Sugiyama, Tagawa and Toda 1981 do, with Gansner et al.'s weights of 1993
(1, 2, 8) by the kinds of an edge's ends.
"""

from __future__ import annotations

from itertools import pairwise

from backpulse.view.layout.geometry import Geometry
from backpulse.view.layout.isotonic import isotonic_places
from backpulse.view.layout.layering import MANY
from backpulse.view.layout.sizes import SMALL_LANE, SMALL_LANES, SMALL_ROW_GAP

SWEEPS, SWEEPS_OF_MANY = 8, 4
PULL = (1.0, 2.0, 8.0)
"""Of an edge between nodes, from a node to a dummy node, between dummy nodes: long edges become straight."""


def assign_overview_coordinates(geometry: Geometry, size: float) -> None:
    """Fills `geometry.across`; `size` is a card's size across. Nodes of one fold share a place."""
    layers = geometry.layers
    units = [_units(geometry, r) for r in range(len(layers.layers))]
    gaps = [[_gap(geometry, p, q, size) for p, q in pairwise(rank)] for rank in units]
    across = geometry.across = [0.0] * len(layers.rank)
    near = [
        [
            (other, PULL[(item >= layers.nodes) + (other >= layers.nodes)])
            for item in unit
            for other, _ in (*layers.ups[item], *layers.downs[item])
        ]
        for rank in units
        for unit in rank
    ]
    first = [0]
    for rank, gap in zip(units, gaps, strict=True):
        first.append(first[-1] + len(rank))
        at = -sum(gap) / 2
        for unit, step in zip(rank, [*gap, 0.0], strict=True):
            for item in unit:
                across[item] = at
            at += step
    for sweep in range(SWEEPS if len(across) < MANY else SWEEPS_OF_MANY):
        for r in range(len(units)) if sweep % 2 == 0 else reversed(range(len(units))):
            wishes, weights = [], []
            for unit, pulls in zip(units[r], near[first[r] : first[r + 1]], strict=True):
                mass = wish = 0.0
                for other, pull in pulls:
                    mass += pull
                    wish += pull * across[other]
                wishes.append(wish / mass if mass else across[unit[0]])
                weights.append(mass or 0.1)
            for unit, place in zip(units[r], isotonic_places(wishes, weights, gaps[r]), strict=True):
                for item in unit:
                    across[item] = place


def _units(geometry: Geometry, r: int) -> list[list[int]]:
    """The items of a rank, with the nodes of one fold taken together."""
    layers = geometry.layers
    if geometry.folds[r] == 1:
        return [[item] for item in layers.layers[r]]
    units: list[list[int]] = []
    fold: list[int] = []
    for item in layers.layers[r]:
        if item >= layers.nodes:
            units.append([item])
        elif fold and geometry.fold[item]:
            fold.append(item)
        else:
            fold = [item]
            units.append(fold)
    return units


def _gap(geometry: Geometry, p: list[int], q: list[int], size: float) -> float:
    """The least distance between two units."""
    count = geometry.layers.nodes
    sizes = [max(geometry.wide[item] for item in unit) if unit[0] < count else 0.0 for unit in (p, q)]
    if sizes[0] and sizes[1]:
        # Constants are low and may stand closer.
        return sum(sizes) / 2 + SMALL_ROW_GAP * min(1.0, min(sizes) / size)
    return sum(sizes) / 2 + (SMALL_LANE if sizes[0] or sizes[1] else SMALL_LANES)


def straighten_long_edges(geometry: Geometry) -> None:
    """Long edges keep one height as far as their neighbours let them, instead of many small bends."""
    layers, across = geometry.layers, geometry.across
    for chain in layers.chains:
        if len(chain) < 3:
            continue
        passed = chain[1:-1]
        height = across[chain[0]]
        start = 0
        while start < len(passed):
            low, high = _free_around(geometry, passed[start])
            end = start + 1
            while end < len(passed):
                other = _free_around(geometry, passed[end])
                if max(low, other[0]) > min(high, other[1]):
                    break
                low, high = max(low, other[0]), min(high, other[1])
                end += 1
            if end == len(passed):
                height = across[chain[-1]] if low <= across[chain[-1]] <= high else height
            height = min(max(height, low), high)
            for item in passed[start:end]:
                across[item] = height
            start = end


def _free_around(geometry: Geometry, item: int) -> tuple[float, float]:
    """How far a dummy node may move between its neighbours."""
    layers = geometry.layers
    layer, index = layers.layers[layers.rank[item]], layers.place[item]
    low, high = geometry.across[item], geometry.across[item]
    for step in (-1, 1):
        other = index + step
        if not 0 <= other < len(layer):
            edge = geometry.across[item] + step * 1e6
        else:
            half = (
                geometry.wide[layer[other]] / 2 + SMALL_LANE if layer[other] < layers.nodes else SMALL_LANES
            )
            edge = geometry.across[layer[other]] - step * half
        low, high = (min(low, edge), high) if step < 0 else (low, max(high, edge))
    return low, high
