"""Losses, softmax and what they are made of: structures of ops, stable as PyTorch's."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.machine.objects import Array, Call

Machine = Any
Arguments = list[Any]
Named = Mapping[str, Any]
Native = Callable[[Machine, Arguments, Named, Call], Any]


def op(m: Machine, name: str, c: Call, *inputs: Any, param: Any = None) -> Any:
    """The value of an op of the table, on values, numbers or vectors."""
    given = [*inputs, *([] if param is None else param)]
    return m.call_op_by_name(m.ops[name], given, {}, Call(c.span, (c.span,) * len(given), c.called))


def items_of(m: Machine, x: Any, c: Call) -> list[Any]:
    """The values of a list or vector."""
    if isinstance(x, Value) or m.is_number(x):
        name = m.text_at(c.called).rpartition(".")[2]
        raise m.wrong("takes-list", c.span, name=name, fixed=f"{name}([a, b])")
    return x.flat() if isinstance(x, Array) else m.listed(x, c.span)


def reduced(m: Machine, items: list[Any], n: Named, c: Call) -> Any:
    """Their mean, or what `reduction=` asks for."""
    reduction = n.get("reduction", "mean")
    if reduction == "none":
        return Array(items)
    total = m.total(items, c.span)
    if reduction == "sum" or len(items) == 1:
        return total
    return m.binary("div", total, len(items), c.span)


def pairs_of(m: Machine, a: Arguments, c: Call) -> list[tuple[Any, Any]]:
    """Outputs and targets, pair by pair."""
    x, y = (one if isinstance(one, (Array, list, tuple)) else [one] for one in a[:2])
    x, y = (one.flat() if isinstance(one, Array) else list(one) for one in (x, y))
    if len(y) == 1:
        y = y * len(x)
    return list(zip(x, y, strict=True))


def mse(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """The mean of squared differences."""
    differences = [m.binary("sub", x, y, c.span) for x, y in pairs_of(m, a, c)]
    return reduced(m, [m.power(d, 2, c.span, c.span, c.span) for d in differences], n, c)


def l1(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """The mean of absolute differences."""
    return reduced(m, [op(m, "abs", c, m.binary("sub", x, y, c.span)) for x, y in pairs_of(m, a, c)], n, c)


def huber(name: str) -> Native:
    """Squared near 0, linear beyond: c(d - c/2) with c the difference within its bounds."""

    def run(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
        width = float(m.as_number(n.get("delta", n.get("beta", 1.0)), c.span))
        made = []
        for x, y in pairs_of(m, a, c):
            d = m.binary("sub", x, y, c.span)
            near = op(m, "clamp", c, d, param=(-width, width))
            each = m.binary(
                "mul", near, m.binary("sub", d, m.binary("mul", 0.5, near, c.span), c.span), c.span
            )
            made.append(each if name == "huber" or width == 1 else m.binary("div", each, width, c.span))
        return reduced(m, made, n, c)

    return run


def hinge(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """max(0, 1 - y x)."""
    pairs = pairs_of(m, a, c)
    margins = [m.binary("sub", 1, m.binary("mul", y, x, c.span), c.span) for x, y in pairs]
    return reduced(m, [op(m, "relu", c, one) for one in margins], n, c)


def bce(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """Binary cross-entropy; logarithms go no lower than -100, as in PyTorch."""
    made = []
    for p, y in pairs_of(m, a, c):
        hit = m.binary("mul", y, op(m, "max", c, op(m, "log", c, p), -100), c.span)
        other = op(m, "max", c, op(m, "log", c, m.binary("sub", 1, p, c.span)), -100)
        miss = m.binary("mul", m.binary("sub", 1, y, c.span), other, c.span)
        made.append(m.negative(m.binary("add", hit, miss, c.span), c.span))
    return reduced(m, made, n, c)


def bce_logits(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """max(x, 0) − x·y + log(1 + e^−|x|): PyTorch's stable form, with its derivative at 0 too."""
    made = []
    for x, y in pairs_of(m, a, c):
        far = op(m, "log1p", c, op(m, "exp", c, m.negative(op(m, "abs", c, x), c.span)))
        high = op(m, "max", c, x, 0)
        made.append(
            m.binary("add", m.binary("sub", high, m.binary("mul", x, y, c.span), c.span), far, c.span)
        )
    return reduced(m, made, n, c)


def logaddexp(m: Machine, a: Any, b: Any, c: Call) -> Any:
    """log(e^a + e^b) without overflow: max(a, b) + log(1 + e^−|a − b|)."""
    gap = op(m, "abs", c, m.binary("sub", a, b, c.span))
    far = op(m, "log1p", c, op(m, "exp", c, m.negative(gap, c.span)))
    return m.binary("add", op(m, "max", c, a, b), far, c.span)


def logsumexp(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """log of a sum of e to the power of each."""
    items = items_of(m, a[0], c)
    total = items[0]
    for item in items[1:]:
        total = logaddexp(m, total, item, c)
    return total


def log_softmax(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    """Each less the log of the sum."""
    if isinstance(a[0], Array) and len(a[0].shape) > 1:
        return Array([log_softmax(m, [row], n, c) for row in a[0]])
    total = logsumexp(m, a[:1], n, c)
    return Array([m.binary("sub", x, total, c.span) for x in items_of(m, a[0], c)])


def softmax(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    """Shares that add up to 1."""
    return op(m, "exp", c, log_softmax(m, a, n, c))  # type: ignore[no-any-return]


def nll(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """Less the log-probability of the wanted class."""
    rows = a[0] if isinstance(a[0], Array) and len(a[0].shape) > 1 else [a[0]]
    wanted = a[1] if isinstance(a[1], (Array, list, tuple)) else [a[1]]
    picked = [m.item(row, i, c.span) for row, i in zip(rows, wanted, strict=True)]
    return reduced(m, [m.negative(x, c.span) for x in picked], n, c)


def cross_entropy(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """The same, of logits."""
    return nll(m, [log_softmax(m, a[:1], n, c), *a[1:]], n, c)
