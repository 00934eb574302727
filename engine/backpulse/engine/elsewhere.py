"""What programs written for micrograd and microgpt read and set of a Value, and how they spell its op."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, cast

from backpulse.engine.op import Param
from backpulse.engine.own import Own, sent
from backpulse.engine.rules import RULES

if TYPE_CHECKING:
    from backpulse.engine.value import Value


class Elsewhere:
    """The part of `Value` that is called as theirs is."""

    __slots__ = ()

    if TYPE_CHECKING:
        inputs: tuple[Value, ...]
        op: str
        param: Param | None
        own: Own | None
        grad: float

        def _sends(self, incoming: float) -> list[tuple[Value, float, float]]: ...

    @property
    def _prev(self) -> set[Value]:
        """The inputs as a set, for tools written for micrograd."""
        return set(self.inputs)

    @property
    def _children(self) -> tuple[Value, ...]:
        """The inputs, for programs written for microgpt."""
        return self.inputs

    @property
    def _local_grads(self) -> tuple[float, ...]:
        """The local derivatives at the present values by slot, 0 for constants, as microgpt keeps them."""
        if self.own:
            return tuple(sent(cast("Value", self), 1.0))
        slopes = iter(self._sends(1.0))
        return tuple(0.0 if x.kind == "const" else next(slopes)[1] for x in self.inputs)

    @property
    def _op(self) -> str:
        """The op as micrograd writes it: `+`, `**3`, `ReLU`."""
        if self.own or not self.op:
            return self.own.name if self.own else ""
        op = RULES[self.op].op
        exponent = f"{self.param:g}" if op.infix and isinstance(self.param, float) else ""
        return (op.micrograd_op or op.symbol) + exponent

    @property
    def _backward(self) -> Callable[[], object]:
        """micrograd's single step, for the chain rule by hand: add what `grad` here sends to the inputs.

        It may be set, as an op made by hand does: then that is its step.
        """
        return (self.own and self.own.backward) or self._step

    @_backward.setter
    def _backward(self, step: Callable[[], object]) -> None:
        if self.inputs:
            cast("Value", self).own = Own(self._op, (), step)

    def _step(self) -> None:
        for child, _, contribution in self._sends(self.grad):
            child.grad += contribution


def read_op(spelling: str, arity: int) -> tuple[str, Param | None] | None:
    """The row a micrograd spelling (`+`, `**3`, `ReLU`) or a name means, and its constants, if any does."""
    symbol, _, exponent = spelling.partition("**")
    for op in (rule.op for rule in RULES.values()):
        if op.arity == arity:
            if op.infix and op.constants and exponent and not symbol:
                return op.name, float(exponent)
            if op.takes(op.defaults) and spelling.lower() in (op.symbol, op.name):
                return op.name, op.defaults
    return None
