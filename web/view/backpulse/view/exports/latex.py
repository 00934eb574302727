"""The two passes as LaTeX: a document of two tables, which stand alone too (booktabs, longtable)."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Sequence
from functools import partial

from backpulse.view.display import clip, number_text
from backpulse.view.exports.passes import BACKWARD, FORWARD, backward_cells, forward_cells
from backpulse.view.exports.snapshot import Snapshot, printable

_HEAD = r"""\documentclass{article}
\usepackage[T1]{fontenc}
\usepackage[utf8]{inputenc}
\usepackage{textcomp}
\usepackage{booktabs}
\usepackage{longtable}
\usepackage[margin=2cm]{geometry}
\begin{document}
\small
"""


def latex(snapshot: Snapshot) -> str:
    """The document; pdflatex, xelatex and lualatex read it."""
    lines = snapshot.expression.source.strip().splitlines()
    parts = [
        "".join(f"% {printable(line)}\n" for line in lines) + _HEAD,
        _table(*FORWARD, forward_cells(snapshot, partial(_code, longest=40), _number)),
        _table(*BACKWARD, backward_cells(snapshot, partial(_code, longest=26), _number)),
        "".join(f"\\par\\noindent {_words(finding.message)}\n" for finding in snapshot.trace.findings),
        "\\end{document}\n",
    ]
    return "\n".join(part for part in parts if part)


def _table(head: Sequence[str], sides: str, rows: Iterable[Sequence[str]]) -> str:
    body = "".join(f"{' & '.join(row)} \\\\\n" for row in rows)
    top = f"\\begin{{longtable}}{{{sides}}}\n\\toprule\n{' & '.join(head)} \\\\\n\\midrule\n\\endhead\n"
    return f"{top}{body}\\bottomrule\n\\end{{longtable}}\n"


def _number(number: float) -> str:
    """In mathematics: a real minus, powers of ten, infinities."""
    text = number_text(number).replace("−", "-")
    if text == "undefined":
        return text
    mantissa, e, exponent = text.partition("e")
    if e:
        return rf"${mantissa} \times 10^{{{exponent}}}$"
    return f"${text}$".replace("∞", r"\infty")


_ESCAPES = {
    **{c: f"\\{c}" for c in "#$%&_{}"},
    "\\": r"\textbackslash{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    "|": r"\textbar{}",
    '"': r"\textquotedbl{}",
    "'": r"\textquotesingle{}",
    "`": r"\textasciigrave{}",
    "-": r"{-}",
    "[": "{[}",
    "]": "{]}",
    "−": r"$-$",
    "×": r"$\times$",
    "÷": r"$\div$",
    "∞": r"$\infty$",
    "…": r"\ldots{}",
    "²": r"$^2$",
}


def _words(text: str) -> str:
    return "".join(map(_character, text))


def _character(c: str) -> str:
    if c in _ESCAPES:
        return _ESCAPES[c]
    if c.isascii():
        return c
    if c in _GREEK:
        name = unicodedata.name(c).split()[-1].replace("LAMDA", "LAMBDA")
        return rf"$\{name.lower() if c.islower() else name.capitalize()}$"
    # The letters of western languages are in every font; for others the code point stands in.
    return c if ord(c) < 0x180 and c.isalpha() else f"(U+{ord(c):04X})"


_GREEK = frozenset("αβγδεζηθικλμνξπρστυφχψωΓΔΘΛΞΠΣΥΦΨΩ")
"""The Greek letters that mathematics has commands for."""


def _code(text: str, longest: int) -> str:
    """A text of so many characters at most: what a line of the page has room for."""
    text = clip(text, longest)
    return rf"\texttt{{{_words(text)}}}" if text else ""
