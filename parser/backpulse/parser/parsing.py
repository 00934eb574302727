"""`parse`: from text to Values, with everything the text says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import partial
from operator import itemgetter

from backpulse.engine import Value
from backpulse.parser.compile_statements import Compiler
from backpulse.parser.diagnose import diagnose
from backpulse.parser.errors import SourceError, Span, TooLarge, strange
from backpulse.parser.excerpt import one_line
from backpulse.parser.fixes import Mistake, true_ones
from backpulse.parser.grammar import Unexpected
from backpulse.parser.lalr import drive
from backpulse.parser.machine.budget import BUDGET, Budget
from backpulse.parser.machine.machine import Machine
from backpulse.parser.notation import Plain, plain
from backpulse.parser.roots import Chosen, choose, nothing

_HALF = re.compile("[\ud800-\udfff]")
"""Half a character, as Python's texts can hold. It is refused in comments too: it cannot be written down."""

_TRIAL = replace(BUDGET, steps=50_000)
"""A text is run once more for each of its fixes."""


@dataclass(frozen=True)
class Parsed:
    """A program: its root and what the text says about the values that one depends on."""

    source: str
    root: Value
    leaves: dict[str, Value]
    """By name, in order of appearance in the text; only those `root` depends on."""
    given: dict[str, float]
    """The leaves' starting values that stand in the text."""
    spans: Mapping[Value, Span]
    """Where each value is, [start, end) in characters: with its brackets; a named one as its whole statement,
    a leaf where its name stands first."""
    texts: Mapping[Value, str]
    """Each value as written, on one line, without its brackets, cut with `…` when long."""
    skipped: list[tuple[Span, str]] = field(default_factory=list)
    """Parts of the text that were understood and compute nothing of this graph, each with the reason."""
    notes: list[tuple[Span, str]] = field(default_factory=list)
    """How parts of the text are read, where that is not what they say by themselves."""
    printed: str = ""
    """What the program printed."""
    steps: int = 0
    """Instructions that its loops and calls repeated: how much it takes to run it once more."""


class Texts(Mapping[Value, str]):
    """Values to their texts, made when asked for: those of n nested expressions are n² characters long."""

    def __init__(self, source: str, spans: Mapping[Value, Span], bare: Mapping[Value, Span]) -> None:
        self._source, self._spans, self._bare = source, spans, bare

    def __getitem__(self, value: Value) -> str:
        if value.kind == "leaf":
            return value.label
        start, end = self._bare.get(value) or self._spans[value]
        return one_line(self._source, start, end)

    def __iter__(self) -> Iterator[Value]:
        return iter(self._spans)

    def __len__(self) -> int:
        return len(self._spans)


def parse(source: str, max_nodes: int | None = None) -> Parsed:
    """Read and run a program. SourceError for a mistake, TooLarge when its graph has more than `max_nodes`.

    Names without a value become leaves; those without a starting number hold 1.0.
    """
    try:
        return _read(source, max_nodes)
    except SourceError as error:
        # A text over a limit is not read once more for each way out.
        quick = not isinstance(error, TooLarge)
        error.keep(true_ones(source, error.fixes if quick else (), partial(_mistake_in, max_nodes)))
        raise


def _mistake_in(max_nodes: int | None, source: str) -> Mistake | None:
    """The first mistake of a text; None if it has none."""
    try:
        _read(source, max_nodes, _TRIAL)
    except SourceError as error:
        return None if error.code == "empty" else (error.span[0], error.fixes)
    return None


def _read(source: str, max_nodes: int | None, budget: Budget = BUDGET) -> Parsed:
    if not source.isascii() and (half := _HALF.search(source)):
        raise strange(source, half.start())
    code = plain(source)
    machine = _ran(code, max_nodes, budget, data_leaves=False)
    if machine.computed:
        # Nothing of the program is a value but what it computed from its lists: their numbers are.
        machine = _ran(code, max_nodes, budget, data_leaves=True)
    try:
        chosen = choose(machine)
    except RecursionError:
        raise machine.wrong("budget/nested", next(reversed(machine.statements))) from None
    if chosen is None:
        raise nothing(machine)
    return _parsed(source, machine, chosen)


def _ran(code: Plain, max_nodes: int | None, budget: Budget, data_leaves: bool) -> Machine:
    """A machine that has run the program. SourceError for a mistake."""
    machine = Machine(code.text, max_nodes, budget, data_leaves=data_leaves)
    for span, reason in code.notes:
        machine.note(span, reason)
    for span, reason in code.readings:
        machine.read_as(span, reason)
    compiler = Compiler(code.text, machine, code.latex)
    machine.read_inside = partial(_read_inside, compiler)
    try:
        wrong = _run(code.text, compiler)
    except RecursionError:
        raise machine.wrong("budget/nested", machine.here()) from None
    if wrong is not None:
        raise diagnose(code.text, wrong)
    return machine


def _read_inside(outer: Compiler, start: int, stop: int) -> None:
    compiler = Compiler(outer.source, outer.machine, outer.latex)
    wrong = _run(outer.source, compiler, start, stop)
    if wrong is not None:
        raise diagnose(outer.source, wrong)


def _run(source: str, compiler: Compiler, start: int = 0, stop: int | None = None) -> int | None:
    """Where the grammar has no place for a token, if there is one; what was read until there is let go."""
    try:
        drive(source, compiler.action, start, stop)
    except Unexpected as unexpected:
        return unexpected.start
    return None


def _parsed(source: str, machine: Machine, chosen: Chosen) -> Parsed:
    texts = Texts(source, machine.spans, machine.bare)
    return Parsed(
        source,
        chosen.root,
        chosen.leaves,
        chosen.given,
        machine.spans,
        texts,
        sorted(machine.notes, key=itemgetter(0)),
        sorted(machine.readings, key=itemgetter(0)),
        "".join(machine.printed),
        machine.steps_done,
    )
