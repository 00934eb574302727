"""Arithmetic of the machine: between Values it makes nodes, between plain numbers it is Python's."""

from __future__ import annotations

import operator
import re
from collections.abc import Callable
from math import isfinite
from typing import Any

from backpulse.engine import OPS, Value, apply
from backpulse.engine.op import Param
from backpulse.engine.rules import RULES
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.conversions import Conversions
from backpulse.parser.machine.objects import (
    Array,
    Comparison,
    Gradient,
    Instance,
)

_SIGNS = {"add": "+", "sub": "-", "mul": "*", "div": "/", "pow": "**"}
_WHOLE = {"add": operator.add, "sub": operator.sub, "mul": operator.mul}
_DUNDER = {
    "add": "add",
    "sub": "sub",
    "mul": "mul",
    "div": "truediv",
    "pow": "pow",
    "@": "matmul",
    "//": "floordiv",
    "%": "mod",
}
_COMPARE: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
    "==": operator.eq,
    "!=": operator.ne,
}
_LARGEST = 10**300


class Arithmetic(Conversions):
    """What operators do with anything."""

    def _plainly(self, op_name: str, value: Value, inputs: tuple[Value, ...]) -> None:
        """A Value that comes of plain numbers alone is one too."""
        self.plain.add(value)
        if op_name == "div" and not inputs[1].data and self.waits():
            raise self.divided_by_zero(self.spans[value])
        if self.fixed.issuperset(inputs):
            self.fixed.add(value)
        if op_name in ("add", "sub", "mul", "neg", "abs", "max", "min") and self.whole.issuperset(inputs):
            self.whole.add(value)

    def apply(self, op_name: str, inputs: tuple[Value, ...], span: Span, param: Param | None = None) -> Value:
        """A node; where gradients are switched off, or everything is plain and one a number, its number."""
        value = apply(op_name, *inputs, param=param)
        if self.still:
            return self.constant(value.data, span)
        self.made(value, *span)
        if self.plain.issuperset(inputs):
            self._plainly(op_name, value, inputs)
        return value

    def binary(self, op_name: str, a: Any, b: Any, span: Span) -> Any:
        """`a + b` and its like, of anything."""
        if isinstance(a, Comparison):
            a = a.truth
        if isinstance(b, Comparison):
            b = b.truth
        a_number, b_number = self.is_number(a), self.is_number(b)
        a_value, b_value = isinstance(a, Value), isinstance(b, Value)
        if a_number and b_number:
            return self._numbers(op_name, a, b, span)
        if (a_number or a_value) and (b_number or b_value):
            if a_number and b in self.fixed:
                return self._numbers(op_name, a, self.number_of(b), span)
            if b_number and a in self.fixed:
                return self._numbers(op_name, self.number_of(a), b, span)
            if op_name == "pow":
                return self.power(a, b, span, span, span)
            if op_name not in OPS:
                if op_name == "@" or not {x for x in (a, b) if isinstance(x, Value)} <= self.plain:
                    raise self.wrong(
                        "operator",
                        self.sign_in(op_name, span),
                        after=op_name,
                        way_out=functions.OPERATORS[op_name],
                    )
                return self._numbers(op_name, self.as_number(a, span), self.as_number(b, span), span)
            left = a if a_value else self.constant(a)
            right = b if b_value else self.constant(b)
            return self.apply(op_name, (left, right), span)
        if isinstance(a, Array) or isinstance(b, Array):
            return self.elementwise(op_name, a, b, span)
        for own, other, name in ((a, b, "__{}__"), (b, a, "__r{}__")):
            if isinstance(own, Instance) and (method := own.cls.find(name.format(_DUNDER[op_name]))):
                return self.call_now(method, [own, other], span)
        return self._containers(op_name, a, b, span)

    def _containers(self, op_name: str, a: Any, b: Any, span: Span) -> Any:
        kinds = (str, list, tuple)
        if op_name == "add" and isinstance(a, kinds) and type(a) is type(b):
            return self.bounded(operator.add(a, b), span)
        if op_name == "mul":
            for one, other in ((a, b), (b, a)):
                if isinstance(one, kinds) and (
                    self.is_number(other) or (isinstance(other, Value) and other in self.plain)
                ):
                    times = self.as_index(other, span)
                    if times * len(one) > self.budget.items:
                        raise self.wrong("budget/items", span, limit=f"{self.budget.items:,}")
                    return one * max(times, 0)
        if op_name == "%" and isinstance(a, str):
            values = tuple(self.printable(x) for x in b) if isinstance(b, tuple) else self.printable(b)
            for match in re.finditer(r"%[-+ #0]*([0-9*]*)(?:\.([0-9*]+))?", a):
                self.formatted(
                    0, "".join(group or "" for group in match.groups())[:4].strip("0"), span
                ) if any(len(group or "") > 3 or "*" in (group or "") for group in match.groups()) else None
            return self.guarded(lambda: a % values, span)
        if op_name in ("sub", "add") and isinstance(a, (set, frozenset)) and isinstance(b, (set, frozenset)):
            return a - b
        raise self.not_a_value(
            b if isinstance(a, Value) or self.is_number(a) else a, span, _SIGNS.get(op_name, op_name)
        )

    def _numbers(self, op_name: str, a: Any, b: Any, span: Span) -> Any:
        """Arithmetic of plain numbers; what is computed of a number read from a value is one, too."""
        result = self._plain_numbers(op_name, a, b, span)
        return Gradient(result) if isinstance(a, Gradient) or isinstance(b, Gradient) else result

    def _plain_numbers(self, op_name: str, a: Any, b: Any, span: Span) -> Any:
        """Python's arithmetic of plain numbers, but where Python raises off the number line."""
        if op_name in _WHOLE:
            result = _WHOLE[op_name](a, b)
            return result if abs(result) < _LARGEST or isinstance(result, float) else float(result)
        if op_name in ("//", "%"):
            if b == 0:
                raise self.divided_by_zero(span)
            return a // b if op_name == "//" else a % b
        if op_name == "pow":
            if isinstance(a, int) and isinstance(b, int) and 0 <= b <= 1000 and abs(a) <= 10**6:
                result = a**b
                return result if abs(result) < _LARGEST else float("inf")
            return RULES["pow"].forward(float(a), float(a), float(b))
        if op_name not in OPS:
            raise self.wrong("operator", self.sign_in("@", span), after="@", way_out=functions.OPERATORS["@"])
        if op_name == "div" and not b and self.waits():
            raise self.divided_by_zero(span)
        return RULES[op_name].forward(float(a), float(b), 0.0)

    def divided_by_zero(self, span: Span) -> SourceError:
        """The error where Python divides plain numbers by zero."""
        error = self.wrong("program", span, what="This divides by zero", way_out="Python stops here too.")
        error.__cause__ = ZeroDivisionError("division by zero")
        return error

    def elementwise(self, op_name: str, a: Any, b: Any, span: Span) -> Any:
        """Arithmetic of vectors and matrices, element by element; a single number goes with all."""
        if op_name == "@":
            return self.matrix_product(a, b, span)
        if isinstance(a, list):
            a = Array(a)
        if isinstance(b, list):
            b = Array(b)
        if isinstance(a, Array) and isinstance(b, Array):
            if len(a.shape) < len(b.shape):
                return Array([self.binary(op_name, a, y, span) for y in b])
            if len(a.shape) > len(b.shape):
                return Array([self.binary(op_name, x, b, span) for x in a])
            if len(a) != len(b) and 1 not in (len(a), len(b)):
                raise self.wrong("shapes", span, left=str(a.shape), right=str(b.shape))
            size = max(len(a), len(b))
            left = a.items * size if len(a) == 1 else a.items
            right = b.items * size if len(b) == 1 else b.items
            return Array([self.binary(op_name, x, y, span) for x, y in zip(left, right, strict=False)])
        if isinstance(a, Array):
            return Array([self.binary(op_name, x, b, span) for x in a])
        return Array([self.binary(op_name, a, y, span) for y in b])

    def matrix_product(self, a: Any, b: Any, span: Span) -> Any:
        """`a @ b` of vectors and matrices."""
        for one in (a, b):
            if not isinstance(one, (Array, list, tuple)):
                place = self.sign_in("@", span)
                raise self.wrong("operator", place, after="@", way_out=functions.OPERATORS["@"])
        a, b = Array(list(a)), Array(list(b))
        if len(a.shape) > 1:
            return Array([self.matrix_product(row, b, span) for row in a])
        if len(a) != len(b):
            raise self.wrong("shapes", span, left=str(a.shape), right=str(b.shape))
        if len(b.shape) > 1:
            columns = zip(*b, strict=True)
            return Array([self.matrix_product(a, Array(list(column)), span) for column in columns])
        return self.total([self.binary("mul", x, y, span) for x, y in zip(a, b, strict=True)], span)

    def total(self, items: list[Any], span: Span, start: Any = None) -> Any:
        """The sum of items, from the left; of none 0."""
        result = start
        for item in items:
            result = item if result is None else self.binary("add", result, item, span)
        return 0 if result is None else result

    def power(self, base: Any, exponent: Any, span: Span, base_span: Span, exponent_span: Span) -> Any:
        """A power: its exponent is computed here, once and for all."""
        if isinstance(exponent, Value) and exponent not in self.plain:
            if isinstance(base, Value) and base in self.unbound and base.label == "e":
                written = self.inside(exponent_span, exponent)
                self.read_as(span, f"read as exp({shown(written)})")
                return self.apply("exp", (exponent,), span)
            number = self.number_of(base) if isinstance(base, Value) and base in self.fixed else None
            texts = self.inside(base_span, base), self.text_at(exponent_span)
            raise functions.varying_exponent(self.source, exponent_span, *texts, number, base_span)
        number = exponent if self.is_number(exponent) else self.number_of(exponent)
        if self.is_number(base) and self.is_number(exponent):
            return self._numbers("pow", base, exponent, span)
        if self.is_number(base):
            return self._numbers("pow", base, number, span)
        if not isfinite(number):
            outcome = "not a number" if number != number else "infinite"
            raise self.wrong("exponent/infinite", exponent_span, number=outcome)
        if isinstance(exponent, Value) and exponent not in self.fixed:
            self.read_as(exponent_span, f"an exponent is a constant: here {number:g}")
        value = apply("pow", base, param=float(number))
        if self.still:
            return self.constant(value.data, span)
        self.made(value, *span)
        if base in self.plain:
            self.plain.add(value)
            if base in self.fixed and (self.is_number(exponent) or exponent in self.fixed):
                self.fixed.add(value)
            if base in self.whole and isinstance(number, int) and number >= 0:
                self.whole.add(value)
        return value

    def inside(self, span: Span, value: Any) -> str:
        """The text of a value without its brackets."""
        if isinstance(value, Value) and self.spans.get(value) == span:
            span = self.bare.get(value, span)
        return self.text_at(span)
