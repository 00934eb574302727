"""The response curve is what the program gives at each position, whatever the other leaves are."""

import math

import pytest

from backpulse.engine import Program, Value, compile_graph, graph_of

POSITIONS = [-2.0, -0.0, 0.0, 0.5, 3.0, 1e200, math.inf, math.nan]


def curve_at() -> tuple[Program, list[float]]:
    """A graph of which much does not move with any one leaf, and values that are not those it was made at."""
    a, b, c = Value(7.0), Value(8.0), Value(9.0)
    root = (a * b.exp()).tanh() + c**3 * a - (b / c) ** 2 + a.relu() * b**0
    return compile_graph(graph_of(root)), [2.0, 0.25, -1.5]


@pytest.mark.parametrize("leaf", range(3))
@pytest.mark.parametrize("at_once", [1, 60, 4_000_000])
def test_each_position_is_a_run(leaf: int, at_once: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("backpulse.engine.sweep._AT_ONCE", at_once)
    program, values = curve_at()
    curve = program.sweep(leaf, POSITIONS, values)
    runs = [program.run([*values[:leaf], x, *values[leaf + 1 :]]).values[-1] for x in POSITIONS]
    assert curve == pytest.approx(runs, rel=1e-14, nan_ok=True)


def test_what_does_not_depend_on_the_leaf_is_flat() -> None:
    a, b = Value(1.0), Value(2.0)
    assert compile_graph(graph_of(a * 0 + b**2)).sweep(0, [1.0, 5.0], [1.0, 3.0]) == [9.0, 9.0]
    assert compile_graph(graph_of(a)).sweep(0, [4.0, 5.0], [1.0]) == [4.0, 5.0]


def test_a_wrong_leaf_or_count_is_an_error() -> None:
    program, values = curve_at()
    with pytest.raises(IndexError):
        program.sweep(3, POSITIONS, values)
    with pytest.raises(ValueError, match="zip"):
        program.sweep(0, POSITIONS, values[:2])
