"""A graph and its numbers written down for use elsewhere: pictures, diagrams, tables, data and code."""

from __future__ import annotations

from typing import Literal

from backpulse.engine import Value
from backpulse.engine.defining import portable
from backpulse.view.exports.formats import FORMATS, Format
from backpulse.view.exports.snapshot import Snapshot, Unfit
from backpulse.view.expression import of_text, of_value
from backpulse.view.look import Theme
from backpulse.view.moment import Direction

__all__ = ["FORMATS", "Format", "FormatName", "Snapshot", "Theme", "Unfit", "export"]

FormatName = Literal[
    "svg", "dot", "mermaid", "markdown", "latex", "csv", "json", "python", "micrograd", "torch", "straight"
]


def export(
    expression: str | Value,
    format: FormatName,
    /,
    *,
    expand: bool = False,
    direction: Direction = "backward",
    at: float | None = None,
    theme: Theme = "light",
    **values: float,
) -> str:
    """A text, or the graph below a `Value`, written in one of `FORMATS`; leaves stand at `values`.

    `expand` opens derived ops. The moment is `at` steps into the pass of that `direction`, by default its
    end; pictures and diagrams show what is known then, tables and code everything. SourceError for a mistake
    in the text; ValueError for a name that is no leaf, an unknown format, or what the format cannot hold.
    """
    row = FORMATS.get(format)
    if row is None:
        raise ValueError(f"there is no format called {format}; the formats are: {', '.join(FORMATS)}")
    if isinstance(expression, Value):
        made = of_value(portable(expression) if row.is_code else expression, expand)
    else:
        made = of_text(expression, expand)
    unknown = values.keys() - set(made.names)
    if unknown:
        known = ", ".join(made.names) or "none"
        raise ValueError(f"there is no leaf called {min(unknown)}; the leaves are: {known}")
    starts = zip(made.names, made.starts, strict=True)
    leaves = [float(values.get(name, start)) for name, start in starts]
    return row.write(Snapshot(made, leaves, direction, at, theme))
