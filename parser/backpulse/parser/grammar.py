"""grammar.lark compiled by Lark: the scanner, the LALR table, and Lark's own parser without that table.

Everything that is read from Lark is read here. Its table stands in private attributes (`parse_conf`): where a
release has moved them, `drive` of lalr.py goes by `feed`, which is Lark's public interactive parser.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache, partial
from threading import local
from typing import Any, NamedTuple

from lark import Lark, Transformer
from lark import Token as LarkToken
from lark.exceptions import UnexpectedToken

END = "$END"
ACCEPTED = "accepted"
NONE = -1  # in place of an action: a rule that hands its one child on, or whose value nobody reads

Action = Callable[..., Any]
Row = dict[str, Any]
"""A state of the parser. `row[kind]`, at a token: the next row; or, as (length, name, action), the rule that
ends before it; or `ACCEPTED`. `row[name][kind]`, after a rule and before a token: the next row."""


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


@dataclass(frozen=True, slots=True)
class Grammar:
    """The grammar, compiled."""

    scanner: re.Pattern[str]
    ignored: frozenset[str]
    aliases: list[str]
    """What the rules call, by the number of the action."""
    start: Row | None
    """The first state of the table; None where Lark's table cannot be read."""


@cache
def grammar() -> Grammar:
    """The grammar, compiled when it is first asked for."""
    lark = _lark()
    aliases = list(dict.fromkeys(str(rule.alias) for rule in lark.rules if rule.alias))
    try:
        start = _table(lark, aliases)
    except (AttributeError, IndexError, KeyError, TypeError, ValueError):
        start = None
    return Grammar(re.compile(_pattern(lark)), frozenset(lark.ignore_tokens), aliases, start)


def _lark(transformer: Transformer[Any, Any] | None = None) -> Lark:
    return Lark.open(
        "grammar.lark",
        rel_to=__file__,
        parser="lalr",
        lexer="basic",
        start="program",
        transformer=transformer,
    )


def _table(lark: Lark, aliases: list[str]) -> Row:
    """The first row of Lark's LALR table."""
    conf = lark.parse_interactive("").parser_state.parse_conf
    # Also those that are declared only.
    kinds = [END, *dict.fromkeys(str(s.name) for rule in lark.rules for s in rule.expansion if s.is_term)]
    rows: dict[int, Row] = {state: {} for state in conf.states}

    def hands_on(rule: Any) -> bool:
        return bool(rule.options.expand1) and not rule.alias and len(rule.expansion) == 1

    def cell(goal: Any) -> Any:
        if isinstance(goal, int):
            return rows[goal]
        return len(goal.expansion), str(goal.origin.name), aliases.index(goal.alias) if goal.alias else NONE

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
    rows[conf.end_state][END] = ACCEPTED
    return rows[conf.start_state]


def _pattern(lark: Lark) -> str:
    """One regex for all terminals, tried in the order of Lark's basic lexer, and the spaces after each.

    A match's last group is the terminal's name, and empty: it stands where the token ends. A group around the
    terminal would say the same, but only without one does the regex engine skip a choice by its first letter.
    """
    terminals = sorted(
        lark.terminals, key=lambda t: (-t.priority, -t.pattern.max_width, -len(t.pattern.value), t.name)
    )
    return f"(?:{'|'.join(f'(?:{t.pattern.to_regexp()})(?P<{t.name}>)' for t in terminals)}) *"


_parse = local()
"""In each thread the actions of the parse that Lark's parser is at."""


@cache
def _with_callbacks() -> Lark:
    """Lark's parser, calling one action of `_parse` per rule as it completes."""
    transformer: Transformer[Any, Any] = Transformer()
    for alias in grammar().aliases:
        setattr(transformer, alias, partial(_call, alias))
    return _lark(transformer)


def _call(alias: str, children: list[Any]) -> Any:
    values = ((x.start_pos, x.end_pos) if isinstance(x, LarkToken) else x for x in children)
    return _parse.actions[alias](*values)


def feed(tokens: Iterable[Token], actions: Mapping[str, Action]) -> None:
    """Parse these tokens by Lark's own parser; as `drive` of lalr.py, in several times its time."""
    parser = _with_callbacks().parse_interactive("")
    _parse.actions = actions
    for kind, start, end in tokens:
        try:
            if kind == END:
                parser.feed_eof()  # type: ignore[no-untyped-call]
            else:
                parser.feed_token(LarkToken(kind, "", start_pos=start, end_pos=end))
        except UnexpectedToken as error:
            raise Unexpected(start) from error
