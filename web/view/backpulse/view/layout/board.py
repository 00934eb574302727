"""The board while a layout is made: sizes and places of cards along and across the flow, and columns."""

from __future__ import annotations

from dataclasses import dataclass, field

from backpulse.engine.graph import Edge, Graph
from backpulse.view.layout.lanes import Box
from backpulse.view.layout.order import Layers
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import SMALL_GAP


@dataclass(slots=True)
class Board:
    """Along is the way of the flow, across grows from slot to slot; both in u."""

    graph: Graph
    flow: Flow
    layers: Layers
    long: list[float]
    """Per node: the card's size along."""
    wide: list[float]
    """Per node: the card's size across."""
    folds: list[int] = field(default_factory=list)
    """Per rank: into how many columns it is folded; 1 if it is not."""
    fold: list[int] = field(default_factory=list)
    """Per node: its column within a folded rank."""
    left: list[float] = field(default_factory=list)
    """Per rank: where its column begins along."""
    right: list[float] = field(default_factory=list)
    """Per rank: where its column ends along, which is where its ports are."""
    along: list[float] = field(default_factory=list)
    """Per node: its centre."""
    across: list[float] = field(default_factory=list)
    """Per item, way points included."""
    depth: list[float] = field(default_factory=list)
    """Per node: z."""
    overhang: float = 0.0
    """Half the length along of the labels that the margins are for."""
    margins: list[tuple[float, float]] = field(default_factory=list)
    """Per node: what to keep free before and after its card across, for labels."""

    def __post_init__(self) -> None:
        self.folds = [1] * len(self.layers.layers)
        self.fold = [0] * len(self.graph.nodes)

    def box(self, node: int) -> Box:
        """The card's box."""
        a, b = self.along[node], self.across[node]
        la, lb = self.long[node] / 2, self.wide[node] / 2
        return a - la, b - lb, a + la, b + lb

    def columns(self, gaps: list[float]) -> None:
        """Sets columns `gaps` apart; constants end where the other cards of their column do."""
        nodes, rank = self.graph.nodes, self.layers.rank
        length = [0.0] * len(self.layers.layers)
        for node in nodes:
            length[rank[node.id]] = max(length[rank[node.id]], self.long[node.id])
        self.left, self.right = [], []
        at = 0.0
        for r, span in enumerate(length):
            self.left.append(at)
            self.right.append(at + span * self.folds[r] + SMALL_GAP * (self.folds[r] - 1))
            at = self.right[r] + (gaps[r] if r < len(gaps) else 0.0)
        self.along = []
        for node in nodes:
            r = rank[node.id]
            right = self.left[r] + length[r] + self.fold[node.id] * (length[r] + SMALL_GAP)
            self.along.append(right - (self.long[node.id] if node.kind == "const" else length[r]) / 2)
        self.depth = [float(fold % 2) for fold in self.fold]
        self.margins = [(0.0, 0.0)] * len(nodes)


def carries(graph: Graph, edge: Edge) -> bool:
    """Whether a gradient travels on this edge: its child is not a constant."""
    return graph.nodes[edge.child].kind != "const"


def bowed(graph: Graph, node: int) -> bool:
    """Whether both inputs of a node are the same one, so that its two arrows must bow apart."""
    inputs = graph.nodes[node].inputs
    return len(inputs) == 2 and inputs[0] == inputs[1]


def arrivals(graph: Graph) -> list[int]:
    """Per node: how many arrows bring it a gradient."""
    count = [0] * len(graph.nodes)
    for edge in graph.edges:
        if carries(graph, edge):
            count[edge.child] += 1
    return count
