"""The order of visiting, in one place: inputs before what uses them, in slot order."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from backpulse.engine.value import Value


def forward_order(root: Value) -> list[Value]:
    """Every value `root` depends on, once, `root` last: depth first, inputs in slot order.

    Backward passes visit this list from its end, each value's inputs again in slot order. Iterative, so a
    chain may be as long as memory allows. Deterministic: it depends on the structure only.
    """
    order: list[Value] = []
    seen = {root}
    stack: list[tuple[Value, Iterator[Value]]] = [(root, iter(root.inputs))]
    while stack:
        value, rest = stack[-1]
        for child in rest:
            if child not in seen:
                seen.add(child)
                stack.append((child, iter(child.inputs)))
                break
        else:
            order.append(value)
            stack.pop()
    return order
