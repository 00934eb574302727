"""Arithmetic of float64 that never raises: what `1/0`, `log(0)` or `exp(1000)` is, as IEEE 754 has it.

Each function is a text, as exported programs bring it along, and is made from that very text here.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any

DEFINITIONS: Mapping[str, str] = MappingProxyType(
    {
        "div": '''def ieee_div(a, b):
    """a / b; by 0 it is infinite, and 0 / 0 is undefined."""
    if b != 0:
        return a / b
    return math.nan if a == 0 or a != a else math.copysign(math.inf, a) * math.copysign(1.0, b)''',
        "power": '''def ieee_power(a, n):
    """a ** n; never complex: a fractional power of a negative number is undefined."""
    if a < 0 and abs(n) == 0.5:
        return math.nan  # a square root, also of -infinity
    try:
        return math.pow(a, n)
    except OverflowError:
        return -math.inf if a < 0 and n % 2 == 1 else math.inf
    except ValueError:
        if a != 0:
            return math.nan
        return math.copysign(math.inf, a) if n % 2 == 1 else math.inf''',
        "exp": '''def ieee_exp(a):
    """e ** a; infinite where it is too large to hold."""
    try:
        return math.exp(a)
    except OverflowError:
        return math.inf''',
        "log": '''def ieee_log(a):
    """The natural logarithm; -infinity at 0, undefined below."""
    return math.log(a) if a > 0 else -math.inf if a == 0 else math.nan''',
        "sqrt": '''def ieee_sqrt(a):
    """The square root; undefined below 0."""
    return math.nan if a < 0 else math.sqrt(a)''',
        "sin": '''def ieee_sin(a):
    """The sine; undefined at infinity."""
    return math.nan if math.isinf(a) else math.sin(a)''',
        "cos": '''def ieee_cos(a):
    """The cosine; undefined at infinity."""
    return math.nan if math.isinf(a) else math.cos(a)''',
        "tan": '''def ieee_tan(a):
    """The tangent; undefined at infinity."""
    return math.nan if math.isinf(a) else math.tan(a)''',
        "asin": '''def ieee_asin(a):
    """The arcsine; undefined beyond 1."""
    return math.nan if abs(a) > 1 else math.asin(a)''',
        "acos": '''def ieee_acos(a):
    """The arccosine; undefined beyond 1."""
    return math.nan if abs(a) > 1 else math.acos(a)''',
        "sinh": '''def ieee_sinh(a):
    """The hyperbolic sine; infinite where it is too large to hold."""
    try:
        return math.sinh(a)
    except OverflowError:
        return math.copysign(math.inf, a)''',
        "cosh": '''def ieee_cosh(a):
    """The hyperbolic cosine; infinite where it is too large to hold."""
    try:
        return math.cosh(a)
    except OverflowError:
        return math.inf''',
        "expm1": '''def ieee_expm1(a):
    """e ** a - 1; infinite where it is too large to hold."""
    try:
        return math.expm1(a)
    except OverflowError:
        return math.inf''',
        "log1p": '''def ieee_log1p(a):
    """The natural logarithm of 1 + a; -infinity at -1, undefined below."""
    return math.log1p(a) if a > -1 else -math.inf if a == -1 else math.nan''',
        "cbrt": '''def ieee_cbrt(a):
    """The cube root, also of a negative number; math has it from Python 3.11 on."""
    return math.cbrt(a) if hasattr(math, "cbrt") else math.copysign(abs(a) ** (1 / 3), a)''',
        "round": '''def ieee_round(a):
    """The nearest whole number, halves to the even one, as a float with its sign."""
    return math.copysign(round(a), a) if math.isfinite(a) else a''',
    }
)
"""By the name in formulas; a function of `math` that is not here never raises."""


def _made() -> dict[str, Callable[..., float]]:
    space: dict[str, Any] = {"math": math}
    for text in DEFINITIONS.values():
        exec(compile(text, "<ieee>", "exec"), space)
    return {name: space[f"ieee_{name}"] for name in DEFINITIONS}


FUNCTIONS: Mapping[str, Callable[..., float]] = MappingProxyType(_made())
