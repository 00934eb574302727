"""Statements of one line: the actions of grammar.lark for them.

A statement outside all blocks runs as soon as it is complete, so that what is wrong in it is said before
what is
wrong below it. What stands in a block waits for the end of the outermost one.
"""

from __future__ import annotations

import re
from typing import Any

from backpulse.parser.compile_base import Item
from backpulse.parser.compile_brackets import Expressions
from backpulse.parser.errors import Span
from backpulse.parser.excerpt import LINE_END, shown
from backpulse.parser.fixes import Fix
from backpulse.parser.functions import FUNCTIONS
from backpulse.parser.machine.machine import Machine

_DECIMAL = re.compile(r"(?<![\w.,])\d+,\d+(?![\w.,])")
_HEAD = re.compile(r"[^\W\d]\w*\((?:[^\W\d]\w*(?:, *)?)*\)")
_SIGNS = "-+−–‐‑"
_DISPLAYS = frozenset(("print", "display", "draw_dot", "pprint"))


class Simple(Expressions):
    """Compiles one text and runs it, statement by statement."""

    def __init__(self, source: str, machine: Machine, latex: bool = False) -> None:
        super().__init__(source, machine)
        self.latex = latex
        self._bare_end: int | None = (
            None  # where the last statement ends, if it is an expression without a name
        )
        self._ifs: list[
            tuple[list[int], list[int]]
        ] = []  # per chain: the open false jump, and the jumps to its end
        self._loops: list[list[Any]] = [
            []
        ]  # per function: of its loops the first instruction, the exit, the breaks
        self._defs: list[tuple[int, Span, str, list[Any]]] = []
        self._tries: list[Any] = []
        self._elses: list[list[int]] = []
        self._decorators: list[int] = []

    def run(self, *_: Any) -> None:
        """A statement outside all blocks is complete."""
        if self._embedded or not self.code:
            return
        code, self.code = self.code, []
        do, start, end, _ = code[-1]
        if do == self.machine.shown and len(code) > 1:
            self.machine.run_to_show(code, (start, end))
        else:
            self.machine.run(code)

    def result(self, item: Item) -> None:
        """`a + b` as a statement; a sign may not begin it below another one, which it would silently drop."""
        _, start, end, what = item
        if self._embedded:
            return
        if isinstance(what, tuple):
            row = "missing-value/first-on-line" if self.source[:start].strip() else "missing-value/first"
            raise self.wrong(row, (start, start + 1), after=self.source[start])
        self._check_comma(item)
        inside = len(self._loops) > 1 or bool(self._loops[0]) or bool(self._ifs or self._tries)
        if what == "string":
            del self.code[item.at :]
            if not inside:
                self.machine.note((start, end), "a text computes nothing")
            return
        sign = self.source[start]
        if (
            self._bare_end is not None
            and not inside
            and sign in _SIGNS
            and LINE_END.search(self.source, self._bare_end, start)
        ):
            raise self.wrong("misplaced/line", (start, start + 1), after=sign)
        called = what[5:] if isinstance(what, str) and what.startswith("call ") else ""
        self._bare_end = None if called in _DISPLAYS or called.endswith("()") or inside else end
        if called in _DISPLAYS:
            self.emit(self.machine.shown, start, end)
        else:
            self.emit(self.machine.result, start, end)

    def first_assignment(self, target: Item, _: Span, value: Item) -> list[Item]:
        """`x = 1`."""
        return [target, value]

    def next_assignment(self, targets: list[Item], _: Span, value: Item) -> list[Item]:
        """`x = y = 1`."""
        targets.append(value)
        return targets

    def assign(self, items: list[Item]) -> None:
        """`x = y = 1`: the value, then what puts it where each target stands."""
        *targets, value = items
        self._bare_end = None
        self._check_comma(value)
        if len(targets) == 1:
            self._check_target(targets[0], value)
        at = targets[0].at
        code = self.code[at : value.at]
        del self.code[at : value.at]
        for number, target in enumerate(targets):
            stop = targets[number + 1].at if number + 1 < len(targets) else value.at
            if number + 1 < len(targets):
                self.emit(self.machine.duplicate, target.start, target.end)
            place = value.start, value.end
            self.code += self.stores(target, code[target.at - at : stop - at], value=place)

    def _check_comma(self, item: Item) -> None:
        """Refuse `1,5`: it looks like one number and would be two values."""
        if isinstance(item.what, list) and (match := _DECIMAL.search(self.source, item.start, item.end)):
            raise self.wrong("comma/decimal", match.span(), [Fix(match.span(), match[0].replace(",", "."))])

    def _check_target(self, target: Item, value: Item) -> None:
        """Say what is meant where something else than a name stands before `=`."""
        if target.what in ("name", "attribute", "index") or isinstance(target.what, list):
            return
        span, whole = (target.start, target.end), (target.start, value.end)
        left, right = self.source[target.start : target.end], self.source[value.start : value.end]
        if _HEAD.fullmatch(left) and left.partition("(")[0] not in FUNCTIONS:
            raise self.wrong("function", span, [Fix(whole, f"def {left}: return {right}")])
        if value.what == "name":
            raise self.wrong("assignment/turned", span, [Fix(whole, f"{right} = {left}")], after="=")

    def declare(self, target: Item, _: Span, annotation: Item) -> None:
        """`x: float` alone."""
        del self.code[target.at :]
        self._field(target)

    def _field(self, target: Item) -> None:
        if self._defs and self._defs[-1][2] == "class" and target.what == "name":
            name = self.source[target.start : target.end]
            self.emit(self.machine.field, target.start, target.end, name)

    def assign_annotated(self, target: Item, _c: Span, annotation: Item, _a: Span, value: Item) -> None:
        """`x: float = 1`."""
        del self.code[annotation.at : value.at]
        self.assign([target, value._replace(at=annotation.at)])
        self._field(target)

    def formula(self, sign: Span, item: Item) -> None:
        """A spreadsheet's `=A1*B1`."""
        self.machine.read_as((sign[0], item.end), f"read as {shown(self.piece(item.start, item.end))}")
        self.result(item)

    def _into(self, op_name: str, target: Item, value: Item) -> None:
        """`x += 1` and its like: the target is read and written."""
        self._bare_end = None
        span = target.start, value.end
        act = self.machine.into
        if target.what == "name":
            name = self.code[target.at][3]
            self.emit(act, *span, (op_name, name, target[1:3], value[1:3]))
            self.emit(self.machine.store, target.start, target.end, (name, span))
        elif target.what in ("attribute", "index"):
            last = value.at - 1
            self.code.insert(last, (self.machine.duplicate, *span, 1 if target.what == "attribute" else 2))
            _, start, end, arg = self.code[last + 1]
            self.emit(act, *span, (op_name, None, target[1:3], value[1:3]))
            attribute = target.what == "attribute"
            self.emit(self.machine.put_attribute if attribute else self.machine.put_index, start, end, arg)
        else:
            raise self.not_a_target(target)

    def add_into(self, target: Item, _: Span, value: Item) -> None:
        """`x += 1`."""
        self._into("add", target, value)

    def sub_into(self, target: Item, _: Span, value: Item) -> None:
        """`x -= 1`."""
        self._into("sub", target, value)

    def mul_into(self, target: Item, _: Span, value: Item) -> None:
        """`x *= 2`."""
        self._into("mul", target, value)

    def div_into(self, target: Item, _: Span, value: Item) -> None:
        """`x /= 2`."""
        self._into("div", target, value)

    def pow_into(self, target: Item, _: Span, value: Item) -> None:
        """`x **= 2`."""
        self._into("pow", target, value)

    def floor_into(self, target: Item, _: Span, value: Item) -> None:
        """`x //= 2`."""
        self._into("//", target, value)

    def import_line(self, line: Span) -> None:
        """`import math as m`, `from micrograd.engine import Value`."""
        text = self.text(line).rstrip()
        self.emit(self.machine.import_, line[0], line[0] + len(text), text)

    def return_nothing(self, word: Span) -> None:
        """`return`."""
        self.emit(self.machine.push, *word, None)
        self.emit(self.machine.return_, *word)

    def return_value(self, word: Span, item: Item) -> None:
        """`return a`."""
        self._in_function(word)
        self.emit(self.machine.return_, word[0], item.end)

    def _in_function(self, word: Span) -> None:
        if len(self._loops) == 1:
            raise self.wrong("keyword", word, word="return", way_out="It belongs into a function.")

    def yield_value(self, word: Span, item: Item | None = None) -> None:
        """`yield a`."""
        self._in_function(word)
        if item is None:
            self.emit(self.machine.push, *word, None)
        self.emit(self.machine.yield_, word[0], item.end if item else word[1])
        self.emit(self.machine.pop, *word)

    def yield_all(self, word: Span, item: Item) -> None:
        """`yield from xs`."""
        self._in_function(word)
        self.emit(self.machine.get_iter, item.start, item.end)
        at = len(self.code)
        self.emit(self.machine.for_iter, word[0], item.end, 3)
        self.emit(self.machine.yield_, word[0], item.end)
        self.emit(self.machine.pop, *word)
        self.emit(self.machine.jump, word[0], item.end, at - len(self.code) - 1)

    def nothing_to_do(self, word: Span) -> None:
        """`pass`."""

    def break_(self, word: Span) -> None:
        """`break`."""
        loop = self._loop(word)
        if loop[3]:
            self.emit(self.machine.pop, *word)
        loop[2].append(len(self.code))
        self.emit(self.machine.jump, *word)

    def continue_(self, word: Span) -> None:
        """`continue`."""
        self.emit(self.machine.jump, *word, self._loop(word)[0] - len(self.code) - 1)

    def _loop(self, word: Span) -> list[Any]:
        if not self._loops[-1]:
            raise self.wrong("keyword", word, word=self.text(word), way_out="It belongs into a loop.")
        loop: list[Any] = self._loops[-1][-1]
        return loop

    def assert_(self, word: Span, item: Item, _: Span | None = None, message: Item | None = None) -> None:
        """`assert a, text`."""
        condition = item.start, item.end
        self.emit(self.machine.assert_, word[0], item.end, (condition, message is not None))

    def first_name(self, name: Span) -> list[str]:
        """`a`."""
        return [self.text(name)]

    def next_name(self, names: list[str], _: Span, name: Span) -> list[str]:
        """`, b`."""
        return [*names, self.text(name)]

    def global_(self, word: Span, names: list[str]) -> None:
        """`global a`, `nonlocal a`."""
        self.emit(self.machine.outer_names, *word, names)

    def del_(self, word: Span, item: Item) -> None:
        """`del a`: nothing has to be freed."""
        del self.code[item.at :]

    def raise_(self, word: Span, item: Item | None = None) -> None:
        """`raise ValueError('…')`."""
        self.emit(self.machine.raise_, word[0], item.end if item else word[1], item is not None)
