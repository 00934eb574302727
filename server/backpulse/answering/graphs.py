"""Graphs that come as data: each is checked, rebuilt from the ops table, and written as a text."""

from __future__ import annotations

from math import isfinite

from backpulse.answering import limits
from backpulse.answering.errors import Refusal, printable
from backpulse.answering.messages import GraphNode, GraphRequest
from backpulse.engine import OPS, Value, apply
from backpulse.engine.order import forward_order
from backpulse.parser.similar import most_like
from backpulse.parser.write import source_of


def text_of(question: GraphRequest) -> str:
    """The program that `parse` reads as that very graph. Refusal for a graph that is none or over a limit."""
    root = value_of(question)
    kinds = [value.kind for value in forward_order(root)]
    limits.LEAVES.check(kinds.count("leaf"))
    text = source_of(root)
    limits.GRAPH_TEXT.check(len(text))
    return text


def value_of(question: GraphRequest) -> Value:
    """The root, on values made anew. Refusal (422) for the first node that cannot be one."""
    nodes = question.nodes
    limits.GRAPH_NODES.check(len(nodes))
    if not 0 <= question.root < len(nodes):
        there = f"the nodes are 0 to {len(nodes) - 1}" if nodes else "there are none at all"
        raise _refusal(
            "no-root",
            f"There is no node {printable(str(question.root))} to be the root",
            f"In this graph {there}.",
        )
    values: list[Value] = []
    for index, node in enumerate(nodes):
        limits.LABEL.check(len(node.label))
        value = _op(index, node, values, len(nodes)) if node.kind == "op" else _number(index, node)
        value.label = node.label
        values.append(value)
    return values[question.root]


def _number(index: int, node: GraphNode) -> Value:
    """A leaf or a constant."""
    called = _called(index, node)
    if node.op is not None or node.inputs or node.param is not None:
        raise _refusal("not-an-op", f"{called} is a {node.kind}, and a {node.kind} has no op and no inputs")
    if node.data is None:
        raise _refusal("no-number", f"{called} is a {node.kind} without a number", "Give it its `data`.")
    if not isfinite(node.data):
        way = "Give it a finite number" + (", from which a slider can start." if node.kind == "leaf" else ".")
        raise _refusal("not-finite", f"{called} holds {_spelled(node.data)}", way)
    return Value(node.data) if node.kind == "leaf" else Value.const(node.data)


def _op(index: int, node: GraphNode, values: list[Value], count: int) -> Value:
    """An operation on values that stand before it."""
    called = _called(index, node)
    op = OPS.get(node.op or "")
    if op is None:
        close = most_like(node.op or "", OPS)
        hint = f"There are {', '.join(OPS)}." if close is None else f"Did you mean `{close}`?"
        raise _refusal("unknown-op", f"{called} has the unknown op `{printable(node.op or '')}`", hint)
    if len(node.inputs) != op.arity:
        needs = "one input" if op.arity == 1 else f"{op.arity} inputs"
        raise _refusal("arity", f"{called}: `{op.name}` takes {needs}, not {len(node.inputs)}")
    if (node.param is not None) != op.parametric:
        raise _refusal("exponent", f"{called}: `{op.name}` takes {'an' if op.parametric else 'no'} exponent")
    if node.param is not None and not isfinite(node.param):
        raise _refusal(
            "not-finite", f"{called} has the exponent {_spelled(node.param)}", "Only finite ones can be."
        )
    for slot, child in enumerate(node.inputs):
        if not 0 <= child < count:
            raise _refusal(
                "wrong-slot",
                f"{called} takes node {printable(str(child))} in slot {slot}, and there is no such node",
                f"The nodes are 0 to {count - 1}.",
            )
        if child >= index:
            raise _refusal(
                "cycle",
                f"{called} takes node {child} in slot {slot}, which does not stand before it",
                "A node stands after its inputs; where that is impossible the graph has a cycle.",
            )
    return apply(op.name, *(values[child] for child in node.inputs), param=node.param)


def _called(index: int, node: GraphNode) -> str:
    return f"Node {index} (`{printable(node.label)}`)" if node.label else f"Node {index}"


def _spelled(number: float) -> str:
    return "nan, which is no number" if number != number else "infinity" if number > 0 else "-infinity"


def _refusal(code: str, message: str, hint: str | None = None) -> Refusal:
    return Refusal(422, code, message, hint)
