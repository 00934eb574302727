"""What a layout promises, checked from its cards, paths and pills: each check yields what is wrong."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from backpulse.engine import Graph
from backpulse.view.layout import Flow, Layout

Box = tuple[float, float, float, float]
TOLERANCE = 2e-3
SAMPLES = 24
LANES = 0.2
"""Half the width of an edge with both its lanes and their girth."""


def box(thing: object) -> Box:
    """Left, low, right, high of a card or a pill."""
    x, y, w, h = (getattr(thing, field) for field in "xywh")
    return x - w / 2, y - h / 2, x + w / 2, y + h / 2


def apart(p: Box, q: Box) -> float:
    """How far two boxes are apart along x or y, whichever is more; negative when they overlap."""
    return max(p[0] - q[2], q[0] - p[2], p[1] - q[3], q[1] - p[3])


def reach(made: Layout) -> Box:
    """The extent of everything that is drawn."""
    boxes = [box(card) for card in made.cards]
    if not made.small:
        boxes += [box(card.total) for card in made.cards if card.total]
        boxes += [box(path.pill) for path in made.paths if path.pill.w]
    return (
        min(b[0] for b in boxes),
        min(b[1] for b in boxes),
        max(b[2] for b in boxes),
        max(b[3] for b in boxes),
    )


def curve(points: tuple[tuple[float, float, float], ...]) -> list[tuple[float, float]]:
    """Places on a path, its pieces sampled evenly."""
    places = []
    for i in range(0, len(points) - 1, 3):
        p, q, r, s = points[i : i + 4]
        for k in range(SAMPLES + 1):
            t = k / SAMPLES
            v = 1 - t
            a, b, c, d = v**3, 3 * v * v * t, 3 * v * t * t, t**3
            places.append(tuple(a * p[n] + b * q[n] + c * r[n] + d * s[n] for n in (0, 1)))
    return places  # type: ignore[return-value]


def near(place: tuple[float, float], b: Box) -> float:
    """Distance of a place from a box, 0 inside."""
    dx = max(b[0] - place[0], place[0] - b[2], 0.0)
    dy = max(b[1] - place[1], place[1] - b[3], 0.0)
    return float((dx * dx + dy * dy) ** 0.5)


def wrong_shape(graph: Graph, made: Layout) -> Iterator[str]:
    """One card a node, one path an edge, all on the board, labels and totals where a gradient needs them."""
    if (len(made.cards), len(made.paths)) != (len(graph.nodes), len(graph.edges)):
        yield "cards or paths do not match the graph"
    arrivals = [0] * len(graph.nodes)
    for edge, path in zip(graph.edges, made.paths, strict=True):
        carries = graph.nodes[edge.child].kind != "const"
        arrivals[edge.child] += carries
        if (path.pill.w > 0) != carries:
            yield f"edge {edge.id} has no slot for its label, or one it does not need"
        if len(path.points) % 3 != 1 or len(path.points) < 4:
            yield f"path {edge.id} is not made of cubics"
    for node, card in zip(graph.nodes, made.cards, strict=True):
        if not made.small and (card.total is not None) != (arrivals[node.id] > 1):
            yield f"card {node.id}: total where there is none, or none where there is"
        if card.z not in (0.0, 1.0) or (card.z and not made.small):
            yield f"card {node.id} stands at z {card.z}"
    xs = [value for path in made.paths for point in path.points for value in point]
    if any(value != value or abs(value) > 1e6 for value in xs):
        yield "a coordinate is off the board"
    left, low, right, high = reach(made)
    if abs(left + right) > 0.01 or abs(low + high) > 0.01:
        yield f"not around the origin: {left} {low} {right} {high}"


def wrong_order(graph: Graph, made: Layout, flow: Flow) -> Iterator[str]:
    """Leaves first, every op past its inputs, the root last."""
    boxes = [box(card) for card in made.cards]
    starts = [b[0] if flow == "right" else -b[3] for b in boxes]
    ends = [b[2] if flow == "right" else -b[1] for b in boxes]
    for edge in graph.edges:
        if ends[edge.child] >= starts[edge.parent]:
            yield f"node {edge.parent} does not stand past its input {edge.child}"
    for node in graph.nodes:
        if node.id != graph.root and ends[node.id] >= ends[graph.root]:
            yield f"node {node.id} stands as far as the root"
        if node.kind == "op" and any(starts[node.id] <= ends[leaf] for leaf in graph.leaves):
            yield f"op {node.id} stands beside a leaf"
    if not made.small and len({round(starts[leaf], 2) for leaf in graph.leaves}) > 1:
        yield "the leaves are not in one column"


def wrong_ports(graph: Graph, made: Layout, flow: Flow) -> Iterator[str]:
    """Paths run from the child's port to the parent's slot, level at both ends."""
    for edge, path in zip(graph.edges, made.paths, strict=True):
        inputs = graph.nodes[edge.parent].inputs
        both = len(inputs) == 2 and inputs[0] == inputs[1]
        child, parent = made.cards[edge.child], made.cards[edge.parent]
        slot = 0.0 if len(inputs) == 1 else (0.34 if both else 0.24) * (1 - 2 * edge.slot)
        own = slot if both else 0.0
        if flow == "right":
            start = child.x + child.w / 2, child.y + own
            end = parent.x - parent.w / 2, parent.y + slot
            across = 1
        else:
            start = child.x - own, child.y - child.h / 2
            end = parent.x - slot, parent.y + parent.h / 2
            across = 0
        for wanted, point in ((start, path.points[0]), (end, path.points[-1])):
            if abs(wanted[0] - point[0]) > TOLERANCE or abs(wanted[1] - point[1]) > TOLERANCE:
                yield f"path {edge.id} ends at {point}, not at {wanted}"
        for i in range(0, len(path.points) - 1, 3):
            p, q, r, s = path.points[i : i + 4]
            if abs(p[across] - q[across]) > TOLERANCE or abs(r[across] - s[across]) > TOLERANCE:
                yield f"path {edge.id} has a corner"


def overlaps(graph: Graph, made: Layout, least: float = 0.1) -> Iterator[str]:
    """Cards, labels and totals nearer to each other than `least`."""
    things = [(f"card {i}", box(card)) for i, card in enumerate(made.cards)]
    if not made.small:
        things += [(f"total {i}", box(card.total)) for i, card in enumerate(made.cards) if card.total]
        things += [
            (f"label {edge.child}→{edge.parent}", box(path.pill))
            for edge, path in zip(graph.edges, made.paths, strict=True)
            if path.pill.w
        ]
    for (name, p), (other, q) in combinations(things, 2):
        if apart(p, q) < least:
            yield f"{name} and {other} are {apart(p, q):.2f} apart"


def under_cards(graph: Graph, made: Layout, least: float = LANES) -> Iterator[str]:
    """Edges that come nearer than `least` to a card that is not their own."""
    for edge, path in zip(graph.edges, made.paths, strict=True):
        places = curve(path.points)
        for node, card in enumerate(made.cards):
            if node in (edge.child, edge.parent):
                continue
            distance = min(near(place, box(card)) for place in places)
            if distance < least:
                yield f"edge {edge.child}→{edge.parent} passes card {node} at {distance:.2f}"


def labels_on_edges(graph: Graph, made: Layout, own: bool, least: float = LANES) -> Iterator[str]:
    """Labels nearer than `least` to their own edge, or to any other."""
    curves = [curve(path.points) for path in made.paths]
    for edge, path in zip(graph.edges, made.paths, strict=True):
        if not path.pill.w:
            continue
        for other, places in zip(graph.edges, curves, strict=True):
            if (other.id == edge.id) != own:
                continue
            distance = min(near(place, box(path.pill)) for place in places)
            if distance < least:
                yield f"label {edge.child}→{edge.parent} is {distance:.2f} from {other.child}→{other.parent}"


def labels_far(graph: Graph, made: Layout, most: float) -> Iterator[str]:
    """Labels farther than `most` from their own edge."""
    for edge, path in zip(graph.edges, made.paths, strict=True):
        if path.pill.w:
            distance = min(near(place, box(path.pill)) for place in curve(path.points))
            if distance > most:
                yield f"label {edge.child}→{edge.parent} is {distance:.2f} from its edge"
