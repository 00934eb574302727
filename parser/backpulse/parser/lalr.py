"""The LALR driver: reads tokens and drives the grammar's table, calling one action per rule as it completes.

Lark makes the table and checks it for conflicts; the loop here takes its place at run time. Lark's own lexer
and loop take 21 ms for 1,000 tokens where this one takes 3 (measured), and an action here belongs to one
parse, so parses may run in any number of threads. Nothing recurses: depth costs a list, not the stack.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from typing import Any

from backpulse.parser.grammar import ACCEPTED, END, Action, Token, Unexpected, feed, grammar

_DEPTH = {"OPEN": 1, "CLOSE": -1, "OPEN_SQUARE": 1, "CLOSE_SQUARE": -1}


def tokens(source: str) -> Iterator[Token]:
    """All tokens of a text but blanks, comments and the line ends inside brackets; never fails."""
    scanner, ignored = grammar().scanner, grammar().ignored
    depth = 0
    for match in scanner.finditer(source):
        kind = match.lastgroup or END
        if kind in ignored or (kind == "NEWLINE" and depth > 0):
            continue
        depth += _DEPTH.get(kind, 0)
        yield Token(kind, match.start(), match.end(kind))
    yield Token(END, len(source), len(source))


def drive(source: str, action: Callable[[str], Action]) -> None:
    """Parse `source`. `action(alias)`, asked once for each alias of the grammar, is what its rule calls.

    An action gets its rule's children in order: for a rule what its action returned, for a token its place
    [start, end). (A `re.Match` takes a kilobyte, and there may be as many as there are open brackets.)
    Raises `Unexpected` at the first token the grammar has no place for, and whatever an action raises.
    """
    aliases, ignored, row = grammar().aliases, grammar().ignored, grammar().start
    actions = [action(alias) for alias in aliases]
    if row is None:
        feed(tokens(source), dict(zip(aliases, actions, strict=True)))
        return
    special = {*ignored, *_DEPTH, "NEWLINE"}
    rows = [row]
    values: list[Any] = []
    depth = 0
    matches: Iterator[Any] = grammar().scanner.finditer(source)
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
            if cell is ACCEPTED:
                return
            raise Unexpected(len(source) if match is _End else match.start())
        row = cell
        rows.append(row)
        values.append((match.start(), match.end(kind)))


class _End:
    """Stands for the match of END."""

    lastgroup = END
