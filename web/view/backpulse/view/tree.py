"""A graph as an indented tree of text, for any terminal: `print(show_text(value))`."""

from __future__ import annotations

from collections import Counter

from backpulse.engine import Value, graph_of
from backpulse.engine.graph import Graph, Node, write_op
from backpulse.engine.number import format_number

_LINES = 300
_DEEP = 50


def show_text(value: Value, lines: int = _LINES) -> str:
    """The tree under `value`: each node with its data and its gradient as they stand, root first.

    A node is written over its inputs' names, `…` for an input without one. A value used more than once says
    so where it first stands, and is not opened again elsewhere. At most `lines` lines of nodes, at most
    50 deep; what is cut is counted. TypeError for anything but a `Value`.
    """
    if not isinstance(value, Value):
        raise TypeError(f"show_text takes a Value, not {type(value).__name__}")
    graph = graph_of(value)
    rows = [("node", "data", "grad", "")]
    seen: set[int] = set()
    uses = Counter(child for node in graph.nodes for child in node.inputs)
    # What is to be written, the next one last: node, indent, the branch that leads to it.
    waiting = [(graph.root, "", "")]
    while waiting and len(rows) <= lines:
        node_id, indent, branch = waiting.pop()
        node, again = graph.nodes[node_id], node_id in seen
        seen.add(node_id)
        below = indent + {"": "", "├─ ": "│  ", "└─ ": "   "}[branch]
        note = _note(node, again, uses[node_id])
        if node.inputs and not again:
            if len(below) >= 3 * _DEEP:
                note = f"{note}, cut here" if note else "cut here"
            else:
                branches = [*["├─ "] * (len(node.inputs) - 1), "└─ "]
                waiting += reversed(
                    [(child, below, b) for child, b in zip(node.inputs, branches, strict=True)]
                )
        source = graph.values[node_id]
        grad = "" if node.kind == "const" else format_number(source.grad)
        rows.append((indent + branch + _written(graph, node), format_number(source.data), grad, note))
    text = _table(rows)
    if len(seen) < len(graph.nodes):
        text += f"\n… {len(seen)} of {len(graph.nodes)} nodes shown"
    return text


def _note(node: Node, again: bool, uses: int) -> str:
    # A constant has no gradient that could add up, and nothing below it.
    if node.kind == "const" or uses < 2:
        return ""
    return "as above" if again else f"used {uses} times"


def _written(graph: Graph, node: Node) -> str:
    if node.kind != "op":
        return node.label or (format_number(node.data) if node.kind == "const" else "leaf")
    text = write_op(node, [_brief(graph.nodes[child]) for child in node.inputs])
    return f"{node.label} = {text}" if node.label else text


def _brief(node: Node) -> str:
    return node.label or (format_number(node.data) if node.kind == "const" else "…")


def _table(rows: list[tuple[str, str, str, str]]) -> str:
    first, second, third = (max(len(row[column]) for row in rows) for column in range(3))
    return "\n".join(
        f"{name:<{first}}  {data:>{second}}  {grad:>{third}}  {note}".rstrip()
        for name, data, grad, note in rows
    )
