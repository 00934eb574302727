"""Errors that a program catches: what Python would raise, as objects, and the blocks that wait for it."""

from __future__ import annotations

from typing import Any

from backpulse.parser.errors import SourceError, Span
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.libraries.exceptions import EXCEPTIONS, text_of_exception
from backpulse.parser.machine.objects import Class, Frame, Instance, Waiting
from backpulse.parser.machine.values import Values

_KINDS = {"index": "IndexError", "key": "KeyError", "attribute": "AttributeError", "unpack": "ValueError"}
"""What Python raises where an error of ours has this code; of no other one is it sure to raise anything."""
_ROWS = {"assert": "AssertionError"}


class Raising(Values):
    """The instructions of `try`, `except`, `finally`, `raise`."""

    def begin_try(self, start: int, end: int, arg: tuple[int, int, bool]) -> None:
        """From here on for so many instructions, what is raised goes on at the handlers."""
        size, skip, last = arg
        frame = self.frames[-1]
        here = frame.now - 1
        frame.waiting = [one for one in frame.waiting if one.first <= here < one.stop]
        height = len(self.stack) - frame.base
        frame.waiting.append(Waiting(here, here + size, here + skip, height))
        frame.last = frame.last or last

    def caught(self, error: SourceError, frame: Frame, pc: int) -> int | None:
        """Where a frame goes on after an error at instruction `pc`; None if it does not wait for it."""
        while frame.waiting:
            one = frame.waiting.pop()
            if one.first <= pc < one.stop:
                exception = self.exception_of(error)
                if exception is None:
                    return None
                del self.stack[frame.base + one.height :]
                self.stack.append(exception)
                return one.handler
        return None

    def exception_of(self, error: SourceError) -> Instance | None:
        """What Python would have raised; None where it may have raised nothing."""
        if self.raised is not None and self.raised[0] is error:
            return self.raised[1]
        cause = type(error.__cause__).__name__
        kind = cause if cause in EXCEPTIONS else _KINDS.get(error.code)
        if kind is None:
            return None
        made = Instance(EXCEPTIONS[kind])
        made.names["args"] = error.__cause__.args if error.__cause__ else (error.message,)
        if kind == "KeyError" and not error.__cause__:
            made.names["args"] = (self.missing_key,)
        self.raised = error, made
        return made

    def raising(self, row: str, span: Span, exception: Instance, **words: str) -> SourceError:
        """The error of an exception that the program itself raises."""
        error = self.wrong(row, span, (), **words)
        self.raised = error, exception
        return error

    def match_exception(self, start: int, end: int, arg: tuple[bool, int]) -> int | None:
        """`except E:`: whether this handler is the one."""
        tested, by = arg
        if tested:
            kinds = self.stack.pop()
            exception = self.stack[-1]
            for kind in kinds if isinstance(kinds, tuple) else (kinds,):
                if isinstance(kind, Class) and exception.cls.derives_from(kind):
                    break
            else:
                return by
        self.handling = self.stack[-1]
        return None

    def waits(self) -> bool:
        """Whether the program would catch what Python raises."""
        return any(one.first < frame.now <= one.stop for frame in self.frames for one in frame.waiting)

    def end_finally(self, start: int, end: int, _: Any) -> None:
        """Raise again what nothing caught; None if there is nothing."""
        exception = self.stack.pop()
        if exception is not None:
            raise self.raise_object(exception, (start, end))

    def raise_object(self, x: Any, span: Span) -> SourceError:
        """The error for `raise x`."""
        if isinstance(x, Class):
            x = self.call_now(x, [], span)
        if not isinstance(x, Instance) or not x.cls.derives_from(EXCEPTIONS["BaseException"]):
            return self.wrong("raise", span)
        if self.raised is not None and self.raised[1] is x:
            return self.raised[0]
        return self.raising("raise", span, x)

    def raise_(self, start: int, end: int, given: bool) -> None:
        """`raise`."""
        x = self.stack.pop() if given else self.handling
        raise self.raise_object(x, (start, end))

    def assert_(self, start: int, end: int, arg: tuple[Span, bool]) -> None:
        """`assert`: what does not hold stops the program, as in Python."""
        condition, has_text = arg
        text = self.stack.pop() if has_text else None
        value = self.stack.pop()
        holds = self.truth(value, condition)
        self.branches.pop(condition, None)
        if not holds:
            exception = Instance(EXCEPTIONS["AssertionError"])
            exception.names["args"] = (text,) if has_text else ()
            written = shown(self.text_at(condition), 60)
            raise self.raising("assert", (start, end), exception, written=written)
        if self.outside():
            self.note((start, end), "checked: it holds")


__all__ = ["Raising", "text_of_exception"]
