"""The instructions that compute: literals, operators, comparisons."""

from __future__ import annotations

import operator
from collections.abc import Callable
from typing import Any

from backpulse.engine import Value, apply
from backpulse.parser.errors import Span
from backpulse.parser.machine.arithmetic import Arithmetic
from backpulse.parser.machine.objects import (
    Array,
    Comparison,
    Gradient,
    Instance,
    OpFunction,
    Unknown,
)
from backpulse.parser.machine.state import Instruction

_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}


class Values(Arithmetic):
    """The instructions that compute."""

    def ready(self) -> None:
        """Make the instructions of operators."""
        self.infix: dict[str, Instruction] = {
            name: self._infix(name) for name in ("add", "sub", "mul", "div")
        }

    def _infix(self, op_name: str) -> Instruction:
        stack, spans, plain, most = self.stack, self.spans, self.plain, self.budget.values

        def act(start: int, end: int, _: Any) -> None:
            b = stack.pop()
            a = stack[-1]
            if a.__class__ is Value and b.__class__ is Value and not self.still:
                value = stack[-1] = apply(op_name, a, b)
                spans[value] = start, end
                if a in plain and b in plain:
                    self._plainly(op_name, value, (a, b))
                if len(spans) > most:
                    self.made(value, start, end)
            else:
                stack[-1] = self.binary(op_name, a, b, (start, end))

        return act

    def literal(self, start: int, end: int, arg: tuple[float, bool]) -> None:
        """A number as written."""
        value = Value.const(arg[0])
        self.fixed.add(value)
        self.plain.add(value)
        if arg[1]:
            self.whole.add(value)
        self.spans[value] = start, end
        self.stack.append(value)

    def plain_infix(self, start: int, end: int, sign: str) -> None:
        """`//`, `%`, `@`."""
        b = self.stack.pop()
        a = self.stack[-1]
        self.stack[-1] = self.binary(sign, a, b, (start, end))

    def neg(self, start: int, end: int, inside: Span) -> None:
        """`-a`."""
        a = self.stack[-1]
        if isinstance(a, Comparison):
            a = a.truth
        if isinstance(a, Value):
            self.stack[-1] = self.apply("neg", (a,), (start, end))
        elif self.is_number(a):
            self.stack[-1] = Gradient(-a) if isinstance(a, Gradient) else -a
        elif isinstance(a, Array):
            self.stack[-1] = self.binary("mul", a, -1, (start, end))
        elif isinstance(a, Instance) and (method := a.cls.find("__neg__")):
            self.stack[-1] = self.call_now(method, [a], (start, end))
        else:
            raise self.not_a_value(a, inside, "-")

    def pow(self, start: int, end: int, places: tuple[Span, Span]) -> None:
        """`a ** 2`."""
        exponent = self.stack.pop()
        base = self.stack[-1]
        span = start, end
        if (isinstance(base, Value) or self.is_number(base)) and (
            isinstance(exponent, Value) or self.is_number(exponent)
        ):
            self.stack[-1] = self.power(base, exponent, span, *places)
        else:
            self.stack[-1] = self.binary("pow", base, exponent, span)

    def group(self, start: int, end: int, inside: Span) -> None:
        """`(a)`: the brackets belong to the place of what they hold, if it was made there."""
        value = self.stack[-1]
        if value.__class__ is Value and value.kind != "leaf" and self.spans.get(value) == inside:
            self.bare.setdefault(value, inside)
            self.spans[value] = start, end

    def call_op(self, start: int, end: int, arg: tuple[str, tuple[Span, ...]]) -> None:
        """A function of one value, as `|x|`, `√x`."""
        item = self.as_value(self.stack[-1], arg[1][0], "")
        self.stack[-1] = self.apply(arg[0], (item,), (start, end))

    def compare(self, start: int, end: int, form: tuple[str, bool, bool]) -> None:
        """`a < b`; in a chain, what came before it is under `a`, and `b` is kept for what follows."""
        sign, chained, keep = form
        b = self.stack.pop()
        a = self.stack.pop()
        truth = self.comparison(sign, a, b, (start, end))
        if chained:
            truth = bool(self.stack.pop()) and bool(truth)
        self.stack.append(truth)
        if keep:
            self.stack.append(b)

    def compared_as(self, x: Any) -> Any:
        """A list's plain numbers as Python's; its Values are equal to themselves alone."""
        if isinstance(x, (list, tuple)):
            return type(x)(self.compared_as(one) for one in x)
        return self.number_of(x) if isinstance(x, Value) and x in self.plain else x

    def comparison(self, sign: str, a: Any, b: Any, span: Span) -> Any:
        """Whether it holds, at the present values."""
        if sign in ("is", "is not"):
            return (a is b or (a is None and b is None)) == (sign == "is")
        if sign in ("in", "not in"):
            return self.contains(b, a, span) == (sign == "in")
        if isinstance(a, Array) or isinstance(b, Array):
            left, right = (x.items if isinstance(x, Array) else None for x in (a, b))
            size = len(left or right or [])
            pairs = zip(left or [a] * size, right or [b] * size, strict=False)
            return Array([self.comparison(sign, x, y, span) for x, y in pairs])
        varies = any(
            isinstance(x, Gradient) or (isinstance(x, Value) and (x not in self.fixed or x in self.held))
            for x in (a, b)
        )
        numbers = [
            self.number_of(x) if isinstance(x, Value) else x.truth if isinstance(x, Comparison) else x
            for x in (a, b)
        ]
        if all(isinstance(x, (list, tuple)) for x in numbers):
            return self.guarded(lambda: bool(_COMPARE[sign](*map(self.compared_as, numbers))), span)
        if (
            sign in ("==", "!=")
            or all(map(self.is_number, numbers))
            or all(isinstance(x, str) for x in numbers)
        ):
            for x in numbers:
                if isinstance(x, (Unknown, OpFunction)):
                    raise self.not_a_value(x, span, sign)
            truth = bool(_COMPARE[sign](*numbers))
            return Comparison(truth, sign, a, b) if varies else truth
        raise self.not_a_value(b if isinstance(a, Value) or self.is_number(a) else a, span, sign)
