"""A graph as a program for backpulse itself, and for PyTorch."""

from __future__ import annotations

from backpulse.engine import Op
from backpulse.parser.write import Piece
from backpulse.view.exports.program import Library, exact, method, program
from backpulse.view.exports.script import NEEDED, Script
from backpulse.view.exports.snapshot import Snapshot

_TORCH_NAMES = {"max": "maximum", "min": "minimum"}


def python(snapshot: Snapshot) -> str:
    """With backpulse."""
    library = Library(lambda number: f"Value.const({exact(number)})", method, NEEDED | {"Value"})
    made = program(snapshot, library, {})
    leaves = zip((made.names[leaf] for leaf in snapshot.graph.leaves), snapshot.leaves, strict=True)
    script = Script(
        "With backpulse.",
        ["import math", "", "from backpulse.engine import Value"],
        [],
        [
            *(f'{name} = Value({exact(x)}, label="{name}")' for name, x in leaves),
            *made.statements,
            f"{made.names[snapshot.graph.root]}.backward()",
        ],
        {node: f"{name}.data" for node, name in made.names.items()},
        {node: f"{name}.grad" for node, name in made.names.items()},
    )
    return script.text(snapshot)


def torch(snapshot: Snapshot) -> str:
    """With PyTorch, in float64."""
    library = Library(lambda number: f"torch.tensor({exact(number)})", _torch_call, NEEDED | {"torch"})
    made = program(snapshot, library, {})
    leaves = zip((made.names[leaf] for leaf in snapshot.graph.leaves), snapshot.leaves, strict=True)
    # What depends on no leaf has nothing to send back.
    backward = [f"{made.names[snapshot.graph.root]}.backward()"] if snapshot.graph.leaves else []
    script = Script(
        "With PyTorch.",
        ["import math", "", "import torch", "", "torch.set_default_dtype(torch.float64)"],
        [],
        [
            *(f"{name} = torch.tensor({exact(x)}, requires_grad=True)" for name, x in leaves),
            *made.statements,
            *backward,
        ],
        {node: f"{name}.item()" for node, name in made.names.items()},
        {node: f"{name}.grad.item()" for node, name in made.names.items()},
    )
    return script.text(snapshot)


def _torch_call(op: Op, inputs: list[Piece]) -> str:
    return f"torch.{_TORCH_NAMES.get(op.name, op.name)}({', '.join(text for text, _ in inputs)})"
