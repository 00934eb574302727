"""What a program means: the actions of grammar.lark for statements, on top of those for expressions."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial
from typing import Any

from backpulse.engine import Value
from backpulse.parser import functions
from backpulse.parser.errors import Span, mistake
from backpulse.parser.expressions import Expressions, Item, Match, token
from backpulse.parser.lines import LINE_END

_SIGNS = "-+−–‐‑"
_SETS = re.compile(r"\s*(?:[-+*/−]|\*\*)?=(?!=)")


class Builder(Expressions):
    """Reads one text: its names, its Values and their places, the last statement's value."""

    def __init__(self, source: str, max_nodes: int | None) -> None:
        super().__init__(source)
        self.statements = 0
        self.skipped: list[tuple[Span, str]] = []
        """Statements that were understood but have nothing to compute, each with the reason."""
        self._max_nodes = max_nodes
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

    def bind(self, match: Match, _: Any, item: Item) -> None:
        """`name = expression`; a number starts the leaf of that name."""
        name, span = token(match)
        value, start, end = item
        if value.kind == "const":
            self._done(self.names.start(name, span, value.data), (span[0], end))
            return
        name = self.names.bind(name, span, value)
        # Not so when the name is one more for a value that was made before.
        if value.kind == "op" and self.spans[value] == (start, end):
            value.label = name
            self.spans[value] = self.bare[value] = span[0], end
        self._done(value, (span[0], end))

    def _rebind(self, op_name: str, match: Match, sign: Match, item: Item) -> None:
        """`name += expression` and its like."""
        act = self.pow if op_name == "pow" else self.infix(op_name)
        text, span = token(match)
        self.bind(match, sign, act((self.names.refer(text, span, "function-as-name"), *span), sign, item))

    def backward(self, item: Item, call: Match, _open: Match, _junk: Any, close: Match) -> None:
        """`loss.backward()` names the root; `loss.zero_grad()`, `n.retain_grad()` have nothing to do."""
        if "backward" in call[0]:
            self._skip(item[1], close, "the backward pass is always there; it starts here")
            self._done(item[0], (item[1], item[2]))
        elif "zero" in call[0]:
            self._skip(item[1], close, "gradients start from nothing in every pass")
        else:
            self._skip(item[1], close, "every value keeps its gradient")

    def field(self, item: Item, field: Match, junk: Match | None) -> None:
        """`x.grad` as a statement, `x.label = 'x'`, `x.requires_grad = True`."""
        _, start, end = item
        text, span = token(field)
        name = text[1:].strip()
        sets = _SETS.match(self.source, span[1]) is not None
        if name == "grad" or (name == "data" and not sets):
            self._skip(start, junk or field, "every value and gradient is shown")
        elif name == "label" and sets:
            self._skip(start, junk or field, "a value is labelled with its name")
        elif name == "requires_grad" and sets:
            self._skip(start, junk or field, "every leaf gets a gradient")
        else:
            raise functions.field(self.source, span, self.source[start:end], sets)

    def print_call(self, name: Match, _open: Match, _junk: Any, close: Match) -> None:
        """`print(…)`, `draw_dot(…)`."""
        self._skip(name.start(), close, "every value is shown")

    def import_line(self, line: Match) -> None:
        """`import math`, `from micrograd.engine import Value`."""
        self._skip(line.start(), line, "nothing has to be imported")

    def nothing(self) -> None:
        """No tokens to pass over. Of those that are, only where the last one ends matters."""

    def one(self, token: Match) -> Match:
        """A first token that is passed over."""
        return token

    def last(self, _: Any, token: Match) -> Match:
        """One more token that is passed over."""
        return token

    def enclosed(self, _open: Match, _junk: Any, close: Match) -> Match:
        """Brackets that are passed over."""
        return close

    def _done(self, value: Value | str, span: Span) -> None:
        self._last = value
        self._bare_end = None
        self.statements += 1
        limit = self._max_nodes
        if limit is not None and len(self.spans) + len(self.names.leaves) > limit:
            raise mistake("too-many-nodes", self.source, span, limit=f"{limit:,}")

    def _skip(self, start: int, last: Match, reason: str) -> None:
        self._bare_end = None
        self.skipped.append(((start, token(last)[1][1]), reason))
