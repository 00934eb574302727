"""`Value`: a number that remembers how it was made, to send its gradient back (micrograd's, grown up)."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import nan
from numbers import Real
from typing import TYPE_CHECKING, Any, Literal, SupportsIndex, cast

from backpulse.engine.copying import deep_copy, reduced, twin
from backpulse.engine.elementwise import elementwise
from backpulse.engine.elsewhere import Elsewhere, read_op
from backpulse.engine.op import Param
from backpulse.engine.order import forward_order
from backpulse.engine.own import Own, sent
from backpulse.engine.plugins import registered
from backpulse.engine.rules import RULES, Rule

Number = float | int | Real


class Value(Elsewhere):
    """One node: a leaf, a constant, or the result of an operation on other values.

    Equality and hash are by identity. The methods `relu`, `exp`, `max`, … are made from the ops table. No
    number raises for being off the number line: infinities and nan follow IEEE 754 and PyTorch.
    """

    __slots__ = ("__weakref__", "data", "grad", "inputs", "kind", "label", "op", "own", "param")
    data: float
    grad: float
    inputs: tuple[Value, ...]
    """In slot order; `a * a` has `a` twice."""
    kind: Literal["leaf", "const", "op"]
    label: str
    op: str
    """The op's name in the table; "" for leaves and constants."""
    param: Param | None
    """The op's constants, as the exponent of `**`; None for an op that has none."""
    own: Own | None
    """Of an op made by hand, with a `_backward` or local derivatives of its own; its `op` is `frozen`."""

    if TYPE_CHECKING:

        def __getattr__(self, name: str) -> Callable[..., Value]: ...

    def __init__(
        self,
        data: Number,
        children: Iterable[Value] = (),
        op: str | Iterable[float] = "",
        label: str = "",
        *,
        _children: Iterable[Value] = (),
        _op: str = "",
        local_grads: Iterable[float] = (),
    ) -> None:
        """A leaf; with children what an op made of them: one of the table, else one made by hand.

        The op is spelled as micrograd does, and its `_backward` may be set; or, as in microgpt, its local
        derivatives are given, one per child. ValueError for another number of them.
        """
        self.data = float(data)
        self.grad = 0.0
        self.label = label
        self.inputs = tuple(children) or tuple(_children)
        self.param = None
        self.op = ""
        self.own = None
        self.kind = "leaf"
        if not self.inputs:
            return
        self.kind = "op"
        name, slopes = (op or _op, local_grads) if isinstance(op, str) else (_op, op)
        local = tuple(map(float, slopes))
        if local and len(local) != len(self.inputs):
            raise ValueError(f"{len(self.inputs)} children need as many local derivatives, not {len(local)}")
        row = None if local else read_op(name, len(self.inputs))
        self.op, self.param = row or ("frozen", None)
        if row is None:
            self.own = Own(name, local)

    @staticmethod
    def const(data: Number) -> Value:
        """A constant: it has no gradient."""
        value = Value(data)
        value.kind = "const"
        return value

    def __deepcopy__(self, memo: dict[int, Any]) -> Value:
        return deep_copy(self, memo)

    def __copy__(self) -> Value:
        """Another Value that the same op made of the same inputs."""
        copy = twin(self, self.inputs, self.own)
        for name, attribute in getattr(self, "__dict__", {}).items():
            setattr(copy, name, attribute)
        return copy

    def __reduce_ex__(self, protocol: SupportsIndex) -> tuple[Any, ...]:
        return reduced(self)

    def __repr__(self) -> str:
        return f"Value(data={self.data}, grad={self.grad})"

    def _repr_svg_(self) -> str | None:
        """The graph as a picture, which notebooks show beside the plain text; None where there is none.

        Drawing stands on the engine, never the other way round: a renderer is registered, found when
        a notebook asks, and an engine that is installed alone has its plain text.
        """
        renderer = registered("backpulse.renderers", "svg")
        if renderer is None:
            return None
        picture: str | None = renderer.load()(self)
        return picture

    def __add__(self, other: Value | Number) -> Value:
        return _infix("add", self, other)

    def __radd__(self, other: Number) -> Value:
        return _infix("add", other, self)

    def __sub__(self, other: Value | Number) -> Value:
        return _infix("sub", self, other)

    def __rsub__(self, other: Number) -> Value:
        return _infix("sub", other, self)

    def __mul__(self, other: Value | Number) -> Value:
        return _infix("mul", self, other)

    def __rmul__(self, other: Number) -> Value:
        return _infix("mul", other, self)

    def __truediv__(self, other: Value | Number) -> Value:
        return _infix("div", self, other)

    def __rtruediv__(self, other: Number) -> Value:
        return _infix("div", other, self)

    def __neg__(self) -> Value:
        return apply("neg", self)

    def __pos__(self) -> Value:
        return self

    def __abs__(self) -> Value:
        return apply("abs", self)

    def __pow__(self, exponent: Value | Number) -> Value:
        """TypeError for an exponent that is not a constant: only the base is differentiated."""
        if isinstance(exponent, Value):
            if exponent.kind != "const":
                raise TypeError(_VARYING_EXPONENT)
            exponent = exponent.data
        if not (isinstance(exponent, Real) or _is_numpys_truth(exponent)):
            return NotImplemented
        return apply("pow", self, param=float(exponent))

    def __rpow__(self, base: Number) -> Value:
        raise TypeError(_VARYING_EXPONENT)

    def __array_ufunc__(self, ufunc: Any, method: str, *inputs: Any, **options: Any) -> Any:
        """numpy's `array * value`: see `elementwise.py`."""
        return elementwise(ufunc, method, inputs, options)

    def backward(self) -> None:
        """Send a gradient of 1 from here and add what arrives to `.grad` of everything this depends on.

        The pass keeps its own totals and adds them when it is finished, so a second call adds exactly the
        same again (as PyTorch does). Local derivatives are taken at the present `data`. Constants keep a
        gradient of 0.
        """
        order = forward_order(self)
        totals = dict.fromkeys(order, 0.0)
        totals[self] = 1.0
        for value in reversed(order):
            for child, _, contribution in value._sends(totals[value]):
                totals[child] += contribution
        for value, total in totals.items():
            if value.kind != "const":
                value.grad += total

    def _sends(self, incoming: float) -> list[tuple[Value, float, float]]:
        """Per input that is not a constant, in slot order: input, local derivative, contribution.

        The local derivative of an op made by hand is nan: only what it sends is asked for.
        """
        if not self.op:
            return []
        if self.own:
            arrows = zip(self.inputs, sent(self, incoming), strict=True)
            return [(child, nan, send) for child, send in arrows if child.kind != "const"]
        rule, inputs = RULES[self.op], self.inputs
        a, b = inputs[0].data, inputs[-1].data
        n = 0.0 if self.param is None else self.param
        sends = []
        for child, partial in zip(inputs, rule.partials, strict=True):
            if child.kind != "const":
                local = partial(a, b, n, self.data)
                sends.append((child, local, rule.contribution(incoming, local, n)))
        return sends

    def zero_grad(self) -> None:
        """Set `.grad` of this and of everything it depends on to 0."""
        for value in forward_order(self):
            value.grad = 0.0


