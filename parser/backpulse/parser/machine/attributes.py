"""What stands after a dot or in square brackets: of Values, instances, libraries, lists, texts, vectors."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.indexing import Indexing
from backpulse.parser.machine.libraries import member
from backpulse.parser.machine.libraries.mathematics import MATHEMATICS
from backpulse.parser.machine.libraries.training import TAPE_GRADIENT
from backpulse.parser.machine.methods import ATTRIBUTES, METHODS
from backpulse.parser.machine.objects import (
    Array,
    Bound,
    Call,
    Class,
    Constructor,
    Context,
    Function,
    Instance,
    Method,
    Module,
    Named,
    Opaque,
    OpFunction,
    Property,
    Super,
    Unknown,
)
from backpulse.parser.similar import most_like

_SHOWN = "every value and gradient is shown"
_SET = {
    "grad": _SHOWN,
    "data": "a leaf's number is changed",
    "label": "a value is labelled with its name",
    "requires_grad": "every leaf gets a gradient",
    "_op": "a value is shown with its operation",
    "_prev": "a value is shown with its inputs",
    "_backward": "every operation has its derivative here",
}

_OF_VALUES = ("backward", "grad", "item")
"""What only a value has: where a library's result is taken for one, the graph would silently be another."""

Owner = tuple[str, Span, Span]
"""The attribute's name, the place of what stands before the dot, and its own place."""


