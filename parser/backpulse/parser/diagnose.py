"""Why the grammar has no place for a token: the checks, in the order of asking, that choose the sentence.

Each check looks at the error context and answers a SourceError, or None to let the next one look. The
sentences stand in errors.py.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from keyword import iskeyword

from backpulse.parser import functions
from backpulse.parser.context import (
    ENDS_STATEMENT,
    ENDS_VALUE,
    INFIX,
    MODULE_NAMES,
    NUMBERS,
    SETS,
    STARTS_STATEMENT,
    STARTS_VALUE,
    WORDS,
    ErrorContext,
)
from backpulse.parser.errors import SourceError, strange
from backpulse.parser.excerpt import place, shown
from backpulse.parser.fixes import Fix, around
from backpulse.parser.hints import KEYWORDS, OPERATORS, OTHER_KEYWORD

_CLOSING = {"(": ")", "[": "]", "{": "}"}
SHOWN = frozenset(("print", "display", "draw_dot"))

Check = Callable[[ErrorContext], SourceError | None]


def diagnose(source: str, start: int) -> SourceError:
    """The error for the token that starts at `start`, where the grammar has no place for it."""
    at = ErrorContext(source, start)
    for check in _CHECKS:
        error = check(at)
        if error is not None:
            return error
    return at.error("misplaced")


def _ended(at: ErrorContext) -> SourceError | None:
    """The statement, or the text, ends too early."""
    if at.token.kind not in ENDS_STATEMENT:
        return None
    before = at.before
    if not at.statement and at.last.kind == "COLON":
        return at.error("block", (at.last.start, at.last.end))
    if before.kind == "COLON":
        return at.error("block", (before.start, before.end))
    if at.open and before.kind in ENDS_VALUE:
        return _unclosed(at)
    if before.kind == "DOT":
        receiver = shown(at.text(at.statement[-2]))
        call = "tanh(a)" if receiver in MODULE_NAMES else "tanh()"
        return at.error("missing-name", at.gap, before=f"{receiver}.", fixed=f"{receiver}.{call}")
    if before.kind in SETS and len(at.statement) == 2:
        return at.error("missing-value/assigned", at.gap, name=shown(at.text(at.statement[0])))
    if at.twice:
        name, sign, _ = at.statement[-3:]
        fix = Fix((name.start, at.before.end), f"{at.text(name)} {at.text(sign)}= 1")
        return at.error("missing-value/twice", at.gap, [fix])
    if at.token.kind == "NEWLINE" and before.kind in INFIX:
        return at.error("missing-value/line", at.gap)
    return at.error("missing-value", at.gap)


def _unclosed(at: ErrorContext) -> SourceError:
    opening = at.open[-1].start
    line, column = place(at.source, opening)
    if opening == 0 or not at.source[:opening].strip():
        where = "at the start"
    elif line == place(at.source, at.before.end)[0]:
        where = f"in column {column}"
    else:
        where = f"in line {line}, column {column}"
    closing = [_CLOSING[at.text(token)] for token in reversed(at.open)]
    fix = Fix(at.gap, "".join(closing), act=f"Add `{''.join(closing)}`")
    return at.error("missing-bracket", at.gap, [fix], where=where, closing=closing[0])


def _block(at: ErrorContext) -> SourceError | None:
    """The blanks before a line."""
    if at.statement:
        return None
    if at.last.kind == "COLON":
        return at.error("block", (at.last.start, at.last.end))
    shift = next((token for token in at.shifts if token.start == at.token.start), None)
    return at.error("indent") if shift is not None and at.token.kind not in INFIX else None


def _keyword(at: ErrorContext) -> SourceError | None:
    if at.token.kind in WORDS and (at.token.kind not in STARTS_STATEMENT or not at.statement):
        return at.error("keyword/misplaced", word=at.text(at.token))
    if at.before.kind in WORDS and at.token.kind in SETS:
        return at.error("keyword/misplaced", (at.before.start, at.before.end), word=at.text(at.before))
    for token in (at.before, at.token):
        word = at.text(token)
        is_print = word == "print" and token is at.before and at.token.kind in STARTS_VALUE
        if token.kind == "NAME" and (iskeyword(word) or is_print):
            way_out = KEYWORDS.get(word, OTHER_KEYWORD)
            span = token.start, token.end
            shows = is_print and token is at.statement[0]
            bare = [Fix((token.start, at.token.start), "", act="Leave `print` out")] if shows else ()
            return at.error("keyword", span, bare, word=word, way_out=way_out)
    return None


def _foreign(at: ErrorContext) -> SourceError | None:
    """Signs of Python and of mathematics that the language does not have."""
    kind, sign = at.token.kind, at.text(at.token)
    if sign.startswith("^"):
        if at.before.kind not in ENDS_VALUE:
            return at.error("caret/alone")
        power = "**=" if sign == "^=" else "**"
        return at.error(
            "caret", fixes=[around(at.source, at.span, power, at.start_before(), at.rest_span()[1])]
        )
    if kind in ("FOREIGN", "ESCAPED", "SHIFT", "ARROW", "WALRUS", "BAR", "COLON"):
        way_out = OPERATORS.get(sign) or OPERATORS.get(sign.rstrip("=")) or OPERATORS[sign[0]]
        return at.error("operator", way_out=way_out)
    if kind == "STRING":
        row = "text/name" if sign[1:-1].isidentifier() else "text"
        fixes = [Fix(at.span, sign[1:-1])] if row == "text/name" else ()
        return at.error(row, fixes=fixes, inside=shown(sign[1:-1]))
    if kind == "STRAY":
        return strange(at.source, at.token.start)
    if kind in ("CLOSE", "CLOSE_SQUARE", "CLOSE_CURLY") and at.open:
        opening = at.text(at.open[-1])
        closing = _CLOSING[opening]
        if sign != closing:
            return at.error("wrong-bracket", fixes=[Fix(at.span, closing)], opening=opening)
    elif kind == "CLOSE_SQUARE":
        return _extra(at)
    return None


def _number(at: ErrorContext) -> SourceError | None:
    """`1..2`, `1.2.3`, `0x1f`, `1__0`: a number with too much in it."""
    pieces = [at.token]
    for token in reversed(at.statement):
        if token.end != pieces[-1].start or token.kind not in NUMBERS | {"DOT"}:
            break
        pieces.append(token)
    if len(pieces) == 1 or pieces[-1].kind == "DOT":
        return None
    span = pieces[-1].start, at.token.end
    written = at.source[span[0] : span[1]]
    if at.token.kind in NUMBERS | {"DOT"}:
        whole, part = re.split(r"\.+", written)[:2]
        return at.error("number/point", span, [Fix(span, f"{whole}.{part or 0}")], written=shown(written))
    if at.text(at.token) in ("e", "E"):
        product = around(at.source, (at.before.end, at.token.start), " * ", *span)
        return at.error("number/exponent", span, [product], written=shown(written))
    if at.token.kind == "NAME" and re.fullmatch(r"0[xXbBoO]\w+|[\d.]+_\w*", written):
        return at.error("number", span, written=shown(written))
    return None


def _brackets(at: ErrorContext) -> SourceError | None:
    kind, before = at.token.kind, at.before
    if at.open and before.kind in ENDS_VALUE and kind in STARTS_VALUE and at.line_between:
        return _unclosed(at)
    if kind != "CLOSE":
        return None
    if not at.open and before.kind not in INFIX | SETS:
        return _extra(at)
    if before.kind == "OPEN":
        return at.error("missing-value/brackets", at.gap)
    return at.error("missing-value", at.gap)


def _extra(at: ErrorContext) -> SourceError:
    return at.error("extra-bracket", fixes=[Fix(at.span, "", act=f"Remove `{at.text(at.token)}`")])


def _comma(at: ErrorContext) -> SourceError | None:
    if at.token.kind != "COMMA":
        return None
    before, following = at.before, at.next
    if before.kind == following.kind == "NUMBER" and following.start - before.end == 1:
        span = before.start, following.end
        return at.error("comma/decimal", span, [Fix(span, f"{at.text(before)}.{at.text(following)}")])
    if before.kind not in ENDS_VALUE:
        return None
    return at.error("comma")


def _missing_operator(at: ErrorContext) -> SourceError | None:
    before, token = at.before, at.token
    if before.kind not in ENDS_VALUE or token.kind not in STARTS_VALUE:
        return None
    goes_on = at.next.kind in SETS and any(done.kind in SETS for done in at.statement)
    shows = at.next.kind == "OPEN" and at.text(token) in SHOWN
    if not at.open and not at.adjacent and (goes_on or shows or token.kind in STARTS_STATEMENT):
        apart = Fix((before.end, token.start), "; ", act="Put `;` between them")
        return at.error("missing-end", at.gap, [apart])
    words = {"before": at.value_before(), "after": at.value_after()}
    left, right = at.start_before(), at.end_after()
    if before.kind == "NAME" and at.text(before) in functions.FUNCTIONS:
        call = Fix((before.start, right), f"{at.text(before)}({at.source[token.start : right]})")
        return at.error("missing-operator/function", at.gap, [call], **words)
    row = "missing-operator/number" if before.kind in NUMBERS and at.adjacent else "missing-operator"
    return at.error(row, at.span if at.adjacent else at.gap, _products(at, left, right), **words)


def _products(at: ErrorContext, left: int, right: int) -> list[Fix]:
    """Two values side by side: their product, each way it can be meant; or one name."""
    source, gap = at.source, (at.before.end, at.token.start)
    above = next((token for token in reversed(at.statement) if token.end <= left), None)
    if above is None or above.kind != "OVER":
        fixes = [around(source, gap, " * ", left, right)]
    else:
        both = f"({source[left : gap[0]]} * {source[gap[1] : right]})"
        below = Fix((left, right), both, "both below the line")
        fixes = [around(source, gap, " * ", left, right, "the first alone below the line"), below]
    if at.before.kind in NUMBERS and at.adjacent and at.token.kind == "NAME" and at.next.kind != "OPEN":
        name = f"{at.text(at.token)}{at.text(at.before)}"
        if name.isidentifier():
            fixes.append(Fix((at.before.start, at.token.end), name, "a name, which begins with a letter"))
    return fixes


def _assignment(at: ErrorContext) -> SourceError | None:
    done, before = at.statement, at.before
    if at.token.kind not in SETS or not done or before.kind in SETS:
        return None
    if at.open:
        return at.error("assignment/inside") if before.kind in ENDS_VALUE else None
    sign = at.words["after"]
    right = at.rest() or "…"
    if [token.kind for token in done[:-1]] == ["NAME"] and before.kind in INFIX and sign == "=":
        sign = f"{at.text(before)}="
        fix = around(at.source, (before.start, at.token.end), sign, done[0].start, at.rest_span()[1])
        return at.error("assignment/split", (before.start, at.token.end), [fix], before=sign)
    span = done[0].start, before.end
    if sign == "=" and right == at.text(at.next) and at.next.kind == "NAME":
        turned = f"{right} = {at.source[done[0].start : before.end]}"
        return at.error("assignment/turned", span, [Fix((span[0], at.rest_span()[1]), turned)])
    return at.error("assignment", span)


def _missing_value(at: ErrorContext) -> SourceError | None:
    """An operator, or a comma, where a value should be."""
    kind, before = at.token.kind, at.before
    if kind not in INFIX | {"COMMA", "DOT"} | SETS:
        return None
    if not before.kind:
        earlier_lines = at.source[: at.token.start].rstrip(" \t")
        on_line = kind in INFIX and earlier_lines.endswith(("\n", "\r")) and bool(earlier_lines.strip())
        return at.error("missing-value/first-on-line" if on_line else "missing-value/first")
    if before.kind in INFIX | SETS | {"OPEN", "COMMA"}:
        return at.error("missing-value/between")
    return None


_CHECKS: tuple[Check, ...] = (
    _ended,
    _block,
    _keyword,
    _foreign,
    _number,
    _brackets,
    _comma,
    _missing_operator,
    _assignment,
    _missing_value,
)
