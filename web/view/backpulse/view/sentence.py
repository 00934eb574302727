"""One sentence that says what the present step does, in plain words: sister of the page's `sentence.ts`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from backpulse.engine import OPS, Numbers
from backpulse.engine.graph import Edge, Node
from backpulse.engine.op import constants_of
from backpulse.view.shown import shown
from backpulse.view.subject import Subject

if TYPE_CHECKING:
    from backpulse.view.moment import Step, Total

_LONGEST_NAME = 12
"""A local derivative that is one of the op's inputs is called by its name, if that is not longer."""


def forward_sentence(subject: Subject, numbers: Numbers, step: Step | None) -> str:
    """Of a forward step; None is before the first."""
    if step is None:
        return "Forward: values flow from the leaves to the root"
    node = subject.graph.nodes[step.node]
    value = shown(numbers.values[node.id])
    if node.kind == "leaf":
        return f"{subject.labels[node.id]} is a leaf: its value is {value}"
    if node.kind == "const":
        return f"{value} is a constant: it gets no gradient"
    whole = ", the value of the whole expression" if node.id == subject.graph.root else ""
    return f"{OPS[node.op].symbol} computes {arithmetic(node, numbers)} = {value}{whole}"


def backward_sentence(subject: Subject, numbers: Numbers, step: Step | None, total: Total | None) -> str:
    """Of a backward step, with the running total it leads to; None is before the first."""
    if step is None:
        return "Backward: gradients flow from the root to the leaves"
    node = subject.graph.nodes[step.node]
    tile = OPS[node.op].symbol if node.op else subject.labels[node.id]
    if step.edge is None:
        return f"{tile} is the root: its own gradient is 1"
    edge = subject.graph.edges[step.edge]
    incoming, sent = shown(numbers.grads[node.id]), shown(numbers.contributions[edge.id])
    local = _local(subject, numbers, node, edge)
    sentence = f"{tile} sends {incoming} × {local} = {sent} to {subject.labels[edge.child]}"
    if total is not None:
        before, added, after = map(shown, (total.before, total.added, total.after))
        sentence += f", which adds up: {before} + {added} = {after}"
    return sentence


def arithmetic(node: Node, numbers: Numbers) -> str:
    """The op's signature with its inputs' numbers: `2 + −3`, `relu(−6)`, `(−3) ** 2`."""
    op, constants = OPS[node.op], constants_of(node.param)
    inputs = dict(zip("ab", (numbers.values[child] for child in node.inputs), strict=False))
    inputs |= zip(("n",) if len(constants) == 1 else ("lo", "hi"), constants, strict=False)

    def written(token: str) -> str:
        if token not in inputs:
            return op.sign or token if token == op.symbol else token
        number = shown(inputs[token])
        return f"({number})" if op.signed and token == "a" and inputs[token] < 0 else number

    return "".join(map(written, re.findall(r"[A-Za-z_]\w*|\*\*|\s+|.", op.signature)))


def _local(subject: Subject, numbers: Numbers, parent: Node, edge: Edge) -> str:
    partial = OPS[parent.op].partials[edge.slot]
    if partial in ("a", "b"):
        named = subject.graph.nodes[parent.inputs["ab".index(partial)]]
        label = subject.labels[named.id]
        if named.kind != "const" and len(label) <= _LONGEST_NAME:
            unnamed = named.kind == "op" and label == subject.texts[named.id]
            return f"({label})" if unnamed and OPS[named.op].infix else label
    return shown(numbers.locals[edge.id])
