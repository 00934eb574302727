"""`parse`: from text to Values, with everything the text says about them."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from backpulse.engine import Value
from backpulse.parser.build import Builder
from backpulse.parser.diagnose import diagnose
from backpulse.parser.errors import Span, mistake, strange
from backpulse.parser.excerpt import one_line
from backpulse.parser.functions import MODULE
from backpulse.parser.grammar import Unexpected
from backpulse.parser.lalr import drive

_HALF = re.compile("[\ud800-\udfff]")
"""Half a character, as Python's texts can hold. It is refused in comments too: it cannot be written down."""


@dataclass(frozen=True)
class Parsed:
    """A program: its last value and what the text says about the values that one depends on."""

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
    """Parts of the text that were understood but have nothing to compute, each with the reason."""


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
    """Read a program. Raises SourceError for a mistake, TooLarge when it makes more than `max_nodes`.

    Names without a value become leaves; those without a starting number hold 1.0.
    """
    if not source.isascii() and (half := _HALF.search(source)):
        raise strange(source, half.start())
    builder = Builder(source, max_nodes)
    wrong = _read(source, builder)
    if wrong is not None:
        raise diagnose(source, wrong)
    root = builder.root()
    if root is None:
        raise mistake("empty/skipped" if builder.skipped else "empty", source, (0, 0))
    names, spans = builder.names, builder.spans
    alone = builder.statements == 1 and not builder.skipped and MODULE not in names.leaves
    reached = None if alone else _reached(root)
    leaves = {name: leaf for name, leaf in names.leaves.items() if reached is None or leaf in reached}
    leaves = dict(sorted(leaves.items(), key=lambda item: names.first[item[0]]))
    given = {name: names.given[name] for name in leaves if name in names.given}
    spans.update((leaf, names.first[name]) for name, leaf in leaves.items())
    return Parsed(source, root, leaves, given, spans, Texts(source, spans, builder.bare), builder.skipped)


def _read(source: str, builder: Builder) -> int | None:
    """Where the grammar has no place for a token, if there is one; what was read until there is let go."""
    try:
        drive(source, builder.action)
    except Unexpected as unexpected:
        return unexpected.start
    return None


def _reached(root: Value) -> set[Value]:
    """Everything `root` depends on, and itself."""
    reached, waiting = {root}, [root]
    while waiting:
        for value in waiting.pop().inputs:
            if value not in reached:
                reached.add(value)
                waiting.append(value)
    return reached
