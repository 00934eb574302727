"""Items: taking them from lists, texts, dicts and vectors, and putting them there."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

from backpulse.engine import Value
from backpulse.parser.errors import Span
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.containers import Containers
from backpulse.parser.machine.objects import Array, Class, Comparison, Instance, Opaque


class Indexing(Containers):
    """The instructions for items."""

    def build_slice(self, start: int, end: int, count: int) -> None:
        """`a:b:c`."""
        bounds = [None if x is None else self.as_index(x, (start, end)) for x in self.taken(count)]
        self.stack.append(slice(*bounds))

    def index(self, start: int, end: int, _: Any) -> None:
        """`x[0]`."""
        key = self.stack.pop()
        self.stack[-1] = self.item(self.stack[-1], key, (start, end))

    def item(self, x: Any, key: Any, span: Span) -> Any:
        """An item of a list, text, dict, vector."""
        if isinstance(x, Array):
            if isinstance(key, tuple):
                return self._picked(x, key, span)
            if key is None:
                return Array([x])
            if isinstance(key, (Array, list)):
                return self._chosen(x, list(key), span)
            found = self.item(x.items, key, span)
            return Array(found) if isinstance(key, slice) else found
        if isinstance(x, (list, tuple, str, range)):
            if isinstance(key, slice):
                return self.guarded(lambda: x[key], span)
            number = self.as_index(key, span)
            if not -len(x) <= number < len(x):
                raise self.wrong("index", span, number=str(number), count=str(len(x)))
            return x[number]
        if isinstance(x, dict):
            wanted = self.key(key, span)
            if isinstance(x, defaultdict):
                return x[wanted]
            if wanted not in x:
                self.missing_key = wanted
                raise self.wrong("key", span, key=shown(str(self.printable(wanted))))
            return x[wanted]
        if isinstance(x, Value) and x in self.boxed and self.is_only_index(key):
            return x
        if isinstance(x, Instance) and (method := x.cls.find("__getitem__")):
            return self.call_now(method, [x, key], span)
        if isinstance(x, (Opaque, Class)):
            return x
        if isinstance(x, Value):
            raise self.wrong("index/value", span)
        raise self.not_a_list(x, span)

    def _picked(self, x: Any, keys: tuple[Any, ...], span: Span) -> Any:
        """`x[:, 1]`: one key for each axis."""
        if not keys:
            return x
        found = self.item(x, keys[0], span)
        if isinstance(keys[0], slice) or keys[0] is None:
            return Array([self._picked(one, keys[1:], span) for one in found]) if keys[1:] else found
        return self._picked(found, keys[1:], span)

    def _chosen(self, x: Array, keys: list[Any], span: Span) -> Array:
        """`x[x > 0]`, `x[[0, 2]]`."""
        if all(isinstance(key, (bool, Comparison)) for key in keys) and keys:
            if len(keys) != len(x):
                raise self.wrong("shapes", span, left=str(x.shape), right=str((len(keys),)))
            return Array([one for one, key in zip(x, keys, strict=True) if self.truth(key, span)])
        return Array([self.item(x, key, span) for key in keys])

    def is_only_index(self, key: Any) -> bool:
        """Whether an index is the first and the last of one."""
        return key in (0, -1) if not isinstance(key, Value) else key in self.fixed and key.data in (0.0, -1.0)

    def set_index(self, start: int, end: int, _: Any) -> None:
        """`x[0] = 1`: the value is under the list and its index."""
        key, x = self.stack.pop(), self.stack.pop()
        self._put(x, key, self.stack.pop(), (start, end))

    def put_index(self, start: int, end: int, _: Any) -> None:
        """`x[0] += 1`: the value is on top of the list and its index."""
        value = self.stack.pop()
        key, x = self.stack.pop(), self.stack.pop()
        self._put(x, key, value, (start, end))

    def _put(self, x: Any, key: Any, value: Any, span: Span) -> None:
        if isinstance(x, Array):
            while isinstance(key, tuple) and len(key) > 1:
                x, key = self.item(x, key[0], span), key[1:]
            key = key[0] if isinstance(key, tuple) and key else key
            x = x.items if isinstance(x, Array) else x
        if isinstance(x, dict):
            x[self.key(key, span)] = value
            self.bounded(x, span)
        elif isinstance(x, list):
            if isinstance(key, slice):
                x[key] = self.listed(value, span)
                return
            number = self.as_index(key, span)
            if not -len(x) <= number < len(x):
                raise self.wrong("index", span, number=str(number), count=str(len(x)))
            x[number] = value
        elif isinstance(x, Instance) and (method := x.cls.find("__setitem__")):
            self.call_now(method, [x, key, value], span)
        else:
            raise self.not_a_list(x, span)
