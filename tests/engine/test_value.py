"""`Value` as micrograd's users know it, and where it is better."""

import copy
import math
import pickle
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest

from backpulse.engine import Value, apply

DEEP = 100_000


def test_lecture_example() -> None:
    a, b, c, f = Value(2.0), Value(-3.0), Value(10.0), Value(-2.0)
    e = a * b
    d = e + c
    loss = d * f
    loss.backward()
    assert loss.data == -8.0
    assert [v.grad for v in (a, b, c, f, e, d, loss)] == [6.0, -4.0, -2.0, 4.0, -2.0, -2.0, 1.0]


def test_repeated_value_receives_along_each_arrow() -> None:
    a = Value(3.0)
    (a * a).backward()
    assert a.grad == 6.0
    b = Value(3.0)
    (b - b).backward()
    assert b.grad == 0.0
    c = Value(8.0)
    (c / c).backward()
    assert c.grad == 0.0


def test_order_matters() -> None:
    x = Value(3.0)
    q = x * x
    (3 * (2 * q) + q).backward()
    assert (x.grad, q.grad) == (42.0, 7.0)


def test_inputs_keep_their_slots() -> None:
    a, b = Value(7.0), Value(2.0)
    quotient = b / a
    assert quotient.inputs == (b, a)
    assert (a - b).data == 5.0
    (b - a).backward()
    assert (b.grad, a.grad) == (1.0, -1.0)
    assert (a * a).inputs == (a, a)


def test_backward_twice_is_exactly_twice() -> None:
    x = Value(3.0)
    cube = x * x * x
    cube.backward()
    assert x.grad == 27.0
    cube.backward()
    assert (x.grad, cube.grad) == (54.0, 2.0)
    cube.zero_grad()
    assert (x.grad, cube.grad) == (0.0, 0.0)


def test_two_roots_add_up() -> None:
    x = Value(3.0)
    (x * x).backward()
    (2 * x).backward()
    assert x.grad == 8.0


def test_gradients_use_the_present_data() -> None:
    x = Value(3.0)
    square = x * x
    x.data = 5.0
    square.backward()
    assert x.grad == 10.0


def test_numbers_on_either_side_become_constants() -> None:
    a = Value(4.0)
    results = (a + 1, 1 + a, a - 1, 1 - a, 2 * a, a * 2, a / 2, 2 / a, a**-1, -a, +a, abs(-a), a + a)
    assert [r.data for r in results] == [5, 5, 3, -3, 8, 8, 2, 0.5, 0.25, -4, 4, 4, 8]
    total = sum([a, a])  # begins with 0 + a
    assert isinstance(total, Value)
    assert total.data == 8.0
    two = (a * 2).inputs[1]
    assert two.kind == "const"
    (a * 2 + two).backward()
    assert (two.grad, a.grad) == (0.0, 2.0)


@pytest.mark.parametrize("two", [2, 2.0, True + True, Fraction(2), np.float64(2), np.float32(2), np.int64(2)])
def test_any_real_number_will_do(two: float) -> None:
    a = Value(3.0)
    for result in (a * two, two * a, a + two - two + a):
        assert isinstance(result, Value)
        assert result.data == 6.0
    assert (a**two).data == 9.0


@pytest.mark.parametrize("mask", [True, False, np.True_, np.False_])
def test_numpys_truth_is_a_number_as_pythons_is(mask: float) -> None:
    a = Value(3.0)
    assert (a * mask).data == (mask * a).data == (3.0 if mask else 0.0)
    assert (a**mask).param == (1.0 if mask else 0.0)


@pytest.mark.parametrize("other", ["2", None, [1.0], 1j, np.array(["2"])])
def test_anything_else_is_refused(other: object) -> None:
    a = Value(3.0)
    with pytest.raises(TypeError):
        a * other  # type: ignore[operator]
    with pytest.raises(TypeError):
        other * a  # type: ignore[operator]
    with pytest.raises(TypeError):
        a**other  # type: ignore[operator]


def test_an_exponent_must_be_a_number() -> None:
    a, b = Value(2.0), Value(3.0)
    with pytest.raises(TypeError, match="only the base is differentiated"):
        a**b
    with pytest.raises(TypeError, match="only the base is differentiated"):
        2**b
    assert (a ** Value.const(3.0)).data == 8.0
    assert (b * a.log()).exp().data == pytest.approx(8.0)


