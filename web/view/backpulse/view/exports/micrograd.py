"""A graph as a program for micrograd 0.1.0; the ops it has not, or would stop at, come along as functions."""

from __future__ import annotations

import math

from backpulse.engine import OPS, Numbers, Op
from backpulse.engine.graph import Graph, Node
from backpulse.view.exports.formulas import IEEE_NAMES, ieee, needs_ieee, spelled
from backpulse.view.exports.program import Library, exact, method, program
from backpulse.view.exports.script import NEEDED, Script
from backpulse.view.exports.snapshot import Snapshot
from backpulse.view.structure import carries_gradient

_RECURSION = 300
"""From this depth on Python's limit must be raised: micrograd's backward() calls itself once a step."""


def micrograd(snapshot: Snapshot) -> str:
    """The program."""
    graph = snapshot.graph
    functions = _functions(snapshot)
    reserved = NEEDED | IEEE_NAMES | {"sys", "Value", *functions.values()}
    library = Library(lambda number: f"Value({exact(number)})", method, reserved)
    made = program(snapshot, library, functions)
    depth = _depth(graph)
    deep = depth > _RECURSION
    leaves = zip((made.names[leaf] for leaf in graph.leaves), snapshot.leaves, strict=True)
    script = Script(
        "With micrograd (0.1.0).",
        ["import math", *(["import sys"] if deep else []), "", "from micrograd.engine import Value"],
        _definitions(snapshot, functions),
        [
            *([f"sys.setrecursionlimit({1000 + 10 * depth})"] if deep else []),
            *(f"{name} = Value({exact(x)})" for name, x in leaves),
            *made.statements,
            f"{made.names[graph.root]}.backward()",
        ],
        {node: f"{name}.data" for node, name in made.names.items()},
        {node: f"{name}.grad" for node, name in made.names.items()},
    )
    return script.text(snapshot)


def _functions(snapshot: Snapshot) -> dict[int, str]:
    """By node id, the function that stands in for what micrograd has not."""
    graph, numbers = snapshot.graph, snapshot.numbers
    return {
        node.id: OPS[node.op].numpy or node.op
        for node in graph.nodes
        if node.op and not _native(graph, numbers, node)
    }


def _native(graph: Graph, numbers: Numbers, node: Node) -> bool:
    """Whether micrograd's own way gives these numbers: where Python stops it has no infinity and no nan."""
    way = OPS[node.op].micrograd
    if not way:
        return way is not None
    a, b, y = (numbers.values[place] for place in (node.inputs[0], node.inputs[-1], node.id))
    known = {"a": a, "b": b, "y": y, "g": numbers.grads[node.id], "n": node.param}
    try:
        value, *sent = (eval(text, {"__builtins__": {}}, known) for text in way)  # the row's own text
    except ArithmeticError:
        return False
    if isinstance(value, complex):
        return False
    arrows = [
        (got, numbers.contributions[edge.id])
        for got, edge in zip(sent, graph.sends[node.id], strict=True)
        if carries_gradient(graph, edge)
    ]
    return all(math.isclose(got, shown, rel_tol=1e-12) for got, shown in [(value, y), *arrows])


def _definitions(snapshot: Snapshot, functions: dict[int, str]) -> list[str]:
    """The functions, one per op, in the way micrograd defines its own."""
    graph = snapshot.graph
    by_ieee: dict[str, bool] = {}
    for place in functions:
        node = graph.nodes[place]
        # micrograd's own ops come here only where they would not do; it sends gradients to constants as well.
        native = OPS[node.op].micrograd is not None
        one = native or needs_ieee(graph, snapshot.numbers, node, constants=True)
        by_ieee[node.op] = by_ieee.get(node.op, False) or one
    texts = [_definition(OPS[op], how) for op, how in by_ieee.items()]
    lines = [line for text in texts for line in ("", "", *text)]
    calls = ieee(lines)
    return [*(["", "", *calls] if calls else []), *lines, "", ""] if lines else []


def _definition(op: Op, by_ieee: bool) -> list[str]:
    names = {"a": "a.data", "b": "b.data", "y": "out.data", "g": "out.grad", "d": "slope"}
    inputs = "ab"[: op.arity]
    body = []
    for name, partial in zip(inputs, op.partials, strict=True):
        sent = spelled(op.contribution if by_ieee else "g * d", by_ieee, None).format(**names)
        body += [
            f"        slope = {spelled(partial, by_ieee, None).format(**names)}",
            f"        {name}.grad += {sent}",
        ]
    title = op.numpy or op.name
    parameters = ", ".join(op.names)
    children = ", ".join(inputs) + ("," if op.arity == 1 else "")
    return [
        f"def {title}({parameters}):",
        f'    out = Value({spelled(op.forward, by_ieee, None).format(**names)}, ({children}), "{op.symbol}")',
        "",
        "    def _backward():",
        *body,
        "",
        "    out._backward = _backward",
        "    return out",
    ]


def _depth(graph: Graph) -> int:
    depth = [0] * len(graph.nodes)
    for node in graph.nodes:
        depth[node.id] = 1 + max((depth[child] for child in node.inputs), default=0)
    return depth[graph.root]
