"""The project's documents as tests read them: their tables, and what stands in backticks."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
MAP = ROOT / "docs" / "architecture.md"
GLOSSARY = ROOT / "docs" / "glossary.md"

Row = dict[str, str]
"""A table's row: its cells by the columns' heads."""


def tables(text: str) -> list[list[Row]]:
    """All tables of a page."""
    found = []
    for block in re.findall(r"(?:^\|.*\n)+", text, re.MULTILINE):
        head, _, *rows = (_cells(line) for line in block.splitlines())
        found.append([dict(zip(head, row, strict=True)) for row in rows])
    return found


def table(text: str, head: str) -> list[Row]:
    """The one table whose first column has this head."""
    [rows] = [rows for rows in tables(text) if next(iter(rows[0])) == head]
    return rows


def code(text: str) -> list[str]:
    """What stands in backticks, in order."""
    return re.findall(r"`([^`\n]+)`", text)


def _cells(line: str) -> list[str]:
    return [cell.strip().replace(r"\|", "|") for cell in re.split(r"(?<!\\)\|", line.strip())[1:-1]]
