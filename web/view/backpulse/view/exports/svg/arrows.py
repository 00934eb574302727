"""Arrows: two lanes from port to port, and their labels `incoming × local = contribution`."""

from __future__ import annotations

from math import hypot

from backpulse.engine.graph import Edge
from backpulse.view.display import number_text, sign_of
from backpulse.view.exports.snapshot import Snapshot
from backpulse.view.exports.svg.canvas import Canvas, Run, fit, width_of
from backpulse.view.exports.svg.curve import beside, reversed_line, shortened
from backpulse.view.exports.svg.places import Box, Point, Slot
from backpulse.view.look import Palette, colour_of, lane_radius
from backpulse.view.look import size as size_in_u
from backpulse.view.moment import Total

_OFFSET, _QUIET, _EMPTY = size_in_u("lane.offset"), size_in_u("lane.quiet"), size_in_u("lane.empty")
_HEAD, _HEAD_WIDTH = size_in_u("head.length"), size_in_u("head.width")
_TEXT_AT, _END, _TYPE, _LEAST = size_in_u("pill.textAt"), size_in_u("pill.end"), size_in_u("pill.type"), 0.18
_DISC, _DISC_AT = size_in_u("pill.disc"), size_in_u("pill.discAt")
_PORT_W, _PORT_H = size_in_u("port.w"), size_in_u("port.h")
ONE_LINE, TWO_LINES = size_in_u("pill.oneLine"), size_in_u("pill.twoLines")


def draw_lanes(canvas: Canvas, snapshot: Snapshot, edge: Edge, points: list[Point], palette: Palette) -> None:
    """The lane of values, and below it the lane of gradients, each lit where it has carried its number."""
    moment, carries = snapshot.moment, snapshot.carries(edge)
    offset = _OFFSET if carries else 0.0
    value, sent = snapshot.numbers.values[edge.child], snapshot.numbers.contributions[edge.id]
    lit = moment.direction == "forward" and moment.forward[edge.id]
    colour = colour_of(value, palette) if lit else palette["quietLane"]
    _lane(canvas, points, offset, False, lane_radius(value) if lit else _QUIET, colour)
    if carries and moment.backward[edge.id]:
        _lane(canvas, points, -offset, True, lane_radius(sent), colour_of(sent, palette))
    elif carries:
        canvas.curve(beside(points, -offset), palette["emptyLane"], 2 * _EMPTY)
    for x, y in (points[0], points[-1]):
        canvas.box((x - _PORT_W / 2, y - _PORT_H / 2, _PORT_W, _PORT_H), 0.04, palette["port"])


def _lane(canvas: Canvas, points: list[Point], offset: float, back: bool, radius: float, colour: str) -> None:
    pieces = beside(points, offset)
    if back:
        pieces = reversed_line(pieces)
    grow = min(1.5, max(0.7, 0.7 + radius * 8))
    line, (x, y) = shortened(pieces, 0.9 * _HEAD * grow)
    canvas.curve(line, colour, 2 * radius)
    bx, by = line[-1][3]
    dx, dy = x - bx, y - by
    length = hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    bx, by = x - dx * _HEAD * grow, y - dy * _HEAD * grow
    half = _HEAD_WIDTH * grow / 2
    canvas.shape([(x, y), (bx - dy * half, by + dx * half), (bx + dy * half, by - dx * half)], colour)


Lines = list[list[Run]]


def arrow_lines(snapshot: Snapshot, edge: Edge, palette: Palette) -> Lines:
    """What an arrow's label says, in the two parts that may stand in two lines."""
    incoming, local, sent = snapshot.product(edge)
    plain, quiet = palette["ink"], palette["ink3"]
    product = [
        Run(number_text(incoming), plain, weight=600),
        Run(" × ", quiet),
        Run(number_text(local), plain, weight=600),
    ]
    return [product, [Run("= ", quiet), Run(number_text(sent), colour_of(sent, palette), weight=700)]]


def total_lines(total: Total, palette: Palette) -> Lines:
    """`total 3 + 3 = 6`."""
    plain, quiet = palette["ink"], palette["ink3"]
    before, added, after = map(number_text, (total.before, total.added, total.after))
    terms = [Run(before, plain, weight=600), Run(" + ", quiet), Run(added, plain, weight=600)]
    result = [Run("= ", quiet), Run(after, colour_of(total.after, palette), weight=700)]
    return [[Run("total ", palette["ink2"], "words"), *terms], result]


def size_of(lines: Lines, slot: Slot) -> tuple[Lines, float, Box]:
    """A label in its slot: in one line if it fits, its type, and the box it takes."""
    joined = [[*lines[0], Run(" ", lines[1][0].colour), *lines[1]]]
    room = slot.box.w - _TEXT_AT - _END
    shown_lines = joined if slot.lines == 1 or width_of(joined[0], _TYPE) <= room else lines
    natural = max(width_of(line, _TYPE) for line in shown_lines)
    size = _TYPE * min(1.0, room / natural)
    if size < _LEAST:
        shown_lines = [fit(line, _LEAST, _LEAST, room)[0] for line in shown_lines]
        size = _LEAST
    width = _TEXT_AT + max(width_of(line, size) for line in shown_lines) + _END
    height = ONE_LINE if len(shown_lines) == 1 else TWO_LINES
    return shown_lines, size, Box(slot.box.x, slot.box.y, width, height)


def draw_label(
    canvas: Canvas, lines: Lines, slot: Slot, number: float, present: bool, palette: Palette
) -> Box:
    """A pill, only as wide as its text, with the sign of its number; returns where it stands."""
    texts, size, box = size_of(lines, slot)
    left, top = box.x - box.w / 2, box.y - box.h / 2
    corner, colour, sign = min(box.h / 2, 0.26), colour_of(number, palette), sign_of(number)
    canvas.open(kind="pill")
    canvas.box((left, top + 0.05, box.w, box.h), corner, palette["cardSide"])
    edge = (colour, size_in_u("outline")) if present else (palette["strong"], 0.016)
    canvas.box((left, top, box.w, box.h), corner, palette["pillTop"], *edge)
    x = left + _DISC_AT
    canvas.disc(x, box.y, _DISC, colour if sign else palette["ink3"])
    if sign:
        canvas.line([(x - 0.07, box.y), (x + 0.07, box.y)], palette["cut"], 0.036)
    if sign > 0:
        canvas.line([(x, box.y - 0.07), (x, box.y + 0.07)], palette["cut"], 0.036)
    for place, line in enumerate(texts):
        middle = box.y + (0.0 if len(texts) == 1 else (place - 0.5) * 0.36)
        canvas.text(line, left + _TEXT_AT, middle + size * 0.31, size)
    canvas.close()
    return box
