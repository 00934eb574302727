"""One sentence that says what the present step does, in plain words: sister of the page's `sentence.ts`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from backpulse.engine import OPS, Numbers
from backpulse.engine.graph import Edge, Node
from backpulse.view.display import number_text
from backpulse.view.expression import Expression
from backpulse.view.node_names import TYPESET

if TYPE_CHECKING:
    from backpulse.view.moment import Step, Total

_LONGEST_NAME = 12
"""A local derivative that is one of the op's inputs is called by its name, if that is not longer."""


def forward_sentence(expression: Expression, numbers: Numbers, step: Step | None) -> str:
    """Of a forward step; None is before the first."""
    if step is None:
        return "Forward: values flow from the leaves to the root"
    node = expression.graph.nodes[step.node]
    value = number_text(numbers.values[node.id])
    if node.kind == "leaf":
        return f"{expression.labels[node.id]} is a leaf: its value is {value}"
    if node.kind == "const":
        return f"{value} is a constant: it gets no gradient"
    whole = ", the value of the whole expression" if node.id == expression.graph.root else ""
    return f"{OPS[node.op].symbol} computes {arithmetic(node, numbers)} = {value}{whole}"


def backward_sentence(
    expression: Expression, numbers: Numbers, step: Step | None, total: Total | None
) -> str:
    """Of a backward step, with the running total it leads to; None is before the first."""
    if step is None:
        return "Backward: gradients flow from the root to the leaves"
    node = expression.graph.nodes[step.node]
    tile = OPS[node.op].symbol if node.op else expression.labels[node.id]
    if step.edge is None:
        return f"{tile} is the root: its own gradient is 1"
    edge = expression.graph.edges[step.edge]
    incoming, sent = number_text(numbers.grads[node.id]), number_text(numbers.contributions[edge.id])
    local = _local(expression, numbers, node, edge)
    sentence = f"{tile} sends {incoming} × {local} = {sent} to {expression.labels[edge.child]}"
    if total is not None:
        before, added, after = map(number_text, (total.before, total.added, total.after))
        sentence += f", which adds up: {before} + {added} = {after}"
    return sentence


def arithmetic(node: Node, numbers: Numbers) -> str:
    """The op's signature with its inputs' numbers: `2 + −3`, `relu(−6)`, `(−3) ** 2`."""
    signature = OPS[node.op].signature
    inputs = dict(zip("ab", (numbers.values[child] for child in node.inputs), strict=False))
    # Where an operator would swallow the sign, the number stands in parentheses.
    wrapped = signature.startswith("-") or "**" in signature

    def written(token: str) -> str:
        if token == "n" and node.param is not None:
            return number_text(node.param)
        if token not in inputs:
            return TYPESET.get(token, token)
        number = number_text(inputs[token])
        return f"({number})" if wrapped and token == "a" and inputs[token] < 0 else number

    return "".join(map(written, re.findall(r"[A-Za-z_]\w*|\*\*|\s+|.", signature)))


def _local(expression: Expression, numbers: Numbers, parent: Node, edge: Edge) -> str:
    partial = OPS[parent.op].partials[edge.slot]
    if partial in ("a", "b"):
        named = expression.graph.nodes[parent.inputs["ab".index(partial)]]
        label = expression.labels[named.id]
        if named.kind != "const" and len(label) <= _LONGEST_NAME:
            unnamed = named.kind == "op" and label == expression.texts[named.id]
            return f"({label})" if unnamed and OPS[named.op].infix else label
    return number_text(numbers.locals[edge.id])
