"""The HTML beside the scene: the present step's sentence, a node with all its arrows, the findings."""

from __future__ import annotations

import re
from html import escape

from backpulse.engine import OPS, Numbers
from backpulse.engine.findings import Finding
from backpulse.view.display import number_text, sign_of, typeset_minus
from backpulse.view.expression import Expression
from backpulse.view.moment import Moment
from backpulse.view.node_names import symbol
from backpulse.view.structure import carries_gradient

_NUMBER = re.compile(r"(?<![\w.])(?:−(?=[\d∞]))?(?:\d[\d.]*(?:e−?\d+)?|∞)(?!\w)")
_CLASSES = {-1: "minus", 0: "zero", 1: "plus"}


def sentence(expression: Expression, moment: Moment) -> str:
    """The step's number and its sentence."""
    text = _NUMBER.sub(_coloured, escape(moment.sentence))
    acting = expression.graph.nodes[moment.step.node] if moment.step else None
    if acting is not None and acting.op:
        # The sentence begins with the op's symbol as it is typed.
        text = tile(acting.op) + text.removeprefix(escape(OPS[acting.op].symbol))
    step = f"Step {moment.t} of {moment.count}"
    return f'<p class="backpulse-sentence">{text}</p><p class="backpulse-step">{step}</p>'


def tile(op: str) -> str:
    """An op's symbol as on its card."""
    return f'<i class="op">{escape(symbol(op))}</i>'


def _coloured(found: re.Match[str]) -> str:
    text = found[0]
    # What is infinite has no sign's colour, as everywhere.
    zero = "∞" in text or text.strip("0.") == ""
    sign = 0 if zero else -1 if text.startswith("−") else 1
    return f'<b class="{_CLASSES[sign]}">{text}</b>'


def _number(number: float | None) -> str:
    kind = "unknown" if number is None else _CLASSES[sign_of(number)]
    return f'<b class="{kind}">{escape(number_text(number))}</b>'


def node(
    expression: Expression, numbers: Numbers, moment: Moment, chosen: int, grads: list[float | None]
) -> str:
    """A node's value and gradient as they are known now, what it sends, and how its gradient adds up."""
    graph = expression.graph
    here = graph.nodes[chosen]
    rows = [("value", _number(moment.values[chosen]))]
    if here.kind != "const":
        rows.append(("grad", _number(grads[chosen])))
    for edge in graph.sends[chosen]:
        if carries_gradient(graph, edge):
            sent = moment.backward[edge.id]
            incoming = _number(grads[chosen])
            result = _number(numbers.contributions[edge.id] if sent else None)
            text = f"{incoming} × {_number(numbers.locals[edge.id])} = {result}"
            rows.append((f"to {expression.labels[edge.child]}", text))
    rows += _running(expression, numbers, moment, chosen)
    body = "".join(f"<tr><th>{escape(name)}</th><td>{text}</td></tr>" for name, text in rows)
    title = f"{tile(here.op) if here.op else ''} {escape(expression.texts[chosen])}"
    return f'<div class="backpulse-node"><h4>{title}</h4><table>{body}</table></div>'


def _running(expression: Expression, numbers: Numbers, moment: Moment, chosen: int) -> list[tuple[str, str]]:
    """The `+=` of a node that several arrows reach, as far as they have."""
    graph = expression.graph
    arrows = [edge for step in reversed(graph.nodes) for edge in graph.sends[step.id] if edge.child == chosen]
    if len(arrows) < 2 or graph.nodes[chosen].kind == "const":
        return []
    arrived = [edge.id for edge in arrows if moment.backward[edge.id]]
    if not arrived:
        return [("+=", _number(None))]
    added = " + ".join(_number(numbers.contributions[edge]) for edge in arrived)
    return [("+=", f"{added} = {_number(numbers.totals[arrived[-1]])}")]


def findings(found: list[Finding]) -> str:
    """What left the number line or stands on a kink, a line each; "" when there is nothing."""
    lines = "".join(f"<li>{escape(typeset_minus(finding.message))}</li>" for finding in found)
    return f'<ul class="backpulse-findings">{lines}</ul>' if lines else ""
