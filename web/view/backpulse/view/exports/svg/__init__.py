"""The graph as an SVG picture at a moment: real text, both themes, the page's look, complete at any size."""

from __future__ import annotations

from html import escape

from backpulse.view.display import typeset_minus
from backpulse.view.exports.snapshot import Snapshot, printable
from backpulse.view.exports.svg.arrows import arrow_lines, draw_label, draw_lanes, size_of, total_lines
from backpulse.view.exports.svg.canvas import CODE, Canvas, Run, px, width_of
from backpulse.view.exports.svg.cards import draw_card
from backpulse.view.exports.svg.labels import Crowd
from backpulse.view.exports.svg.places import Box, Places, Slot, places_of
from backpulse.view.layout.sizes import PILL_H, PILL_W
from backpulse.view.look import PALETTES, Palette
from backpulse.view.moment import Total

__all__ = ["svg"]

_MARGIN = 0.5
_LISTED, _LINE = 8, 0.42
_SAID = 0.26
_ANY = Slot(Box(0, 0, PILL_W, PILL_H), 2)
"""What a label takes where it finds its own place."""


def svg(snapshot: Snapshot) -> str:
    """The document. Its size in pixels is 64 for one u; it may be drawn at any other."""
    graph, palette = snapshot.graph, PALETTES[snapshot.theme]
    places = places_of(graph)
    canvas = Canvas()
    boxes = list(places.cards)
    for edge in graph.edges:
        draw_lanes(canvas, snapshot, edge, places.paths[edge.id], palette)
    found: dict[int, list[str]] = {}
    for finding in snapshot.trace.findings:
        found.setdefault(finding.node, []).append(typeset_minus(printable(finding.message)))
    for node in graph.nodes:
        draw_card(canvas, snapshot, node, places.cards[node.id], palette, found.get(node.id, []))
    boxes += _labels(canvas, snapshot, places, palette)
    sides = [box.sides for box in boxes]
    sides += [(x, y, x, y) for points in places.paths for x, y in points]
    left, top = min(side[0] for side in sides), min(side[1] for side in sides)
    right, bottom = max(side[2] for side in sides), max(side[3] for side in sides)
    bottom = _findings(canvas, found, left, right, bottom + 0.2, palette)
    view = (left - _MARGIN, top - _MARGIN, right - left + 2 * _MARGIN, bottom - top + 2 * _MARGIN)
    return _document(snapshot, canvas, view, palette)


def _labels(canvas: Canvas, snapshot: Snapshot, places: Places, palette: Palette) -> list[Box]:
    """Draws all labels and returns their boxes."""
    crowd = None if places.pills else Crowd(places)
    boxes: list[Box] = []
    for node, total in _totals(snapshot).items():
        lines = total_lines(total, palette)
        slot = places.totals.get(node)
        if slot is None and crowd is not None:
            slot = crowd.under(places.cards[node], size_of(lines, _ANY)[2].w)
        if slot is not None:
            boxes.append(draw_label(canvas, lines, slot, total.after, snapshot.t is not None, palette))
    for edge in snapshot.graph.edges:
        pill = snapshot.moment.pills[edge.id]
        if pill == "none":
            continue
        lines = arrow_lines(snapshot, edge, palette)
        slot = places.pills.get(edge.id)
        if slot is None and crowd is not None:
            slot = crowd.place(edge.id, size_of(lines, _ANY)[2].w)
        if slot is not None:
            present = pill == "present" and snapshot.t is not None
            sent = snapshot.numbers.contributions[edge.id]
            boxes.append(draw_label(canvas, lines, slot, sent, present, palette))
    return boxes


def _totals(snapshot: Snapshot) -> dict[int, Total]:
    """The sums to be shown: the present step's, or at the end of the pass that of every node with several."""
    moment, graph, numbers = snapshot.moment, snapshot.graph, snapshot.numbers
    if snapshot.t is not None or moment.direction == "forward":
        return {} if moment.total is None else {moment.total.node: moment.total}
    totals: dict[int, Total] = {}
    before: dict[int, float] = {}
    for step in snapshot.trace.backward:
        for arrow in step.edges:
            child = graph.edges[arrow.edge].child
            if child in before:
                totals[child] = Total(child, before[child], numbers.contributions[arrow.edge], arrow.total)
            before[child] = arrow.total
    return totals


def _findings(
    canvas: Canvas, found: dict[int, list[str]], left: float, right: float, top: float, palette: Palette
) -> float:
    """What is to be said about the numbers, in words under the graph; returns where it ends."""
    messages = [message for node in sorted(found) for message in found[node]]
    lines = [line for message in messages[:_LISTED] for line in _wrapped(message, right - left)]
    if len(messages) > _LISTED:
        lines.append(f"and {len(messages) - _LISTED} more")
    for place, line in enumerate(lines):
        canvas.text([Run(line, palette["ink2"], "words")], left, top + 0.6 + place * _LINE, _SAID)
    return top + 0.6 + (len(lines) - 1) * _LINE + 0.1 if lines else top - 0.2


def _wrapped(text: str, width: float) -> list[str]:
    lines: list[str] = []
    for word in text.split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and width_of([Run(longer, "", "words")], _SAID) <= width:
            lines[-1] = longer
        else:
            lines.append(word)
    return lines


def _document(
    snapshot: Snapshot, canvas: Canvas, view: tuple[float, float, float, float], palette: Palette
) -> str:
    x, y, w, h = map(px, view)
    source = printable("; ".join(line for line in snapshot.expression.source.splitlines() if line.strip()))
    moment = snapshot.moment
    said = f"{moment.sentence}. " if snapshot.t is not None else ""
    about = f"{said}Values flow forward from the leaves, gradients back from the root."
    body = "\n".join(canvas.elements)
    return f"""<svg xmlns="http://www.w3.org/2000/svg" width="{w}" height="{h}" viewBox="{x} {y} {w} {h}" \
role="img" font-family="{CODE}" font-weight="500">
<title>{escape(source)}</title>
<desc>{escape(printable(about))}</desc>
<rect x="{x}" y="{y}" width="{w}" height="{h}" fill="{palette["stage"]}"/>
{body}
</svg>
"""
