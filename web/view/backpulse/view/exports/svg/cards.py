"""The anatomy of a card, as on the page: a leaf, an op, a derived op, a constant."""

from __future__ import annotations

import re

from backpulse.engine import OPS
from backpulse.engine.graph import Node
from backpulse.engine.op import constants_of
from backpulse.view.exports.picture import Picture, printable
from backpulse.view.exports.svg.ink import Ink, Run, fit, width_of
from backpulse.view.exports.svg.places import Box
from backpulse.view.layout.sizes import is_derived
from backpulse.view.names import expansion
from backpulse.view.palette import Palette, colour_of
from backpulse.view.shown import shown

# Sizes in u, the page's (`sizes` in look.ts).
_CORNER, _LIP, _TILE, _STRIP = 0.15, 0.09, 0.4, 0.46
_CENTRE, _RULE, _VALUE, _GRAD = 0.345, 0.655, 0.975, 1.365
_NAME, _OP, _ROW, _NUMBER, _LEAST = 0.36, 0.25, 0.24, 0.32, 0.2
_ARM, _STROKE = 0.105, 0.042


def draw_card(ink: Ink, picture: Picture, node: Node, box: Box, palette: Palette, found: list[str]) -> None:
    """A node's card; `found` is what is to be said about its numbers."""
    title = " — ".join([picture.text(node), *found])
    ink.open(title, "card")
    if node.kind == "const":
        _constant(ink, picture, node, box, palette)
    else:
        _card(ink, picture, node, box, palette)
    if found:
        _mark(ink, box.x + box.w / 2 - 0.06, box.y - box.h / 2 + 0.02, palette)
    ink.close()


def _card(ink: Ink, picture: Picture, node: Node, box: Box, palette: Palette) -> None:
    left, top, pad = box.x - box.w / 2, box.y - box.h / 2, 0.12 if box.w < 2.2 else 0.16
    derived = is_derived(picture.graph, node.id)
    acts = picture.t is not None and picture.moment.step is not None and picture.moment.step.node == node.id
    if derived:
        # Two plates: something is inside that opens.
        ink.box((left, top + 2 * _LIP, box.w, box.h), _CORNER, palette["cardSide"])
        ink.box((left + 0.04, top + 1.3 * _LIP, box.w - 0.08, box.h), _CORNER, palette["shadow"])
    ink.box((left, top + _LIP, box.w, box.h), _CORNER, palette["cardSide"])
    face = palette["senderTop"] if acts else palette["cardTop"]
    # On white a card is told from the board by its edge.
    rim = palette["cardRim"] if palette["cardRim"] != palette["cardTop"] else palette["strong"]
    ink.box((left, top, box.w, box.h), _CORNER, face, rim, 0.02)
    if acts:
        inset = 0.017
        place = (left + inset, top + inset, box.w - 2 * inset, box.h - 2 * inset)
        ink.box(place, _CORNER - inset, "none", palette["ink"], 0.034)
    _header(ink, picture, node, left + pad, top + _CENTRE, box.w - 2 * pad, palette)
    ink.line([(left + pad, top + _RULE), (left + box.w - pad, top + _RULE)], palette["cardRule"], 0.016)
    moment = picture.moment
    for label, number, baseline in (
        ("value", moment.values[node.id], _VALUE),
        ("grad", moment.grads[node.id], _GRAD),
    ):
        _row(ink, label, number, left + pad, top + baseline, box.w - 2 * pad, palette)
    if derived:
        _strip(ink, picture, node, box, pad, palette)


def _row(
    ink: Ink, label: str, number: float | None, left: float, baseline: float, width: float, palette: Palette
) -> None:
    words = [Run(label, palette["ink2"], "words")]
    beside = width - width_of(words, _ROW) - 0.05
    runs = [Run(shown(number), colour_of(number, palette), weight=600)]
    # A word as long as `undefined` takes the label's place where there is no room for both.
    both = width_of(runs, _LEAST) <= beside
    runs, size = fit(runs, _NUMBER, _LEAST, beside if both else width)
    if both:
        ink.text(words, left, baseline, _ROW)
    ink.text(runs, left + width, baseline, size, "end")


