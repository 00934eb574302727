"""The rows of the ops table as functions that never raise: the one set of rules that every pass goes by."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from backpulse.engine.formula import IEEE, function
from backpulse.engine.op import Param
from backpulse.engine.ops import OPS, Op


@dataclass(frozen=True, slots=True)
class Rule:
    """A row, compiled. Unary ops ignore `b`; only those with constants look at `n`, which holds them."""

    op: Op
    forward: Callable[[float, float, Param], float]
    """(a, b, n) -> y"""
    partials: tuple[Callable[[float, float, Param, float], float], ...]
    """Per input: (a, b, n, y) -> the local derivative."""
    contribution: Callable[[float, float, Param], float]
    """(incoming gradient, local derivative, n) -> what the arrow adds to its child's gradient.

    In forward mode: what an input's tangent adds to the output's.
    """


RULES: dict[str, Rule] = {}


def add_rule(op: Op) -> None:
    """Compile a row."""
    RULES[op.name] = Rule(
        op,
        function(op.forward, ("a", "b", "n"), IEEE),
        tuple(function(partial, ("a", "b", "n", "y"), IEEE) for partial in op.partials),
        function(op.contribution, ("g", "d", "n"), IEEE),
    )


for _op in OPS.values():
    add_rule(_op)
