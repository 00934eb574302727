"""Walks the ops table: slopes against a numeric derivative, kinks as stated, words complete."""

import math

import pytest

from backpulse.engine import OPS, Op, Value, apply, expand, graph_of
from backpulse.engine.findings import KINDS
from backpulse.engine.rules import RULES
from backpulse.engine.tracing import same

INF = math.inf
AT_POINTS = [(op, point) for op in OPS.values() for point in op.points]
AT_KINKS = [(op, point, slopes) for op in OPS.values() for point, slopes in op.kinks]


def values_at(op: Op, point: tuple[float, ...]) -> tuple[list[Value], Value]:
    """The leaves of one op at a point, and its result."""
    leaves = [Value(x) for x in point[: op.arity]]
    return leaves, apply(op.name, *leaves, param=point[-1] if op.parametric else None)


@pytest.mark.parametrize(("op", "point"), AT_POINTS)
def test_slope_is_the_numeric_one(op: Op, point: tuple[float, ...]) -> None:
    leaves, result = values_at(op, point)
    result.backward()
    for slot, leaf in enumerate(leaves):
        step = 1e-5 * max(1.0, abs(leaf.data))

        def at(x: float, slot: int = slot) -> float:
            moved = list(point)
            moved[slot] = x
            return values_at(op, tuple(moved))[1].data

        numeric = (at(leaf.data + step) - at(leaf.data - step)) / (2 * step)
        assert leaf.grad == pytest.approx(numeric, rel=1e-7, abs=1e-9)


@pytest.mark.parametrize(("op", "point", "slopes"), AT_KINKS)
def test_kink_is_as_stated(op: Op, point: tuple[float, ...], slopes: tuple[float, ...]) -> None:
    leaves, result = values_at(op, point)
    result.backward()
    assert all(map(same, [leaf.grad for leaf in leaves], slopes))


@pytest.mark.parametrize(("op", "point"), [(op, point) for op, point in AT_POINTS if op.derived])
def test_expanded_row_has_the_same_value_and_gradients(op: Op, point: tuple[float, ...]) -> None:
    leaves, result = values_at(op, point)
    result.backward()
    closed = [leaf.grad for leaf in leaves]
    for leaf in leaves:
        leaf.grad = 0.0
    primitive = expand(result).root
    primitive.backward()
    assert all(not OPS[node.op].derived for node in graph_of(primitive).nodes if node.op)
    assert primitive.data == pytest.approx(result.data, rel=1e-12, abs=1e-15)
    assert [leaf.grad for leaf in leaves] == pytest.approx(closed, rel=1e-12, abs=1e-15)


@pytest.mark.parametrize("op", OPS.values())
def test_row_is_complete(op: Op) -> None:
    assert len(op.partials) == len(op.partials_latex) == len(op.words)
    assert op.points
    assert op.gate
    assert all(code in KINDS for code, _ in op.findings)
    assert op.signature.count("a") >= 1


@pytest.mark.parametrize("rule", RULES.values())
def test_a_one_on_either_side_passes_the_other(rule: object) -> None:
    """What straight-line code leaves out: a factor of 1."""
    contribution = rule.contribution  # type: ignore[attr-defined]
    for x in (0.5, -3.0, 0.0, INF, -INF, math.nan):
        assert same(contribution(1.0, x, 2.0), x)
        assert same(contribution(x, 1.0, 2.0), x)


@pytest.mark.parametrize("name", ["relu", "max", "min"])
@pytest.mark.parametrize("incoming", [INF, -INF, math.nan, 5.0])
def test_shut_gate_passes_exactly_nothing(name: str, incoming: float) -> None:
    assert RULES[name].contribution(incoming, 0.0, 0.0) == 0.0


def test_power_of_zero_passes_exactly_nothing() -> None:
    a = Value(0.0)
    (a**0 * INF).backward()
    assert a.grad == 0.0
    b = Value(0.0)
    (b**2 * INF).backward()
    assert math.isnan(b.grad)  # PyTorch multiplies here: 0 * inf


def test_other_zero_slopes_multiply() -> None:
    a = Value(0.0)
    (abs(a) * INF).backward()
    assert math.isnan(a.grad)


@pytest.mark.parametrize("x", [0.0, -0.0])
def test_zeros_keep_their_sign(x: float) -> None:
    sign = math.copysign(1.0, x)
    other = Value(-x)
    for result in (Value(x).relu(), Value(x).max(other), Value(x).min(other), Value(x).sqrt()):
        assert math.copysign(1.0, result.data) == sign


def test_infinite_and_undefined_come_as_in_ieee() -> None:
    assert Value(1000.0).exp().data == INF
    assert Value(0.0).log().data == -INF
    assert math.isnan(Value(-1.0).log().data)
    assert (1 / Value(0.0)).data == INF
    assert (1 / Value(-0.0)).data == -INF
    assert math.isnan((Value(0.0) / Value(0.0)).data)
    assert math.isnan((Value(math.nan) / Value(0.0)).data)
    assert math.isnan((Value(-4.0) ** 0.5).data)
    assert math.isnan((Value(-INF) ** 0.5).data)
    assert (Value(10.0) ** 400).data == INF
    assert (Value(-10.0) ** 401).data == -INF
    assert (Value(-10.0) ** 400).data == INF
    assert (Value(0.0) ** -3).data == INF
    assert (Value(-0.0) ** -3).data == -INF
    assert (Value(-0.0) ** -4).data == INF
    assert (Value(0.0) ** -2.5).data == INF
    assert (Value(0.0) ** 0).data == 1.0
    assert math.isnan(Value(INF).sin().data)
    assert math.isnan(Value(INF).cos().data)
    assert math.isnan(Value(-1.0).sqrt().data)
    assert Value(-800.0).sigmoid().data == 0.0
    assert (Value(1e200) * Value(1e200)).data == INF
    assert math.isnan((Value(INF) - Value(INF)).data)
    assert math.isnan(Value(math.nan).relu().data)
    assert math.isnan(Value(1.0).max(Value(math.nan)).data)
    assert math.isnan(Value(math.nan).min(Value(1.0)).data)