def _header(
    ink: Ink, picture: Picture, node: Node, left: float, middle: float, width: float, palette: Palette
) -> None:
    if node.kind == "leaf":
        name = [Run(printable(picture.subject.labels[node.id]), palette["ink"], weight=700)]
        runs, size = fit(name, _NAME, _LEAST, width)
        ink.text(runs, left, middle + size * 0.31, size)
        return
    tile = _tile(ink, node, left, middle, palette)
    symbol, text = OPS[node.op].symbol, picture.text(node)
    # A function's name is on its tile already.
    text = (text.removeprefix(symbol) if text.startswith(f"{symbol}(") else text).replace("-", "−")
    runs, size = fit([Run(text, palette["ink2"])], _OP, _LEAST, width - tile - 0.13)
    ink.text(runs, left + tile + 0.13, middle + size * 0.3, size)


def _tile(ink: Ink, node: Node, left: float, middle: float, palette: Palette) -> float:
    """The op's tile; returns its width."""
    symbol, colour, constants = OPS[node.op].symbol, palette["ink"], constants_of(node.param)
    strokes = _strokes(symbol, left + _TILE / 2, middle)
    size = _TILE * 0.6
    if strokes:
        runs = []
    elif not OPS[node.op].infix or not constants:
        runs = [Run(symbol, colour, weight=600)]
    else:
        exponent = shown(constants[0])
        raised = Run(exponent if len(exponent) <= 4 else "n", colour, weight=600, raised=True)
        runs = [Run("x", colour, weight=600), raised]
    width = max(_TILE, width_of(runs, size) + _TILE * 0.3)
    ink.box((left, middle - _TILE / 2, width, _TILE), 0.095, palette["tile"])
    for line in strokes:
        ink.line(line, colour, _STROKE)
    if symbol == "/":
        for side in (-1, 1):
            ink.disc(left + _TILE / 2, middle + side * 0.085, 0.026, colour)
    if runs:
        ink.text(runs, left + width / 2, middle + size * 0.29, size, "middle")
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


def _strip(ink: Ink, picture: Picture, node: Node, box: Box, pad: float, palette: Palette) -> None:
    """`derived`, and what the op hides."""
    left, bottom = box.x - box.w / 2, box.y + box.h / 2
    ink.box((left + 0.025, bottom - _STRIP - 0.02, box.w - 0.05, _STRIP), 0.12, palette["tile"])
    word = [Run("derived", palette["ink"], "words", 600)]
    baseline = bottom - _STRIP / 2 - 0.02 + 0.08
    hidden = expansion(picture.graph, node, picture.subject.labels) or ""
    opened = typeset(printable(hidden), palette["ink2"])
    beside = box.w - 2 * pad - width_of(word, _ROW) - 0.1
    runs, size = fit(opened, _ROW, 0.17, max(beside, 0.0))
    ink.text(word, left + pad, baseline, _ROW)
    if not any(run.text.endswith("…") for run in runs):
        ink.text(runs, left + box.w - pad, baseline, size, "end")


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


def _constant(ink: Ink, picture: Picture, node: Node, box: Box, palette: Palette) -> None:
    left, top, corner = box.x - box.w / 2, box.y - box.h / 2, min(0.19, box.h / 2)
    ink.box((left, top + 0.04, box.w, box.h), corner, palette["cardSide"])
    ink.box((left, top, box.w, box.h), corner, palette["stage"], palette["cardSide"], 0.02)
    inner = (left + 0.06, top + 0.06, box.w - 0.12, box.h - 0.12)
    ink.box(inner, corner - 0.06, "none", palette["ink3"], 0.022, "7 5")
    value = picture.moment.values[node.id]
    word, pad = [Run("const", palette["ink2"], "words")], 0.2
    number = [Run(shown(value), colour_of(value, palette), weight=600)]
    beside = box.w - 2 * pad - width_of(word, _ROW) - 0.08
    if width_of(number, _LEAST) <= beside:
        ink.text(word, left + pad, box.y + 0.08, _ROW)
        number, size = fit(number, _NUMBER, _LEAST, beside)
        ink.text(number, left + box.w - pad, box.y + size * 0.31, size, "end")
    else:
        number, size = fit(number, _NUMBER, 0.15, box.w - 2 * pad)
        ink.text(number, box.x, box.y + size * 0.31, size, "middle")


def _mark(ink: Ink, x: float, y: float, palette: Palette) -> None:
    """A warning at a card's corner; the words are in its title and under the graph."""
    ink.shape([(x, y - 0.24), (x + 0.25, y + 0.18), (x - 0.25, y + 0.18)], palette["error"])
    ink.line([(x, y - 0.08), (x, y + 0.03)], palette["cut"], 0.05)
    ink.disc(x, y + 0.11, 0.028, palette["cut"])