class Attributes(Indexing):
    """The instructions for attributes."""

    def attribute(self, start: int, end: int, owner: Owner) -> None:
        """`x.data`, `math.pi`, `self.w`."""
        name, owner_span, name_span = owner
        receiver = self.stack[-1]
        found = self.look_up(receiver, name, owner_span, name_span)
        self.stack[-1] = self.constant(float(found), (start, end)) if found.__class__ is Named else found

    def look_up(self, receiver: Any, name: str, owner_span: Span, name_span: Span) -> Any:
        """An attribute; of a Value, list or text a method that is known or not when it is called."""
        kind = receiver.__class__
        if kind is Instance:
            return self._of_instance(receiver, name, name_span)
        if kind is Module:
            prefix = None
            if receiver.name == "torch.nn.functional" and self.text_at(owner_span) == functions.MODULE:
                prefix = Unknown(functions.MODULE, owner_span)
            return member(receiver.name, name, name_span, prefix)
        if kind is Opaque and name in _OF_VALUES:
            raise self.wrong("opaque", owner_span, origin=shown(receiver.origin))
        if kind is Opaque:
            return Opaque(f"{receiver.origin}.{name}")
        if kind is Class:
            found = receiver.find(name)
            if isinstance(found, Property):
                static = found.kind != "classmethod"
                return found.function if static else Bound(receiver, found.function)
            if found is not None:
                return found
            if name == "__name__":
                return receiver.name
        if kind is Super:
            for base in receiver.bases:
                if isinstance(base, Class) and (found := base.find(name)) is not None:
                    return Bound(receiver.receiver, found)
            return Opaque("super()")
        if kind is Context and name == "gradient":
            return Bound(receiver, TAPE_GRADIENT)
        if kind is Context:
            return Opaque(f"tape.{name}")
        if kind is Constructor and name == "const":
            return Constructor(receiver.name, constant=True)
        if kind is Function and name in ("__name__", "__doc__"):
            return receiver.form.name if name == "__name__" else None
        if kind is Unknown and not receiver.owner and name in ATTRIBUTES:
            receiver = self._unbound(receiver.name, receiver.span)
        if isinstance(receiver, Value) and receiver in self.unbound and receiver.label == functions.MODULE:
            op = functions.FUNCTIONS.get(name)
            if op is not None:
                return OpFunction(name, Unknown(functions.MODULE, owner_span), True)
        plain = ATTRIBUTES.get(name)
        if plain is not None and (found := plain(self, receiver)) is not None:
            return found
        return Method(receiver, name, owner_span, name_span)

    def _of_instance(self, instance: Instance, name: str, span: Span) -> Any:
        if name in instance.names:
            return instance.names[name]
        if name == "__class__":
            return instance.cls
        if name == "__dict__":
            return instance.names
        found = instance.cls.find(name)
        if found is None:
            if (native := instance.cls.find("__native__")) is not None and name in native:
                return Bound(instance, native[name])
            raise self.no_attribute(instance, name, span)
        if isinstance(found, Property):
            if found.kind == "property":
                return self.call_now(found.function, [instance], span)
            return found.function if found.kind == "staticmethod" else Bound(instance.cls, found.function)
        if found.__class__ is Function or getattr(found, "method", False):
            return Bound(instance, found)
        return found

    def no_attribute(self, instance: Instance, name: str, span: Span) -> SourceError:
        """The error for an attribute that an object does not have."""
        known = [*instance.names, *instance.cls.names]
        close = most_like(name, known)
        way_out = f"Did you mean `{shown(close)}`?" if close else "Set it in `__init__` before it is read."
        return self.wrong(
            "attribute", span, owner=shown(instance.cls.name), name=shown(name), way_out=way_out
        )

    def set_attribute(self, start: int, end: int, owner: Owner) -> None:
        """`x.data = 2`: the value is under what stands before the dot."""
        receiver = self.stack.pop()
        self._set(receiver, self.stack.pop(), owner, (start, end))

    def put_attribute(self, start: int, end: int, owner: Owner) -> None:
        """`x.data += 2`: the value is on top of what stands before the dot."""
        value = self.stack.pop()
        self._set(self.stack.pop(), value, owner, (start, end))

    def _set(self, receiver: Any, value: Any, owner: Owner, span: Span) -> None:
        name, owner_span, name_span = owner
        if isinstance(receiver, (Instance, Class)):
            receiver.names[name] = value
            if isinstance(value, Value) and value in self.leaves:
                self.hints.setdefault(value, name)
            return
        if isinstance(receiver, (Opaque, Function)):
            return
        if isinstance(receiver, Unknown) and not receiver.owner:
            receiver = self._unbound(receiver.name, receiver.span)
        if isinstance(receiver, Array) and name in _SET:
            if name == "grad":
                for one in receiver.flat():
                    if isinstance(one, Value):
                        one.grad = 0.0
            return
        if not isinstance(receiver, Value) or name not in _SET:
            if isinstance(receiver, Value):
                place = name_span[0] - 1, name_span[1]
                raise functions.field(self.source, place, self.text_at(owner_span), True)
            if name in _SET or isinstance(receiver, (int, float)):
                return
            raise self.not_a_value(receiver, owner_span, ".")
        self.set_of_value(receiver, name, value, span)
        if self.outside():
            line = self.statement_end(name_span[1])
            self.note((owner_span[0], line), _SET[name])

    def set_of_value(self, receiver: Value, name: str, value: Any, span: Span) -> None:
        """`x.data = 2`, `x.grad = 0`: what the program does, done."""
        if name == "data":
            number = float(self.as_number(value, span))
            if receiver in self.leaves and receiver.data != number:
                self.moved.setdefault(receiver, receiver.data)
                receiver.data = number
        elif name == "grad":
            receiver.grad = 0.0 if value is None else float(self.as_number(value, span))
        elif name == "label" and isinstance(value, str):
            if receiver in self.leaves and not receiver.label:
                self.hints.setdefault(receiver, value)
        elif name == "requires_grad":
            self.unasked.discard(receiver)
            if receiver in self.asked_later and value is not False:
                self.thaw(receiver, span)
            if value is False:
                self.freeze(receiver)

    def statement_end(self, at: int) -> int:
        """Where the statement that goes on at `at` ends: before `;`, a comment, the line's end."""
        depth = 0
        while at < len(self.source):
            char = self.source[at]
            if char in "([{":
                depth += 1
            elif char in ")]}":
                depth -= 1
            elif not depth and char in ";#\n\r":
                break
            elif char in "'\"":
                close = self.source.find(char, at + 1)
                at = close if close > 0 else len(self.source) - 1
            at += 1
        while at and self.source[at - 1].isspace():
            at -= 1
        return at

    # Calls of what stands after a dot.

    def call_method(self, method: Method, arguments: list[Any], named: Mapping[str, Any], call: Call) -> Any:
        """`x.relu()`, `xs.append(a)`."""
        receiver, name = method.receiver, method.name
        if isinstance(receiver, Unknown):
            receiver = self._receiver(receiver, method, arguments, call)
        own_method = next(
            (table[name] for kind, table in METHODS if isinstance(receiver, kind) and name in table), None
        )
        if own_method is not None:
            inner = Call(call.span, call.spans, method.receiver_span)
            return self.guarded(lambda: own_method(self, receiver, arguments, named, inner), call.span)
        if isinstance(receiver, (Value, Array, int, float)):
            if name in functions.TRANSPARENT:
                return receiver
            op = functions.FUNCTIONS.get(name)
            spans = (method.receiver_span, *call.spans)
            if op is not None:
                return self.call_op_by_name(
                    op, [receiver, *arguments], named, Call(call.span, spans, call.called)
                )
            own = member("torch", name, method.name_span, None)
            if not isinstance(own, (Unknown, Opaque)) and hasattr(own, "run"):
                within = Call(call.span, spans, method.receiver_span)
                return self.guarded(lambda: own.run(self, [receiver, *arguments], named, within), call.span)
            texts = [self.text_at(span) for span in spans]
            raise functions.unknown(self.source, method.name_span, name, texts, False, True)
        raise self._no_method(receiver, method)

    def _no_method(self, receiver: Any, method: Method) -> SourceError:
        for kind, table in METHODS:
            if isinstance(receiver, kind) and not isinstance(receiver, Value):
                close = most_like(method.name, table)
                way_out = (
                    f"Did you mean `{close}`?"
                    if close
                    else "It has: " + ", ".join(f"`{n}`" for n in table) + "."
                )
                owner = kind.__name__ if isinstance(kind, type) else "it"
                return self.wrong(
                    "attribute", method.name_span, owner=owner, name=shown(method.name), way_out=way_out
                )
        return self.not_a_value(receiver, method.receiver_span, ".")

    def _receiver(self, prefix: Unknown, method: Method, arguments: list[Any], call: Call) -> Any:
        """A name without a value before `.name(…)`: a leaf where that is a method, else a library unknown
        here."""
        if prefix.owner:
            raise self.unknown_member(prefix)
        op = functions.FUNCTIONS.get(method.name)
        given = len(arguments)
        known = method.name in functions.TRANSPARENT or any(
            method.name in table for kind, table in METHODS if kind is Value
        )
        alone = given and len(prefix.name) > 2 and not self._occurs_else(prefix)
        known = known or method.name in MATHEMATICS
        if (known or op is not None) and not alone:
            return self._unbound(prefix.name, prefix.span)
        if op is not None:
            written = f"{method.name}({', '.join(self.text_at(s) for s in call.spans)})"
            raise self.wrong("prefix", prefix.span, [Fix(call.span, written)], name=shown(prefix.name))
        texts = [self.text_at(span) for span in (prefix.span, *call.spans)]
        raise functions.unknown(self.source, method.name_span, method.name, texts, False, True)

    def _occurs_else(self, prefix: Unknown) -> bool:
        """Whether the text has the name somewhere else, not before a dot."""
        return any(
            span != prefix.span and self.text_at(span) == prefix.name for span in self.words(prefix.name)
        )

    def words(self, name: str) -> list[Span]:
        """Where a name stands in the text as a value."""
        return [match.span() for match in re.finditer(rf"(?<![\w.]){re.escape(name)}(?![\w(.])", self.source)]

    def unknown_member(self, x: Unknown, texts: list[str] | None = None) -> SourceError:
        """The error for a name that a library does not have here."""
        if texts is not None:
            return functions.unknown(self.source, x.span, x.name, texts, False, True)
        known = ", ".join(f"`{x.owner}.{constant}`" for constant in functions.CONSTANTS)
        return self.wrong("unknown-constant", x.span, name=shown(x.name), known=known)
