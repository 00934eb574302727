"""The machine: instructions for everything a program does, and nothing that reaches outside it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property
from random import Random
from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import SourceError, Span, TooLarge
from backpulse.parser.machine.budget import BUDGET, Budget
from backpulse.parser.machine.calls import Calls
from backpulse.parser.machine.code import Code
from backpulse.parser.machine.frames import MISSING
from backpulse.parser.machine.libraries import KNOWN, find_called, member, module_of
from backpulse.parser.machine.methods import Gradient
from backpulse.parser.machine.objects import (
    Array,
    Builtin,
    Call,
    Class,
    Comparison,
    Constructor,
    Function,
    Opaque,
    OpFunction,
    Property,
    Unknown,
)

_AS = re.compile(r"([\w.]+|\*)(?:\s+as\s+(\w+))?")
_VALUES = frozenset(("Value", "Var", "Variable", "Scalar", "Tensor", "Node", "Number"))


class Machine(Calls):
    """Runs the program of one text."""

    ops = functions.FUNCTIONS

    def __init__(
        self, source: str, max_nodes: int | None, budget: Budget = BUDGET, data_leaves: bool = False
    ) -> None:
        super().__init__(source, max_nodes, budget, data_leaves)
        self.ready()

    @cached_property
    def random(self) -> Random:
        """Python's generator."""
        return Random(0)

    @cached_property
    def numpy_random(self) -> Any:
        """numpy's legacy generator, made when a program asks for it."""
        from numpy.random import RandomState

        return RandomState(0)

    def random_number(self, name: str, call: Call, *arguments: float) -> float:
        """A number of Python's generator, for what draws by itself."""
        made: float = member("random", name, call.span, None).run(self, list(arguments), {}, call)
        return made

    def freeze(self, value: Value) -> None:
        """From now on it is a constant: the program says that it has no gradient."""
        if value in self.leaves:
            del self.leaves[value]
            value.kind = "const"
            self.fixed.add(value)
            self.plain.add(value)

    def thaw(self, value: Value, span: Span) -> None:
        """From now on it is a leaf: the program asks for its gradient."""
        value.kind = "leaf"
        self.leaves[value] = span
        self.fixed.discard(value)
        self.plain.discard(value)
        self.whole.discard(value)
        self.asked_later.discard(value)

    def load_called(self, start: int, end: int, name: str) -> None:
        """A name that is called: never a leaf."""
        found = self.find(name)
        if isinstance(found, Value) and found in self.unbound and (other := find_called(name)) is not None:
            found = other
        if found is MISSING:
            found = find_called(name)
            if found is None:
                found = Unknown(name, (start, end))
            elif isinstance(found, OpFunction) and found.name != name:
                self.read_as((start, end), f"read as {found.name}")
        self.stack.append(found)

    def number_for(self, x: Any) -> int:
        """A number of its own for an object, for `id`."""
        return self.numbers.setdefault(id(x), len(self.numbers) + 1)

    def plain_of(self, x: Any) -> Any:
        """A plain Value as Python's number; anything else as it is."""
        return self.number_of(x) if isinstance(x, Value) and x in self.plain else x

    def is_literal_zero(self, x: Any) -> bool:
        """Whether it is the number 0, and no leaf."""
        return bool((x.data if isinstance(x, Value) and x in self.fixed else x) == 0) and x is not False

    def negative(self, x: Any, span: Span) -> Any:
        """`-x` of anything."""
        self.stack.append(x)
        self.neg(*span, span)
        return self.stack.pop()

    def sorted(self, items: list[Any], named: Mapping[str, Any], span: Span) -> list[Any]:
        """Items in order, by a key if one is given."""
        key = named.get("key")
        keys = [self.comparable(x if key is None else self.call_now(key, [x], span), span) for x in items]
        order = sorted(range(len(items)), key=keys.__getitem__, reverse=bool(named.get("reverse")))
        return [items[i] for i in order]

    # Statements.

    def result(self, start: int, end: int, _: Any) -> None:
        """An expression as a statement."""
        value = self.stack.pop()
        if not self.outside():
            return
        span = start, end
        if isinstance(value, Unknown) and value.owner:
            raise self.unknown_member(value)
        if value == () and self.source[start:end].startswith("("):
            raise self.wrong("missing-value/brackets", (start + 1, start + 1))
        if isinstance(value, (set, frozenset)):
            raise self.wrong("operator", (start, start + 1), after="{", way_out=functions.OPERATORS["{"])
        if isinstance(value, (Comparison, bool)):
            if isinstance(value, Comparison):
                self.compared = self.compared or span
            self.note(span, f"a comparison: here it is {bool(value)}")
            return
        if isinstance(value, (OpFunction, Builtin, Constructor, Unknown)):
            raise self.not_a_value(value, span, "")
        if hasattr(value, "receiver_span"):
            raise self.not_a_value(value, span, "")
        if isinstance(value, Value) or self.kept(value):
            self.statements.pop(span, None)
            self.statements[span] = ("", value)
        elif isinstance(value, Gradient):
            self.note(span, "every value and gradient is shown")
        elif isinstance(value, (int, float)):
            self.statements[span] = ("", self.constant(float(value), span))
        elif value is not None or span not in self.noted:
            self.note(span, "it computes no value of the graph")

    def kept(self, x: Any) -> bool:
        """Whether something holds Values: a list, a tuple."""
        return isinstance(x, (list, tuple, Array)) and any(
            isinstance(one, Value) or self.kept(one) for one in x
        )

    def shown(self, start: int, end: int, _: Any) -> None:
        """`print(…)`: what it printed is kept; that it computes nothing is said."""
        self.stack.pop()
        if self.outside():
            self.note((start, end), "every value is shown")

    def run_to_show(self, code: Code, span: Span) -> None:
        """Run a statement that only shows something: what it cannot show does not stop the program."""
        branches = dict(self.branches)
        try:
            self.run(code)
        except TooLarge:
            raise
        except SourceError as error:
            self.stack.clear()
            self.frames.clear()
            self.scope, self.still = self.module, False
            self.note(span, f"not shown: {error.message}")
        self.branches = branches

    def print(self, text: str) -> None:
        """Keep what the program prints."""
        room = self.budget.printed - self.printed_length
        if room > 0:
            self.printed.append(text[:room])
            self.printed_length += len(text[:room])

    # Imports and classes.

    def import_(self, start: int, end: int, text: str) -> None:
        """`import numpy as np`, `from math import pi, exp as e`: the names mean those of the library."""
        words = " ".join(text.replace("(", " ").replace(")", " ").split())
        names = self.scope.names
        if words.startswith("from "):
            library, _, wanted = words[5:].partition(" import ")
            module = module_of(library.strip())
            for name, alias in _AS.findall(wanted):
                if name == "*":
                    self._import_all(module)
                    continue
                label = alias or name
                names[label] = self._imported(module, library.strip(), name, (start, end))
        else:
            for name, alias in _AS.findall(words[7:]):
                label = alias or name.partition(".")[0]
                names[label] = module_of(name if alias else label)
        if self.outside():
            self.note((start, end), "nothing has to be imported")

    def _imported(self, module: Any, library: str, name: str, span: Span) -> Any:
        if isinstance(module, Opaque):
            return Constructor(name) if name in _VALUES else Opaque(f"{library}.{name}")
        found = member(module.name, name, span, None)
        if isinstance(found, Unknown):
            inner = module_of(f"{module.name}.{name}")
            if not isinstance(inner, Opaque):
                return inner
            return find_called(name) or (
                Constructor(name) if name in _VALUES else Opaque(f"{library}.{name}")
            )
        return found

    def _import_all(self, module: Any) -> None:
        """`from math import *`."""
        if isinstance(module, Opaque):
            return
        for name in ("pi", "e", "tau", "inf", "nan"):
            found = member(module.name, name, (0, 0), None)
            if isinstance(found, float) and (module.name in ("math", "numpy") or name == "pi"):
                self.scope.names[name] = found

    def class_of(self, name: str, bases: list[Any], names: dict[str, Any], span: Span) -> Any:
        """A class of the program; one that is an automatic differentiation of its own gives way to ours."""
        arithmetic = {"__add__", "__mul__"} & set(names)
        if arithmetic and ("backward" in names or "_backward" in names or name in _VALUES):
            self.read_as(span, f"`{name}` is replaced by the Value of this page{self._differences(names)}")
            return Constructor(name)
        bases = [base for base in bases if isinstance(base, Class)]
        made = Class(name, bases, names)
        for one in names.values():
            method = one.function if isinstance(one, Property) else one
            if isinstance(method, Function) and method.owner is None:
                method.owner = made
        return made

    def _differences(self, names: dict[str, Any]) -> str:
        """What the program's class has that ours does otherwise."""
        known = {"__init__", "__repr__", "backward", "zero_grad", "__hash__", "__eq__", "__str__"}
        own = [
            name
            for name, made in names.items()
            if isinstance(made, Function)
            and not name.startswith("_")
            and name not in known
            and name not in self.ops
        ]
        return f"; its own {', '.join(f'`{name}`' for name in own[:4])} are not part of it" if own else ""


__all__ = ["KNOWN", "Machine"]
