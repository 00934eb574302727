"""numpy's arithmetic with a Value on one side: element by element, as with any object that is no array."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any

_OPERATORS: Mapping[str, Callable[[Any, Any], Any]] = {
    "add": operator.add,
    "subtract": operator.sub,
    "multiply": operator.mul,
    "divide": operator.truediv,
    "power": operator.pow,
    "equal": operator.eq,
    "not_equal": operator.ne,
    "less": operator.lt,
    "less_equal": operator.le,
    "greater": operator.gt,
    "greater_equal": operator.ge,
}
"""By the names of numpy's functions. `np.exp` and its like have no operator: `value.exp()` is a method."""


def elementwise(ufunc: Any, method: str, inputs: tuple[Any, ...], options: Mapping[str, Any]) -> Any:
    """What `__array_ufunc__` is to give: an array of Values; one Value where all sides are single.

    numpy calls this (https://numpy.org/neps/nep-0013-ufunc-overrides.html), so that it is there.
    """
    import numpy as np

    operate = _OPERATORS.get(ufunc.__name__)
    if method != "__call__" or operate is None:
        return NotImplemented

    def plain(one: Any) -> Any:
        # As a number of Python's it does not lead here again.
        if isinstance(one, (np.floating, np.integer, np.bool_)):
            return float(one)
        if isinstance(one, np.generic):
            raise TypeError(f"a Value is a real number, and goes with no {type(one).__name__}")
        return one

    def of_two(a: Any, b: Any) -> Any:
        return operate(plain(a), plain(b))

    return np.frompyfunc(of_two, 2, 1)(*(np.asarray(one, object) for one in inputs), **options)
