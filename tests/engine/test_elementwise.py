"""numpy on one side of a Value: as in micrograd, whose Value numpy takes for any object."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from backpulse.engine import Value

OPERATORS = (operator.add, operator.sub, operator.mul, operator.truediv)


@pytest.mark.parametrize("operate", OPERATORS)
@pytest.mark.parametrize("turned", [False, True])
def test_an_array_and_a_value(operate: Callable[[Any, Any], Any], turned: bool) -> None:
    """Each element is a Value of its own, and its gradient reaches the one Value."""
    x, numbers = Value(3.0), [1.0, -2.0, 0.5]
    array = np.array(numbers)
    made = operate(x, array) if turned else operate(array, x)
    assert (type(made), made.dtype, made.shape) == (np.ndarray, np.dtype(object), (3,))
    assert all(isinstance(one, Value) for one in made)
    assert [one.data for one in made] == [
        operate(3.0, number) if turned else operate(number, 3.0) for number in numbers
    ]
    made.sum().backward()
    by_hand = {
        operator.add: 3.0,
        operator.sub: 3.0 if turned else -3.0,
        operator.mul: -0.5,
        operator.truediv: 1 - 0.5 + 2 if turned else 0.5 / 9,
    }
    assert x.grad == pytest.approx(by_hand[operate], rel=1e-15)


@pytest.mark.parametrize(
    "number", [np.float64(2), np.float32(2), np.int64(2), np.longdouble(2), np.array(2.0)]
)
@pytest.mark.parametrize("operate", OPERATORS)
def test_a_number_of_numpy_s_and_a_value(number: Any, operate: Callable[[Any, Any], Any]) -> None:
    for made, wanted in (
        (operate(number, Value(4.0)), operate(2, 4)),
        (operate(Value(4.0), number), operate(4, 2)),
    ):
        assert isinstance(made, Value)
        assert made.data == wanted


def test_powers_of_a_value_in_an_array() -> None:
    x = Value(3.0)
    assert [one.data for one in x ** np.array([1.0, 2.0])] == [3.0, 9.0]


def test_arrays_of_values_multiply() -> None:
    """A layer's `W @ x`, on arrays of objects."""
    w, x = np.array([Value(2.0), Value(-3.0)]), np.array([Value(4.0), Value(5.0)])
    made = w @ x
    made.backward()
    assert made.data == -7.0
    assert [one.grad for one in w] == [4.0, 5.0]


def test_a_value_is_equal_to_itself_alone() -> None:
    x = Value(1.0)
    assert (np.float64(1) == x) is False
    assert np.float64(1) != x
    assert list(np.array([1.0, x], dtype=object) == x) == [False, True]


def test_an_array_of_numbers_holds_no_values() -> None:
    array = np.array([1.0, 2.0])
    with pytest.raises(TypeError):
        array *= Value(2.0)
    assert list(array) == [1.0, 2.0]


def test_functions_of_numpy_s_are_not_ours() -> None:
    with pytest.raises(TypeError):
        np.exp(Value(1.0))


def test_no_complex_number_loses_its_imaginary_part() -> None:
    with pytest.raises(TypeError, match="real number, and goes with no complex128"):
        np.complex128(1j) * Value(1.0)  # type: ignore[operator]
    with pytest.raises(TypeError):
        np.array([1j]) * Value(1.0)
