"""Formulas, conditions and sentences that several rows share."""

from __future__ import annotations

# A shut gate passes exactly 0, also of an infinite gradient.
GATED = "g * d if d != 0 else 0.0"
RECIPROCAL = (
    "an arrow is the incoming gradient times the slope; PyTorch divides the gradient instead, "
    "so below 2 ** -1024, where a reciprocal alone is infinite, it may still give a number"
)
FINITE = "abs(a) < inf"
BOTH_FINITE = "abs(a) < inf and abs(b) < inf"
OVERFLOW = (("overflow", f"abs(y) == inf and {BOTH_FINITE}"),)
OVERFLOW_OF_ONE = (("overflow", f"abs(y) == inf and {FINITE}"),)
