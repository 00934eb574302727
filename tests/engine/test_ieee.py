"""Arithmetic that never raises, against the C library by way of numpy: infinities, nan and signs of zero."""

import math
from collections.abc import Callable
from itertools import product

import numpy as np
import pytest

from backpulse.engine import formula, ieee

SIZES = (0.0, 5e-324, 1e-200, 0.1, 0.5, 1.0, 1.5, 2.0, 3.0, 10.0, 709.0, 710.0, 1e200, math.inf)
NUMBERS = (*SIZES, *(-size for size in SIZES), math.nan)
# Not ±0.5, which are square roots.
EXPONENTS = (
    *(x for x in NUMBERS if abs(x) != 0.5),
    0.25,
    401.0,
    -401.0,
    402.0,
    -402.0,
    1.0000001,
    2.0**53,
    -(2.0**53) - 2,
)


def alike(mine: float, other: float) -> bool:
    """The same number but for the last bits, with the same sign, also of a zero."""
    if math.isnan(other):
        return math.isnan(mine)
    return math.isclose(mine, other, rel_tol=1e-14) and math.copysign(1, mine) == math.copysign(1, other)


TWO: dict[str, tuple[Callable[[float, float], float], Callable[..., object], tuple[float, ...]]] = {
    "div": (ieee.FUNCTIONS["div"], np.divide, NUMBERS),
    "power": (ieee.FUNCTIONS["power"], np.power, EXPONENTS),
}


@pytest.mark.parametrize("name", TWO)
def test_of_two_numbers(name: str) -> None:
    mine, other, seconds = TWO[name]
    with np.errstate(all="ignore"):
        pairs = list(product(NUMBERS, seconds))
        wrong = [
            (a, b, mine(a, b))
            for a, b in pairs
            if not alike(mine(a, b), float(other(np.float64(a), np.float64(b))))  # type: ignore[arg-type]
        ]
    assert wrong == []


@pytest.mark.parametrize("name", [name for name, numpys in formula.FUNCTIONS.items() if numpys])
def test_of_one_number(name: str) -> None:
    mine, theirs = formula.IEEE.names[name], getattr(np, formula.FUNCTIONS[name])
    with np.errstate(all="ignore"):
        for a in NUMBERS:
            assert alike(mine(a), float(theirs(np.float64(a)))), a
