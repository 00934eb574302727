"""The microgpt example: it trains on our `Value` with the losses of a `Value` as that program has its own."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

FILE = Path(__file__).parents[2] / "examples" / "microgpt.py"
STEPS = 3


class Reference:
    """A scalar with its local derivatives, in the manner of microgpt; an order is found without recursion."""

    def __init__(self, data: float, children: tuple[Any, ...] = (), slopes: tuple[float, ...] = ()) -> None:
        self.data, self.grad, self.children, self.slopes = data, 0.0, children, slopes

    def __add__(self, other: Any) -> Reference:
        other = _lift(other)
        return Reference(self.data + other.data, (self, other), (1.0, 1.0))

    def __mul__(self, other: Any) -> Reference:
        other = _lift(other)
        return Reference(self.data * other.data, (self, other), (other.data, self.data))

    def __pow__(self, n: float) -> Reference:
        return Reference(self.data**n, (self,), (n * self.data ** (n - 1),))

    def log(self) -> Reference:
        return Reference(math.log(self.data), (self,), (1 / self.data,))

    def exp(self) -> Reference:
        return Reference(math.exp(self.data), (self,), (math.exp(self.data),))

    def relu(self) -> Reference:
        return Reference(max(0.0, self.data), (self,), (float(self.data > 0),))

    def __neg__(self) -> Reference:
        return self * -1

    def __sub__(self, other: Any) -> Reference:
        return self + _lift(other) * -1

    def __truediv__(self, other: Any) -> Reference:
        return self * (_lift(other) ** -1)

    __radd__, __rmul__ = __add__, __mul__

    def backward(self) -> None:
        order, seen, stack = [], {self}, [(self, iter(self.children))]
        while stack:
            node, rest = stack[-1]
            child = next((x for x in rest if x not in seen), None)
            if child is None:
                order.append(node)
                stack.pop()
            else:
                seen.add(child)
                stack.append((child, iter(child.children)))
        self.grad = 1.0
        for node in reversed(order):
            for child, slope in zip(node.children, node.slopes, strict=True):
                child.grad += slope * node.grad


def _lift(x: Reference | float) -> Reference:
    return x if isinstance(x, Reference) else Reference(x)


def example() -> ModuleType:
    spec = importlib.util.spec_from_file_location("microgpt_example", FILE)
    assert spec
    assert spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def trained(kind: type | None = None) -> tuple[list[float], list[float], list[str]]:
    """The losses, the parameters after the last step, and three names made up."""
    module = example()
    if kind is not None:
        module.Value = kind  # type: ignore[attr-defined]
    training = module.Training(STEPS)
    losses = [loss.data for loss in training.run()]
    return losses, [p.data for p in training.parameters], [training.sample() for _ in range(3)]


def test_three_steps_have_the_losses_of_the_reference() -> None:
    ours, theirs = trained(), trained(Reference)
    assert len(ours[0]) == STEPS
    assert ours[0] == pytest.approx(theirs[0], rel=1e-9, abs=0)
    assert ours[0][-1] < ours[0][0]
    assert len(ours[1]) == 4_192, "as many parameters as microgpt's with 26 letters and the edge"
    assert ours[1] == pytest.approx(theirs[1], rel=1e-6, abs=1e-9)
    assert ours[2] == theirs[2]


def test_the_names_hold_every_letter() -> None:
    assert set("".join(example().NAMES)) == set("abcdefghijklmnopqrstuvwxyz")
