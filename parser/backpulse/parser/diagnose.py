"""Why the grammar has no place for a token: the checks, in the order of asking, that choose the sentence.

Each check looks at the surroundings and answers a SourceError, or None to let the next one look. The
sentences stand in errors.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from keyword import iskeyword

from backpulse.parser import functions
from backpulse.parser.errors import SourceError, strange
from backpulse.parser.lines import place, shown
from backpulse.parser.surroundings import (
    ENDS_STATEMENT,
    ENDS_VALUE,
    INFIX,
    MODULE_NAMES,
    NUMBERS,
    SETS,
    STARTS_STATEMENT,
    STARTS_VALUE,
    Mistake,
)
from backpulse.parser.ways_out import KEYWORDS, OPERATORS, OTHER_KEYWORD

Check = Callable[[Mistake], SourceError | None]


def diagnose(source: str, start: int) -> SourceError:
    """The error for the token that starts at `start`, where the grammar has no place for it."""
    wrong = Mistake(source, start)
    for check in _CHECKS:
        error = check(wrong)
        if error is not None:
            return error
    return wrong.error("misplaced")


def _ended(wrong: Mistake) -> SourceError | None:
    """The statement, or the text, ends too early."""
    if wrong.token.kind not in ENDS_STATEMENT:
        return None
    before = wrong.before
    if wrong.open and (before.kind in ENDS_VALUE or wrong.passing_over):
        return _unclosed(wrong)
    if before.kind == "DOT":
        receiver = shown(wrong.text(wrong.statement[-2]))
        call = "tanh(a)" if receiver in MODULE_NAMES else "tanh()"
        return wrong.error("missing-name", wrong.gap, before=f"{receiver}.", fixed=f"{receiver}.{call}")
    if before.kind in SETS and len(wrong.statement) == 2:
        return wrong.error("missing-value/assigned", wrong.gap, name=shown(wrong.text(wrong.statement[0])))
    if wrong.twice:
        return wrong.error("missing-value/twice", wrong.gap, name=shown(wrong.text(wrong.statement[-3])))
    if wrong.token.kind == "NEWLINE" and before.kind in INFIX:
        return wrong.error("missing-value/line", wrong.gap)
    return wrong.error("missing-value", wrong.gap)


def _unclosed(wrong: Mistake) -> SourceError:
    opening = wrong.open[-1].start
    line, column = place(wrong.source, opening)
    if opening == 0 or not wrong.source[:opening].strip():
        where = "at the start"
    elif line == place(wrong.source, wrong.before.end)[0]:
        where = f"in column {column}"
    else:
        where = f"in line {line}, column {column}"
    return wrong.error("missing-bracket", wrong.gap, where=where)


def _keyword(wrong: Mistake) -> SourceError | None:
    for token in (wrong.before, wrong.token):
        word = wrong.text(token)
        is_print = word == "print" and token is wrong.before and wrong.token.kind in STARTS_VALUE
        if token.kind == "NAME" and (iskeyword(word) or is_print):
            way_out = KEYWORDS.get(word, OTHER_KEYWORD)
            return wrong.error("keyword", (token.start, token.end), word=word, way_out=way_out)
    return None


def _foreign(wrong: Mistake) -> SourceError | None:
    """Signs of Python and of mathematics that the language does not have."""
    kind, sign = wrong.token.kind, wrong.text(wrong.token)
    if sign.startswith("^"):
        base = wrong.value_before() if wrong.before.kind in ENDS_VALUE else "a"
        exponent = shown(wrong.text(wrong.next)) if wrong.next.kind in NUMBERS else "2"
        return wrong.error("caret", fixed=f"{base} ** {exponent}")
    if kind in ("COMPARISON", "EQUALITY"):
        return wrong.error("comparison")
    if kind in ("FOREIGN", "ESCAPED", "FLOOR", "SHIFT", "ARROW"):
        way_out = OPERATORS.get(sign) or OPERATORS.get(sign.rstrip("=")) or OPERATORS[sign[0]]
        return wrong.error("operator", way_out=way_out)
    if kind in ("QUOTED", "DOUBLY_QUOTED"):
        row = "text/name" if sign[1:-1].isidentifier() else "text"
        return wrong.error(row, inside=shown(sign[1:-1]))
    if kind == "STRAY":
        return strange(wrong.source, wrong.token.start)
    if kind in ("OPEN_SQUARE", "CLOSE_SQUARE"):
        row = "list" if kind == "OPEN_SQUARE" else "wrong-bracket" if wrong.open else "extra-bracket"
        return wrong.error(row)
    return None


def _number(wrong: Mistake) -> SourceError | None:
    """`1..2`, `1.2.3`, `0x1f`, `1__0`: a number with too much in it."""
    pieces = [wrong.token]
    for token in reversed(wrong.statement):
        if token.end != pieces[-1].start or token.kind not in NUMBERS | {"DOT"}:
            break
        pieces.append(token)
    if len(pieces) == 1 or pieces[-1].kind == "DOT":
        return None
    span = pieces[-1].start, wrong.token.end
    written = wrong.source[span[0] : span[1]]
    if wrong.token.kind in NUMBERS | {"DOT"}:
        whole, part = re.split(r"\.+", written)[:2]
        return wrong.error("number/point", span, written=shown(written), fixed=shown(f"{whole}.{part or 0}"))
    if wrong.text(wrong.token) in ("e", "E"):
        return wrong.error("number/exponent", span, written=shown(written))
    if wrong.token.kind == "NAME" and re.fullmatch(r"0[xXbBoO]\w+|[\d.]+_\w*", written):
        return wrong.error("number", span, written=shown(written))
    return None


def _brackets(wrong: Mistake) -> SourceError | None:
    kind, before = wrong.token.kind, wrong.before
    if wrong.open and before.kind in ENDS_VALUE and kind in STARTS_VALUE and wrong.line_between:
        return _unclosed(wrong)
    if kind != "CLOSE":
        return None
    if not wrong.open and before.kind not in INFIX | SETS:
        return wrong.error("extra-bracket")
    if before.kind == "OPEN":
        return wrong.error("missing-value/brackets", wrong.gap)
    return wrong.error("missing-value", wrong.gap)


def _comma(wrong: Mistake) -> SourceError | None:
    if wrong.token.kind != "COMMA":
        return None
    before, following = wrong.before, wrong.next
    if before.kind == following.kind == "NUMBER" and following.start - before.end == 1:
        fixed = f"{wrong.text(before)}.{wrong.text(following)}"
        return wrong.error("comma/decimal", (before.start, following.end), fixed=shown(fixed))
    if before.kind not in ENDS_VALUE:
        return None
    if wrong.open and wrong.open[-1].kind == "OPEN_SQUARE":
        return wrong.error("list", (wrong.open[-1].start, wrong.token.end))
    return wrong.error("comma")


def _missing_operator(wrong: Mistake) -> SourceError | None:
    before, token = wrong.before, wrong.token
    if before.kind not in ENDS_VALUE or token.kind not in STARTS_VALUE:
        return None
    goes_on = wrong.next.kind in SETS and any(done.kind in SETS for done in wrong.statement)
    if not wrong.open and not wrong.adjacent and (goes_on or token.kind in STARTS_STATEMENT):
        return wrong.error("missing-end", wrong.gap)
    words = {"before": wrong.value_before(), "after": wrong.value_after()}
    layer = re.fullmatch(r"(?:torch\.)?(nn\.(\w+))\(.*\)", words["before"])
    if layer and layer[2].lower() in functions.FUNCTIONS and token.kind == "OPEN":
        fixed = layer[2].lower() + words["after"]
        return wrong.error("layer", wrong.gap, before=layer[1], fixed=fixed)
    if before.kind == "NAME" and wrong.text(before) in functions.FUNCTIONS:
        return wrong.error("missing-operator/function", wrong.gap, **words)
    row = "missing-operator/number" if before.kind in NUMBERS and wrong.adjacent else "missing-operator"
    return wrong.error(row, wrong.span if wrong.adjacent else wrong.gap, **words)


def _assignment(wrong: Mistake) -> SourceError | None:
    done, before = wrong.statement, wrong.before
    if wrong.token.kind not in SETS or not done or before.kind in SETS:
        return None
    if wrong.open:
        return wrong.error("assignment/inside") if before.kind in ENDS_VALUE else None
    left, sign = shown(wrong.source[done[0].start : before.end]), wrong.words["after"]
    right = wrong.rest() or "…"
    if [token.kind for token in done[:-1]] == ["NAME"] and before.kind in INFIX and sign == "=":
        fixed = f"{wrong.text(done[0])} {wrong.text(before)}= {right}"
        return wrong.error(
            "assignment/split", (before.start, wrong.token.end), before=fixed.split()[1], fixed=fixed
        )
    if [token.kind for token in done[:1] + done[2:]] == ["NAME", "NAME"] and done[1].kind in SETS:
        return wrong.error("assignment/chained", second=f"{wrong.words['before']} {sign} {right}", fixed=left)
    if any(token.kind in SETS for token in done):
        return wrong.error("assignment/two")
    span = done[0].start, before.end
    kinds = [token.kind for token in done]
    one_call = kinds[:2] == ["NAME", "OPEN"] and kinds.index("CLOSE") == len(kinds) - 1
    if one_call and wrong.text(done[0]) not in functions.FUNCTIONS:
        return wrong.error("function", span)
    if sign == "=" and right == wrong.text(wrong.next) and wrong.next.kind == "NAME":
        return wrong.error("assignment/turned", span, fixed=f"{right} = {left}")
    return wrong.error("assignment", span)


def _missing_value(wrong: Mistake) -> SourceError | None:
    """An operator, or a comma, where a value should be."""
    kind, before = wrong.token.kind, wrong.before
    if kind == "FIELD" and before.kind in ENDS_VALUE:
        return functions.field(wrong.source, wrong.span, wrong.value_before(), False)
    if kind == "BACKWARD" and before.kind in ENDS_VALUE:
        return wrong.error("misplaced/pass", fixed=f"{wrong.value_before()}{wrong.text(wrong.token)}()")
    if kind not in INFIX | {"COMMA", "DOT", "FIELD"} | SETS:
        return None
    if not before.kind:
        earlier_lines = wrong.source[: wrong.token.start].rstrip(" \t")
        on_line = kind in INFIX and earlier_lines.endswith(("\n", "\r")) and bool(earlier_lines.strip())
        return wrong.error("missing-value/first-on-line" if on_line else "missing-value/first")
    if before.kind in INFIX | SETS | {"OPEN", "COMMA"}:
        return wrong.error("missing-value/between")
    return None


_CHECKS: tuple[Check, ...] = (
    _ended,
    _keyword,
    _foreign,
    _number,
    _brackets,
    _comma,
    _missing_operator,
    _assignment,
    _missing_value,
)
