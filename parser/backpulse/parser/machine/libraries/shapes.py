"""Vectors and matrices by their shapes: filled, reshaped, reduced along one axis."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import Any

from backpulse.parser.machine.objects import Array, Call

Native = Callable[[Any, list[Any], Mapping[str, Any], Call], Any]


def _axis(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> int | None:
    for name in ("dim", "axis"):
        if n.get(name) is not None:
            return m.as_index(n[name], c.span)  # type: ignore[no-any-return]
    return m.as_index(a[1], c.span) if len(a) > 1 and a[1] is not None else None


def along(run: Native, keeps: bool = False) -> Native:
    """A function of a vector, also of a matrix along one axis; `keeps` if it gives a vector as long."""

    def reduced(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
        x, axis = a[0], _axis(m, a, n, c) if a else None
        if isinstance(x, list):
            x = _array(x)
        if axis is None or not isinstance(x, Array):
            return run(m, [x, *a[1:]], n, c)
        depth = len(x.shape)
        if not -depth <= axis < depth:
            raise m.wrong("index", c.span, number=str(axis), count=str(depth))
        return _along(m, x, axis % depth, bool(n.get("keepdim", n.get("keepdims"))), c)

    def _along(m: Any, x: Array, axis: int, kept: bool, c: Call) -> Any:
        if axis:
            return Array([_along(m, row, axis - 1, kept, c) for row in x])
        if len(x.shape) == 1:
            made = run(m, [x], {}, c)
            return Array([made]) if kept and not keeps else made
        columns = [_along(m, Array(list(column)), 0, False, c) for column in zip(*x, strict=True)]
        if keeps:
            return Array([Array(list(row)) for row in zip(*columns, strict=True)])
        return Array([Array(columns)]) if kept else Array(columns)

    return reduced


def _array(x: Any) -> Any:
    return Array([_array(one) for one in x]) if isinstance(x, list) else x


def reshape(m: Any, x: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
    """`x.view(2, -1)`, `x.reshape((4,))`."""
    flat = x.flat() if isinstance(x, Array) else [x]
    sizes = list(a[0]) if len(a) == 1 and isinstance(a[0], (tuple, list)) else a
    shape = [m.as_index(size, c.span) for size in sizes]
    known = math.prod(size for size in shape if size != -1)
    if shape.count(-1) == 1 and known and len(flat) % known == 0:
        shape[shape.index(-1)] = len(flat) // known
    if any(size < 0 for size in shape) or math.prod(shape) != len(flat):
        before = x.shape if isinstance(x, Array) else ()
        raise m.wrong("shapes", c.span, left=str(before), right=str(tuple(shape)))
    return _shaped(flat, shape)


def _shaped(flat: list[Any], shape: list[int]) -> Any:
    if not shape:
        return flat[0]
    size = len(flat) // max(shape[0], 1)
    return Array([_shaped(flat[i * size : (i + 1) * size], shape[1:]) for i in range(shape[0])])


def filled(number: float | None) -> Native:
    """`torch.zeros(2, 3)`, `np.full((2,), 0.5)`: leaves where a gradient is asked for."""

    def run(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
        sizes, value = list(a), number
        if value is None:
            value = float(m.as_number(n["fill_value"] if len(a) < 2 else sizes.pop(), c.span))
        if "size" in n or "shape" in n:
            sizes = [n.get("size", n.get("shape"))]
        if len(sizes) == 1 and isinstance(sizes[0], (tuple, list)):
            sizes = list(sizes[0])
        shape = [m.as_index(x, c.span) for x in sizes]
        count = math.prod(max(size, 0) for size in shape)
        if count > m.budget.items or len(shape) > 8:
            raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
        return _shaped([_one(m, value, n, c) for _ in range(max(count, 0 if shape else 1))], shape)

    return run


def like(number: float | None) -> Native:
    """`torch.zeros_like(x)`, `torch.full_like(x, 2)`."""

    def run(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Any:
        value = float(m.as_number(a[1], c.span)) if number is None else number
        x = a[0]
        if not isinstance(x, Array):
            return _one(m, value, n, c)
        return _shaped([_one(m, value, n, c) for _ in x.flat()], list(x.shape))

    return run


def _one(m: Any, number: float, n: Mapping[str, Any], c: Call) -> Any:
    if n.get("requires_grad") is True and not m.still:
        return m.leaf(number, "", c.span)
    made = m.constant(number, c.span)
    m.asked_later.add(made)
    return made


def eye(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> Array:
    """`np.eye(2)`."""
    size = m.as_index(a[0], c.span)
    if size * size > m.budget.items:
        raise m.wrong("budget/items", c.span, limit=f"{m.budget.items:,}")
    return Array([Array([m.constant(float(i == j), c.span) for j in range(size)]) for i in range(size)])
