"""How far rounding may take each number from where it stands: bounds of the first order, one sweep each way.

Another library rounds elsewhere (`a / b` as `a * b**-1`, the terms of a gradient in another order). Where
large numbers have cancelled each other, that is more than a small part of the little that is left.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from backpulse.engine import Numbers
from backpulse.engine.graph import Graph

_UNIT = 8 * 2.0**-52
"""A few roundings of float64, relative to what is rounded."""


class Allowances(NamedTuple):
    """Per node; not finite where nothing can be said."""

    values: list[float]
    grads: list[float]


def allowances(graph: Graph, numbers: Numbers) -> Allowances:
    """The bounds at these numbers."""
    errors = [0.0] * len(graph.nodes)
    for node in graph.nodes:
        if node.op:
            errors[node.id] = _UNIT * abs(numbers.values[node.id])
            for edge in graph.sends[node.id]:
                errors[node.id] += abs(numbers.locals[edge.id]) * errors[edge.child]
    grads = [0.0] * len(graph.nodes)
    for node in reversed(graph.nodes):
        # How much of its inputs and its output is error is how much of a slope may be.
        share = sum(_share(errors[place], numbers.values[place]) for place in {node.id, *node.inputs})
        for edge in graph.sends[node.id]:
            local = abs(numbers.locals[edge.id])
            grads[edge.child] += local * grads[node.id]
            grads[edge.child] += abs(numbers.contributions[edge.id]) * (_UNIT + share)
    return Allowances(*([entry if math.isfinite(entry) else 0.0 for entry in row] for row in (errors, grads)))


def _share(error: float, value: float) -> float:
    return error / abs(value) if value and math.isfinite(value) else 0.0
