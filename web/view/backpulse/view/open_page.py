"""`open`: a graph built in any Python program, or a text, shown in the playground in the browser."""

from __future__ import annotations

import sys
from collections.abc import Mapping
from math import isfinite
from typing import Any

from backpulse.engine import Value
from backpulse.parser import parse
from backpulse.view.graph_data import graph_as_data
from backpulse.view.playground import playground
from backpulse.view.web_browser import open_in_browser

Question = tuple[str, dict[str, Any]]
"""An address of the server, and what it is sent."""


def open(
    what: Value | str,
    /,
    *,
    server: str | None = None,
    block: bool | None = None,
    browser: bool = True,
    **values: float,
) -> None:
    """Show the graph of `what` in the playground, with a slider for each leaf, and print its page's address.

    `what` is a `Value`, whose graph travels as data, or a text, for whose leaves `values` may be given. It is
    shown by the server at the address `server` or in the variable BACKPULSE_SERVER, else by one that runs at
    http://127.0.0.1:8000, else by one that is started for it and ends with this call or this program.

    With `block`, this returns when the page is closed or Ctrl-C is pressed: by default in scripts, but not in
    notebooks and at the prompt. Without a screen, or without `browser`, only the address is printed.

    TypeError for what is no graph; ValueError for a graph that cannot be shown: with an infinite leaf, with
    more than 25,000 nodes, …; SourceError for a mistake in a text; ConnectionError without a server.
    """
    question = text_question(what, values) if isinstance(what, str) else _graph_question(what, values)
    hand_over(question, server, not hasattr(sys, "ps1") if block is None else block, browser)


def hand_over(question: Question, server: str | None, wait: bool, browser: bool) -> None:
    """Have a server show it, and say where; `wait` for its page to be closed. The errors of `open`."""
    with playground(server, stay=not wait) as place:
        before = place.pages() or 0
        address = place.page(place.ask(*question)["id"])
        until = " (until its page is closed, or Ctrl-C)" if wait else ""
        try:
            print(f"backpulse shows the graph at {address}{until}", flush=True)
            if browser:
                open_in_browser(address, linger=not wait)
            if wait:
                place.wait(before)
        except KeyboardInterrupt:  # from here on it is a way to end, not a mistake
            if not wait:
                raise
            print(flush=True)  # the terminal has written ^C


def text_question(source: str, values: Mapping[str, float]) -> Question:
    """A text with values for its leaves. SourceError for a mistake in it, ValueError for one in these."""
    leaves = parse(source).leaves
    for name, number in values.items():
        if name not in leaves:
            known = f"its leaves: {', '.join(leaves)}" if leaves else "it has none"
            raise ValueError(f"The text has no leaf `{name}`; {known}")
        if not isfinite(number):
            raise ValueError(f"The value of `{name}` must be a finite number, not {number}")
    numbers = {name: float(number) for name, number in values.items()}
    return "api/texts", {"source": source, "values": numbers}


def _graph_question(what: object, values: Mapping[str, float]) -> Question:
    if not isinstance(what, Value):
        raise TypeError(_no_graph(what))
    if values:
        name = next(iter(values))
        raise TypeError(f"{name}=… is for the leaves of a text; those of a Value have their numbers")
    return "api/graphs", graph_as_data(what)


def _no_graph(what: object) -> str:
    """Why something cannot be shown."""
    if isinstance(what, (list, tuple)):
        return f"open shows one graph, not a {type(what).__name__}: give it one of these values, or their sum"
    kind = f"{type(what).__module__}.{type(what).__qualname__}"
    if hasattr(what, "_prev"):
        return (
            f"open needs a Value of backpulse.engine, not {kind}, which keeps its inputs as a set: their "
            "order is lost. Build it with `from backpulse.engine import Value`, which is used in the same way"
        )
    return f"open needs a Value of backpulse.engine or a text, not {kind}"
