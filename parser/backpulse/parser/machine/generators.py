"""Generators: functions that stop at each `yield`, and objects that are gone through by `__next__`."""

from __future__ import annotations

from typing import Any

from backpulse.parser.errors import SourceError, Span
from backpulse.parser.machine.libraries.exceptions import EXCEPTIONS
from backpulse.parser.machine.objects import Frame, Instance


class Generator:
    """The frame of a function that waits at a `yield`; it goes on when the next item is asked for."""

    def __init__(self, machine: Any, frame: Frame, span: Span) -> None:
        self._machine, self._frame, self._span = machine, frame, span
        self._kept: list[Any] = []
        self._made: list[Any] = []
        self._done = False

    def __iter__(self) -> Generator:
        return self

    def __next__(self) -> Any:
        if self._done:
            raise StopIteration
        machine, frame = self._machine, self._frame
        depth, scope, height = len(machine.frames), machine.scope, len(machine.stack)
        machine.room_for_a_call(self._span)
        frame.base, frame.generator, self._done = height, self, True
        machine.stack += self._kept
        machine.enter_frame(frame)
        machine.go_on(depth)
        machine.scope = scope
        if not self._made:
            del machine.stack[height:]
            raise StopIteration
        self._done = False
        return self._made.pop()

    def give(self, value: Any, kept: list[Any]) -> None:
        """A `yield`: the item, and what its frame had on the stack."""
        self._made.append(value)
        self._kept = kept


class Steps:
    """An object of the program with a `__next__` of its own."""

    def __init__(self, machine: Any, instance: Instance, method: Any, span: Span) -> None:
        self._machine, self._instance, self._method, self._span = machine, instance, method, span

    def __iter__(self) -> Steps:
        return self

    def __next__(self) -> Any:
        machine = self._machine
        try:
            return machine.call_now(self._method, [self._instance], self._span)
        except SourceError as error:
            made = machine.exception_of(error)
            if made is not None and made.cls.derives_from(EXCEPTIONS["StopIteration"]):
                raise StopIteration from error
            raise
