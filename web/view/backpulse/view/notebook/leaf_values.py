"""Values of leaves as a person gives them, checked before any of them counts."""

from __future__ import annotations

from collections.abc import Mapping
from math import isfinite
from numbers import Real
from typing import Any

from backpulse.view.expression import Expression
from backpulse.view.notebook import refusal


def checked(expression: Expression, values: Mapping[str, Any]) -> dict[str, float]:
    """Them as floats. Refused where a name is no leaf or a value no finite number."""
    unknown = values.keys() - set(expression.names)
    if unknown:
        raise refusal.unknown_names(unknown, expression.names, expression.steps)
    for name, value in values.items():
        if not isinstance(value, Real) or not isfinite(value):
            raise refusal.not_a_number(name, value)
    return {name: float(value) for name, value in values.items()}
