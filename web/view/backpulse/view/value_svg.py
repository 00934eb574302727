"""The SVG that a notebook shows for a plain `Value`, without widgets: the declared renderer `svg`."""

from __future__ import annotations

from backpulse.engine import Value, graph_of
from backpulse.engine.tracing import same
from backpulse.view.exports.snapshot import Snapshot
from backpulse.view.exports.svg import svg
from backpulse.view.expression import of_value
from backpulse.view.notebook.theme import theme_of

MOST = 60
"""Nodes of the largest graph that is drawn without being asked for."""


def value_svg(value: Value) -> str | None:
    """The graph below `value` as SVG; None where text says it better: a number alone, or a large graph.

    Only what the Values hold is drawn: gradients where they are this value's own, as after its `backward()`;
    nothing at all where `data` was changed and what is computed from it was not.
    """
    graph = graph_of(value)
    if not 1 < len(graph.nodes) <= MOST:
        return None
    try:
        expression = of_value(value)
    except ValueError:
        return None
    leaves = [graph.nodes[leaf].data for leaf in graph.leaves]
    numbers = expression.program.run(leaves)
    if not all(map(same, numbers.values, (node.data for node in graph.nodes))):
        return None
    known = all(map(same, numbers.grads, (each.grad for each in graph.values)))
    return svg(Snapshot(expression, leaves, "backward", None if known else 0.0, theme_of("auto")))
