"""The two passes as Markdown: the text, and a table each (GitHub's tables)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from backpulse.view.display import number_text
from backpulse.view.exports.passes import BACKWARD, FORWARD, backward_cells, forward_cells
from backpulse.view.exports.snapshot import Snapshot


def markdown(snapshot: Snapshot) -> str:
    """The document."""
    findings = [f"- {_plain(finding.message)}\n" for finding in snapshot.trace.findings]
    parts = [
        _fenced(snapshot.expression.source),
        "## Forward\n",
        _table(*FORWARD, forward_cells(snapshot, _code, number_text)),
        "## Backward\n",
        _table(*BACKWARD, backward_cells(snapshot, _code, number_text)),
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
