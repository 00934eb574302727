"""The anatomy of a card, as on the page: a leaf, an op, a derived op, a constant."""

from __future__ import annotations

import re

from backpulse.engine import OPS
from backpulse.engine.graph import Node
from backpulse.view.display import number_text
from backpulse.view.exports.snapshot import Snapshot, printable
from backpulse.view.exports.svg.canvas import Canvas, Run, fit, width_of
from backpulse.view.exports.svg.places import Box
from backpulse.view.layout.sizes import is_derived
from backpulse.view.look import Palette, colour_of
from backpulse.view.look import size as size_in_u
from backpulse.view.node_names import expansion

_CORNER, _PAD, _OUTLINE = size_in_u("card.corner"), size_in_u("card.padding"), size_in_u("outline")
_LIP = 0.09
"""How far a card's side is to be seen below it."""
_TILE, _TILE_CORNER, _STRIP = size_in_u("tile.side"), size_in_u("tile.corner"), size_in_u("strip")
_CENTRE, _RULE = size_in_u("header.centre"), size_in_u("header.rule")
_VALUE, _GRAD = size_in_u("rows.value"), size_in_u("rows.grad")
_NAME, _OP, _ROW, _NUMBER, _LEAST = (
    size_in_u(f"type.{name}") for name in ("leaf", "op", "row", "number", "least")
)
_ARM, _STROKE = size_in_u("stroke.arm"), size_in_u("stroke.width")


def draw_card(
    canvas: Canvas, snapshot: Snapshot, node: Node, box: Box, palette: Palette, found: list[str]
) -> None:
    """A node's card; `found` is what is to be said about its numbers."""
    title = " — ".join([snapshot.text(node), *found])
    canvas.open(title, "card")
    if node.kind == "const":
        _constant(canvas, snapshot, node, box, palette)
    else:
        _card(canvas, snapshot, node, box, palette)
    if found:
        _mark(canvas, box.x + box.w / 2 - 0.06, box.y - box.h / 2 + 0.02, palette)
    canvas.close()


def _card(canvas: Canvas, snapshot: Snapshot, node: Node, box: Box, palette: Palette) -> None:
    left, top, pad = box.x - box.w / 2, box.y - box.h / 2, 0.12 if box.w < 2.2 else _PAD
    derived = is_derived(snapshot.graph, node.id)
    acts = (
        snapshot.t is not None and snapshot.moment.step is not None and snapshot.moment.step.node == node.id
    )
    if derived:
        # Two plates: something is inside that opens.
        canvas.box((left, top + 2 * _LIP, box.w, box.h), _CORNER, palette["cardSide"])
        canvas.box((left + 0.04, top + 1.3 * _LIP, box.w - 0.08, box.h), _CORNER, palette["shadow"])
    canvas.box((left, top + _LIP, box.w, box.h), _CORNER, palette["cardSide"])
    face = palette["senderTop"] if acts else palette["cardTop"]
    # On white a card is told from the board by its edge.
    rim = palette["cardRim"] if palette["cardRim"] != palette["cardTop"] else palette["strong"]
    canvas.box((left, top, box.w, box.h), _CORNER, face, rim, 0.02)
    if acts:
        inset = _OUTLINE / 2
        place = (left + inset, top + inset, box.w - 2 * inset, box.h - 2 * inset)
        canvas.box(place, _CORNER - inset, "none", palette["ink"], _OUTLINE)
    _header(canvas, snapshot, node, left + pad, top + _CENTRE, box.w - 2 * pad, palette)
    canvas.line([(left + pad, top + _RULE), (left + box.w - pad, top + _RULE)], palette["cardRule"], 0.016)
    moment = snapshot.moment
    for label, number, baseline in (
        ("value", moment.values[node.id], _VALUE),
        ("grad", moment.grads[node.id], _GRAD),
    ):
        _row(canvas, label, number, left + pad, top + baseline, box.w - 2 * pad, palette)
    if derived:
        _strip(canvas, snapshot, node, box, pad, palette)


def _row(
    canvas: Canvas,
    label: str,
    number: float | None,
    left: float,
    baseline: float,
    width: float,
    palette: Palette,
) -> None:
    words = [Run(label, palette["ink2"], "words")]
    beside = width - width_of(words, _ROW) - 0.05
    runs = [Run(number_text(number), colour_of(number, palette), weight=600)]
    # A word as long as `undefined` takes the label's place where there is no room for both.
    both = width_of(runs, _LEAST) <= beside
    runs, size = fit(runs, _NUMBER, _LEAST, beside if both else width)
    if both:
        canvas.text(words, left, baseline, _ROW)
    canvas.text(runs, left + width, baseline, size, "end")


def _header(
    canvas: Canvas, snapshot: Snapshot, node: Node, left: float, middle: float, width: float, palette: Palette
) -> None:
    if node.kind == "leaf":
        name = [Run(printable(snapshot.expression.labels[node.id]), palette["ink"], weight=700)]
        runs, size = fit(name, _NAME, _LEAST, width)
        canvas.text(runs, left, middle + size * 0.31, size)
        return
    tile = _tile(canvas, node, left, middle, palette)
    symbol, text = OPS[node.op].symbol, snapshot.text(node)
    # A function's name is on its tile already.
    text = (text.removeprefix(symbol) if text.startswith(f"{symbol}(") else text).replace("-", "−")
    runs, size = fit([Run(text, palette["ink2"])], _OP, _LEAST, width - tile - 0.13)
    canvas.text(runs, left + tile + 0.13, middle + size * 0.3, size)