def test_apply_refuses_what_does_not_fit() -> None:
    a = Value(2.0)
    with pytest.raises(KeyError):
        apply("frob", a)
    with pytest.raises(TypeError, match="add takes 2 values, not 1"):
        apply("add", a)
    with pytest.raises(TypeError, match="pow takes an exponent"):
        apply("pow", a)
    with pytest.raises(TypeError, match="exp takes no exponent"):
        apply("exp", a, param=2.0)


def test_micrograd_tools_find_what_they_look_for() -> None:
    a, b = Value(2.0, label="a"), Value(-3.0)
    assert repr(a) == "Value(data=2.0, grad=0.0)"
    assert (a.label, a._prev, a._op) == ("a", set(), "")
    assert (a * b)._prev == {a, b}
    assert (a + a)._prev == {a}
    spelled = [
        v._op for v in (a + b, a * b, a - b, a / b, -a, a**3, a**-1, a**0.5, a.relu(), a.exp(), a.tanh())
    ]
    assert spelled == ["+", "*", "-", "/", "-", "**3", "**-1", "**0.5", "ReLU", "exp", "tanh"]


@pytest.mark.parametrize("spelling", ["+", "*", "-", "/"])
def test_a_node_can_be_made_as_micrograd_makes_it(spelling: str) -> None:
    a, b = Value(2.0), Value(-3.0)
    made = Value(99.0, (a, b), spelling, label="made")
    assert (made.data, made.label, made._op, made.inputs, made.kind) == (99.0, "made", spelling, (a, b), "op")
    assert [Value(1.0, (a,), s).op for s in ("ReLU", "tanh", "**3", "-")] == ["relu", "tanh", "pow", "neg"]


def test_chain_rule_by_hand() -> None:
    """The lecture's manual backpropagation: one `_backward` a node, from the output down."""
    x1, w1, b = Value(2.0), Value(-3.0), Value(6.7)
    product = x1 * w1
    n = product + b
    o = n.tanh()
    o.grad = 1.0
    for node in (o, n, b, product, x1):
        node._backward()
    slope = 1 - math.tanh(0.7) ** 2
    assert [v.grad for v in (n, b, product)] == pytest.approx([slope] * 3)
    assert [x1.grad, w1.grad] == pytest.approx([-3 * slope, 2 * slope])
    square = b * b
    square.grad, b.grad = 1.0, 0.0
    square._backward()
    assert b.grad == pytest.approx(2 * 6.7)  # along both arrows
    (b * 2)._backward()  # nothing arrives there, and a constant receives nothing
    assert b.grad == pytest.approx(2 * 6.7)


def test_deep_chains() -> None:
    x = Value(1.0)
    y = x
    for _ in range(DEEP):
        y = y + x
    y.backward()
    assert (y.data, x.grad) == (DEEP + 1, DEEP + 1)
    y.zero_grad()
    assert x.grad == 0.0
    del y  # and letting go of it must not overflow either
    assert x.data == 1.0


def test_methods_come_from_the_table() -> None:
    assert "`relu(a)`: routes" in str(vars(Value)["relu"].__doc__)
    assert vars(Value)["relu"].__name__ == "relu"
    assert Value(2.0).max(3).data == 3.0
    with pytest.raises(TypeError, match="max takes 2 values, not 1"):
        Value(2.0).max()
    with pytest.raises(AttributeError):
        Value(2.0).frob()


def test_equality_is_identity() -> None:
    a = Value(2.0)
    assert a != Value(2.0)
    assert len({a, a, Value(2.0)}) == 2


@pytest.mark.parametrize("copied", [copy.deepcopy, lambda value: pickle.loads(pickle.dumps(value))])
def test_a_copy_is_a_graph_of_its_own(copied: Callable[[Value], Value]) -> None:
    a = Value(3.0, label="a")
    cube = a * a**2
    twin = copied(cube)
    twin.backward()
    (its_a,) = {value for value in twin.inputs if value.kind == "leaf"}
    assert (its_a.label, its_a.grad, its_a in twin.inputs[1].inputs) == ("a", 27.0, True)
    assert (a.grad, cube.grad) == (0.0, 0.0)
