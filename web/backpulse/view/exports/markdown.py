"""The two passes as Markdown: the text, and a table each (GitHub's tables)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from backpulse.view.exports.passes import backward_rows, forward_rows
from backpulse.view.exports.picture import Picture
from backpulse.view.shown import shown


def markdown(picture: Picture) -> str:
    """The document."""
    forward = [
        (str(row.step), _code(row.text), row.arithmetic and _code(row.arithmetic), shown(row.value))
        for row in forward_rows(picture)
    ]
    backward = [
        (
            str(row.step),
            _code(row.sender),
            "" if row.receiver is None else _code(row.receiver),
            "" if row.receiver is None else shown(row.incoming),
            "" if row.local is None else shown(row.local),
            shown(row.contribution),
            shown(row.total),
        )
        for row in backward_rows(picture)
    ]
    findings = [f"- {_plain(finding.message)}\n" for finding in picture.trace.findings]
    parts = [
        _fenced(picture.subject.source),
        "## Forward\n",
        _table(("step", "node", "arithmetic", "value"), "rllr", forward),
        "## Backward\n",
        _table(("step", "from", "to", "incoming", "local", "contribution", "total"), "rllrrrr", backward),
    ]
    if findings:
        parts += ["## Findings\n", "".join(findings)]
    return "\n".join(parts)


def _fenced(source: str) -> str:
    longest = max(map(len, re.findall("`+", source)), default=0)
    fence = "`" * max(3, longest + 1)
    return f"{fence}python\n{source.rstrip()}\n{fence}\n"


def _table(head: Sequence[str], sides: str, rows: Iterable[Sequence[str]]) -> str:
    rule = ["---:" if side == "r" else "---" for side in sides]
    return "".join(f"| {' | '.join(row)} |\n" for row in (head, rule, *rows))


def _code(text: str) -> str:
    """A code span; a bar would end the table's cell, even within one."""
    fence = "`" * (max(map(len, re.findall("`+", text)), default=0) + 1)
    air = " " if "`" in text[:1] + text[-1:] else ""
    return f"{fence}{air}{text}{air}{fence}".replace("|", r"\|")


def _plain(text: str) -> str:
    """Words in which nothing is read as a mark."""
    return re.sub(r"([\\`*_{}\[\]()<>#+|~&!-])", r"\\\1", text)
