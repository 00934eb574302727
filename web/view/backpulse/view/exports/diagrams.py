"""The graph as text that other programs lay out: Graphviz DOT, and Mermaid flowcharts."""

from __future__ import annotations

import math

from backpulse.engine.graph import Edge, Node
from backpulse.view.display import clip, number_text
from backpulse.view.exports.snapshot import Snapshot, Unfit
from backpulse.view.look import PALETTES, colour_of

_LONGEST = 40


def lines_of(snapshot: Snapshot, node: Node) -> list[str]:
    """What stands in a node's box: as written, value, gradient."""
    moment = snapshot.moment
    text = clip(snapshot.text(node), _LONGEST)
    value = number_text(moment.values[node.id])
    if node.kind == "const":
        return [value]
    return [text, f"value {value}", f"grad {number_text(moment.grads[node.id])}"]


def label_of(snapshot: Snapshot, edge: Edge) -> str:
    """What stands at an arrow: `incoming × local = contribution` once the gradient has come back along it."""
    if snapshot.moment.pills[edge.id] == "none":
        return ""
    incoming, local, sent = map(number_text, snapshot.product(edge))
    return f"{incoming} × {local} = {sent}"


def _width(snapshot: Snapshot, edge: Edge) -> float:
    """In points: wider is larger, as on the page."""
    sent = abs(snapshot.numbers.contributions[edge.id])
    if snapshot.moment.pills[edge.id] == "none" or math.isnan(sent):
        return 1.0
    return round(1.0 + 2.5 * min(1.0, math.log10(1 + sent) / 2), 2)


def _colour(snapshot: Snapshot, edge: Edge) -> str:
    palette = PALETTES[snapshot.theme]
    if snapshot.moment.pills[edge.id] == "none":
        return palette["port"]
    return colour_of(snapshot.numbers.contributions[edge.id], palette)


def dot(snapshot: Snapshot) -> str:
    """For Graphviz: inputs left, the root right, arrows in slot order."""
    palette = PALETTES[snapshot.theme]
    ink, card = palette["ink"], palette["cardTop"]
    lines = [
        "digraph backpulse {",
        f'  graph [rankdir=LR, ordering=in, bgcolor="{palette["stage"]}", nodesep=0.35, ranksep=0.9]',
        (
            f'  node [shape=box, style="rounded,filled", color="{palette["port"]}", fillcolor="{card}", '
            f'fontcolor="{ink}", fontname="Helvetica", fontsize=12, margin="0.16,0.1"]'
        ),
        (
            f'  edge [color="{palette["port"]}", fontcolor="{ink}", fontname="Helvetica", fontsize=10, '
            "arrowsize=0.7]"
        ),
    ]
    for node in snapshot.graph.nodes:
        text = "\\n".join(map(_dot_text, lines_of(snapshot, node)))
        extra = ', style="rounded,dashed"' if node.kind == "const" else ""
        extra += ", penwidth=2" if node.id == snapshot.graph.root else ""
        lines.append(f'  n{node.id} [label="{text}"{extra}]')
    for edge in snapshot.graph.edges:
        options = [f'color="{_colour(snapshot, edge)}"', f"penwidth={_width(snapshot, edge)}"]
        text = label_of(snapshot, edge)
        options += [f'label="{_dot_text(text)}"'] if text else []
        options += [] if snapshot.carries(edge) else ["style=dashed"]
        lines.append(f"  n{edge.child} -> n{edge.parent} [{', '.join(options)}]")
    return "\n".join([*lines, "}", ""])


def _dot_text(text: str) -> str:
    """Within quotes: Graphviz reads escapes, and entities of HTML, in every label."""
    return text.replace("\\", "\\\\").replace('"', '\\"').replace("&", "&amp;")


_ARROWS = 500
_CHARACTERS = 50_000


def mermaid(snapshot: Snapshot) -> str:
    """For Mermaid, as GitHub and many editors draw it. Unfit for what Mermaid itself refuses by default."""
    graph = snapshot.graph
    if len(graph.edges) > _ARROWS:
        raise Unfit(f"Mermaid draws no more than {_ARROWS} arrows, and here are {len(graph.edges)}", _OTHERS)
    palette = PALETTES[snapshot.theme]
    lines = ["flowchart LR"]
    for node in graph.nodes:
        text = "<br/>".join(map(_mermaid_text, lines_of(snapshot, node)))
        left, right = ('(["', '"])') if node.kind == "const" else ('("', '")') if node.op else ('["', '"]')
        lines.append(f"  n{node.id}{left}{text}{right}")
    for edge in graph.edges:
        text = label_of(snapshot, edge)
        middle = f'-->|"{_mermaid_text(text)}"|' if text else "-.->" if not snapshot.carries(edge) else "-->"
        lines.append(f"  n{edge.child} {middle} n{edge.parent}")
    box = f"fill:{palette['cardTop']},stroke:{palette['port']},color:{palette['ink']}"
    lines.append(f"  classDef default {box}")
    lines.append(f"  style n{graph.root} stroke-width:3px")
    for edge in graph.edges:
        style = f"stroke:{_colour(snapshot, edge)},stroke-width:{_width(snapshot, edge)}px"
        lines.append(f"  linkStyle {edge.id} {style}")
    text = "\n".join([*lines, ""])
    if len(text) > _CHARACTERS:
        raise Unfit(
            f"Mermaid draws no more than {_CHARACTERS:,} characters, and this has {len(text):,}", _OTHERS
        )
    return text


_OTHERS = "Graphviz DOT and SVG have no such limit."


def _mermaid_text(text: str) -> str:
    """Within quotes, as entities of Mermaid's: all that it, HTML or Markdown could read as a mark."""
    return "".join(
        c if c.isalnum() or c in " ,.=()/+×÷−∞…" or (c == "*" and i) else f"#{ord(c)};"
        for i, c in enumerate(text)
    )
