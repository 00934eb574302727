"""Formulas: what may stand in one, and that its dialects mean the same."""

import math

import numpy as np
import pytest

from backpulse.engine import OPS
from backpulse.engine.formula import FAST, FAST_ERRORS, IEEE, POWERS, arrays, function, parse, spell, template

GRID = (-3.0, -1.0, -0.5, -0.0, 0.0, 0.5, 1.0, 2.0, 300.0, 1e200, math.inf, -math.inf, math.nan)
EXPONENTS = (*POWERS, 4.0, -3.0, 1.5, 2.5, -1.5)


@pytest.mark.parametrize("text", ["a.real", "a[0]", "[a]", "lambda: a", "'a'.x", "{a}", "(a := 1)", "f'{a}'"])
def test_only_arithmetic_may_stand_in_a_formula(text: str) -> None:
    with pytest.raises(ValueError, match="may not stand in a formula"):
        parse(text)


def formulas() -> list[tuple[str, float | None]]:
    """Every formula that is compiled, `**` at every kind of exponent."""
    return [
        (formula, n)
        for op in OPS.values()
        for formula in (op.forward, *op.partials)
        for n in (EXPONENTS if op.parametric else (None,))
    ]


@pytest.mark.parametrize(("formula", "n"), formulas())
def test_fast_equals_ieee_or_raises(formula: str, n: float | None) -> None:
    ieee = function(formula, ("a", "b", "n", "y"), IEEE)
    fast = eval(f"lambda a, b, y: {spell(formula, FAST, n)}", dict(FAST.names))
    for a in GRID:
        for b in GRID:
            right = ieee(a, b, n, 0.25)
            try:
                got = fast(a, b, 0.25)
            except FAST_ERRORS:
                continue
            assert type(got) is float
            assert got == right or (math.isnan(got) and math.isnan(right))


@pytest.mark.parametrize(("formula", "n"), formulas())
def test_arrays_equal_ieee_to_two_units_in_the_last_place(formula: str, n: float | None) -> None:
    ieee = function(formula, ("a", "b", "n", "y"), IEEE)
    a, b = (np.array(part) for part in zip(*[(x, y) for x in GRID for y in GRID], strict=True))
    text = template(formula, arrays(), n).format(a="a", b="b", y="0.25", g="", d="")
    with np.errstate(all="ignore"):
        got = np.broadcast_to(eval(text, {**arrays().names, "a": a, "b": b}), a.shape)
    right = np.array([ieee(x, y, n, 0.25) for x, y in zip(a.tolist(), b.tolist(), strict=True)])
    finite = np.isfinite(right)
    np.testing.assert_array_equal(got[~finite], right[~finite])
    np.testing.assert_array_max_ulp(got[finite], right[finite], maxulp=2)


def conditions() -> list[tuple[str, float | None]]:
    """Every condition of a finding, and one of each form that none of them has now."""
    return [
        *(
            (text, n)
            for op in OPS.values()
            for _, text in op.findings
            for n in (EXPONENTS if op.parametric else (None,))
        ),
        *(
            (text, None)
            for text in (
                "-1 < a < b",
                "a < b < y < 2",
                "a < 0 or b < 0 or y < 0",
                "0 < a and b < 1 and a < b",
            )
        ),
    ]


@pytest.mark.parametrize(("condition", "n"), conditions())
def test_conditions_hold_for_arrays_where_they_hold_for_each_number(condition: str, n: float | None) -> None:
    ieee = function(condition, ("a", "b", "n", "y"), IEEE)
    of_arrays = function(condition, ("a", "b", "y"), arrays(), n)
    a, b = (np.array(part) for part in zip(*[(x, y) for x in GRID for y in GRID], strict=True))
    for y in (-0.5, 0.0, 1.0, math.inf, math.nan):
        with np.errstate(all="ignore"):
            got = np.broadcast_to(of_arrays(a, b, y), a.shape)
        assert got.tolist() == [ieee(p, q, n, y) for p, q in zip(a.tolist(), b.tolist(), strict=True)]


def test_a_known_exponent_is_worked_out() -> None:
    row = OPS["pow"]
    assert spell(row.forward, FAST, 2.0) == "a * a"
    assert spell(row.partials[0], FAST, 2.0) == "2.0 * a"
    assert spell(row.partials[0], FAST, 0.0) == "0.0"
    assert spell(row.contribution, FAST, 3.0) == "g * d"
    assert spell(row.contribution, FAST, 0.0) == "0.0"


def test_templates_leave_function_names_alone() -> None:
    assert template("abs(a) * exp(b)", FAST) == "abs({a}) * exp({b})"
