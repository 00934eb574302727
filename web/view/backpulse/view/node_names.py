"""What a node is called: its label, its text as written, and what a derived op hides."""

from __future__ import annotations

import re
from collections.abc import Mapping

from backpulse.engine import OPS, Value
from backpulse.engine.graph import Graph, Node, write_op
from backpulse.engine.number import format_number
from backpulse.view.display import clip

TYPESET = {"*": "×", "/": "÷", "-": "−"}
"""Operators as a person writes them, by how they are typed."""
_LONGEST = 120


def texts(graph: Graph, written: Mapping[Value, str], origin: Mapping[Value, Value]) -> list[str]:
    """Each node on one line: as it is written in the text, or, for what was expanded, as it would be.

    `written` has the texts of the values that were parsed, `origin` where each value of the graph came from.
    """
    result: list[str] = []
    for node, value in zip(graph.nodes, graph.values, strict=True):
        source = origin.get(value, value)
        text = written.get(source)
        if text is None or (value is not source and OPS[source.op].derived):
            text = _cut(_write(graph, node, result))
            if node.kind == "op" and node.label:
                text = f"{node.label} = {text}"
        result.append(text)
    return result


def labels(graph: Graph, texts: list[str]) -> list[str]:
    """Each node's short name: the variable's, else its text."""
    return [node.label or text for node, text in zip(graph.nodes, texts, strict=True)]


def symbol(op: str) -> str:
    """An op's symbol as on its card."""
    typed = OPS[op].symbol
    return TYPESET.get(typed, typed)


def expansion(graph: Graph, node: Node, labels: list[str]) -> str | None:
    """The primitives a derived op hides, over the labels of its inputs; None for every other node."""
    hidden = OPS[node.op].expansion if node.op else None
    if hidden is None:
        return None
    inputs = {
        name: _operand(graph, child, labels[child], _TIGHT)
        for name, child in zip("ab", node.inputs, strict=False)
    }
    return _cut(re.sub(r"\b[ab]\b", lambda match: inputs[match.group()], hidden))


# How tightly Python binds the operators; functions and names bind tightest.
_BINDS = {"add": 1, "sub": 1, "mul": 2, "div": 2, "neg": 3, "pow": 4}
_TIGHT = 5


def _write(graph: Graph, node: Node, texts: list[str]) -> str:
    if node.kind != "op":
        return node.label or format_number(node.data)
    names = [graph.nodes[child].label or texts[child] for child in node.inputs]
    binds = _BINDS.get(node.op)
    if binds is None:
        return write_op(node, names)
    # Operators of one kind are read from the left; the base of a power stands tightest of all.
    needed = [_TIGHT if node.op == "pow" else binds, binds + 1]
    operands = zip(node.inputs, names, needed, strict=False)
    return write_op(node, [_operand(graph, child, name, bind) for child, name, bind in operands])


def _operand(graph: Graph, child: int, name: str, needed: int) -> str:
    """A node's name as it stands beside an operator: in brackets where it would read otherwise without."""
    node = graph.nodes[child]
    if node.kind == "op" and not node.label:
        binds = _BINDS.get(node.op, _TIGHT)
    else:
        binds = _BINDS["neg"] if name.startswith("-") else _TIGHT
    return name if binds >= needed else f"({name})"


def one_line(text: str) -> str:
    """A person's own label as it can be shown: on one line, cut when long."""
    return _cut(" ".join(text.split()))


def _cut(text: str) -> str:
    return clip(text, _LONGEST, trim=True)
