"""Forward mode and numeric differences agree with the backward pass, or it is said why not."""

import math

import pytest
from tests.parity.programs import build, random_program
from tests.points import AT_KINKS, AT_POINTS, value_at

from backpulse.engine import Op, Value, compile_graph, graph_of
from backpulse.engine.forward_mode import tangents
from backpulse.engine.gradcheck import LeafCheck, differentiate, gradcheck


def checked(root: Value) -> list[LeafCheck]:
    graph = graph_of(root)
    return gradcheck(graph, [graph.nodes[i].data for i in graph.leaves])


@pytest.mark.parametrize(("op", "point"), AT_POINTS)
def test_rows_agree_three_ways_away_from_kinks(op: Op, point: tuple[float, ...]) -> None:
    for check in checked(value_at(op, point)[1]):
        assert check.agree
        assert check.reason == ""
        assert check.forward == check.backward
        assert check.numeric == pytest.approx(check.backward, rel=1e-8, abs=1e-10)


@pytest.mark.parametrize(("op", "point"), [(op, point) for op, point, _ in AT_KINKS])
def test_rows_agree_or_say_why_not_at_kinks(op: Op, point: tuple[float, ...]) -> None:
    for check in checked(value_at(op, point)[1]):
        assert check.agree != bool(check.reason)
        assert not check.reason.startswith("They differ")


def test_forward_mode_knows_every_node_on_the_way() -> None:
    x, y = Value(3.0, label="x"), Value(4.0, label="y")
    graph = graph_of(x * x * y + y)
    numbers = compile_graph(graph).run([3.0, 4.0])
    by_x = tangents(graph, numbers.values, graph.leaves[0])
    assert [by_x[node.id] for node in graph.nodes] == [1.0, 6.0, None, 24.0, 24.0]


def test_an_infinite_slope_elsewhere_does_not_disturb_forward_mode() -> None:
    x, y = Value(3.0, label="x"), Value(0.0, label="y")
    by_x, by_y = checked(2 * x + y.sqrt())
    assert (by_x.agree, by_x.forward) == (True, 2.0)
    assert "sqrt(y) has an infinite slope at 0" in by_y.reason


def test_reasons() -> None:
    a = Value(0.0, label="a")
    assert "stands on its kink" in checked(a.relu() + 3 * a)[0].reason
    assert checked((a + 1).max(1))[0].agree  # half of each side is what differences give at a tie
    assert "is the log of 0" in checked(a.log())[0].reason
    assert "becomes infinite" in checked((a + 1000).exp())[0].reason
    assert checked(a.relu() * 0 + a)[0].agree  # a kink that does not matter


def test_a_wrong_gradient_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    a = Value(3.0, label="a")
    graph = graph_of(a * a)
    program = compile_graph(graph)
    right = program.run([3.0])

    class Wrong:
        @staticmethod
        def run(leaf_values: list[float]) -> object:
            return program.run(leaf_values)._replace(grads=[3.0, *right.grads[1:]])

    monkeypatch.setattr("backpulse.engine.gradcheck.compile_graph", lambda graph: Wrong)
    (check,) = gradcheck(graph, [3.0])
    assert not check.agree
    assert check.reason.startswith("They differ: backward 3.0, forward mode 6.0, numeric ")


def test_a_slightly_wrong_tangent_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    a = Value(3.0, label="a")
    monkeypatch.setattr("backpulse.engine.gradcheck.tangents", lambda *_: [1.0, 6.000001])
    (check,) = checked(a * a)
    assert check.numeric == pytest.approx(check.backward, rel=1e-9)
    assert check.reason.startswith("They differ: backward 6.0, forward mode 6.000001, numeric ")


def test_a_wave_too_short_for_differences() -> None:
    (check,) = checked((Value(1.0, label="a") * 1e16).sin())
    assert math.isfinite(check.numeric)
    assert check.forward == check.backward
    assert "changes too fast around this value" in check.reason


def test_an_error_larger_than_the_gradient_tells_nothing() -> None:
    """The exact derivative is -8.3e-7: what the backward pass has is rounding, and so are the differences."""
    x = Value(1e-5, label="x")
    (check,) = checked((1 - x.cos()) / x**2)
    assert check.error > abs(check.backward)
    assert not check.agree
    assert check.reason.startswith("Cannot tell: the gradient is -0.00828, and the numeric one -0.46 ± 6.9:")
    (nothing,) = checked(((Value(1.0, label="x") + 1e16) - 1e16) * 0.5)
    assert nothing.reason.startswith("Cannot tell")


def test_a_gradient_of_0_is_confirmed_to_rounding() -> None:
    """No difference is smaller than it; what counts is how large it could be."""
    x = Value(3.0, label="x")
    for root in (x * x - 6 * x, x * 0.0 + 1e9, Value(0.0, label="x").cos(), (-x).relu()):
        (check,) = checked(root)
        assert (check.backward, check.agree) == (0.0, True)


@pytest.mark.parametrize(
    ("function", "x", "derivative"),
    [
        (math.sin, 1.0, math.cos(1.0)),
        (math.exp, -30.0, math.exp(-30.0)),
        (math.log, 1e-6, 1e6),
        (lambda x: x**3, 1e5, 3e10),
        (lambda x: 5.0, 2.0, 0.0),
        (
            lambda x: math.sqrt(x) if x >= 0 else math.nan,
            1e-9,
            0.5e9**0.5 * 1e0 * math.sqrt(1e9 / 0.5e9) * 0.5,
        ),
    ],
)
def test_numeric_derivative(function: object, x: float, derivative: float) -> None:
    numeric, error = differentiate(function, x, 0.0, 0.05 * x)  # type: ignore[arg-type]
    assert numeric == pytest.approx(derivative, rel=1e-9, abs=1e-12)
    assert abs(numeric - derivative) <= 10 * error + 1e-15


def test_numeric_derivative_where_there_is_none() -> None:
    numeric, error = differentiate(lambda x: math.nan, 1.0, 0.0, 0.05)
    assert math.isnan(numeric)
    assert error == math.inf


def test_random_programs_agree_or_say_why_not() -> None:
    """Smooth, moderate ones agree; of all, none differs without a reason."""
    agreed = 0
    for seed in range(300):
        root = build(random_program(seed, max_ops=10))
        for check in checked(root):
            assert check.agree or check.reason
            assert not check.reason.startswith("They differ"), (seed, check)
            agreed += check.agree
    assert agreed > 300