_VARYING_EXPONENT = (
    "the exponent of ** must be a number: only the base is differentiated. "
    "For a base above 0 write (b * a.log()).exp() in place of a ** b"
)


def apply(op_name: str, *inputs: Value, param: Param | None = None) -> Value:
    """The value of a row's op on `inputs`; `param` holds its constants, by default PyTorch's.

    KeyError for a name that is not in the table; TypeError for a wrong number of inputs or of constants.
    """
    rule = RULES[op_name]
    if len(inputs) != len(rule.partials):
        raise TypeError(f"{op_name} takes {rule.op.arity} values, not {len(inputs)}")
    if rule.op.constants or param is not None:
        param = rule.op.defaults if param is None else param
        if not rule.op.takes(param):
            raise TypeError(f"{op_name} takes {rule.op.wants}")
    n = 0.0 if param is None else param
    value = Value.__new__(Value)
    value.data = rule.forward(inputs[0].data, inputs[-1].data, n)
    value.grad = 0.0
    value.inputs = inputs
    value.kind = "op"
    value.label = ""
    value.own = None
    value.op = op_name
    value.param = param
    return value


def _infix(op_name: str, left: Value | Number, right: Value | Number) -> Value:
    """An operator's value; a plain number becomes a constant, anything else is left to its own type."""
    operands = []
    for operand in (left, right):
        if not isinstance(operand, Value):
            if not (isinstance(operand, Real) or _is_numpys_truth(operand)):
                return cast("Value", NotImplemented)
            operand = Value.const(operand)
        operands.append(operand)
    return apply(op_name, *operands)


def _is_numpys_truth(operand: object) -> bool:
    """Whether it is numpy's True or False: 1 and 0 as Python's are, though numpy does not call them real."""
    kind = type(operand)
    return kind.__module__ == "numpy" and kind.__name__ in ("bool", "bool_")


def _constant(x: Value | Number) -> float:
    """A number that is part of an op; TypeError for a value that is no constant."""
    if not isinstance(x, Value):
        return float(x)
    if x.kind != "const":
        raise TypeError("the constants of an op must be numbers: only its inputs are differentiated")
    return x.data


def _method(rule: Rule) -> Callable[..., Value]:
    op = rule.op

    def method(self: Value, *others: Value | Number, **constants: Value | Number) -> Value:
        count = op.arity - 1 if op.constants else len(others)
        inputs = [x if isinstance(x, Value) else Value.const(x) for x in others[:count]]
        named = {name: _constant(x) for name, x in constants.items()}
        return apply(op.name, self, *inputs, param=op.given([_constant(x) for x in others[count:]], named))

    method.__name__ = op.called
    method.__doc__ = f"`{rule.op.signature}`: {rule.op.gate}."
    return method


def _make_methods(target: Any) -> None:
    for rule in RULES.values():
        if rule.op.called:
            setattr(target, rule.op.called, _method(rule))


_make_methods(Value)
