"""The state of a layout while it is computed: sizes and coordinates of cards, and the ranks' columns."""

from __future__ import annotations

from dataclasses import dataclass, field

from backpulse.engine.graph import Graph
from backpulse.view.layout.curves import Box
from backpulse.view.layout.layering import Layers
from backpulse.view.layout.shapes import Flow
from backpulse.view.layout.sizes import SMALL_GAP


@dataclass(slots=True)
class Geometry:
    """All in u; `along` is the direction of the flow, `across` grows from slot to slot."""

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
    """Per item, dummy nodes included."""
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
