"""A trace as tables in a terminal."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from backpulse.answering.messages import Trace
from backpulse.engine.number import format_number
from backpulse.view.expression import Expression
from backpulse.view.why import Why, way_text, whys

_MOST = 10
"""Names in a list, and causes."""
_PLUS, _MINUS = "bright_blue", "yellow"


def report(trace: Trace, subject: Expression, leaves: Sequence[float], console: Console) -> None:
    """Print both passes step by step, the leaves' gradients, and what is to be said about the numbers.

    `subject` is the expression traced, with its leaves at `leaves`.
    """
    console.print(_forward(trace))
    console.print(_backward(trace))
    console.print(_leaves(trace))
    for finding in trace.findings:
        console.print(Text(f"! {finding.message}"))
    found = whys(subject, subject.program.run(leaves))
    for why in found[:_MOST]:
        console.print()
        for line in _why(why, trace):
            console.print(line)
    if len(found) > _MOST:
        console.print(f"\nand {len(found) - _MOST} more of the kind")


def _why(why: Why, trace: Trace) -> Iterator[Padding]:
    """Where a number went wrong first, the way from there, and what to do."""
    labels = [node.label for node in trace.graph.nodes]
    names = ", ".join([labels[node] for node in why.nodes[:_MOST]])
    if len(why.nodes) > _MOST:
        names += f" and {len(why.nodes) - _MOST} more"
    yield _line(0, f"Why the {why.what} of {names} is {why.is_}", "bold")
    for place in why.places:
        yield _line(2, f"{'forward' if place.forward else 'backward'}: {place.text}")
        yield _line(4, place.message)
    if len(why.way) > 1:
        yield _line(2, f"the way: {way_text(labels, why.way)}")
    remedies = [remedy for remedy in trace.remedies if why.involved.intersection(remedy.nodes)]
    for remedy in remedies:
        yield _line(2, f"what to do: {remedy.message}")
        if remedy.span and remedy.replacement:
            start, end = remedy.span
            yield _line(4, f"write `{remedy.replacement}` in place of `{trace.source[start:end]}`")
    if not remedies and why.hint:
        yield _line(2, f"what to do: {why.hint}")


def _line(indent: int, text: str, style: str = "") -> Padding:
    return Padding(Text(text, style), (0, 0, 0, indent))


def _forward(trace: Trace) -> Table:
    table = _table("Forward: values", ("step", "right"), ("node", "left"), ("value", "left"))
    for number, step in enumerate(trace.forward, 1):
        table.add_row(str(number), Text(trace.graph.nodes[step.node].text), Text(step.text))
    return table


def _backward(trace: Trace) -> Table:
    table = _table(
        "Backward: gradients",
        ("step", "right"),
        ("from", "left"),
        ("to", "left"),
        ("incoming × local = contribution", "left"),
        ("total", "right"),
    )
    nodes, edges = trace.graph.nodes, trace.graph.edges
    root = nodes[trace.graph.root]
    table.add_row("1", "", _name(root.label), _number(1.0), _number(1.0))
    number = 1
    for step in trace.backward:
        for arrow in step.edges:
            number += 1
            product = Text.assemble(
                _number(step.incoming), " × ", _number(arrow.local), " = ", _number(arrow.contribution)
            )
            table.add_row(
                str(number),
                _name(nodes[step.node].label),
                _name(nodes[edges[arrow.edge].child].label),
                product,
                _number(arrow.total),
            )
    return table


def _leaves(trace: Trace) -> Table:
    table = _table("Gradients of the leaves", ("leaf", "left"), ("value", "right"), ("gradient", "right"))
    for leaf in trace.graph.leaves:
        grad = trace.grads[leaf]
        assert grad is not None, "only constants have no gradient"
        table.add_row(_name(trace.graph.nodes[leaf].label), _number(trace.values[leaf]), _number(grad))
    return table


def _table(title: str, *columns: tuple[str, str]) -> Table:
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD)
    for heading, side in columns:
        table.add_column(heading, justify="right" if side == "right" else "left", overflow="fold")
    return table


def _name(label: str) -> Text:
    return Text(label)


def _number(number: float) -> Text:
    return Text(format_number(number), style=_PLUS if number > 0 else _MINUS if number < 0 else "")
