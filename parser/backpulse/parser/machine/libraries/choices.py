"""`where`: a choice by a comparison, with both branches in the graph."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backpulse.parser.machine.libraries.losses import op
from backpulse.parser.machine.objects import Array, Call, Comparison

_USE = {"name": "where", "needed": "a condition and two values", "fixed": "where(a > 0, a, 0)"}


def where(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
    """Both branches are computed, and one is passed on: the other's gradient is 0 times its own, as in
    PyTorch."""
    if len(a) != 3:
        raise m.wrong("arity", c.span, **_USE, given=str(len(a)))
    condition, x, y = a
    if isinstance(condition, Array):
        left, right = (z.items if isinstance(z, Array) else [z] * len(condition) for z in (x, y))
        rows = zip(condition, left, right, strict=True)
        return Array([where(m, list(row), n, c) for row in rows])
    if not isinstance(condition, Comparison):
        return x if m.truth(condition, c.span) else y
    left, right, sign = condition.left, condition.right, condition.sign
    if sign in ("==", "!="):
        return x if condition.truth else y
    if sign in ("<", "<="):
        left, right = right, left
    swapped = sign in ("<=", ">=")
    if swapped:
        left, right, x, y = right, left, y, x
    plain = m.plain_of(right)
    ahead = left if m.is_number(plain) and plain == 0 else m.binary("sub", left, right, c.span)
    if m.is_literal_zero(y):
        return op(m, "when", c, x, ahead)
    if m.is_literal_zero(x):
        return op(m, "unless", c, y, ahead)
    gated = [op(m, "when", c, x, ahead), op(m, "unless", c, y, ahead)]
    return m.binary("add", *(gated[::-1] if swapped else gated), c.span)