def _tile(canvas: Canvas, node: Node, left: float, middle: float, palette: Palette) -> float:
    """The op's tile; returns its width."""
    symbol, colour = OPS[node.op].symbol, palette["ink"]
    strokes = _strokes(symbol, left + _TILE / 2, middle)
    size = _TILE * 0.6
    if strokes:
        runs = []
    elif node.param is None:
        runs = [Run(symbol, colour, weight=600)]
    else:
        exponent = number_text(node.param)
        raised = Run(exponent if len(exponent) <= 4 else "n", colour, weight=600, raised=True)
        runs = [Run("x", colour, weight=600), raised]
    width = max(_TILE, width_of(runs, size) + _TILE * 0.3)
    canvas.box((left, middle - _TILE / 2, width, _TILE), _TILE_CORNER, palette["tile"])
    for line in strokes:
        canvas.line(line, colour, _STROKE)
    if symbol == "/":
        for side in (-1, 1):
            canvas.disc(left + _TILE / 2, middle + side * 0.085, 0.026, colour)
    if runs:
        canvas.text(runs, left + width / 2, middle + size * 0.29, size, "middle")
    return width


def _strokes(symbol: str, x: float, y: float) -> list[list[tuple[float, float]]]:
    """`+ − × ÷` are strokes of one weight, never letters."""
    a, d = _ARM, _ARM * 0.78
    level, upright = [(x - a, y), (x + a, y)], [(x, y - a), (x, y + a)]
    return {
        "+": [level, upright],
        "-": [level],
        "/": [level],
        "*": [[(x - d, y - d), (x + d, y + d)], [(x - d, y + d), (x + d, y - d)]],
    }.get(symbol, [])


def _strip(canvas: Canvas, snapshot: Snapshot, node: Node, box: Box, pad: float, palette: Palette) -> None:
    """`derived`, and what the op hides."""
    left, bottom = box.x - box.w / 2, box.y + box.h / 2
    canvas.box((left + 0.025, bottom - _STRIP - 0.02, box.w - 0.05, _STRIP), 0.12, palette["tile"])
    word = [Run("derived", palette["ink"], "words", 600)]
    baseline = bottom - _STRIP / 2 - 0.02 + 0.08
    hidden = expansion(snapshot.graph, node, snapshot.expression.labels) or ""
    opened = typeset(printable(hidden), palette["ink2"])
    beside = box.w - 2 * pad - width_of(word, _ROW) - 0.1
    runs, size = fit(opened, _ROW, 0.17, max(beside, 0.0))
    canvas.text(word, left + pad, baseline, _ROW)
    if not any(run.text.endswith("…") for run in runs):
        canvas.text(runs, left + box.w - pad, baseline, size, "end")


def typeset(expression: str, colour: str) -> list[Run]:
    """An expression as a person writes it: `a * b**-1` with a dot and a raised −1."""
    runs = []
    for piece in re.split(r"( ?\*\* ?-?[\w.]+)", expression):
        if re.match(r" ?\*\*", piece):
            runs.append(Run(piece.replace("**", "").strip().replace("-", "−"), colour, raised=True))
        elif piece:
            text = piece.replace(" * ", "·").replace("*", "·").replace("-", "−")
            runs.append(Run(text.rstrip() + (" " if piece.endswith(" ") else ""), colour))
    return runs


def _constant(canvas: Canvas, snapshot: Snapshot, node: Node, box: Box, palette: Palette) -> None:
    left, top, corner = box.x - box.w / 2, box.y - box.h / 2, min(0.19, box.h / 2)
    canvas.box((left, top + 0.04, box.w, box.h), corner, palette["cardSide"])
    canvas.box((left, top, box.w, box.h), corner, palette["stage"], palette["cardSide"], 0.02)
    inner = (left + 0.06, top + 0.06, box.w - 0.12, box.h - 0.12)
    canvas.box(inner, corner - 0.06, "none", palette["ink3"], 0.022, "7 5")
    value = snapshot.moment.values[node.id]
    word, pad = [Run("const", palette["ink2"], "words")], 0.2
    number = [Run(number_text(value), colour_of(value, palette), weight=600)]
    beside = box.w - 2 * pad - width_of(word, _ROW) - 0.08
    if width_of(number, _LEAST) <= beside:
        canvas.text(word, left + pad, box.y + 0.08, _ROW)
        number, size = fit(number, _NUMBER, _LEAST, beside)
        canvas.text(number, left + box.w - pad, box.y + size * 0.31, size, "end")
    else:
        number, size = fit(number, _NUMBER, 0.15, box.w - 2 * pad)
        canvas.text(number, box.x, box.y + size * 0.31, size, "middle")


def _mark(canvas: Canvas, x: float, y: float, palette: Palette) -> None:
    """A warning at a card's corner; the words are in its title and under the graph."""
    canvas.shape([(x, y - 0.24), (x + 0.25, y + 0.18), (x - 0.25, y + 0.18)], palette["error"])
    canvas.line([(x, y - 0.08), (x, y + 0.03)], palette["cut"], 0.05)
    canvas.disc(x, y + 0.11, 0.028, palette["cut"])
