"""Rows of the ops table: bounds, and steps that no gradient passes."""

from __future__ import annotations

from backpulse.engine.op import Constant, Op
from backpulse.engine.rows.phrases import FINITE, GATED

_NOTHING = "stops: it is flat between its jumps, so nothing of the gradient passes"
_FLAT = (("flat", "a == a"),)

ROWS = (
    Op(
        name="clamp",
        symbol="clamp",
        signature="clamp(a, lo, hi)",
        forward="hi if a > hi or lo > hi else lo if a < lo else a",
        partials=("1.0 if lo <= a <= hi else 0.0",),
        partials_latex=(r"\begin{cases}1 & lo \le a \le hi\\ 0 & \text{else}\end{cases}",),
        words=("1 when the input is within the bounds, else 0",),
        gate="routes: within its bounds it passes the gradient unchanged, outside it passes nothing",
        numpy="clip",
        constants=(Constant("min"), Constant("max")),
        contribution=GATED,
        findings=(("corner", "a == lo or a == hi"),),
    ),
    Op(
        name="sign",
        symbol="sign",
        signature="sign(a)",
        forward="1.0 if a > 0 else -1.0 if a < 0 else 0.0",
        partials=("0.0",),
        partials_latex=("0",),
        words=("always 0",),
        gate=_NOTHING,
        contribution=GATED,
        findings=_FLAT,
    ),
    Op(
        name="floor",
        symbol="floor",
        signature="floor(a)",
        forward=f"a // 1 if {FINITE} else a",
        partials=("0.0",),
        partials_latex=("0",),
        words=("always 0",),
        gate=_NOTHING,
        contribution=GATED,
        findings=_FLAT,
    ),
    Op(
        name="round",
        symbol="round",
        signature="round(a)",
        # Halves go to the even number, as in Python.
        forward="round(a)",
        partials=("0.0",),
        partials_latex=("0",),
        words=("always 0",),
        gate=_NOTHING,
        numpy="rint",
        contribution=GATED,
        findings=_FLAT,
    ),
    Op(
        name="when",
        symbol="when",
        signature="when(a, b)",
        forward="a if b > 0 else 0.0",
        partials=("1.0 if b > 0 else 0.0", "0.0"),
        partials_latex=(r"\begin{cases}1 & b > 0\\ 0 & \text{else}\end{cases}", "0"),
        words=("1 when the second input is above 0, else 0", "always 0"),
        gate="switches: while the second input is above 0 it passes the gradient to the first, else nothing",
        torch="torch.where(b > 0, a, 0.0)",
        contribution=GATED,
        findings=(("corner", "b == 0"),),
    ),
    Op(
        name="unless",
        symbol="unless",
        signature="unless(a, b)",
        forward="0.0 if b > 0 else a",
        partials=("0.0 if b > 0 else 1.0", "0.0"),
        partials_latex=(r"\begin{cases}0 & b > 0\\ 1 & \text{else}\end{cases}", "0"),
        words=("0 when the second input is above 0, else 1", "always 0"),
        gate="switches: while the second input is above 0 it passes nothing, else the gradient to the first",
        torch="torch.where(b > 0, 0.0, a)",
        contribution=GATED,
        findings=(("corner", "b == 0"),),
    ),
    Op(
        name="frozen",
        symbol="frozen",
        signature="frozen(a, lo, hi)",
        forward="lo",
        partials=("hi",),
        partials_latex=("hi",),
        words=("the number that was measured",),
        gate="keeps: its number stays, and the gradient is multiplied by the local derivative it once had",
        torch="lo + hi * (a - a.detach())",
        constants=(Constant("value"), Constant("local")),
        findings=(("frozen", "a == a or a != a"),),
    ),
)
