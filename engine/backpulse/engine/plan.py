"""What every plan of a program gives: the numbers of one evaluation, all of them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple


class Numbers(NamedTuple):
    """Everything one evaluation of a graph records, indexed by node id or edge id.

    Entries for the gradients of constants, and for edges into constants, are 0.0 and mean nothing.
    """

    values: Sequence[float]
    """Per node."""
    grads: Sequence[float]
    """Per node: the derivative of the root by it."""
    locals: Sequence[float]
    """Per edge: the derivative of the parent by this input."""
    contributions: Sequence[float]
    """Per edge: what it adds to the child's gradient, incoming times local."""
    totals: Sequence[float]
    """Per edge: the child's gradient after it, parents taken in descending id and slots ascending."""
