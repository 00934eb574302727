"""The mathematics of backpulse: the ops table, `Value`, graphs, compiled programs and traces."""

from backpulse.engine import nn
from backpulse.engine.defining import define
from backpulse.engine.expansion import expand
from backpulse.engine.graph import Graph, graph_of
from backpulse.engine.ops import OPS, Op
from backpulse.engine.program import Numbers, Program, compile_graph
from backpulse.engine.tracing import Trace, trace
from backpulse.engine.value import Value, apply

__all__ = [
    "OPS",
    "Graph",
    "Numbers",
    "Op",
    "Program",
    "Trace",
    "Value",
    "apply",
    "compile_graph",
    "define",
    "expand",
    "graph_of",
    "nn",
    "trace",
]
