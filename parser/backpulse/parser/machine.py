"""Runs grammar.lark: reads tokens and drives Lark's LALR table, calling one action per rule as it completes.

Lark makes the table and checks it for conflicts; the loop here takes its place at run time. Lark's own lexer
and loop take 21 ms for 1,000 tokens where this one takes 3 (measured), and an action here belongs to one
parse, so parses may run in any number of threads. Nothing recurses: depth costs a list, not the stack.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import chain
from typing import Any, NamedTuple

from lark import Lark

Action = Callable[..., Any]
END = "$END"
_DEPTH = {"OPEN": 1, "CLOSE": -1, "OPEN_SQUARE": 1, "CLOSE_SQUARE": -1}
_NONE = -1  # in place of an action: a rule that hands its one child on, or whose value nobody reads


class Token(NamedTuple):
    """A terminal's name and its place [start, end) in the source; `END` stands at the end, empty."""

    kind: str
    start: int
    end: int


class Unexpected(Exception):  # noqa: N818 - never leaves the parser: diagnose.py turns it into a SourceError
    """The grammar has no place for the token that starts here."""

    def __init__(self, start: int) -> None:
        super().__init__(start)
        self.start = start


Row = dict[str, Any]
"""A state of the parser. `row[kind]`, at a token: the next row; or, as (length, name, action), the rule that
ends before it; or `_ACCEPTED`. `row[name][kind]`, after a rule and before a token: the next row."""
_ACCEPTED = "accepted"


@dataclass(frozen=True, slots=True)
class _Machine:
    """The grammar, compiled."""

    scanner: re.Pattern[str]
    ignored: frozenset[str]
    start: Row
    actions: list[str]


@cache
def _machine() -> _Machine:
    lark = Lark.open("grammar.lark", rel_to=__file__, parser="lalr", lexer="basic", start="program")
    conf = lark.parse_interactive("").parser_state.parse_conf
    kinds = [END, *(terminal.name for terminal in lark.terminals)]
    rows: dict[int, Row] = {state: {} for state in conf.states}
    actions: list[str] = []

    def hands_on(rule: Any) -> bool:
        return bool(rule.options.expand1) and not rule.alias and len(rule.expansion) == 1

    def cell(goal: Any) -> Any:
        if isinstance(goal, int):
            return rows[goal]
        if goal.alias and goal.alias not in actions:
            actions.append(goal.alias)
        return len(goal.expansion), str(goal.origin.name), actions.index(goal.alias) if goal.alias else _NONE

    def after(state: int, name: str, kind: str) -> Row:
        """The row after a rule, the rules that only hand it on before this token already applied."""
        while True:
            reached: int = conf.states[state][name][1]
            goal = conf.states[reached].get(kind, (None, reached))[1]
            if isinstance(goal, int) or not hands_on(goal):
                return rows[reached]
            name = goal.origin.name

    for state, row in rows.items():
        for name, (_, goal) in conf.states[state].items():
            row[name] = cell(goal) if name in kinds else {kind: after(state, name, kind) for kind in kinds}
    rows[conf.end_state][END] = _ACCEPTED
    scanner = re.compile(_pattern(lark))
    return _Machine(scanner, frozenset(lark.ignore_tokens), rows[conf.start_state], actions)


def _pattern(lark: Lark) -> str:
    """One regex for all terminals, tried in the order of Lark's basic lexer, and the spaces after each.

    A match's last group is the terminal's name, and empty: it stands where the token ends. A group around the
    terminal would say the same, but only without one does the regex engine skip a choice by its first letter.
    """
    terminals = sorted(
        lark.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)
    )
    return f"(?:{'|'.join(f'(?:{t.pattern.to_regexp()})(?P<{t.name}>)' for t in terminals)}) *"


def tokens(source: str) -> Iterator[Token]:
    """All tokens of a text but blanks, comments and the line ends inside brackets; never fails."""
    machine = _machine()
    depth = 0
    for match in machine.scanner.finditer(source):
        kind = match.lastgroup or END
        if kind in machine.ignored or (kind == "NEWLINE" and depth > 0):
            continue
        depth += _DEPTH.get(kind, 0)
        yield Token(kind, match.start(), match.end(kind))
    yield Token(END, len(source), len(source))


def run(source: str, action: Callable[[str], Action]) -> None:
    """Parse `source`. `action(alias)`, asked once for each alias of the grammar, is what its rule calls.

    An action gets its rule's children in order: for a rule what its action returned, for a token its place
    [start, end). (A `re.Match` takes a kilobyte, and there may be as many as there are open brackets.)
    Raises `Unexpected` at the first token the grammar has no place for, and whatever an action raises.
    """
    machine = _machine()
    actions = [action(alias) for alias in machine.actions]
    ignored = machine.ignored
    special = {*ignored, *_DEPTH, "NEWLINE"}
    row = machine.start
    rows = [row]
    values: list[Any] = []
    depth = 0
    matches: Iterator[Any] = machine.scanner.finditer(source)
    for match in chain(matches, (_End,)):
        kind = match.lastgroup
        if kind in special:
            if kind in ignored or (kind == "NEWLINE" and depth > 0):
                continue
            depth += _DEPTH.get(kind, 0)
        while (cell := row.get(kind)).__class__ is tuple:
            length, name, index = cell
            if length == 1:
                if index >= 0:
                    values[-1] = actions[index](values[-1])
                row = rows[-1] = rows[-2][name][kind]
            elif length:
                value = actions[index](*values[-length:]) if index >= 0 else None
                del values[-length:], rows[-length:]
                row = rows[-1][name][kind]
                rows.append(row)
                values.append(value)
            else:
                values.append(actions[index]() if index >= 0 else None)
                row = row[name][kind]
                rows.append(row)
        if cell.__class__ is not dict:
            if cell is _ACCEPTED:
                return
            raise Unexpected(len(source) if match is _End else match.start())
        row = cell
        rows.append(row)
        values.append((match.start(), match.end(kind)))


class _End:
    """Stands for the match of END."""

    lastgroup = END
