"""What something is as a value, a number, an index; and what to say of what is none."""

from __future__ import annotations

from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.objects import (
    Array,
    Builtin,
    Comparison,
    Constructor,
    Function,
    Instance,
    Method,
    Module,
    Opaque,
    OpFunction,
    Unknown,
)
from backpulse.parser.machine.state import State


class Conversions(State):
    """What the machine takes things for."""

    def as_value(self, x: Any, span: Span, taker: str) -> Value:
        """Something as a node of the graph."""
        if isinstance(x, Value):
            return x
        if isinstance(x, Comparison):
            x = x.truth
        if self.is_number(x):
            return self.constant(x, span)
        raise self.not_a_value(x, span, taker)

    def as_number(self, x: Any, span: Span) -> float:
        """Something as a plain number, its present one."""
        if isinstance(x, Value):
            return self.number_of(x)
        if isinstance(x, Comparison):
            return x.truth
        if self.is_number(x):
            return float(x) if isinstance(x, float) else int(x)
        raise self.not_a_value(x, span, "")

    def as_index(self, x: Any, span: Span) -> int:
        """Something as an integer."""
        number = self.as_number(x, span)
        if number != number or abs(number) == float("inf") or int(number) != number:
            raise self.wrong("integer", span, number=shown(str(number)))
        return int(number)

    def not_a_value(self, x: Any, span: Span, sign: str) -> SourceError:
        """The error for what cannot be computed with."""
        if isinstance(x, (OpFunction, Builtin, Constructor)):
            place = self.place_of(x.name, span)
            op = functions.FUNCTIONS.get(x.name)
            fixed = (
                functions.example(op, "a") if op and op.constants else op.signature if op else f"{x.name}(a)"
            )
            return self.wrong("function-as-value", place, name=x.name, fixed=fixed)
        if isinstance(x, Function):
            fixed = f"{x.form.name}({', '.join(name for name, _, _ in x.form.parameters)})"
            return self.wrong("function-as-value", span, name=shown(x.form.name), fixed=shown(fixed))
        if isinstance(x, Method):
            return functions.field(
                self.source, (x.name_span[0] - 1, x.name_span[1]), self.text_at(x.receiver_span), False
            )
        if isinstance(x, Unknown):
            if x.owner:
                return self.unknown_member(x)
            return self.wrong(
                "unknown-function", x.span, name=shown(x.name), known=functions.known_functions()
            )
        if isinstance(x, Opaque):
            return self.wrong("opaque", span, origin=shown(x.origin))
        if isinstance(x, Module):
            return self.wrong("module", span, name=x.name, fixed=f"{x.name}.exp(a)")
        if isinstance(x, str):
            row = "text/name" if x.isidentifier() else "text"
            places = [self.source.find(quote + x + quote, *span) for quote in "'\""]
            start = max(places)
            alone = row == "text/name" and start >= 0 and self.source.count(x, *span) == 1
            fixes = [Fix((start, start + len(x) + 2), x)] if alone else ()
            return self.wrong(row, span, fixes, inside=shown(x))
        return self.wrong("operand", span, sign=sign or "This", kind=kind_of(x))

    def sign_in(self, sign: str, span: Span) -> Span:
        """Where an operator stands that is between the two operands of a part of the text."""
        return self.place_of(sign, span)

    def place_of(self, word: str, span: Span) -> Span:
        """Where a word stands in a part of the text."""
        at = self.source.find(word, *span)
        return span if at < 0 else (at, at + len(word))


def kind_of(x: Any) -> str:
    """What something is, in words."""
    if x is None:
        return "nothing (`None`)"
    if isinstance(x, Instance):
        return f"a `{x.cls.name}`"
    names = {
        list: "a list",
        tuple: "several values",
        dict: "a dict",
        str: "a text",
        set: "a set",
        Array: "a vector",
    }
    return names.get(type(x), f"a {type(x).__name__.lower()}")
