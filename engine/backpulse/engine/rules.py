"""The rows of the ops table as functions that never raise: the one set of rules that every pass goes by."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass

from backpulse.engine.formula import IEEE, function
from backpulse.engine.ops import OPS, Op


@dataclass(frozen=True, slots=True)
class Rule:
    """A row, compiled. Unary ops ignore `b`; only `**` looks at `n`."""

    op: Op
    forward: Callable[[float, float, float], float]
    """(a, b, n) -> y"""
    partials: tuple[Callable[[float, float, float, float], float], ...]
    """Per input: (a, b, n, y) -> the local derivative."""
    contribution: Callable[[float, float, float], float]
    """(incoming gradient, local derivative, n) -> what the arrow adds to its child's gradient.

    In forward mode: what an input's tangent adds to the output's.
    """


RULES: Mapping[str, Rule] = {
    op.name: Rule(
        op,
        function(op.forward, ("a", "b", "n"), IEEE),
        tuple(function(partial, ("a", "b", "n", "y"), IEEE) for partial in op.partials),
        function(op.contribution, ("g", "d", "n"), IEEE),
    )
    for op in OPS.values()
}
