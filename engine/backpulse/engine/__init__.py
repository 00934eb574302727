"""The mathematics of backpulse: the ops table, `Value`, graphs, compiled programs and traces."""

from backpulse.engine.graph import Graph, graph_of, opened
from backpulse.engine.ops import OPS, Op
from backpulse.engine.value import Value, apply

__all__ = ["OPS", "Graph", "Op", "Value", "apply", "graph_of", "opened"]
