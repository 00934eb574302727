"""A person's own op, made by hand: `Value(8., (a,), 'cube')` with a `_backward`, or with local derivatives.

Only its program can compute it anew. So a graph holds its number and its local derivatives as they are now:
frozen, by the row `frozen` of the ops table, one for each input, added up.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isclose
from typing import TYPE_CHECKING, NamedTuple

from backpulse.engine.rules import RULES

if TYPE_CHECKING:
    from backpulse.engine.value import Value


class Own(NamedTuple):
    """What is known of an op that was made by hand."""

    name: str
    """As a person calls it."""
    locals: tuple[float, ...] = ()
    """Its local derivatives by slot, if they were given."""
    backward: Callable[[], object] | None = None
    """The `_backward` that was set."""


def sent(value: Value, incoming: float) -> list[float]:
    """What an op made by hand sends to each slot: by its `_backward`, run as if nothing had arrived before.

    An input in several slots receives everything in the first. Without `_backward` and local derivatives
    nothing is sent, as in micrograd.
    """
    own = value.own
    assert own is not None
    if own.backward is None:
        return [local * incoming for local in own.locals] or [0.0] * len(value.inputs)
    before = [(x, x.grad) for x in (*dict.fromkeys(value.inputs), value)]
    for x, _ in before:
        x.grad = 0.0
    value.grad = incoming
    try:
        own.backward()
        arrived = {x: x.grad for x in value.inputs}
    finally:
        for x, grad in before:
            x.grad = grad
    return [arrived.pop(x, 0.0) for x in value.inputs]


def settled(value: Value) -> Own | None:
    """The op with its local derivatives as they are now: its `_backward` belongs to these Values."""
    return value.own and Own(value.own.name, tuple(sent(value, 1.0)))


def in_table(order: Sequence[Value]) -> Sequence[Value]:
    """A graph in forward order, every op made by hand in it replaced by rows of the ops table.

    One that is called as a row and sends what that row sends is that row; any other is frozen. What has none
    below it is kept as it is.
    """
    if not any(value.own for value in order):
        return order
    from backpulse.engine.copying import twin
    from backpulse.engine.order import forward_order

    new: dict[Value, Value] = {}
    for value in order:
        inputs = [new[child] for child in value.inputs]
        if value.own and not _is_row(value):
            named = value.label or value.own.name
            new[value] = made = frozen(value.data, named, inputs, sent(value, 1.0))
            for part in {made, *(x for x in made.inputs if x not in inputs)}:
                part.grad = value.grad
        elif value.own or inputs != list(value.inputs):
            new[value] = twin(value, inputs)
        else:
            new[value] = value
    return forward_order(new[order[-1]])


def _is_row(value: Value) -> bool:
    if value.op == "frozen":
        return False
    rule, n = RULES[value.op], 0.0 if value.param is None else value.param
    a, b = value.inputs[0].data, value.inputs[-1].data
    ours = dict.fromkeys(value.inputs, 0.0)
    theirs = dict(ours)
    for child, partial, slope in zip(value.inputs, rule.partials, sent(value, 1.0), strict=True):
        if child.kind != "const":
            ours[child] += partial(a, b, n, value.data)
            theirs[child] += slope
    return isclose(rule.forward(a, b, n), value.data, rel_tol=1e-9, abs_tol=1e-12) and all(
        isclose(ours[x], theirs[x], rel_tol=1e-9, abs_tol=1e-12) for x in ours
    )


def frozen(data: float, label: str, inputs: Sequence[Value], local: Sequence[float]) -> Value:
    """A number that stays, with local derivatives by slot that stay."""
    from backpulse.engine.value import apply

    slopes = dict.fromkeys(inputs, 0.0)
    for child, slope in zip(inputs, local, strict=True):
        slopes[child] += slope
    moving = {x: slope for x, slope in slopes.items() if x.kind != "const"} or {inputs[0]: 0.0}
    total: Value | None = None
    for child, slope in moving.items():
        # The number itself comes with the first input, 0 with the others: their sum is exactly it.
        part = apply("frozen", child, param=(data if total is None else 0.0, slope))
        total = part if total is None else apply("add", total, part)
    assert total is not None
    total.label = label
    return total
