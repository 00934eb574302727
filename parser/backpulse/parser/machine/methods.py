"""What Values, lists, texts, dicts and vectors have after a dot."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.engine.order import forward_order
from backpulse.parser.machine.container_methods import OF_DICT, OF_LIST, OF_SET, OF_TEXT, Machine, Table
from backpulse.parser.machine.libraries.shapes import along, reshape
from backpulse.parser.machine.objects import Array, Builtin, Call, Gradient, Pass


def _gradient(machine: Machine, x: Any) -> Any:
    if isinstance(x, Value):
        made = Gradient(x.grad)
        made.owner = x
        return made
    return Array([_gradient(machine, one) for one in x]) if isinstance(x, Array) else None


def _data(machine: Machine, x: Any) -> Any:
    if isinstance(x, Value):
        return machine.number_of(x) if x in machine.plain and x in machine.whole else Gradient(x.data)
    if isinstance(x, Array):
        return Array([_data(machine, one) for one in x])
    return x if machine.is_number(x) else None


def _shape(machine: Machine, x: Any) -> Any:
    return x.shape if isinstance(x, Array) else () if isinstance(x, Value) else None


def _transposed(machine: Machine, x: Any) -> Any:
    if isinstance(x, Array):
        return Array([Array(list(column)) for column in zip(*x, strict=True)]) if len(x.shape) > 1 else x
    return x if isinstance(x, Value) else None


ATTRIBUTES: dict[str, Callable[[Machine, Any], Any]] = {
    "grad": _gradient,
    "data": _data,
    "shape": _shape,
    "T": _transposed,
    "requires_grad": lambda machine, x: x not in machine.fixed if isinstance(x, Value) else None,
    "ndim": lambda machine, x: len(x.shape) if isinstance(x, Array) else 0 if isinstance(x, Value) else None,
    "_prev": lambda machine, x: set(x.inputs) if isinstance(x, Value) else None,
    "_op": lambda machine, x: x._op if isinstance(x, Value) else None,
    "label": lambda machine, x: x.label if isinstance(x, Value) else None,
    "dtype": lambda machine, x: "float64" if isinstance(x, (Value, Array)) else None,
}
"""What is read after a dot; None where it has no such thing."""


def refuse_second(machine: Machine, named: Mapping[str, Any], call: Call) -> None:
    """SourceError where a program asks for the graph of a gradient."""
    if named.get("create_graph") is True:
        place = machine.named_spans.get("create_graph", call.span)
        raise machine.wrong("second", place)


def _moved_by(op_name: str) -> Callable[..., Any]:
    """`w.assign_sub(lr * dw)`, `w.assign(2.0)`."""

    def run(machine: Machine, x: Value, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Value:
        number = float(machine.as_number(arguments[0], call.span))
        if op_name:
            number = machine.binary(op_name, x.data, number, call.span)
        machine.set_of_value(x, "data", number, call.span)
        return x

    return run


def backward(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    """`loss.backward()`: the gradients are sent, for the program may read them, and the pass is kept."""
    refuse_second(machine, named, call)
    if not isinstance(x, Value):
        raise machine.wrong("pass/vector", call.span)
    order = forward_order(x)
    machine.count(len(order), call.span)
    reached = [value for value in order if value in machine.leaves]
    adds = bool(machine.passes) and any(leaf.grad for leaf in reached)
    starts = {leaf: leaf.data for leaf in reached}
    x.backward()
    machine.passes.append(Pass(x, call.span, starts, adds))
    if len(machine.passes) > machine.budget.passes:
        del machine.passes[0]
    if machine.outside():
        machine.note(call.span, "the backward pass is always there; it starts here")


def _zero_grad(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    if isinstance(x, Value):
        x.zero_grad()
    if machine.outside():
        machine.note(call.span, "gradients start from nothing in every pass")


def _retain(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    if machine.outside():
        machine.note(call.span, "every value keeps its gradient")


def _by_hand(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    if isinstance(x, Value):
        x._backward()
    machine.note(call.span, "the chain rule by hand: the page shows each of its steps")


def _item(machine: Machine, x: Any, *_: Any) -> Any:
    return machine.number_of(x) if x in machine.plain and x in machine.whole else Gradient(x.data)


def _same(machine: Machine, x: Any, *_: Any) -> Any:
    return x


def _detach(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
    return machine.constant(Gradient(x.data), call.span)


def _requires(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
    if arguments and arguments[0] is False:
        machine.freeze(x)
    machine.unasked.discard(x)
    if x in machine.asked_later and not (arguments and arguments[0] is False):
        machine.thaw(x, call.span)
    return x


OF_VALUE: Table = {
    "backward": backward,
    "zero_grad": _zero_grad,
    "retain_grad": _retain,
    "_backward": _by_hand,
    "item": _item,
    "numpy": _item,
    "tolist": _item,
    "detach": _detach,
    "requires_grad_": _requires,
    "sum": _same,
    "mean": _same,
    "squeeze": _same,
    "unsqueeze": _same,
    "view": reshape,
    "reshape": reshape,
    "flatten": _same,
    "to": _same,
    "type": _same,
    "contiguous": _same,
    "assign": _moved_by(""),
    "assign_sub": _moved_by("sub"),
    "assign_add": _moved_by("add"),
    "numel": lambda *_: 1,
}


def _zero(machine: Machine, x: Any, *_: Any) -> Any:
    if isinstance(x, Gradient) and x.owner is not None:
        x.owner.grad = 0.0
    return 0.0


OF_NUMBER: Table = {
    "item": _same,
    "zero_": _zero,
    "fill_": _zero,
    "detach": _same,
    "clone": _same,
    "numpy": _same,
    "cpu": _same,
    "tolist": _same,
    "is_integer": lambda machine, x, *_: float(x).is_integer(),
}


def _mean(machine: Machine, x: Any, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
    items = x.flat()
    return machine.binary("div", machine.total(items, call.span), len(items), call.span)


def _total(machine: Machine, x: Array, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
    return machine.total(x.flat(), call.span)


def _along(method: Callable[..., Any]) -> Callable[..., Any]:
    """A method that also goes along one axis."""
    run = along(lambda m, a, n, c: method(m, a[0], [], n, c))
    return lambda m, x, a, n, c: run(m, [x, *a], n, c)


def _all(function: Callable[..., Any]) -> Callable[..., Any]:
    def run(machine: Machine, x: Array, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Array:
        return Array(
            [
                run(machine, one, arguments, named, call)
                if isinstance(one, Array)
                else function(machine, one, arguments, named, call)
                if isinstance(one, Value)
                else one
                for one in x
            ]
        )

    return run


def _zero_all(machine: Machine, x: Array, arguments: list[Any], named: Mapping[str, Any], call: Call) -> None:
    for one in x.flat():
        _zero_grad(machine, one, arguments, named, call)


OF_ARRAY: Table = {
    "sum": _along(_total),
    "mean": _along(_mean),
    "dot": lambda m, x, a, n, c: m.matrix_product(x, a[0], c.span),
    "max": lambda m, x, a, n, c: m.extreme("max", [x.flat()], {}, c),
    "min": lambda m, x, a, n, c: m.extreme("min", [x.flat()], {}, c),
    "tolist": lambda m, x, a, n, c: [_data(m, one) if not isinstance(one, Array) else one.items for one in x],
    "numel": lambda m, x, a, n, c: len(x.flat()),
    "size": lambda m, x, a, n, c: x.shape[m.as_index(a[0], c.span)] if a else x.shape,
    "view": reshape,
    "reshape": reshape,
    "flatten": lambda m, x, a, n, c: Array(x.flat()),
    "detach": _all(_detach),
    "backward": backward,
    "zero_grad": _zero_all,
    "retain_grad": _retain,
    "zero_": lambda m, x, a, n, c: [_zero(m, one) for one in x.flat()] and x,
    "requires_grad_": _all(_requires),
    "numpy": _same,
    "squeeze": _same,
    "item": lambda m, x, a, n, c: _item(m, x.flat()[0]),
    "t": lambda m, x, a, n, c: _transposed(m, x),
}

METHODS: list[tuple[Any, Table]] = [
    (Value, OF_VALUE),
    (Array, OF_ARRAY),
    (str, OF_TEXT),
    (list, OF_LIST),
    (dict, OF_DICT),
    ((set, frozenset), OF_SET),
    (tuple, {"index": OF_LIST["index"], "count": OF_LIST["count"]}),
    ((int, float), OF_NUMBER),
]

__all__ = ["ATTRIBUTES", "METHODS", "Builtin", "Gradient"]
