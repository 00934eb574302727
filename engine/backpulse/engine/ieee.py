"""Arithmetic of float64 that never raises: what `1/0`, `log(0)` or `exp(1000)` is, as IEEE 754 has it."""

from __future__ import annotations

import math
from collections.abc import Callable

inf = math.inf
nan = math.nan


def div(a: float, b: float) -> float:
    """`a / b`; x/0 is ±inf by the signs of both (also of a negative zero), 0/0 is nan."""
    try:
        return a / b
    except ZeroDivisionError:
        if a == 0 or a != a:
            return nan
        return math.copysign(inf, a) * math.copysign(1.0, b)


def power(a: float, n: float) -> float:
    """`a ** n` as C's pow: 0 to a negative power is infinite, a fractional power of a negative is nan."""
    try:
        return math.pow(a, n)
    except OverflowError:
        return -inf if a < 0 and n % 2 == 1 else inf
    except ValueError:
        if a == 0:
            return math.copysign(inf, a) if n % 2 == 1 else inf
        return nan


def exp(a: float) -> float:
    """`e ** a`; inf where it is too large to hold."""
    try:
        return math.exp(a)
    except OverflowError:
        return inf


def log(a: float) -> float:
    """Natural logarithm; -inf at 0, nan below."""
    try:
        return math.log(a)
    except ValueError:
        return -inf if a == 0 else nan


def _nan_outside(function: Callable[[float], float], doc: str) -> Callable[[float], float]:
    def guarded(a: float) -> float:
        try:
            return function(a)
        except ValueError:
            return nan

    guarded.__doc__ = doc
    return guarded


sqrt = _nan_outside(math.sqrt, "Square root; nan below 0, and -0 at -0.")
sin = _nan_outside(math.sin, "Sine; nan at ±inf.")
cos = _nan_outside(math.cos, "Cosine; nan at ±inf.")
tanh = math.tanh
