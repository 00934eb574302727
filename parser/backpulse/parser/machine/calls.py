"""Calls: of ops, of functions and classes of the program, of methods, of what libraries have."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import around
from backpulse.parser.machine.code import CallForm
from backpulse.parser.machine.libraries.constructors import construct
from backpulse.parser.machine.objects import (
    Bound,
    Builtin,
    Call,
    Class,
    Constructor,
    Context,
    Function,
    Instance,
    Method,
    Opaque,
    OpFunction,
    Unknown,
)
from backpulse.parser.machine.op_calls import OpCalls, several


class Calls(OpCalls):
    """The instruction that calls."""

    def call(self, start: int, end: int, form: CallForm) -> int | None:
        """`f(a, b=2)`."""
        count = len(form.kinds)
        given = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        called = self.stack.pop()
        arguments: list[Any] = []
        spans: list[Span] = []
        named: dict[str, Any] = {}
        named_spans: dict[str, Span] = {}
        for kind, value, span in zip(form.kinds, given, form.spans, strict=True):
            if not kind:
                arguments.append(value)
                spans.append(span)
            elif kind == "*":
                several = list(self.iterate(value, span))
                arguments += several
                spans += [span] * len(several)
            elif kind == "**":
                named.update({str(key): one for key, one in value.items()} if isinstance(value, dict) else {})
            else:
                named[kind] = value
                named_spans[kind] = span
        self.named_spans = named_spans
        return self.begin_call(called, arguments, named, (start, end), tuple(spans), form.called)

    def begin_call(
        self,
        called: Any,
        arguments: list[Any],
        named: Mapping[str, Any],
        span: Span,
        spans: tuple[Span, ...] = (),
        called_span: Span | None = None,
    ) -> int | None:
        """Answer a call at once, with its result on the stack, or enter the frame of a function."""
        place = called_span or span
        if len(spans) != len(arguments):
            spans = (span,) * len(arguments)
        kind = called.__class__
        if kind is Function:
            return self.enter_function(called, arguments, named, span)
        if kind is Bound:
            if called.function.__class__ is Function:
                return self.enter_function(called.function, [called.receiver, *arguments], named, span)
            return self.begin_call(called.function, [called.receiver, *arguments], named, span)
        if kind is Class:
            return self._instance(called, arguments, named, span)
        call = Call(span, spans, place)
        if kind is OpFunction:
            self.stack.append(self._call_op_function(called, arguments, named, call))
        elif kind is Method:
            result = self.call_method(called, arguments, named, call)
            self.stack.append(result)
        elif kind is Builtin:
            self.stack.append(self.guarded(lambda: called.run(self, arguments, named, call), span))
        elif kind is Constructor:
            self.stack.append(construct(self, called, arguments, named, call))
        elif kind is Instance and (method := called.cls.find("__call__") or called.cls.find("forward")):
            return self.begin_call(method, [called, *arguments], named, span)
        elif kind is Opaque:
            self.stack.append(called)
        elif kind is Context:
            label = arguments[0] if arguments and isinstance(arguments[0], str) else ""
            self.stack.append(Context(called.kind, label))
        else:
            raise self._not_called(called, arguments, call)
        return None

    def _instance(self, cls: Class, arguments: list[Any], named: Mapping[str, Any], span: Span) -> int | None:
        """A new object of a class of the program."""
        instance = Instance(cls)
        init = cls.find("__init__")
        if init is None:
            fields = cls.find("__fields__") or []
            if fields and len(arguments) <= len(fields):
                self._fill(instance, fields, arguments, named, span)
                self.stack.append(instance)
                return None
            if len(arguments) > len(fields):
                raise self.wrong(
                    "call/many", span, name=cls.name, most=several(len(fields)), given=str(len(arguments))
                )
            self.stack.append(instance)
            return None
        if init.__class__ is Function:
            return self.enter_function(init, [instance, *arguments], named, span, instance)
        self.call_now(init, [instance, *arguments], span, named)
        self.stack.append(instance)
        return None

    def _fill(
        self, instance: Instance, fields: list[str], given: list[Any], named: Mapping[str, Any], span: Span
    ) -> None:
        """The attributes of a dataclass."""
        for name in named:
            if name not in fields:
                raise self.wrong("call/named", span, name=instance.cls.name, parameter=shown(name))
        for number, name in enumerate(fields):
            value = given[number] if number < len(given) else named.get(name, instance.cls.find(name))
            if value is None and name not in named and name not in instance.cls.names:
                raise self.wrong("call/missing", span, name=instance.cls.name, parameter=shown(name))
            instance.names[name] = value
            if isinstance(value, Value) and value in self.leaves:
                self.hints.setdefault(value, name)

    def _not_called(self, called: Any, arguments: Sequence[Any], call: Call) -> SourceError:
        texts = [self.text_at(span) for span in call.spans]
        if isinstance(called, Unknown):
            if called.owner:
                return self.unknown_member(called, texts)
            return functions.unknown(self.source, called.span, called.name, texts, False, False, call.span)
        before = self.text_at(call.called)
        if (isinstance(called, Value) or self.is_number(called)) and not before.isidentifier():
            after = shown(self.source[call.called[1] : call.span[1]].strip())
            place = call.called[1]
            row = "missing-operator/number" if before.replace(".", "").isdigit() else "missing-operator"
            adjacent = self.source[place : place + 1] == "("
            product = around(self.source, (place, place), " * ", call.called[0], call.span[1])
            return self.wrong(row, (place, place + adjacent), [product], before=shown(before), after=after)
        if isinstance(called, Value) and len(texts) == 1:
            return functions.product(self.source, call.called, before, texts[0], call.span)
        if isinstance(called, Value):
            name = self.text_at(call.called)
            return functions.unknown(self.source, call.called, name, texts, True, False)
        if self.is_number(called):
            whole = call.span if len(texts) == 1 else None
            return functions.product(self.source, call.called, before, ", ".join(texts), whole)
        return self.not_a_value(called, call.called, "()")
