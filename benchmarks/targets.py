"""What is to be reached: for each figure, at least or at most how much."""

from __future__ import annotations

from collections.abc import Mapping

FASTER: Mapping[str, Mapping[str, float]] = {
    "g7": {"micrograd": 25, "torch": 130, "jax": 40},
    "readme33": {"micrograd": 16, "torch": 85, "jax": 6},
    "mlp1029": {"micrograd": 9, "torch": 60, "jax": 1.8},
    "chain10k": {"micrograd": 15, "torch": 50},
    "batch22k": {"micrograd": 70, "torch": 400},
    "dag100k": {"micrograd": 75, "torch": 400},
}
"""By graph and peer: the peer's time over ours, at least."""

TIMES_C: Mapping[str, float] = {
    "g7": 0.5,
    "readme33": 2,
    "mlp1029": 9,
    "chain10k": 15,
    "batch22k": 3.5,
    "dag100k": 2.5,
}
"""By graph: our time over C's, at most."""

BUILD_MS: Mapping[int, float] = {1_000: 8}
FRAME_US: Mapping[str, float] = {"g7": 30, "mlp1029": 300}
CLIENTS: Mapping[str, float] = {"g7": 600, "mlp1029": 90}
SWEEP_MS = 5.0
