"""Brackets of all kinds, what follows a value, functions without a name, and loops in brackets."""

from __future__ import annotations

from typing import Any

from backpulse.parser.compile_base import _NEVER, Item
from backpulse.parser.compile_operators import Operators
from backpulse.parser.errors import Span
from backpulse.parser.machine.code import CallForm, Code, FunctionForm
from backpulse.parser.names import checked


class Expressions(Operators):
    """Compiles the expressions of one text for one machine."""

    def group(self, opening: Span, item: Item, closing: Span) -> Item:
        """`(a)`: the brackets belong to the place of what they hold, if it was made there."""
        span = opening[0], closing[1]
        if item.what != "name" and not isinstance(item.what, list):
            self.emit(self.machine.group, *span, (item.start, item.end))
        return Item(item.at, *span, item.what if isinstance(item.what, list) else "")

    def two_items(self, first: Item, _: Span, second: Item) -> list[Item]:
        """`a, b`."""
        return [first, second]

    def next_item(self, items: list[Item], _: Span, item: Item) -> list[Item]:
        """`, c`."""
        items.append(item)
        return items

    def starred(self, sign: Span, item: Item) -> Item:
        """`*rest`."""
        self.emit(self.machine.star, sign[0], item.end)
        return Item(item.at, sign[0], item.end, ("starred", item))

    def tuple_(self, items: list[Item], _: Span | None = None) -> Item:
        """`a, b`."""
        return self._display(self.machine.build_tuple, items, items[0].start, items[-1].end)

    def tuple_of_one(self, item: Item, comma: Span) -> Item:
        """`a,`."""
        return self._display(self.machine.build_tuple, [item], item.start, comma[1])

    def empty_tuple(self, opening: Span, closing: Span) -> Item:
        """`()`."""
        return self._display(self.machine.build_tuple, [], opening[0], closing[1])

    def empty_list(self, opening: Span, closing: Span) -> Item:
        """`[]`."""
        return self._display(self.machine.build_list, [], opening[0], closing[1])

    def list_of_one(self, opening: Span, item: Item, *closing: Span) -> Item:
        """`[a]`."""
        return self._display(self.machine.build_list, [item], opening[0], closing[-1][1])

    def list_(self, opening: Span, items: list[Item], *closing: Span) -> Item:
        """`[a, b]`."""
        return self._display(self.machine.build_list, items, opening[0], closing[-1][1])

    def set_of_one(self, opening: Span, item: Item, closing: Span) -> Item:
        """`{a}`, also LaTeX's."""
        return self._display(self.machine.build_set, [item], opening[0], closing[1])._replace(what="braced")

    def set_(self, opening: Span, items: list[Item], closing: Span) -> Item:
        """`{a, b}`."""
        return self._display(self.machine.build_set, items, opening[0], closing[1])._replace(what="")

    def _display(self, do: Any, items: list[Item], start: int, end: int) -> Item:
        at = items[0].at if items else len(self.code)
        self.emit(do, start, end, len(items))
        return Item(at, start, end, items)

    def empty_dict(self, opening: Span, closing: Span) -> Item:
        """`{}`."""
        return self.dict_(opening, [], closing)

    def pair(self, key: Item, _: Span, value: Item) -> tuple[Item, Item]:
        """`a: b`."""
        return key, value

    def merged(self, sign: Span, item: Item) -> tuple[Item, Item]:
        """`**other`: its items in place of a pair."""
        self.emit(self.machine.merge, sign[0], item.end)
        return item, item

    def dict_(self, opening: Span, pairs: list[tuple[Item, Item]], *closing: Span) -> Item:
        """`{a: b}`."""
        at = pairs[0][0].at if pairs else len(self.code)
        self.emit(self.machine.build_dict, opening[0], closing[-1][1], len(pairs))
        return Item(at, opening[0], closing[-1][1])

    def walrus(self, opening: Span, name: Span, _: Span, value: Item, closing: Span) -> Item:
        """`(n := a)`."""
        label = checked(self.source, self.text(name), name)
        self.emit(self.machine.walrus, opening[0], closing[1], label)
        return Item(value.at, opening[0], closing[1])

    def generator(self, opening: Span, item: Item, clauses: list[Any], closing: Span) -> Item:
        """`(f(x) for x in xs)`: it is gone through once."""
        made = self._comprehend("list", [item], clauses, (opening[0], closing[1]))
        self.emit(self.machine.get_iter, made.start, made.end)
        return made

    def attribute(self, item: Item, _: Span, name: Span) -> Item:
        """`x.data`."""
        named = self.source[item.start : item.end] if item.what == "name" else ""
        if named:
            instruction = self.code[-1]
            self.code[-1] = self.machine.load_owner, *instruction[1:]
        self.emit(self.machine.attribute, item.start, name[1], (self.text(name), item[1:3], name))
        return Item(item.at, item.start, name[1], "attribute")

    def index(self, item: Item, _: Span, key: Item, close: Span) -> Item:
        """`x[0]`, `x[1:]`."""
        self.emit(self.machine.index, item.start, close[1])
        return Item(item.at, item.start, close[1], "index")

    def no_bound(self) -> Item:
        """Nothing before or after the colon of a slice."""
        at = len(self.code)
        self.emit(self.machine.push, 0, 0, None)
        return Item(at, 0, 0)

    def bound(self, item: Item) -> Item:
        """A bound of a slice."""
        return item

    def slice(self, start: Item, *rest: Any) -> Item:
        """`1:3`, `::-1`."""
        bounds = [start, *rest[1::2]]
        self.emit(self.machine.build_slice, start.start, bounds[-1].end, len(bounds))
        return Item(start.at, start.start, bounds[-1].end)

    def call(self, item: Item, _: Span, arguments: list[Any], close: Span) -> Item:
        """`f(a, b=2)`."""
        if item.what == "name":
            instruction = self.code[item.at]
            self.code[item.at] = self.machine.load_called, *instruction[1:]
        form = CallForm(
            tuple(kind for kind, _, _ in arguments), tuple((s, e) for _, s, e in arguments), item[1:3]
        )
        self.emit(self.machine.call, item.start, close[1], form)
        return Item(item.at, item.start, close[1], f"call {self.piece(item.start, item.end)}")

    def no_list(self) -> list[Any]:
        """`()`."""
        return []

    def first_of(self, one: Any) -> list[Any]:
        """`a` of `a, b`."""
        return [one]

    def next_of(self, some: list[Any], _: Span, one: Any) -> list[Any]:
        """`, b` of `a, b`."""
        some.append(one)
        return some

    def trailing_comma(self, some: list[Any], _: Span) -> list[Any]:
        """`(a, b,)`."""
        return some

    def argument(self, item: Item) -> tuple[str, int, int]:
        """`a`."""
        return "", item.start, item.end

    def keyword(self, name: Span, _: Span, item: Item) -> tuple[str, int, int]:
        """`label='a'`."""
        return self.text(name), name[0], item.end

    def star_argument(self, sign: Span, item: Item) -> tuple[str, int, int]:
        """`*xs`, `**options`."""
        return self.text(sign), sign[0], item.end

    def argument_comprehension(self, item: Item, clauses: list[Any]) -> tuple[str, int, int]:
        """`x for x in xs` as the one argument."""
        made = self._comprehend("list", [item], clauses, (item.start, clauses[-1][-1].end))
        return "", made.start, made.end

    def parameter(
        self, name: Span, _: Span | None = None, annotation: Item | None = None
    ) -> tuple[str, str, bool]:
        """`x`, `x: float`."""
        self.drop(annotation)
        return checked(self.source, self.text(name), name), "", False

    def default(self, name: Span, _: Span, *rest: Any) -> tuple[str, str, bool]:
        """`x=2`, `x: float = 2`."""
        if len(rest) == 3:
            annotation, _, value = rest
            del self.code[annotation.at : value.at]
            value = value._replace(at=annotation.at)
        else:
            (value,) = rest
        self._first_default = min(self._first_default, value.at)
        return checked(self.source, self.text(name), name), "", True

    def star_parameter(self, sign: Span, name: Span) -> tuple[str, str, bool]:
        """`*args`, `**options`."""
        return self.text(name), self.text(sign), False

    def bare_star(self, sign: Span) -> tuple[str, str, bool]:
        """`*`: what follows is given by name."""
        return "", "*", False

    def lambda_head(self, word: Span, parameters: list[Any], _: Span) -> tuple[int, int, int, list[Any]]:
        """`lambda x:`."""
        begin = (
            min(self._first_default, len(self.code))
            if any(default for *_, default in parameters)
            else len(self.code)
        )
        self._first_default = _NEVER
        return begin, len(self.code), word[0], parameters

    def lambda_(self, head: tuple[int, int, int, list[Any]], body: Item) -> Item:
        """`lambda x: x * x`."""
        begin, at, start, parameters = head
        code = self.code[at:]
        del self.code[at:]
        form = FunctionForm("<lambda>", parameters, code, (start, body.end))
        self.emit(self.machine.make_function, start, body.end, form)
        return Item(begin, start, body.end)

    def for_clause(self, word: Span, target: Item, _: Span, items: Item) -> tuple[str, Item, Item]:
        """`for x in xs` in brackets."""
        return "for", target, items

    def if_clause(self, word: Span, condition: Item) -> tuple[str, Item]:
        """`if c` in brackets."""
        return "if", condition

    def first_of_clauses(self, clause: Any) -> list[Any]:
        """The first `for`."""
        return [clause]

    def next_of_clauses(self, clauses: list[Any], clause: Any) -> list[Any]:
        """A further `for` or `if`."""
        clauses.append(clause)
        return clauses

    def comprehension(self, opening: Span, item: Item, clauses: list[Any], closing: Span) -> Item:
        """`[f(x) for x in xs if c]`."""
        return self._comprehend("list", [item], clauses, (opening[0], closing[1]))

    def set_comprehension(self, opening: Span, item: Item, clauses: list[Any], closing: Span) -> Item:
        """`{f(x) for x in xs}`."""
        return self._comprehend("set", [item], clauses, (opening[0], closing[1]))

    def dict_comprehension(
        self, opening: Span, key: Item, _: Span, value: Item, clauses: list[Any], closing: Span
    ) -> Item:
        """`{k: v for k, v in pairs}`."""
        return self._comprehend("dict", [key, value], clauses, (opening[0], closing[1]))

    def _comprehend(self, kind: str, items: list[Item], clauses: list[Any], span: Span) -> Item:
        at = items[0].at
        starts = [clause[1].at for clause in clauses] + [len(self.code)]
        loops = sum(clause[0] == "for" for clause in clauses)
        body = self.code[at : starts[0]]
        body.append((self.machine.collect, *span, (kind, loops)))
        first: Code = []
        for index in range(len(clauses) - 1, -1, -1):
            clause, stop = clauses[index], starts[index + 1]
            place = clause[1].start, clause[-1].end
            if clause[0] == "if":
                body = [
                    *self.code[clause[1].at : stop],
                    (self.machine.jump_if_false, *place, len(body)),
                    *body,
                ]
                continue
            _, target, iterated = clause
            store = self.stores(target, self.code[target.at : iterated.at], plain=True)
            length = len(store) + len(body)
            body = [
                (self.machine.for_iter, *place, length + 1),
                *store,
                *body,
                (self.machine.jump, *place, -(length + 2)),
            ]
            first = [
                *self.code[iterated.at : stop],
                (self.machine.get_iter, iterated.start, iterated.end, None),
            ]
            if index:
                body = [*first, *body]
        self.code[at:] = first
        self.emit(self.machine.comprehend, *span, (kind, body))
        return Item(at, *span)
