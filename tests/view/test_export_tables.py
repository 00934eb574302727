"""Exported tables: read by a Markdown parser, a CSV reader and a LaTeX parser, with every number in them."""

from __future__ import annotations

import csv
import io
import math

import pytest
from markdown_it import MarkdownIt
from markdown_it.token import Token
from pylatexenc.latexwalker import (  # type: ignore[import-untyped]
    LatexEnvironmentNode,
    LatexMacroNode,
    LatexNode,
    LatexWalker,
)
from tests.view.exported import hostile, pictures

from backpulse.view.display import number_text
from backpulse.view.exports import FORMATS, export
from backpulse.view.exports.passes import backward_rows, forward_rows
from backpulse.view.exports.spreadsheet import COLUMNS

PICTURES = dict(pictures())


def markdown_tables(text: str) -> list[list[list[str]]]:
    """The tables, as rows of cells of plain text."""
    tables: list[list[list[str]]] = []
    inside = False
    for token in MarkdownIt("commonmark").enable("table").parse(text):
        if token.type in ("table_open", "table_close"):
            inside = token.type == "table_open"
            tables += [[]] if inside else []
        elif token.type == "tr_open":
            tables[-1].append([])
        elif token.type == "inline" and inside:
            tables[-1][-1].append("".join(map(_plain, token.children or [])))
    return tables


def _plain(token: Token) -> str:
    assert token.type in ("text", "code_inline", "text_special"), token
    return token.content


@pytest.mark.parametrize("name", PICTURES)
def test_markdown(name: str) -> None:
    picture = PICTURES[name]
    text = FORMATS["markdown"].write(picture)
    forward, backward = markdown_tables(text)
    assert [row[1] for row in forward[1:]] == [row.text for row in forward_rows(picture)]
    assert [row[3] for row in forward[1:]] == [number_text(row.value) for row in forward_rows(picture)]
    assert [row[2] for row in backward[1:]] == [row.receiver or "" for row in backward_rows(picture)]
    assert [row[6] for row in backward[1:]] == [number_text(row.total) for row in backward_rows(picture)]
    assert {len(row) for row in forward} == {4}
    assert {len(row) for row in backward} == {7}


def test_markdown_shows_the_text_whatever_stands_in_it() -> None:
    source = "a * b # ```\n# ~~~ <script>"
    fence = MarkdownIt("commonmark").parse(export(source, "markdown"))[0]
    assert (fence.type, fence.content) == ("fence", source + "\n")


def test_markdown_says_what_was_found() -> None:
    text = export("log(a)", "markdown", a=-1)
    assert "## Findings" in text
    assert "which is undefined" in text


def same(text: str, number: float) -> bool:
    return text == repr(number + 0.0) or (math.isnan(float(text)) and math.isnan(number))


@pytest.mark.parametrize("name", PICTURES)
def test_csv(name: str) -> None:
    picture = PICTURES[name]
    text = FORMATS["csv"].write(picture)
    assert text.count("\r\n") == text.count("\n") == len(text.splitlines())
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    assert all(tuple(row) == COLUMNS for row in rows)
    forward = [row for row in rows if row["pass"] == "forward"]
    assert all(same(row["value"], value) for row, value in zip(forward, picture.numbers.values, strict=True))
    arrows = [row for row in rows if row["pass"] == "backward"]
    for row, arrow in zip(arrows[1:], backward_rows(picture)[1:], strict=True):
        numbers = (arrow.incoming, arrow.local or 0.0, arrow.contribution, arrow.total)
        cells = (row["incoming"], row["local"], row["contribution"], row["total"])
        assert all(map(same, cells, numbers))


def test_no_cell_is_a_formula_of_a_spreadsheet() -> None:
    rows = csv.reader(io.StringIO(FORMATS["csv"].write(hostile())))
    cells = [*next(rows), *(cell for row in rows for cell in row)]
    texts = [cell for cell in cells if not _is_number(cell)]
    assert any("HYPERLINK" in text for text in texts)
    assert not [text for text in texts if text[:1] in tuple("=+-@")]


def _is_number(cell: str) -> bool:
    try:
        float(cell)
    except ValueError:
        return False
    return True


MACROS = frozenset(
    {
        *(
            "documentclass",
            "usepackage",
            "toprule",
            "midrule",
            "bottomrule",
            "endhead",
            "par",
            "noindent",
            "small",
        ),
        *("texttt", "textbackslash", "textasciitilde", "textasciicircum", "textless", "textgreater"),
        *("textbar", "textquotedbl", "textquotesingle", "textasciigrave", "ldots"),
        *("times", "div", "infty", "lambda", *"\\#$%&_{}"),
    }
)
"""Commands that LaTeX has with the packages that the document loads."""


def nodes_of(nodes: list[LatexNode]) -> list[LatexNode]:
    """All nodes, those within others too."""
    found = []
    for node in nodes:
        inner = list(getattr(node, "nodelist", None) or [])
        if getattr(node, "nodeargd", None) is not None:
            inner += [argument for argument in node.nodeargd.argnlist if argument is not None]
        found += [node, *nodes_of(inner)]
    return found


@pytest.mark.parametrize("name", PICTURES)
def test_latex(name: str) -> None:
    picture = PICTURES[name]
    walker = LatexWalker(FORMATS["latex"].write(picture), tolerant_parsing=False)
    nodes = nodes_of(walker.get_latex_nodes()[0])
    macros = [node.macroname for node in nodes if isinstance(node, LatexMacroNode)]
    assert set(macros) <= MACROS
    tables = [
        node
        for node in nodes
        if isinstance(node, LatexEnvironmentNode) and node.environmentname == "longtable"
    ]
    rows = [len(forward_rows(picture)), len(backward_rows(picture))]
    for table, count, columns in zip(tables, rows, (4, 7), strict=True):
        body = table.latex_verbatim().partition("\\endhead\n")[2].partition("\\bottomrule")[0]
        lines = body.strip().split("\n")
        assert len(lines) == count
        assert all(line.endswith("\\\\") for line in lines)
        assert {line.replace("\\&", "").count("&") for line in lines} == {columns - 1}
