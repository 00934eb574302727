"""What to write in place of a formula that goes wrong, as a change of the text that is known to be true."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from backpulse.answering import limits, messages
from backpulse.answering.messages import Span
from backpulse.engine import Value, graph_of
from backpulse.engine.graph import Graph
from backpulse.engine.remedies import Match, remedies
from backpulse.parser import SourceError, parse
from backpulse.view.expression import Expression

_BINDS = re.compile(r"\s*\w+\s*=(?!=)\s*")
_ARGUMENT = re.compile(r"\bu\b")
Form = tuple[object, ...]
"""What a node computes, its inputs by their numbers in a table of forms."""


def remedies_of(subject: Expression) -> list[messages.Remedy]:
    """The formulas in a graph for which there is a remedy, each with a change of the text where one is true.

    A change is offered if the changed text has been read and makes the same graph, but for the formula.
    """
    shown = [subject.origin.get(value, value) for value in subject.graph.values]
    graph = graph_of(shown[subject.graph.root]) if subject.expand else subject.graph
    spans = dict(zip(shown, subject.spans, strict=True))
    found: list[messages.Remedy] = []
    for match in remedies(graph):
        if len(found) == limits.REMEDIES.most:
            break
        values = {graph.values[node] for node in match.nodes}
        # Each spelling that is tried runs the whole program.
        quick = subject.work <= limits.REPEATED.most
        change = _change(subject.source, graph, spans, match) if quick else None
        found.append(
            messages.Remedy(
                nodes=[node for node, value in enumerate(shown) if value in values],
                message=match.remedy.message,
                span=change[0] if change else None,
                replacement=change[1] if change else None,
            )
        )
    return found


def _change(
    source: str, graph: Graph, spans: dict[Value, Span | None], match: Match
) -> tuple[Span, str] | None:
    """Characters of the source and what is to stand there instead; None where none is known to be true."""
    place = spans.get(graph.values[match.node])
    argument = _written(source, graph, spans, match.argument)
    if not match.remedy.formula or place is None or argument is None:
        return None
    # Each spelling that is tried is read whole.
    if len(source) > limits.CHANGED_SOURCE.most or len(graph.nodes) > limits.DRAWN.most:
        return None
    start, end = place
    if binds := _BINDS.match(source, start, end):  # the span of what has a name is its whole statement
        start = binds.end()
    wanted = _with_formula(graph, match)
    for replacement in _spellings(match.remedy.formula, argument):
        changed = source[:start] + replacement + source[end:]
        try:
            read = parse(changed, limits.NODES.most)
        except SourceError:
            continue
        if _forms(graph_of(read.root), wanted[0])[-1] == wanted[1]:
            return (start, end), replacement
    return None


def _written(source: str, graph: Graph, spans: dict[Value, Span | None], node: int) -> str | None:
    """A node as it can be written in a formula."""
    if label := graph.nodes[node].label:
        return label
    place = spans.get(graph.values[node])
    return source[slice(*place)] if place else None


def _spellings(formula: str, argument: str) -> Iterator[str]:
    """The formula with its argument, with ever more brackets around them."""
    bare = argument[1:-1] if argument[0] + argument[-1] == "()" else argument
    for inner in dict.fromkeys((bare, argument, f"({argument})")):
        whole = inner.join(_ARGUMENT.split(formula))
        yield from (whole, f"({whole})")


def _with_formula(graph: Graph, match: Match) -> tuple[dict[Form, int], int]:
    """The form that the root has when the formula stands in place of the node, and the table it is in."""
    table: dict[Form, int] = {}
    forms = _forms(graph, table)
    formula = _forms(_formula(match.remedy.formula), table, {"u": forms[match.argument]})
    return table, _forms(graph, table, nodes={match.node: formula[-1]})[-1]


@cache
def _formula(text: str) -> Graph:
    return graph_of(parse(text).root)


def _forms(
    graph: Graph,
    table: dict[Form, int],
    leaves: dict[str, int] | None = None,
    nodes: dict[int, int] | None = None,
) -> list[int]:
    """The number of each node's form: two nodes compute the same from the same leaves if they have the same.

    What is given for `leaves`, by name, or for `nodes` stands in their place.
    """
    numbers: list[int] = []
    for node in graph.nodes:
        known = (nodes or {}).get(node.id)
        if known is None and node.kind == "leaf":
            known = (leaves or {}).get(node.label)
        if known is None:
            own = node.label if node.kind == "leaf" else repr(node.data) if node.kind == "const" else node.op
            form = (node.kind, own, node.param, *(numbers[child] for child in node.inputs))
            known = table.setdefault(form, len(table))
        numbers.append(known)
    return numbers
