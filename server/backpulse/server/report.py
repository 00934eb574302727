"""A trace as tables in a terminal."""

from __future__ import annotations

from rich import box
from rich.console import Console
from rich.table import Table
from rich.text import Text

from backpulse.answering.messages import Trace
from backpulse.engine.number import format_number

_PLUS, _MINUS = "bright_blue", "yellow"


def report(trace: Trace, console: Console) -> None:
    """Print both passes step by step, the leaves' gradients, and what is to be said about the numbers."""
    console.print(_forward(trace))
    console.print(_backward(trace))
    console.print(_leaves(trace))
    for finding in trace.findings:
        console.print(Text(f"! {finding.message}"))


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
