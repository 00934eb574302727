"""What a program means: the actions of grammar.lark for statements, on top of those for expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import Span, mistake
from backpulse.parser.excerpt import LINE_END
from backpulse.parser.expressions import Expressions, Item

_SIGNS = "-+−–‐‑"
_SETS = re.compile(r"\s*(?:[-+*/−]|\*\*)?=(?!=)")


class Builder(Expressions):
    """Reads one text: its names, its Values and their places, the last statement's value."""

    def __init__(self, source: str, max_nodes: int | None) -> None:
        super().__init__(source, max_nodes)
        self.statements = 0
        self.skipped: list[tuple[Span, str]] = []
        """Statements that were understood but have nothing to compute, each with the reason."""
        # Where the last statement ends, if it is an expression without a name.
        self._bare_end: int | None = None
        self._last: Value | str | None = None  # a string: the name of a leaf that is not made yet

    def root(self) -> Value | None:
        """What the last statement computes, or the leaf it starts; None without a statement."""
        if isinstance(self._last, str):
            return self.names.refer(self._last, self.names.first[self._last])
        return self._last

    def action(self, alias: str) -> Callable[..., Any]:
        """The action of a rule of grammar.lark; infix aliases are names of ops."""
        own = getattr(self, alias, None)
        if callable(own):
            return own  # type: ignore[no-any-return]
        op_name = alias.removesuffix("_into")
        return self.infix(alias) if op_name == alias else partial(self._rebind, op_name)

    def result(self, item: Item) -> None:
        """`a + b` as a statement; a sign may not begin it below another one, which it would silently drop."""
        value, start, end = item
        sign = self.source[start]
        if (
            self._bare_end is not None
            and sign in _SIGNS
            and LINE_END.search(self.source, self._bare_end, start)
        ):
            raise mistake("misplaced/line", self.source, (start, start + 1), after=sign)
        self._done(value, (start, end))
        self._bare_end = end

    def bind(self, target: Span, _: Any, item: Item) -> None:
        """`name = expression`; a number starts the leaf of that name."""
        value, start, end = item
        if value.kind == "const":
            self._done(self.names.start(self.text(target), target, value.data), (target[0], end))
            return
        name = self.names.bind(self.text(target), target, value)
        # Not so when the name is one more for a value that was made before.
        if value.kind == "op" and self.spans[value] == (start, end):
            value.label = name
            self.spans[value] = self.bare[value] = target[0], end
        self._done(value, (target[0], end))

    def _rebind(self, op_name: str, target: Span, sign: Span, item: Item) -> None:
        """`name += expression` and its like."""
        act = self.pow if op_name == "pow" else self.infix(op_name)
        value = self.names.refer(self.text(target), target, "function-as-name")
        self.bind(target, sign, act((value, *target), sign, item))

    def backward(self, item: Item, call: Span, _open: Span, _junk: Any, close: Span) -> None:
        """`loss.backward()` names the root; `loss.zero_grad()`, `n.retain_grad()` have nothing to do."""
        called = self.text(call)
        if "backward" in called:
            self._skip(item[1], close, "the backward pass is always there; it starts here")
            self._done(item[0], (item[1], item[2]))
        elif "zero" in called:
            self._skip(item[1], close, "gradients start from nothing in every pass")
        else:
            self._skip(item[1], close, "every value keeps its gradient")

    def field(self, item: Item, field: Span, junk: Span | None) -> None:
        """`x.grad` as a statement, `x.label = 'x'`, `x.requires_grad = True`."""
        _, start, end = item
        name = self.text(field)[1:].strip()
        sets = _SETS.match(self.source, field[1]) is not None
        if name == "grad" or (name == "data" and not sets):
            self._skip(start, junk or field, "every value and gradient is shown")
        elif name == "label" and sets:
            self._skip(start, junk or field, "a value is labelled with its name")
        elif name == "requires_grad" and sets:
            self._skip(start, junk or field, "every leaf gets a gradient")
        else:
            raise functions.field(self.source, field, self.source[start:end], sets)

    def print_call(self, name: Span, _open: Span, _junk: Any, close: Span) -> None:
        """`print(…)`, `draw_dot(…)`."""
        self._skip(name[0], close, "every value is shown")

    def import_line(self, line: Span) -> None:
        """`import math`, `from micrograd.engine import Value`."""
        start, end = line[0], line[0] + len(self.text(line).rstrip())
        self._skip(start, (start, end), "nothing has to be imported")

    def nothing(self) -> None:
        """No tokens to pass over. Of those that are, only where the last one ends matters."""

    def one(self, token: Span) -> Span:
        """A first token that is passed over."""
        return token

    def last(self, _: Any, token: Span) -> Span:
        """One more token that is passed over."""
        return token

    def enclosed(self, _open: Span, _junk: Any, close: Span) -> Span:
        """Brackets that are passed over."""
        return close

    def _done(self, value: Value | str, span: Span) -> None:
        self._last = value
        self._bare_end = None
        self.statements += 1
        if len(self.spans) + len(self.names.leaves) > self._limit:
            raise self._too_many(span)

    def _skip(self, start: int, last: Span, reason: str) -> None:
        self._bare_end = None
        self.skipped.append(((start, last[1]), reason))
