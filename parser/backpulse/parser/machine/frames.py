"""Frames: which instructions run next, functions, classes, and blocks under `with`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from backpulse.parser.errors import SourceError, Span, TooLarge
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.code import Code, FunctionForm
from backpulse.parser.machine.generators import Generator
from backpulse.parser.machine.objects import (
    Context,
    Frame,
    Function,
    Instance,
    Opaque,
    Property,
    Scope,
    Unknown,
)
from backpulse.parser.machine.own_ops import ieee_function
from backpulse.parser.machine.raising import Raising

SWITCH = 1 << 60  # in place of a jump: another frame goes on
MISSING = object()
"""In place of what nothing has made."""


class Frames(Raising):
    """The instructions that enter and leave frames."""

    def run(self, code: Code, scope: Scope | None = None) -> None:
        """Run instructions to their end."""
        self.enter_frame(Frame(code, scope or self.module, base=len(self.stack), still=self.still))
        self.go_on(len(self.frames) - 1)

    def enter_frame(self, frame: Frame) -> None:
        """Go on with this frame's instructions."""
        if len(self.frames) > self.budget.calls:
            raise self.wrong("budget/calls", self.here(), limit=f"{self.budget.calls:,}")
        self.frames.append(frame)
        self.scope = frame.scope

    def go_on(self, depth: int) -> None:
        """Run until no more than `depth` frames are open."""
        while len(self.frames) > depth:
            try:
                self._go(depth)
            except TooLarge:
                raise
            except SourceError as error:
                self._handle(error, depth)

    def _handle(self, error: SourceError, depth: int) -> None:
        """Go on in the innermost frame that waits for an error; raise it again if none does."""
        while len(self.frames) > depth:
            frame = self.frames[-1]
            handler = self.caught(error, frame, frame.now - 1) if frame.waiting else None
            if handler is not None:
                frame.pc = handler
                self.scope, self.still = frame.scope, frame.still
                return
            del self.stack[frame.base :]
            self._leave()
        raise error

    def _go(self, depth: int) -> None:
        """Run until no more than `depth` frames are open, or something is raised."""
        frames = self.frames
        while len(frames) > depth:
            frame = frames[-1]
            code, pc = frame.code, frame.pc
            size = len(code)
            while pc < size:
                do, start, end, arg = code[pc]
                pc += 1
                frame.now = pc
                jump = do(start, end, arg)
                if jump is not None:
                    if jump == SWITCH:
                        frame.pc = pc
                        break
                    pc += jump
                    if jump < 0:
                        frame.pc = pc
                        self.count(-jump, (start, end))
            else:
                self._leave()

    def _leave(self) -> None:
        frame = self.frames.pop()
        self.still = frame.still
        self.scope = self.frames[-1].scope if self.frames else self.module

    def count(self, steps: int, span: Span) -> None:
        """Take steps from the budget."""
        self.steps_done += steps
        if self.steps_done > self.budget.steps:
            raise self.wrong("budget/steps", span, limit=f"{self.budget.steps:,}")

    def here(self) -> Span:
        """The place of what is being called."""
        frame = self.frames[-1]
        _, start, end, _ = frame.code[max(0, min(frame.pc, len(frame.code)) - 1)]
        return start, end

    def make_function(self, start: int, end: int, form: FunctionForm) -> None:
        """`def`, `lambda`."""
        names = [name for name, _, default in form.parameters if default]
        values = self.stack[len(self.stack) - len(names) :]
        del self.stack[len(self.stack) - len(names) :]
        scope = self.scope
        while scope.of_class and scope.parent is not None:
            scope = scope.parent
        ours = ieee_function(form.name)
        self.stack.append(ours or Function(form, dict(zip(names, values, strict=True)), scope))

    def return_(self, start: int, end: int, _: Any) -> int:
        """The top of the stack is what the call gives."""
        frame = self.frames[-1]
        result = self.stack.pop()
        if frame.last and any(one.first < frame.now <= one.stop for one in frame.waiting):
            raise self.wrong("return-in-try", (start, end))
        del self.stack[frame.base :]
        if frame.instance is not None:
            result = frame.instance
        self.stack.append(result)
        self._leave()
        return SWITCH

    def enter_function(
        self,
        function: Function,
        arguments: Sequence[Any],
        named: Mapping[str, Any],
        span: Span,
        instance: Any = None,
    ) -> int | None:
        """Begin a call: its frame goes on, and leaves its result on the stack."""
        self.count(10, span)
        scope = Scope(function.scope)
        scope.owner = function.owner
        self._bind(function, arguments, dict(named), scope.names, span)
        frame = Frame(function.form.code, scope, base=len(self.stack), instance=instance, still=self.still)
        if function.form.yields:
            self.stack.append(Generator(self, frame, span))
            return None
        self.enter_frame(frame)
        return SWITCH

    def yield_(self, start: int, end: int, _: Any) -> int:
        """`yield a`: the frame waits; what asked for the item goes on."""
        frame = self.frames[-1]
        value = self.stack.pop()
        frame.generator.give(value, [*self.stack[frame.base :], None])
        del self.stack[frame.base :]
        self._leave()
        return SWITCH

    def yield_from(self, start: int, end: int, _: Any) -> int | None:
        """`yield from xs`: as many items as there are, one at each turn."""
        item = next(self.stack[-1], MISSING)
        if item is MISSING:
            self.stack[-1] = None
            return None
        self.stack.append(item)
        return self.yield_(start, end, None)

    def room_for_a_call(self, span: Span) -> None:
        """TooLarge where calls are inside each other too deep to wait for one more."""
        if len(self.frames) > self.budget.calls // 2:
            raise self.wrong("budget/calls", span, limit=f"{self.budget.calls:,}")

    def _bind(
        self,
        function: Function,
        arguments: Sequence[Any],
        named: dict[str, Any],
        names: dict[str, Any],
        span: Span,
    ) -> None:
        """Give parameters their values."""
        form = function.form
        rest = list(arguments)
        only_named = False
        for name, kind, _ in form.parameters:
            if kind == "*":
                if name:
                    names[name] = tuple(rest)
                    rest = []
                only_named = True
            elif kind == "**":
                names[name], named = named, {}
            elif rest and not only_named:
                names[name] = rest.pop(0)
            elif name in named:
                names[name] = named.pop(name)
            elif name in function.defaults:
                names[name] = function.defaults[name]
            else:
                raise self.wrong("call/missing", span, name=shown(form.name), parameter=shown(name))
        if rest:
            most = sum(kind == "" for _, kind, _ in form.parameters)
            raise self.wrong(
                "call/many",
                span,
                name=shown(form.name),
                most=f"{most} value{'' if most == 1 else 's'}",
                given=str(len(arguments)),
            )
        if named:
            raise self.wrong("call/named", span, name=shown(form.name), parameter=shown(next(iter(named))))

    def call_now(
        self, called: Any, arguments: list[Any], span: Span, named: Mapping[str, Any] | None = None
    ) -> Any:
        """Call something and wait for its result."""
        depth = len(self.frames)
        self.room_for_a_call(span)
        if self.frames:
            scope = self.scope
        self.begin_call(called, arguments, named or {}, span)
        self.go_on(depth)
        if depth:
            self.scope = scope
        return self.stack.pop()

    def make_class(self, start: int, end: int, arg: tuple[str, int, Code]) -> None:
        """`class A(B):`."""
        name, count, code = arg
        bases = self.stack[len(self.stack) - count :]
        del self.stack[len(self.stack) - count :]
        scope = Scope(self.scope, of_class=True)
        self.enter_frame(Frame(code, scope, base=len(self.stack), still=self.still))
        self.go_on(len(self.frames) - 1)
        self.stack.append(self.class_of(name, bases, scope.names, (start, end)))

    def decorate(self, start: int, end: int, _: Any) -> None:
        """`@property`, `@staticmethod`, `@jax.jit`."""
        made = self.stack.pop()
        by = self.stack.pop()
        name = getattr(by, "name", "")
        if name in ("property", "staticmethod", "classmethod"):
            self.stack.append(Property(made, name))
        elif isinstance(by, (Opaque, Unknown)):
            self.note((start, end), f"`@{shown(name or getattr(by, 'origin', ''))}` changes nothing here")
            self.stack.append(made)
        elif isinstance(by, Context):
            self.stack.append(made)
        else:
            self.stack.append(self.call_now(by, [made], (start, end)))

    def enter(self, start: int, end: int, _: Any) -> None:
        """`with`: a context that changes how the block is read, an object of the program, or nothing."""
        context = self.stack[-1]
        self.contexts.append((self.still, context))
        if isinstance(context, Instance) and (method := context.cls.find("__enter__")):
            self.stack[-1] = self.call_now(method, [context], (start, end))
        elif not isinstance(context, (Context, Opaque)):
            raise self.wrong("with", (start, end))
        elif isinstance(context, Context) and context.kind == "still":
            self.still = True

    def exit(self, start: int, end: int, _: Any) -> None:
        """The end of the block."""
        self.still, context = self.contexts.pop()
        if isinstance(context, Instance) and (method := context.cls.find("__exit__")):
            self.call_now(method, [context, None, None, None], (start, end))

    def field(self, start: int, end: int, name: str) -> None:
        """`x: float` in a class: what `@dataclass` makes an argument of."""
        self.scope.names.setdefault("__fields__", []).append(name)
