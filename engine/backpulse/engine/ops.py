"""The ops table: everything that is known about an operation stands in its row, and only there.

Formulas are short Python expressions over the inputs `a` and `b`, the constant exponent `n` (of `**` only)
and the output `y`; a `contribution` is one over the incoming gradient `g`, the local derivative `d` and
`n`. They are compiled by `formula.py`. What happens off the number line and at kinks is PyTorch's
convention for float64.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from backpulse.engine.op import Op

__all__ = ["OPS", "Op"]

_INF = float("inf")
_NAN = float("nan")

_CASES = r"\begin{cases}1 & %s\\ \tfrac12 & a = b\\ 0 & \text{else}\end{cases}"
# A shut gate passes exactly 0, also of an infinite gradient.
_GATED = "g * d if d != 0 else 0.0"
_RECIPROCAL = (
    "an arrow is the incoming gradient times the slope; PyTorch divides the gradient instead, "
    "so below 2 ** -1024, where a reciprocal alone is infinite, it may still give a number"
)
_TIES = (
    *(((2.0, 2.0), (0.5, 0.5)), ((0.0, 0.0), (0.5, 0.5))),
    *(((_NAN, 1.0), (1.0, 1.0)), ((1.0, _NAN), (1.0, 1.0))),
)
_FINITE = "abs(a) < inf"
_BOTH_FINITE = "abs(a) < inf and abs(b) < inf"
_OVERFLOW = (("overflow", f"abs(y) == inf and {_BOTH_FINITE}"),)

_ROWS = (
    Op(
        name="add",
        symbol="+",
        signature="a + b",
        forward="a + b",
        partials=("1.0", "1.0"),
        partials_latex=("1", "1"),
        words=("always 1", "always 1"),
        gate="hands the gradient out: every input receives it unchanged",
        points=((2.0, -3.0), (0.5, 0.25), (-1e3, 3.0), (0.0, 0.0)),
        findings=(*_OVERFLOW, ("infinity-minus-infinity", "abs(a) == inf and abs(b) == inf and a != b")),
    ),
    Op(
        name="sub",
        symbol="-",
        signature="a - b",
        forward="a - b",
        partials=("1.0", "-1.0"),
        partials_latex=("1", "-1"),
        words=("always 1", "always -1"),
        gate="hands the gradient out, and turns its sign for the right input",
        points=((2.0, -3.0), (0.5, 0.25), (-1e3, 3.0), (0.0, 0.0)),
        expansion="a + b * -1",
        findings=(*_OVERFLOW, ("infinity-minus-infinity", "abs(a) == inf and a == b")),
    ),
    Op(
        name="mul",
        symbol="*",
        signature="a * b",
        forward="a * b",
        partials=("b", "a"),
        partials_latex=("b", "a"),
        words=("the other input, b", "the other input, a"),
        gate="swaps: each input receives the gradient times the other input",
        points=((2.0, -3.0), (0.5, 0.25), (-1e3, 3.0), (0.0, 4.0), (0.0, 0.0)),
        findings=(
            *_OVERFLOW,
            ("zero-times-infinity", "(a == 0 and abs(b) == inf) or (b == 0 and abs(a) == inf)"),
        ),
    ),
    Op(
        name="div",
        symbol="/",
        signature="a / b",
        forward="a / b",
        partials=("1 / b", "-(a / b) / b"),
        partials_latex=(r"\frac{1}{b}", r"-\frac{a}{b^2}"),
        words=("1 over the divisor", "minus the quotient over the divisor"),
        gate="scales: the dividend receives the gradient over b, the divisor the gradient times -a / b²",
        points=((2.0, -3.0), (0.5, 0.25), (-1e3, 3.0), (0.0, 4.0)),
        kinks=(((1.0, 0.0), (_INF, -_INF)), ((-1.0, 0.0), (_INF, _INF)), ((0.0, 0.0), (_INF, _NAN))),
        expansion="a * b ** -1",
        differs=_RECIPROCAL,
        findings=(
            ("division-by-zero", "b == 0"),
            ("overflow", f"abs(y) == inf and b != 0 and {_BOTH_FINITE}"),
            ("infinity-over-infinity", "abs(a) == inf and abs(b) == inf"),
            ("vanishing", "a != 0 and (a / b) / b == 0 and abs(b) < inf"),
        ),
    ),
    Op(
        name="neg",
        symbol="-",
        signature="-a",
        forward="-a",
        partials=("-1.0",),
        partials_latex=("-1",),
        words=("always -1",),
        gate="turns the gradient's sign",
        points=((2.0,), (-0.5,), (0.0,)),
        expansion="a * -1",
    ),
    Op(
        name="pow",
        symbol="**",
        signature="a ** n",
        forward="a ** n",
        # The zeroth power is constant: exactly 0, also at a = 0 where the formula would say 0 * inf.
        partials=("n * a ** (n - 1) if n != 0 else 0.0",),
        partials_latex=("n a^{n-1}",),
        words=("the exponent times a to one power less",),
        gate="scales: the base receives the gradient times n a^(n-1)",
        contribution="g * d if n != 0 else 0.0",
        points=(
            *(
                (3.0, 2.0),
                (-2.0, 3.0),
                (2.0, -1.0),
                (-0.5, -2.0),
                (4.0, 0.5),
                (2.0, -0.5),
                (1.1, 8.0),
                (3.0, 2.5),
            ),
            *((3.0, 2.5), (2.0, 0.0), (-7.0, 1.0), (0.0, 2.0), (0.0, 1.0), (0.0, 0.0)),
        ),
        kinks=(
            *(((0.0, 0.5), (_INF,)), ((0.0, -1.0), (-_INF,)), ((10.0, 400.0), (_INF,))),
            *(((-4.0, 0.5), (_NAN,)), ((-4.0, -0.5), (_NAN,)), ((-2.0, 1.5), (_NAN,))),
        ),
        findings=(
            ("zero-to-negative-power", "a == 0 and n < 0"),
            ("root-of-negative", "a < 0 and y != y"),
            ("overflow", f"abs(y) == inf and a != 0 and {_FINITE}"),
            ("infinite-slope", "a == 0 and 0 < n < 1"),
            ("vanishing", f"n * a ** (n - 1) == 0 and a != 0 and n != 0 and {_FINITE}"),
        ),
        parametric=True,
    ),
    Op(
        name="relu",
        symbol="relu",
        signature="relu(a)",
        forward="0.0 if a < 0 else a",
        partials=("0.0 if a <= 0 else 1.0",),
        partials_latex=(r"\begin{cases}1 & a > 0\\ 0 & a \le 0\end{cases}",),
        words=("1 when the input is positive, else 0",),
        gate="routes: open it passes the gradient unchanged, shut it passes nothing",
        contribution=_GATED,
        points=((2.0,), (-3.0,), (0.5,)),
        kinks=(((0.0,), (0.0,)), ((_NAN,), (1.0,))),
        findings=(("kink", "a == 0"),),
    ),
    Op(
        name="exp",
        symbol="exp",
        signature="exp(a)",
        forward="exp(a)",
        partials=("y",),
        partials_latex=("e^a",),
        words=("the output itself",),
        gate="scales: the gradient is multiplied by the output",
        points=((0.0,), (1.0,), (-2.5,), (5.0,), (-300.0,)),
        kinks=(((1000.0,), (_INF,)),),
        findings=(("overflow", "y == inf and a < inf"), ("vanishing", f"y == 0 and {_FINITE}")),
    ),
    Op(
        name="log",
        symbol="log",
        signature="log(a)",
        forward="log(a)",
        partials=("1 / a",),
        partials_latex=(r"\frac{1}{a}",),
        words=("1 over the input",),
        gate="scales: the gradient is divided by the input",
        points=((1.0,), (0.25,), (10.0,), (1e6,)),
        kinks=(((0.0,), (_INF,)), ((-1.0,), (-1.0,))),
        differs=_RECIPROCAL,
        findings=(("log-of-zero", "a == 0"), ("log-of-negative", "a < 0")),
    ),
    Op(
        name="tanh",
        symbol="tanh",
        signature="tanh(a)",
        forward="tanh(a)",
        partials=("1 - y * y",),
        partials_latex=(r"1 - \tanh^2 a",),
        words=("1 minus the square of the output",),
        gate="squashes: the gradient passes near 0 and fades where the output nears -1 or 1",
        points=((0.0,), (0.7,), (-1.5,), (3.0,)),
        expansion="(exp(2 * a) + -1) * (exp(2 * a) + 1) ** -1",
        findings=(("vanishing", f"y * y == 1 and {_FINITE}"),),
    ),
    Op(
        name="sigmoid",
        symbol="sigmoid",
        signature="sigmoid(a)",
        forward="1 / (1 + exp(-a))",
        partials=("(1 - y) * y",),
        partials_latex=(r"\sigma(a)\,(1 - \sigma(a))",),
        words=("the output times 1 minus the output",),
        gate="squashes: at most a quarter of the gradient passes, less where the output nears 0 or 1",
        points=((0.0,), (2.0,), (-1.5,), (8.0,), (-20.0,)),
        expansion="(1 + exp(a * -1)) ** -1",
        findings=(("vanishing", f"(1 - y) * y == 0 and {_FINITE}"),),
    ),
    Op(
        name="sin",
        symbol="sin",
        signature="sin(a)",
        forward="sin(a)",
        partials=("cos(a)",),
        partials_latex=(r"\cos a",),
        words=("the cosine of the input",),
        gate="scales: the gradient is multiplied by the cosine of the input",
        points=((0.0,), (1.0,), (-2.0,), (9.0,)),
        findings=(("wave-of-infinity", "abs(a) == inf"),),
    ),
    Op(
        name="cos",
        symbol="cos",
        signature="cos(a)",
        forward="cos(a)",
        partials=("-sin(a)",),
        partials_latex=(r"-\sin a",),
        words=("minus the sine of the input",),
        gate="scales: the gradient is multiplied by minus the sine of the input",
        points=((0.0,), (1.0,), (-2.0,), (9.0,)),
        findings=(("wave-of-infinity", "abs(a) == inf"),),
    ),
    Op(
        name="sqrt",
        symbol="sqrt",
        signature="sqrt(a)",
        forward="sqrt(a)",
        partials=("1 / (2 * y)",),
        partials_latex=(r"\frac{1}{2\sqrt{a}}",),
        words=("1 over twice the output",),
        gate="scales: the gradient is divided by twice the output",
        points=((1.0,), (4.0,), (0.25,), (1e6,)),
        kinks=(((0.0,), (_INF,)), ((-4.0,), (_NAN,))),
        expansion="a ** 0.5",
        findings=(("root-of-negative", "a < 0"), ("infinite-slope", "a == 0")),
    ),
    Op(
        name="abs",
        symbol="abs",
        signature="abs(a)",
        forward="abs(a)",
        partials=("1.0 if a > 0 else -1.0 if a < 0 else 0.0",),
        partials_latex=(r"\operatorname{sign} a",),
        words=("the sign of the input: 1, -1, or 0 at 0",),
        gate="keeps the gradient for a positive input and turns its sign for a negative one",
        points=((2.0,), (-3.0,), (0.5,)),
        kinks=(((0.0,), (0.0,)),),
        findings=(("kink", "a == 0"),),
    ),
    Op(
        name="max",
        symbol="max",
        signature="max(a, b)",
        forward="b if b > a or b != b else a",
        partials=("0.5 if a == b else 0.0 if a < b else 1.0", "0.5 if a == b else 0.0 if a > b else 1.0"),
        partials_latex=(_CASES % "a > b", _CASES % "b > a"),
        words=tuple(f"1 when {x} is the larger, else 0; one half at a tie" for x in "ab"),
        gate="routes: the larger input receives the whole gradient, the other nothing",
        contribution=_GATED,
        points=((2.0, -3.0), (-1.0, 0.5)),
        kinks=_TIES,
        findings=(("tie", "a == b"),),
    ),
    Op(
        name="min",
        symbol="min",
        signature="min(a, b)",
        forward="b if b < a or b != b else a",
        partials=("0.5 if a == b else 0.0 if a > b else 1.0", "0.5 if a == b else 0.0 if a < b else 1.0"),
        partials_latex=(_CASES % "a < b", _CASES % "b < a"),
        words=tuple(f"1 when {x} is the smaller, else 0; one half at a tie" for x in "ab"),
        gate="routes: the smaller input receives the whole gradient, the other nothing",
        contribution=_GATED,
        points=((2.0, -3.0), (-1.0, 0.5)),
        kinks=_TIES,
        findings=(("tie", "a == b"),),
    ),
)

OPS: Mapping[str, Op] = MappingProxyType({row.name: row for row in _ROWS})
"""Every operation by its name, in the order of the legend."""
