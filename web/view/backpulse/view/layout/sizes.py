"""Every size of the layout in u; where they come from is said beside them."""

from __future__ import annotations

from dataclasses import dataclass

from backpulse.engine.graph import Graph
from backpulse.engine.ops import OPS
from backpulse.view.layout.shapes import Flow
from backpulse.view.look import size

SMALL_FROM = 13
"""Graphs of this many nodes are drawn as an overview, with small cards."""

CARD_H, CONST_W, CONST_H = size("card.h"), size("constant.w"), size("constant.h")
DERIVED_H = round(CARD_H + size("strip"), 6)
SMALL_W, SMALL_H, SMALL_CONST_W, SMALL_CONST_H = 1.24, 1.02, 1.0, 0.56
SMALL_GAP, FIRST_SMALL_GAP, SMALL_ROW_GAP = 0.44, 1.06, 0.68
"""In an overview: between ranks (LOOK: pitch 1.68, the first 2.3), and between cards of one rank."""
SMALL_LANE, SMALL_LANES, SMALL_BOW = 0.3, 0.18, 0.6
"""In an overview: from a lane to a card, between lanes, and the bow of parallel arrows."""
WIDEST, NARROWEST = size("card.w"), 2.0
"""A card's usual width, and the least that its type allows: deep graphs and phones have narrow cards."""

SLOT, OWN_PORT, BOW = 0.24, 0.34, 1.25
"""Ports beside a card's middle: two inputs; both ends of parallel arrows, and how far those bow apart."""
HANDLE, BOW_HANDLE = 0.5, 0.55
"""Length of a curve's handles, as a share of its span."""

GAP, LEAST_GAP, PHONE_GAP = 1.65, 0.99, 1.3
"""Between ranks: as in the pictures, and the least."""
ROW, PHONE_ROW = 2.55, 2.28
"""Between neighbouring leaves; an op stands half of it from its input."""

PILL_W, PILL_LEAST, PILL_H, LINE_H = size("pill.w"), 2.9, size("pill.twoLines"), size("pill.oneLine")
"""A label's slot: two lines of 19 characters at the least type; one line is lower."""
TOTALS = ((PILL_W, PILL_H, 2, 0.0), (2.6, PILL_H, 2, 0.3), (PILL_W, LINE_H, 1, 0.4))
TOTAL_GAP = 0.3
"""Slots of running totals: width, height, lines, and what is worse about it; and the gap under the card."""
PHONE_PILLS, PHONE_TOTALS = (2.9, 2.1, 1.5), (2.1, 1.6)
"""On a phone a slot takes what there is beside its lane."""

LANE_CLEAR = 0.33
"""From a lane's centre line to a label beside it: .085 to the lane, its girth, and .2 of air."""
FOREIGN_CLEAR = 0.26
"""From the centre line of another edge to a label or a card: both lanes and .15 of air."""
BOX_CLEAR = 0.16
"""Between cards, labels and totals."""


@dataclass(frozen=True, slots=True)
class Viewport:
    """What the view offers, in u, at the scale at which the least type is readable (LOOK: 51 px/u)."""

    along: float
    across: float


def viewport_for(flow: Flow, ranks: int, leaves: int) -> Viewport:
    """Shallow graphs leave room for the steps panel beside the stage; deep ones take the whole width.

    What cannot be that large keeps the view's proportions.
    """
    if flow == "down":
        along, across = 8.1, 6.6
        needs = (ranks * (CARD_H + PHONE_GAP) - PHONE_GAP, leaves * PHONE_ROW - (PHONE_ROW - NARROWEST))
    else:
        along, across = 13.6 if ranks <= 4 else 20.06, 12.4
        needs = (ranks * (NARROWEST + LEAST_GAP) - LEAST_GAP + 0.08, leaves * (CARD_H + 2 * BOX_CLEAR))
    scale = max(1.0, needs[0] / along, needs[1] / across)
    return Viewport(along * scale, across * scale)


def is_derived(graph: Graph, node: int) -> bool:
    """Whether the node's card has the second plate: its op hides primitives."""
    op = graph.nodes[node].op
    return op != "" and OPS[op].expansion is not None


def card_size(graph: Graph, node: int, width: float) -> tuple[float, float]:
    """Width and height of a full card."""
    kind = graph.nodes[node].kind
    if kind == "const":
        return CONST_W, CONST_H
    return width, DERIVED_H if is_derived(graph, node) else CARD_H


def small_size(graph: Graph, node: int) -> tuple[float, float]:
    """Width and height of a card in an overview."""
    if graph.nodes[node].kind == "const":
        return SMALL_CONST_W, SMALL_CONST_H
    return SMALL_W, SMALL_H
