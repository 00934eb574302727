"""What several parts ask of a graph's structure: where gradients travel, and which arrows share both ends."""

from __future__ import annotations

from backpulse.engine.graph import Edge, Graph


def carries_gradient(graph: Graph, edge: Edge) -> bool:
    """Whether a gradient travels on this edge: its child is not a constant."""
    return graph.nodes[edge.child].kind != "const"


def has_parallel_inputs(graph: Graph, node: int) -> bool:
    """Whether both inputs of a node are the same one, which two parallel arrows reach."""
    inputs = graph.nodes[node].inputs
    return len(inputs) == 2 and inputs[0] == inputs[1]


def arrivals(graph: Graph) -> list[int]:
    """Per node: how many arrows bring it a gradient."""
    count = [0] * len(graph.nodes)
    for edge in graph.edges:
        if carries_gradient(graph, edge):
            count[edge.child] += 1
    return count
