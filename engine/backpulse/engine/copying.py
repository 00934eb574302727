"""Copies of a graph of Values, in memory and through pickle, at any depth: what is shared stays shared."""

from __future__ import annotations

from collections.abc import Iterable
from copy import deepcopy
from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary

from backpulse.engine.order import forward_order
from backpulse.engine.own import settled
from backpulse.engine.rules import RULES

if TYPE_CHECKING:
    from backpulse.engine.value import Value


def twin(value: Value, inputs: Iterable[Value], own: Any = None) -> Value:
    """A Value like this one on other inputs, without what a subclass keeps in it."""
    fields = value.data, value.grad, value.kind, value.label, value.op, value.param, own
    return _made(type(value), fields, *inputs)


def deep_copy(root: Value, memo: dict[int, Any]) -> Value:
    """What `copy.deepcopy` gives."""
    for value in forward_order(root):
        if id(value) not in memo:
            copied = memo[id(value)] = twin(value, (memo[id(x)] for x in value.inputs), settled(value))
            for name, attribute in getattr(value, "__dict__", {}).items():  # a subclass's
                setattr(copied, name, deepcopy(attribute, memo))
    copy: Value = memo[id(root)]
    return copy


def reduced(root: Value) -> tuple[Any, ...]:
    """What pickle wants to know: the whole graph in forward order: inputs before their uses.

    Each Value travels in a parcel of its own, the same for all roots of one pickle, which knows it again.
    """
    return _last, (*map(_parcel, forward_order(root)),)


class _Parcel:
    """A Value on its way; it arrives as that Value."""

    __slots__ = ("__weakref__", "value")

    def __init__(self, value: Value) -> None:
        self.value = value

    def __reduce__(self) -> tuple[Any, ...]:
        value = self.value
        fields = value.data, value.grad, value.kind, value.label, value.op, value.param, settled(value)
        more = getattr(value, "__dict__", None)
        # What a subclass keeps comes after the Value is known, as it may lead back to it.
        return _made, (type(value), fields, *map(_parcel, value.inputs)), (more, {}) if more else None


_parcels: WeakValueDictionary[int, _Parcel] = WeakValueDictionary()
"""By the Value's id, as long as a pickle holds them, and they the Values."""


def _parcel(value: Value) -> _Parcel:
    parcel = _parcels.get(id(value))
    if parcel is None:
        parcel = _parcels[id(value)] = _Parcel(value)
    return parcel


def _made(kind: type[Value], fields: tuple[Any, ...], *inputs: Value) -> Value:
    op = fields[4]
    if op and op not in RULES:
        raise ValueError(f"the op `{op}` is unknown here: `define` it, as the program did that pickled it")
    value = object.__new__(kind)
    value.data, value.grad, value.kind, value.label, value.op, value.param, value.own = fields
    value.inputs = inputs
    return value


def _last(*values: Value) -> Value:
    return values[-1]
