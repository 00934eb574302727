"""The formats a snapshot can be written in: one table for Python, command line, server and menu."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from types import MappingProxyType

from backpulse.engine.plugins import registered
from backpulse.view.exports.diagrams import dot, mermaid
from backpulse.view.exports.latex import latex
from backpulse.view.exports.libraries import python, torch
from backpulse.view.exports.markdown import markdown
from backpulse.view.exports.micrograd import micrograd
from backpulse.view.exports.snapshot import Snapshot, Unfit
from backpulse.view.exports.spreadsheet import comma_separated
from backpulse.view.exports.straight import straight
from backpulse.view.exports.svg import svg

_PYTHON = "text/x-python"


@dataclass(frozen=True, slots=True)
class Format:
    """One format: what it is called, and what writes it."""

    name: str
    title: str
    """For people."""
    extension: str
    """Of its files, without the dot."""
    media_type: str
    write: Callable[[Snapshot], str]
    """Raises Unfit for a snapshot that it cannot hold."""

    @property
    def is_code(self) -> bool:
        """Whether it is a program, which knows no op that another program defined."""
        return self.media_type == _PYTHON


def _json(snapshot: Snapshot) -> str:
    """The trace as it travels. Its form belongs to the layer above, which registers what writes it."""
    writer = registered("backpulse.formats", "json")
    if writer is None:
        raise Unfit("Nothing that is installed here writes JSON traces", "Install backpulse whole.")
    text: str = writer.load()(snapshot.expression, snapshot.leaves)
    return text


_ROWS = (
    Format("svg", "SVG picture", "svg", "image/svg+xml", svg),
    Format("dot", "Graphviz DOT", "dot", "text/vnd.graphviz", dot),
    Format("mermaid", "Mermaid", "mmd", "text/vnd.mermaid", mermaid),
    Format("markdown", "Markdown tables", "md", "text/markdown", markdown),
    Format("latex", "LaTeX tables", "tex", "text/x-tex", latex),
    Format("csv", "CSV", "csv", "text/csv", comma_separated),
    Format("json", "JSON trace", "json", "application/json", _json),
    Format("python", "Python with backpulse", "py", _PYTHON, python),
    Format("micrograd", "Python with micrograd", "py", _PYTHON, micrograd),
    Format("torch", "Python with PyTorch", "py", _PYTHON, torch),
    Format("straight", "Python by hand", "py", _PYTHON, straight),
)

FORMATS: Mapping[str, Format] = MappingProxyType({row.name: row for row in _ROWS})
"""Every format by its name, in the order of the menu."""
