"""What a machine remembers of the program it runs."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from math import inf
from typing import Any

from backpulse.engine import Value
from backpulse.parser.errors import SourceError, Span, mistake
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.budget import Budget
from backpulse.parser.machine.objects import Frame, Gradient, Instance, Pass, Scope

Instruction = Callable[[int, int, Any], "int | None"]


class State:
    """The stack, the names, the Values and where they stand in the text."""

    def __init__(self, source: str, max_nodes: int | None, budget: Budget, data_leaves: bool = False) -> None:
        self.source = source
        self.most = inf if max_nodes is None else max_nodes
        self.budget = budget
        self.stack: list[Any] = []
        self.frames: list[Frame] = []
        self.module = Scope(None)
        self.scope = self.module
        self.still = False
        """Whether gradients are switched off, as by `with torch.no_grad()`."""
        self.spans: dict[Value, Span] = {}
        """Where Values are in the text: with their brackets, a named op as its whole statement."""
        self.bare: dict[Value, Span] = {}
        """The same without brackets, for those that have some."""
        self.fixed: set[Value] = set()
        """Constants, and what is computed from constants alone."""
        self.plain: set[Value] = set()
        """What Python would hold as a plain number: `fixed`, leaves that are numbers with a name, and what
        comes of them."""
        self.whole: set[Value] = set()
        """Of those, what Python would hold as an integer."""
        self.held: set[Value] = set()
        """Constants that the program took from values: `x.detach()`, `x.item()`."""
        self.leaves: dict[Value, Span] = {}
        """All leaves in the order of making, each with the place where it stands first."""
        self.data: set[Value] = set()
        """Numbers in lists that have a name."""
        self.data_leaves = data_leaves
        """Whether those are leaves."""
        self.computed = False
        """Whether a leaf starts at what was computed from them."""
        self.unasked: set[Value] = set()
        """Tensors that are not said to need a gradient."""
        self.asked_later: set[Value] = set()
        """Constants of vectors that can become leaves by `.requires_grad_()`."""
        self.unbound: set[Value] = set()
        """Leaves of names that the text gives no value."""
        self.statements: dict[Span, tuple[str, Any]] = {}
        """What statements outside all functions computed last: name, or "" for an expression, and value."""
        self.notes: list[tuple[Span, str]] = []
        """Parts of the text that compute nothing of the graph, each with the reason."""
        self.readings: dict[tuple[Span, str], None] = {}
        """How parts of the text are read, where that is not what they say by themselves."""
        self.noted: dict[Span, list[str]] = {}
        """The reasons by place."""
        self.printed: list[str] = []
        self.passes: list[Pass] = []
        self.hints: dict[Value, str] = {}
        """What leaves without a name of their own are called where they are kept."""
        self.branches: dict[Span, bool] = {}
        """Conditions that Values decide, and how."""
        self.moved: dict[Value, float] = {}
        """Leaves that the program changed, with their first numbers."""
        self.boxed: set[Value] = set()
        """Values that a library has as a vector of one."""
        self.compared: Span | None = None
        """The last comparison that stands alone."""
        self.contexts: list[tuple[bool, Any]] = []
        self.named_spans: dict[str, Span] = {}
        self.seeded: set[str] = set()
        self.numbers: dict[int, int] = {}
        self.printed_length = 0
        self.raised: tuple[SourceError, Instance] | None = None
        """The error that is on its way, and the object that the program can catch."""
        self.differentiating = False
        """Whether a function runs whose gradient is asked for by a function."""
        self.missing_key: Any = None
        """The key that was not found last."""
        self.handling: Any = None
        """What the `except` block caught that is being run."""
        self.steps_done = 0

    # What the layers above bring.
    call_now: Callable[..., Any]
    begin_call: Callable[..., int | None]
    call_op_by_name: Callable[..., Any]
    bounded: Callable[..., Any]
    printable: Callable[..., Any]
    formatted: Callable[..., str]
    guarded: Callable[..., Any]
    contains: Callable[..., bool]
    unknown_member: Callable[..., SourceError]
    key: Callable[..., Any]
    truth: Callable[..., bool]
    outside: Callable[[], bool]
    iterate: Callable[..., Any]
    plain_of: Callable[[Any], Any]
    waits: Callable[[], bool]
    go_on: Callable[[int], None]
    class_of: Callable[..., Any]
    freeze: Callable[[Value], None]
    read_inside: Callable[[int, int], None]
    """Read a part of the text that stands in quotes."""
    thaw: Callable[[Value, Span], None]

    def note(self, span: Span, reason: str) -> None:
        """Say of a part of the text what became of it, once."""
        reasons = self.noted.setdefault(span, [])
        if reason not in reasons:
            reasons.append(reason)
            self.notes.append((span, reason))

    def read_as(self, span: Span, reason: str) -> None:
        """Say how a part of the text is read, where that is not what it says by itself."""
        self.readings.setdefault((span, reason))

    def wrong(self, row: str, span: Span, fixes: Iterable[Fix] = (), **words: str) -> SourceError:
        """An error of this text."""
        return mistake(row, self.source, span, fixes, **words)

    def text_at(self, span: Span) -> str:
        """A part of the text as written."""
        return self.source[span[0] : span[1]]

    def made(self, value: Value, start: int, end: int) -> Value:
        """Remember where a Value is made."""
        self.spans[value] = start, end
        if len(self.spans) > self.budget.values:
            raise self.wrong("budget/values", (start, end), limit=f"{self.budget.values:,}")
        return value

    def constant(self, number: float, span: Span | None = None) -> Value:
        """A constant of the graph."""
        value = Value.const(number)
        self.fixed.add(value)
        self.plain.add(value)
        if isinstance(number, int):
            self.whole.add(value)
        if isinstance(number, Gradient):
            self.held.add(value)
        if span is not None:
            self.made(value, *span)
        return value

    def leaf(self, number: float, label: str, span: Span, plain: bool = False) -> Value:
        """A leaf; `plain` when the program has it as a number."""
        value = Value(number, label=label)
        self.leaves[value] = span
        if plain:
            self.plain.add(value)
            if isinstance(number, int):
                self.whole.add(value)
        self.made(value, *span)
        return value

    def is_number(self, x: Any) -> bool:
        """Whether it is a plain number."""
        return x.__class__ in (int, float, bool) or isinstance(x, (int, float))

    def number_of(self, value: Value) -> float:
        """A Value's number as Python would hold it."""
        if value in self.whole and value.data.is_integer():
            return int(value.data)
        return value.data
