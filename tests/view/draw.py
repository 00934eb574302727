"""Development helper: draws layouts of expressions as one SVG sheet, to be looked at.

python tests/view/draw.py sheet.svg right "(a + b) * c" "a * a"
"""

from __future__ import annotations

import sys
from html import escape
from pathlib import Path as File

from backpulse.engine import Graph, graph_of
from backpulse.engine.graph import name_of
from backpulse.parser import parse
from backpulse.view.layout import Layout, Pill, layout
from backpulse.view.layout.shapes import Point

SCALE = 26


def picture(graph: Graph, made: Layout, title: str) -> tuple[str, float, float]:
    """An SVG group with its upper left corner at the origin, and its size in u."""
    boxes = [(c.x, c.y, c.w, c.h) for c in made.cards]
    slots = [c.total for c in made.cards if c.total] + [p.pill for p in made.paths if p.pill.w]
    boxes += [(s.x, s.y, s.w, s.h) for s in slots] if not made.small else []
    left = min(x - w / 2 for x, _, w, _ in boxes)
    right = max(x + w / 2 for x, _, w, _ in boxes)
    top = max(y + h / 2 for _, y, _, h in boxes)
    low = min(y - h / 2 for _, y, _, h in boxes)
    out = [f'<g transform="translate({-left + 0.5},{top + 1.0})">']
    words = f"{title}   {right - left:.2f} × {top - low:.2f}"
    out.append(f'<text x="{left}" y="{-top - 0.35}" font-size=".5" fill="#eee">{escape(words)}</text>')
    out.append(f'<rect x="{left}" y="{-top}" width="{right - left}" height="{top - low}" fill="#11151b"/>')
    for edge, path in zip(graph.edges, made.paths, strict=True):
        points = [f"{x:.3f},{-y:.3f}" for x, y, _ in path.points]
        d = f"M{points[0]} C" + " ".join(points[1:])
        const = graph.nodes[edge.child].kind == "const"
        width = 0.06 if made.small else 0.08 if const else 0.23
        out.append(f'<path d="{d}" fill="none" stroke="#3c4756" stroke-width="{width}"/>')
        if not const and not made.small:
            out.append(f'<path d="{d}" fill="none" stroke="#11151b" stroke-width=".1"/>')
    for node in sorted(graph.nodes, key=lambda node: made.cards[node.id].z):
        c = made.cards[node.id]
        fill = "#222a35" if node.kind == "op" else "#2d3642" if node.kind == "leaf" else "#11151b"
        if c.z:
            fill = "#3a4656"
        out.append(
            f'<rect x="{c.x - c.w / 2}" y="{-c.y - c.h / 2}" width="{c.w}" height="{c.h}" rx=".15" '
            f'fill="{fill}" stroke="#8a95a3" stroke-width=".03"/>'
        )
        name = name_of(graph, node.id)
        size = min(0.36, c.w / max(1, len(name)) * 1.4)
        out.append(
            f'<text x="{c.x}" y="{-c.y}" font-size="{size:.2f}" fill="#eef2f6" text-anchor="middle">'
            f"{escape(name)}</text>"
        )
    for card in made.cards:
        if card.total and not made.small:
            out.append(_slot(card.total, "total 3 + 3 = 6", "#7a6"))
    for k, path in enumerate(made.paths):
        if path.pill.w and not made.small:
            colour = f"hsl({k * 67 % 360},60%,60%)"
            out.append(_slot(path.pill, "1 × 10 = 10", colour))
            x, y = _middle(path.points)
            out.append(
                f'<line x1="{x}" y1="{-y}" x2="{path.pill.x}" y2="{-path.pill.y}" stroke="{colour}" '
                'stroke-width=".03" stroke-dasharray=".1"/>'
            )
    out.append("</g>")
    return "\n".join(out), right - left + 1, top - low + 1.5


def _middle(points: tuple[Point, ...]) -> tuple[float, float]:
    pieces = (len(points) - 1) // 3
    p, q, r, s = points[3 * (pieces // 2) :][:4] if pieces % 2 else [points[3 * (pieces // 2)]] * 4
    x, y = ((p[n] + 3 * q[n] + 3 * r[n] + s[n]) / 8 for n in (0, 1))
    return x, y


def _slot(slot: Pill, text: str, colour: str) -> str:
    w, h = len(text) * 0.171 + 0.65, 0.52
    x, y = slot.x, -slot.y
    return (
        f'<rect x="{x - slot.w / 2}" y="{y - slot.h / 2}" width="{slot.w}" height="{slot.h}" fill="none" '
        f'stroke="{colour}" stroke-width=".02" stroke-dasharray=".06"/>'
        f'<rect x="{x - w / 2}" y="{y - h / 2}" width="{w}" height="{h}" rx=".26" fill="#262e39" '
        f'stroke="{colour}" stroke-width=".03" opacity=".8"/>'
        f'<text x="{x}" y="{y + 0.1}" font-size=".26" fill="#eee" text-anchor="middle">{escape(text)}</text>'
    )


def sheet(pictures: list[tuple[str, float, float]], width: float = 64.0) -> str:
    """Pictures in rows."""
    out: list[str] = []
    x = y = row = 0.0
    for body, w, h in pictures:
        if x and x + w > width:
            x, y, row = 0.0, y + row, 0.0
        out.append(f'<g transform="translate({x},{y})">{body}</g>')
        x, row = x + w, max(row, h)
    wide, high = max(width, *(w for _, w, _ in pictures)), y + row
    head = f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide * SCALE:.0f}" height="{high * SCALE:.0f}"'
    ground = '<rect width="100%" height="100%" fill="#0b0e12"/>'
    body = "\n".join(out)
    return f'{head} viewBox="0 0 {wide} {high}" font-family="monospace">{ground}{body}</svg>'


def main() -> None:
    """Draws the expressions given."""
    target, flow, *sources = sys.argv[1:]
    pictures = []
    for source in sources:
        graph = graph_of(parse(source).root)
        pictures.append(picture(graph, layout(graph, "down" if flow == "down" else "right"), source))
    File(target).write_text(sheet(pictures))


if __name__ == "__main__":
    main()
