"""What all actions of the compiler stand on: a list of instructions, and how pieces of it are moved.

Rules complete in the order in which a stack machine needs their instructions, so an action appends to one
list.
What stands in another order in the text than it is done in (`a if c else b`, `x = 1`) is cut out of the
end of
the list and put where it belongs; jumps are relative, so a piece can be moved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, NamedTuple

from backpulse.parser.errors import SourceError, Span, mistake
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.code import Code
from backpulse.parser.machine.machine import Machine

_LONGEST = 60
_NEVER = 1 << 60
_NUMBER = re.compile(r"\(?[-+]?[0-9.]+\)?")


class Item(NamedTuple):
    """An expression on the driver's stack: where its instructions begin, and its place [start, end) in the
    text."""

    at: int
    start: int
    end: int
    what: Any = ""
    """What kind of expression it is where that matters: `name`, `number`, `attribute`, `index`, `string`; the
    items of a tuple or list; of a call the text of what is called."""


class Base:
    """Compiles one text for one machine."""

    def __init__(self, source: str, machine: Machine) -> None:
        self.source = source
        self.machine = machine
        self.code: Code = []
        self._starts: list[
            Span
        ] = []  # of the conditionals that are being read, and where the condition starts
        self._jumps: list[Any] = []  # of the conditional, `and` and `or` that are being read
        self.latex = False
        """Whether `^` is a power."""
        self._first_default = _NEVER  # where the instructions of the first default of a function begin
        self._embedded = 0  # how many f-strings deep

    def text(self, token: Span) -> str:
        """A token as written."""
        return self.source[token[0] : token[1]]

    def piece(self, start: int, end: int) -> str:
        """A part of the text for a sentence: no more of it than one can show."""
        return self.source[start : min(end, start + _LONGEST)]

    def emit(self, do: Any, start: int, end: int, arg: Any = None) -> None:
        """Append an instruction."""
        self.code.append((do, start, end, arg))

    def wrong(self, row: str, span: Span, fixes: Iterable[Fix] = (), **words: str) -> SourceError:
        """An error of this text."""
        return mistake(row, self.source, span, fixes, **words)

    def action(self, alias: str) -> Any:
        """The action of a rule."""
        return getattr(self, alias)

    def land(self, index: int) -> None:
        """Let the jump at `index` end here."""
        do, start, end, _ = self.code[index]
        self.code[index] = do, start, end, len(self.code) - index - 1

    def drop(self, annotation: Item | None) -> None:
        """Take away the instructions of what is not evaluated."""
        if annotation is not None:
            del self.code[annotation.at :]

    def stores(self, target: Item, code: Code, plain: bool = False, value: Span | None = None) -> Code:
        """The instructions that put the top of the stack where `code`, those of a target, would take it
        from."""
        span = target.start, target.end
        if target.what == "name":
            name = code[0][3]
            return [(self.machine.store_plain if plain else self.machine.store, *span, (name, value))]
        if target.what == "attribute":
            _, start, end, arg = code[-1]
            return [*code[:-1], (self.machine.set_attribute, start, end, arg)]
        if target.what == "index":
            return [*code[:-1], (self.machine.set_index, *span, None)]
        if isinstance(target.what, list) and target.what:
            for item in target.what:
                if item.what not in ("name", "attribute", "index") and not isinstance(
                    item.what, (list, tuple)
                ):
                    place = target.what[0].end
                    raise self.wrong("comma", (place, place + 1))
            star = [n for n, item in enumerate(target.what) if isinstance(item.what, tuple)]
            made: Code = [(self.machine.unpack, *span, (len(target.what), star[0] if star else None))]
            ends = [item.at for item in target.what[1:]] + [target.at + len(code) - 1]
            for item, stop in zip(target.what, ends, strict=True):
                part = code[item.at - target.at : stop - target.at]
                starred = isinstance(item.what, tuple)
                made += self.stores(item.what[1] if starred else item, part[:-1] if starred else part, plain)
            return made
        raise self.not_a_target(target)

    def not_a_target(self, target: Item) -> SourceError:
        """The error for what cannot be assigned to."""
        return self.wrong("assignment", (target.start, target.end), after="=")
