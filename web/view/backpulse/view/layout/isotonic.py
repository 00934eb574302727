"""Isotonic regression: coordinates in one rank, as near to their wishes as least distances allow."""

from __future__ import annotations

from collections.abc import Sequence


def isotonic_places(wishes: Sequence[float], weights: Sequence[float], gaps: Sequence[float]) -> list[float]:
    """Places of items in order, `gaps[i]` the least distance between items i and i + 1.

    Least squares, exactly, by pooling adjacent violators on the wishes less the gaps before them.
    """
    offsets = [0.0]
    for gap in gaps:
        offsets.append(offsets[-1] + gap)
    blocks: list[tuple[float, float, int]] = []
    for wish, weight, offset in zip(wishes, weights, offsets, strict=True):
        mean, mass, size = wish - offset, weight, 1
        while blocks and blocks[-1][0] > mean:
            other, other_mass, other_size = blocks.pop()
            mean = (mean * mass + other * other_mass) / (mass + other_mass)
            mass += other_mass
            size += other_size
        blocks.append((mean, mass, size))
    places: list[float] = []
    for mean, _, size in blocks:
        places += [mean + offsets[len(places) + i] for i in range(size)]
    return places
