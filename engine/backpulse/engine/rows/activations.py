"""Rows of the ops table: what the units of neural networks compute."""

from __future__ import annotations

from backpulse.engine.op import Constant, Op
from backpulse.engine.rows.phrases import FINITE, GATED

_NORMAL = "0.5 * (1 + erf(a * 0.7071067811865476))"  # the share of the normal distribution below a
_BELL = "0.3989422804014327 * exp(-0.5 * a * a)"  # its density at a
_INNER = "0.7978845608028654 * (a + 0.044715 * a * a * a)"
_INNER_SLOPE = "0.7978845608028654 * (1 + 0.134145 * a * a)"
_GELU_TANH_PARTIAL = (
    f"0.5 * (1 + tanh({_INNER})) + 0.5 * a * (1 - tanh({_INNER}) * tanh({_INNER})) * ({_INNER_SLOPE})"
)
_GELU_TANH_LATEX = (
    r"\tfrac12 (1 + t) + \tfrac{a}{2} (1 - t^2)\,u',\ "
    r"t = \tanh u,\ u = \sqrt{\tfrac{2}{\pi}}\,(a + 0.044715\,a^3)"
)
_SOFTSIGN = (
    "PyTorch's slope is a difference of two numbers that grow alike; here it is one quotient, "
    "which keeps its digits for large inputs and is 0 at infinity"
)

ROWS = (
    Op(
        name="softplus",
        symbol="softplus",
        signature="softplus(a)",
        # As in PyTorch: from 20 on it is the input itself.
        forward="a if a > 20 else log1p(exp(a))",
        partials=("1.0 if a > 20 else exp(a) / (1 + exp(a))",),
        partials_latex=(r"\sigma(a)",),
        words=("the sigmoid of the input",),
        gate="opens softly: the gradient passes for a large input, half of it at 0, little of it far below",
        torch="torch.nn.functional.softplus(a)",
        expansion="log1p(exp(a))",
        findings=(("vanishing", f"y == 0 and {FINITE}"),),
    ),
    Op(
        name="silu",
        symbol="silu",
        signature="silu(a)",
        forward="a / (1 + exp(-a))",
        partials=("(1 + a * (1 - 1 / (1 + exp(-a)))) / (1 + exp(-a))",),
        partials_latex=(r"\sigma(a)\,(1 + a\,(1 - \sigma(a)))",),
        words=("σ + a σ (1 - σ), with σ the sigmoid of the input",),
        gate="opens softly: the gradient passes for a large input, and fades far below 0",
        torch="torch.nn.functional.silu(a)",
        expansion="a * (1 + exp(a * -1)) ** -1",
        findings=(("vanishing", f"y == 0 and a != 0 and {FINITE}"),),
    ),
    Op(
        name="gelu",
        symbol="gelu",
        signature="gelu(a)",
        forward=f"a * ({_NORMAL})",
        partials=(f"{_NORMAL} + a * ({_BELL})",),
        partials_latex=(r"\Phi(a) + a\,\varphi(a)",),
        words=("Φ + a φ: the normal distribution's share below the input, and a times its density there",),
        gate="opens softly: the gradient passes for a large input, and fades far below 0",
        torch="torch.nn.functional.gelu(a)",
        expansion="a * ((1 + erf(a * 0.7071067811865476)) * 0.5)",
        findings=(("vanishing", f"exp(-0.5 * a * a) == 0 and a < 0 and {FINITE}"),),
    ),
    Op(
        name="gelu_tanh",
        symbol="gelu_tanh",
        signature="gelu_tanh(a)",
        forward=f"0.5 * a * (1 + tanh({_INNER}))",
        partials=(_GELU_TANH_PARTIAL,),
        partials_latex=(_GELU_TANH_LATEX,),
        words=("that of gelu, by way of tanh",),
        gate="opens softly: the gradient passes for a large input, and fades far below 0",
        torch="torch.nn.functional.gelu(a, approximate='tanh')",
        expansion="a * (1 + exp((a + 0.044715 * a ** 3) * -1.5957691216057308)) ** -1",
        findings=(("vanishing", f"y == 0 and a < 0 and {FINITE}"),),
    ),
    Op(
        name="leaky_relu",
        symbol="leaky_relu",
        signature="leaky_relu(a, n)",
        forward="a if a > 0 else n * a",
        partials=("1.0 if a > 0 else n",),
        partials_latex=(r"\begin{cases}1 & a > 0\\ n & a \le 0\end{cases}",),
        words=("1 when the input is positive, else the constant",),
        gate="routes: open it passes the gradient unchanged, shut it lets a small part through",
        torch="torch.nn.functional.leaky_relu(a, n)",
        constants=(Constant("negative_slope", 0.01),),
        findings=(("corner", "a == 0 and n != 1"),),
    ),
    Op(
        name="elu",
        symbol="elu",
        signature="elu(a, n)",
        forward="n * expm1(a) if a <= 0 else a",
        partials=("n * exp(a) if a <= 0 else 1.0",),
        partials_latex=(r"\begin{cases}1 & a > 0\\ n\,e^a & a \le 0\end{cases}",),
        words=("1 when the input is positive, else the constant times e^a",),
        gate="opens softly: for a positive input the gradient passes unchanged, below it fades",
        torch="torch.nn.functional.elu(a, n)",
        constants=(Constant("alpha", 1.0),),
        findings=(
            ("corner", "a == 0 and n != 1"),
            ("vanishing", f"n * exp(a) == 0 and n != 0 and a < 0 and {FINITE}"),
        ),
    ),
    Op(
        name="relu6",
        symbol="relu6",
        signature="relu6(a)",
        forward="0.0 if a < 0 else 6.0 if a > 6 else a",
        partials=("0.0 if a <= 0 or a >= 6 else 1.0",),
        partials_latex=(r"\begin{cases}1 & 0 < a < 6\\ 0 & \text{else}\end{cases}",),
        words=("1 when the input is between 0 and 6, else 0",),
        gate="routes: between 0 and 6 it passes the gradient unchanged, outside it passes nothing",
        torch="torch.nn.functional.relu6(a)",
        contribution=GATED,
        findings=(("kink", "a == 0"), ("corner", "a == 6")),
    ),
    Op(
        name="hardtanh",
        symbol="hardtanh",
        signature="hardtanh(a, lo, hi)",
        forward="lo if a < lo else hi if a > hi else a",
        partials=("0.0 if a <= lo or a >= hi else 1.0",),
        partials_latex=(r"\begin{cases}1 & lo < a < hi\\ 0 & \text{else}\end{cases}",),
        words=("1 when the input is between the bounds, else 0",),
        gate="routes: between its bounds it passes the gradient unchanged, outside it passes nothing",
        torch="torch.nn.functional.hardtanh(a, lo, hi)",
        constants=(Constant("min_val", -1.0), Constant("max_val", 1.0)),
        contribution=GATED,
        findings=(("corner", "a == lo or a == hi"),),
    ),
    Op(
        name="softsign",
        symbol="softsign",
        signature="softsign(a)",
        forward="a / (1 + abs(a))",
        partials=("1 / ((1 + abs(a)) * (1 + abs(a)))",),
        partials_latex=(r"\frac{1}{(1 + |a|)^2}",),
        words=("1 over the square of 1 plus the input's size",),
        gate="squashes: the gradient passes near 0 and fades where the output nears -1 or 1",
        torch="torch.nn.functional.softsign(a)",
        differs=_SOFTSIGN,
        expansion="a * (1 + abs(a)) ** -1",
        findings=(("vanishing", f"a * a == inf and {FINITE}"),),
    ),
)
