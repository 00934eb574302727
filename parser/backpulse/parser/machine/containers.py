"""Lists, tuples, dicts, sets, texts: making them, taking from them, putting into them."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import islice
from typing import Any

from backpulse.engine import Value
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.control import Control
from backpulse.parser.machine.libraries.exceptions import text_of_exception
from backpulse.parser.machine.objects import Array, Comparison, Function, Instance

_WIDE = re.compile(r"[0-9]{4}|\*")


class _Star:
    """`*xs` in a list: its items go in its place."""

    def __init__(self, items: list[Any]) -> None:
        self.items = items


_MERGED = object()
"""In place of the key of `**other`."""


class Containers(Control):
    """The instructions for containers."""

    def guarded(self, act: Callable[[], Any], span: Span) -> Any:
        """Do what Python may refuse, and say its refusal in our form."""
        try:
            return act()
        except (TypeError, ValueError, IndexError, KeyError, AttributeError, ArithmeticError) as error:
            what = str(error).strip("'\"") or type(error).__name__
            if isinstance(error, (IndexError, AttributeError)) or "unpack" in what or "argument" in what:
                what = "This call does not take such values"
            raise self.wrong(
                "program", span, what=shown(what[:1].upper() + what[1:], 100), way_out="Python says so."
            ) from error

    def bounded(self, x: Any, span: Span) -> Any:
        """A list or text that is not too long."""
        if len(x) > self.budget.items:
            raise self.wrong("budget/items", span, limit=f"{self.budget.items:,}")
        return x

    def listed(self, x: Any, span: Span) -> list[Any]:
        """All items of something, as a list that is not too long."""
        items = list(islice(self.iterate(x, span), self.budget.items + 1))
        return self.bounded(items, span)  # type: ignore[no-any-return]

    def formatted(self, x: Any, form: str, span: Span) -> str:
        """A number or text in a form such as `.4f`; none is wider than three digits can say."""
        if _WIDE.search(form):
            raise self.wrong("program", span, what="A width of over 999", way_out="Write a smaller one.")
        text: str = self.guarded(lambda: format(x, form), span)
        return text

    def key(self, x: Any, span: Span) -> Any:
        """What can be a key: texts, numbers, tuples of them; a Value is one by itself."""
        if isinstance(x, Value) and x in self.plain:
            return self.number_of(x)
        if isinstance(x, (list, dict, set, Array)):
            raise self.wrong(
                "program", span, what="A list cannot be a key", way_out="Use a tuple, a text or a number."
            )
        return tuple(self.key(one, span) for one in x) if isinstance(x, tuple) else x

    def star(self, start: int, end: int, _: Any) -> None:
        """`*xs`."""
        self.stack[-1] = _Star(self.listed(self.stack[-1], (start, end)))

    def taken(self, count: int) -> list[Any]:
        """The topmost items of the stack, which they leave."""
        taken = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        if any(item.__class__ is _Star for item in taken):
            return [x for item in taken for x in (item.items if isinstance(item, _Star) else [item])]
        return taken

    def build_list(self, start: int, end: int, count: int) -> None:
        """`[a, b]`."""
        self.stack.append(self.taken(count))

    def build_tuple(self, start: int, end: int, count: int) -> None:
        """`a, b`."""
        self.stack.append(tuple(self.taken(count)))

    def build_set(self, start: int, end: int, count: int) -> None:
        """`{a, b}`."""
        self.stack.append({self.key(x, (start, end)) for x in self.taken(count)})

    def build_dict(self, start: int, end: int, count: int) -> None:
        """`{a: b}`."""
        items = self.taken(2 * count)
        made: dict[Any, Any] = {}
        for k, v in zip(items[::2], items[1::2], strict=True):
            made.update(v if k is _MERGED else {self.key(k, (start, end)): v})
        self.stack.append(made)

    def merge(self, start: int, end: int, _: Any) -> None:
        """`**other` in a dict."""
        other = self.stack.pop()
        if not isinstance(other, dict):
            raise self.not_a_list(other, (start, end))
        self.stack += (_MERGED, other)

    def unpack(self, start: int, end: int, arg: tuple[int, int | None]) -> None:
        """`a, *b = x`: the items, the first on top."""
        count, star = arg
        items = self.listed(self.stack.pop(), (start, end))
        if star is None:
            if len(items) != count:
                raise self.wrong("unpack", (start, end), count=str(count), given=str(len(items)))
        else:
            after = count - star - 1
            if len(items) < count - 1:
                raise self.wrong("unpack", (start, end), count=str(count - 1), given=str(len(items)))
            items[star : len(items) - after] = [items[star : len(items) - after]]
        self.stack += reversed(items)

    def contains(self, x: Any, item: Any, span: Span) -> bool:
        """`item in x`."""
        if isinstance(x, (dict, set, frozenset)):
            return self.key(item, span) in x
        if isinstance(x, str):
            return isinstance(item, str) and item in x
        for one in self.iterate(x, span):
            if one is item:
                return True
            numbers = [
                self.number_of(y) if isinstance(y, Value) and y in self.plain else y for y in (one, item)
            ]
            if not any(isinstance(y, Value) for y in numbers) and numbers[0] == numbers[1]:
                return True
        return False

    def into(self, start: int, end: int, arg: tuple[str, str | None, Span, Span]) -> None:
        """`x += y`: a list grows, a leaf changes where gradients are switched off, else it is `x + y`."""
        op_name, name, target, value_span = arg
        y = self.stack.pop()
        x = self.stack[-1]
        if op_name == "add" and isinstance(x, list):
            x += self.listed(y, value_span)
            self.bounded(x, (start, end))
        elif self.still and isinstance(x, Value) and x in self.leaves and op_name != "pow":
            changed = self.binary(op_name, x, y, (start, end))
            self.moved.setdefault(x, x.data)
            x.data = float(self.as_number(changed, (start, end)))
        elif self.still and isinstance(x, Array):
            changed = self.binary(op_name, x, y, (start, end))
            for leaf, number in zip(x.flat(), changed.flat(), strict=True):
                if isinstance(leaf, Value):
                    leaf.data = float(self.as_number(number, (start, end)))
        elif op_name == "pow" and isinstance(x, Value) and isinstance(y, Value):
            self.stack[-1] = self.power(x, y, (start, end), target, value_span)
        elif x.__class__ is Value and y.__class__ is Value and op_name in self.infix:
            self.stack.append(y)
            self.infix[op_name](start, end, None)
        else:
            if name is not None and not isinstance(x, (Value, list, str, tuple, Array, Instance, int, float)):
                error = self.not_a_value(x, target, "")
                if isinstance(error, SourceError) and error.code == "function-as-value":
                    error = self.wrong("function-as-name", target, name=name, fixed=f"{name}1")
                raise error
            self.stack[-1] = self.binary(op_name, x, y, (start, end))

    # Texts.

    def printable(self, x: Any, nested: bool = False) -> Any:
        """Something as Python would print it, in what Python can format."""
        if isinstance(x, Value):
            if x in self.plain:
                return self.number_of(x)
            return _Shown(x)
        if isinstance(x, Comparison):
            return x.truth
        if isinstance(x, (list, tuple, set)):
            return type(x)(self.printable(one) for one in x)
        if isinstance(x, dict):
            return {key: self.printable(one) for key, one in x.items()}
        if isinstance(x, Array):
            return _Text("tensor(" + str([self.printable(one) for one in x]) + ")")
        if isinstance(x, (str, int, float, range)) or x is None:
            return x
        if isinstance(x, Instance):
            if (text := text_of_exception(x, self)) is not None and not x.cls.find("__str__"):
                return _Text(text)
            for name in ("__repr__", "__str__"):
                if method := x.cls.find(name):
                    return _Text(str(self.printable(self.call_now(method, [x], (0, 0)))))
            return _Text(f"<{x.cls.name}>")
        if isinstance(x, Function):
            return _Text(f"<function {x.form.name}>")
        return _Text(f"<{getattr(x, 'name', getattr(x, 'origin', type(x).__name__.lower()))}>")

    def format_piece(self, start: int, end: int, arg: tuple[str, str]) -> None:
        """`{x!r:.4f}` of an f-string."""
        conversion, form = arg
        x = self.printable(self.stack[-1])
        if conversion:
            x = ascii(x) if conversion == "a" else repr(x) if conversion == "r" else str(x)
        self.stack[-1] = self.formatted(x, form, (start, end))

    def join(self, start: int, end: int, count: int) -> None:
        """The pieces of an f-string as one text."""
        pieces = self.taken(count)
        self.stack.append(self.bounded("".join(map(str, pieces)), (start, end)))


class _Text(str):
    """A text that stands in a list without quotes."""

    def __repr__(self) -> str:
        return str(self)


class _Shown:
    """A Value in a text: its number where a form is asked for, else as micrograd shows it."""

    def __init__(self, value: Value) -> None:
        self.value = value

    def __format__(self, form: str) -> str:
        return format(self.value.data, form) if form else repr(self)

    def __repr__(self) -> str:
        return f"Value(data={self.value.data}, grad={self.value.grad})"

    def __float__(self) -> float:
        return self.value.data

    def __index__(self) -> int:
        return int(self.value.data)
