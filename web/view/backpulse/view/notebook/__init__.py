"""`show`: a graph in a notebook, with sliders and playback, from a text or from a `Value` built in Python."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING

from backpulse.engine import Value
from backpulse.parser import SourceError
from backpulse.view.expression import Expression, of_text, of_value
from backpulse.view.notebook import refusal
from backpulse.view.notebook.leaf_values import checked
from backpulse.view.notebook.refusal import Refused

if TYPE_CHECKING:
    from backpulse.view.notebook.view import View

__all__ = ["Refused", "show"]

MOST = 150
"""Nodes of the largest graph whose scene is still readable in a notebook."""
_NO_MORE = 20_000


def show(
    what: str | Value,
    values: Mapping[str, float] | None = None,
    /,
    *,
    theme: str = "auto",
    height: int | None = None,
    expand: bool = False,
    **leaves: float,
) -> View:
    """The scene of a text or of a `Value`, a widget; as a cell's last line it is shown.

    `leaves` are starting values by name, `values` the same for names that are options here; the leaves of a
    `Value` begin at their `data`, and the `Value` itself is never changed. `theme` is "auto", "dark" or
    "light"; `height` is in CSS px, by default as high as the graph needs; `expand` opens derived ops.
    Refused, with a sentence and a way out, for a mistake in the text, an unknown name, a value that is no
    finite number, or a graph of more than MOST nodes; TypeError for anything but a text or a `Value`.
    """
    try:
        from backpulse.view.notebook.cells import register_in_cell
        from backpulse.view.notebook.theme import theme_of
        from backpulse.view.notebook.view import View
    except ModuleNotFoundError as error:
        if error.name not in ("pythreejs", "ipywidgets"):
            raise
        raise refusal.no_widgets(error.name) from None
    expression = _expression(what, expand)
    given = checked(expression, {**(values or {}), **leaves})
    view = View(expression, given, theme_of(theme), height)
    register_in_cell(view)
    return view


def _expression(what: object, expand: bool) -> Expression:
    if isinstance(what, Value):
        expression = of_value(what, expand)
    elif isinstance(what, str):
        try:
            expression = of_text(what, expand, _NO_MORE)
        except SourceError as error:
            raise refusal.of_source(error, what) from None
    else:
        raise TypeError(f"show takes a text or a Value, not {type(what).__name__}")
    if len(expression.graph.nodes) > MOST:
        raise refusal.too_large(len(expression.graph.nodes), MOST)
    return expression
