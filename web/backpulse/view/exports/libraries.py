"""A graph as a program for backpulse itself, and for PyTorch."""

from __future__ import annotations

from backpulse.engine import Op
from backpulse.parser.write import Piece
from backpulse.view.exports.picture import Picture
from backpulse.view.exports.program import Library, code, exact, method, program

_USED = frozenset({"math", "close", "print"})
_TORCH_NAMES = {"max": "maximum", "min": "minimum"}


def python(picture: Picture) -> str:
    """With backpulse."""
    library = Library(lambda number: f"Value.const({exact(number)})", method, _USED | {"Value"})
    made = program(picture, library, {})
    leaves = zip((made.names[leaf] for leaf in picture.graph.leaves), picture.leaves, strict=True)
    return code(
        picture,
        "With backpulse.",
        ["import math", "", "from backpulse.engine import Value"],
        [],
        [
            *(f'{name} = Value({exact(x)}, label="{name}")' for name, x in leaves),
            *made.statements,
            f"{made.names[picture.graph.root]}.backward()",
        ],
        made,
        ("{}.data", "{}.grad"),
    )


def torch(picture: Picture) -> str:
    """With PyTorch, in float64."""
    library = Library(lambda number: f"torch.tensor({exact(number)})", _torch_call, _USED | {"torch"})
    made = program(picture, library, {})
    leaves = zip((made.names[leaf] for leaf in picture.graph.leaves), picture.leaves, strict=True)
    # What depends on no leaf has nothing to send back.
    backward = [f"{made.names[picture.graph.root]}.backward()"] if picture.graph.leaves else []
    return code(
        picture,
        "With PyTorch.",
        ["import math", "", "import torch", "", "torch.set_default_dtype(torch.float64)"],
        [],
        [
            *(f"{name} = torch.tensor({exact(x)}, requires_grad=True)" for name, x in leaves),
            *made.statements,
            *backward,
        ],
        made,
        ("{}.item()", "{}.grad.item()"),
    )


def _torch_call(op: Op, inputs: list[Piece]) -> str:
    return f"torch.{_TORCH_NAMES.get(op.name, op.name)}({', '.join(text for text, _ in inputs)})"
