"""What mathematical libraries have beside the ops: named sums and products, structures made of ops,
losses."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.machine.libraries.choices import where
from backpulse.parser.machine.libraries.losses import (
    bce,
    bce_logits,
    cross_entropy,
    hinge,
    huber,
    items_of,
    l1,
    log_softmax,
    logaddexp,
    logsumexp,
    mse,
    nll,
    op,
    softmax,
)
from backpulse.parser.machine.libraries.shapes import along, eye, filled, like, reshape
from backpulse.parser.machine.objects import Array, Builtin, Call, Gradient

Machine = Any
Arguments = list[Any]
Named = Mapping[str, Any]
Native = Callable[[Machine, Arguments, Named, Call], Any]


def _infix(op_name: str) -> Native:
    def run(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
        x, y = _two(m, a, n, c, op_name)
        return m.binary(op_name, x, y, c.span)

    return run


def _two(m: Machine, a: Arguments, n: Named, c: Call, name: str) -> tuple[Any, Any]:
    given = [*a, *(n[key] for key in ("other", "exponent") if key in n)]
    if len(given) != 2:
        words = {"name": m.text_at(c.called), "needed": "two values", "given": str(len(given))}
        raise m.wrong("arity/few", c.span, (), **words, fixed=f"{m.text_at(c.called)}(a, b)")
    return given[0], given[1]


def _mean(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    if isinstance(a[0], Value):
        return a[0]
    items = items_of(m, a[0], c)
    return m.binary("div", m.total(items, c.span), len(items), c.span)


def _sum(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return a[0] if isinstance(a[0], Value) else m.total(items_of(m, a[0], c), c.span)


def _product(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    result: Any = None
    for item in items_of(m, a[0], c):
        result = item if result is None else m.binary("mul", result, item, c.span)
    return 1 if result is None else result


def _dot(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    if all(isinstance(x, Value) or m.is_number(x) for x in a):
        return m.binary("mul", a[0], a[1], c.span)
    return m.matrix_product(a[0], a[1], c.span)


def _norm(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    squares = [m.power(x, 2, c.span, c.span, c.span) for x in items_of(m, a[0], c)]
    return op(m, "sqrt", c, m.total(squares, c.span))


def _hypot(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return _norm(m, [list(a)], n, c)


def _of_base(base: float) -> Native:
    def run(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
        return m.binary("div", op(m, "log", c, a[0]), math.log(base), c.span)

    return run


def _exp2(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return op(m, "exp", c, m.binary("mul", a[0], math.log(2), c.span))


def _ceil(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return m.negative(op(m, "floor", c, m.negative(a[0], c.span)), c.span)


def _scaled(factor: float) -> Native:
    return lambda m, a, n, c: m.binary("mul", a[0], factor, c.span)


def _plain(function: Callable[..., Any]) -> Native:
    return lambda m, a, n, c: function(*(m.as_number(x, c.span) for x in a))


def _factorial(m: Machine, a: Arguments, n: Named, c: Call) -> float:
    number = m.as_index(a[0], c.span)
    if number > 170:
        raise m.wrong("number/huge", c.span, written=m.text_at(c.span))
    return math.factorial(number)


def _neg(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return m.negative(a[0], c.span)


def _clip(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """numpy's `clip(a, lo, hi)`, tensorflow's `clip_by_value`."""
    low, high = [*a[1:], None, None][:2]
    for name in ("min", "a_min", "clip_value_min"):
        low = n.get(name, low)
    for name in ("max", "a_max", "clip_value_max"):
        high = n.get(name, high)
    numbers = {k: v for k, v in (("min", low), ("max", high)) if v is not None}
    return m.call_op_by_name(m.ops["clamp"], a[:1], numbers, Call(c.span, c.spans[:1] or (c.span,), c.called))


def _linear(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    x, weight = a[:2]
    made = m.matrix_product(weight, x, c.span)
    bias = a[2] if len(a) > 2 else n.get("bias")
    return made if bias is None else m.binary("add", made, bias, c.span)


def _arange(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    numbers = [m.as_number(x, c.span) for x in a]
    start, stop, step = (0, numbers[0], 1) if len(numbers) == 1 else (*numbers, 1)[:3]
    count = max(0, math.ceil((stop - start) / step))
    if count > m.budget.items:
        raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
    return Array([start + step * i for i in range(count)])


def _linspace(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    start, stop = (m.as_number(x, c.span) for x in a[:2])
    count = m.as_index(a[2] if len(a) > 2 else n.get("num", n.get("steps", 50)), c.span)
    if count > m.budget.items:
        raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
    return Array([start + (stop - start) * i / max(count - 1, 1) for i in range(count)])


def _stack(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    return Array(m.listed(a[0], c.span))


def _cat(m: Machine, a: Arguments, n: Named, c: Call) -> Array:
    return Array(
        [x for one in m.listed(a[0], c.span) for x in (one if isinstance(one, (Array, list)) else [one])]
    )


def _detach(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return m.constant(Gradient(a[0].data), c.span) if isinstance(a[0], Value) else a[0]


def _nothing(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return a[0] if a else None


_TABLE: dict[str, Native] = {
    **dict.fromkeys(("add",), _infix("add")),
    **dict.fromkeys(("sub", "subtract"), _infix("sub")),
    **dict.fromkeys(("mul", "multiply"), _infix("mul")),
    **dict.fromkeys(("div", "divide", "true_divide", "truediv"), _infix("div")),
    **dict.fromkeys(("power", "float_power"), _infix("pow")),
    **dict.fromkeys(("neg", "negative"), _neg),
    **dict.fromkeys(("dot", "vdot", "inner", "matmul", "mm", "mv"), _dot),
    **dict.fromkeys(("mean", "reduce_mean", "average"), along(_mean)),
    **dict.fromkeys(("sum", "reduce_sum", "fsum"), along(_sum)),
    **dict.fromkeys(("prod", "product"), along(_product)),
    **dict.fromkeys(("norm", "vector_norm"), along(_norm)),
    **dict.fromkeys(("mse_loss", "mean_squared_error", "mse"), mse),
    **dict.fromkeys(("l1_loss", "mae_loss"), l1),
    **dict.fromkeys(("smooth_l1_loss",), huber("smooth")),
    **dict.fromkeys(("huber_loss", "huber"), huber("huber")),
    **dict.fromkeys(("hinge", "hinge_loss"), hinge),
    **dict.fromkeys(("binary_cross_entropy", "bce_loss", "bce"), bce),
    **dict.fromkeys(
        ("binary_cross_entropy_with_logits", "bce_with_logits", "sigmoid_cross_entropy_with_logits"),
        bce_logits,
    ),
    **dict.fromkeys(("clip", "clip_by_value"), _clip),
    "cross_entropy": cross_entropy,
    "nll_loss": nll,
    "softmax": along(softmax, True),
    "log_softmax": along(log_softmax, True),
    **dict.fromkeys(("logsumexp", "reduce_logsumexp"), along(logsumexp)),
    "logaddexp": lambda m, a, n, c: logaddexp(m, a[0], a[1], c),
    "where": where,
    "hypot": _hypot,
    "log2": _of_base(2),
    "log10": _of_base(10),
    "exp2": _exp2,
    "ceil": _ceil,
    "radians": _scaled(math.pi / 180),
    "degrees": _scaled(180 / math.pi),
    "deg2rad": _scaled(math.pi / 180),
    "rad2deg": _scaled(180 / math.pi),
    "linear": _linear,
    "factorial": _factorial,
    "comb": _plain(lambda a, b: math.comb(int(min(a, 1000)), int(min(b, 1000)))),
    "gcd": _plain(lambda a, b: math.gcd(int(a), int(b))),
    "isnan": _plain(math.isnan),
    "isinf": _plain(math.isinf),
    "isfinite": _plain(math.isfinite),
    "isclose": _plain(math.isclose),
    "allclose": _plain(math.isclose),
    "zeros": filled(0.0),
    "ones": filled(1.0),
    "full": filled(None),
    "zeros_like": like(0.0),
    "ones_like": like(1.0),
    "full_like": like(None),
    "eye": eye,
    "reshape": lambda m, a, n, c: reshape(m, a[0], a[1:], n, c),
    "arange": _arange,
    "linspace": _linspace,
    "stack": _stack,
    "cat": _cat,
    "concatenate": _cat,
    "stop_gradient": _detach,
    "copy": _nothing,
    "squeeze": _nothing,
    "set_printoptions": lambda m, a, n, c: None,
    "set_default_dtype": lambda m, a, n, c: None,
    "is_tensor": lambda m, a, n, c: isinstance(a[0], (Value, Array)),
}


def _asked(name: str, run: Native) -> Native:
    """It needs a value at least."""

    def checked(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
        if not a and not n:
            raise m.wrong(
                "arity/few", c.span, name=name, needed="values", given="none", fixed=f"{name}(a, b)"
            )
        return run(m, a, n, c)

    return checked


MATHEMATICS: dict[str, Any] = {name: Builtin(name, _asked(name, run)) for name, run in _TABLE.items()}
