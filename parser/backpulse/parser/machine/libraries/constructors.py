"""What starting values are wrapped in: `Value(2.0)`, `torch.tensor([1.0, 2.0])`, `np.array(xs)`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.errors import SourceError
from backpulse.parser.excerpt import shown
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.objects import Array, Call, Comparison, Constructor, Gradient
from backpulse.parser.machine.own_ops import op_of_label

_TENSORS = frozenset(("tensor", "Tensor", "as_tensor", "FloatTensor"))
_MANY = frozenset(
    (
        "tensor",
        "Tensor",
        "array",
        "as_tensor",
        "asarray",
        "Parameter",
        "constant",
        "Variable",
        "FloatTensor",
        "float64",
    )
)


def construct(
    machine: Any, called: Constructor, arguments: list[Any], named: Mapping[str, Any], call: Call
) -> Any:
    """A leaf, or a vector of leaves; a constant where the program says that it has no gradient."""
    data = arguments[0] if arguments else named.get("data", named.get("value"))
    label = named.get("label", next((x for x in arguments[1:] if isinstance(x, str)), ""))
    still = machine.still or named.get("requires_grad") is False or called.constant
    if data is None:
        raise machine.wrong("wrapped", call.span, name=shown(machine.text_at(call.called)))
    children = arguments[1] if len(arguments) > 1 else named.get("_children", ())
    if isinstance(children, (tuple, list, set)) and any(isinstance(x, Value) for x in children):
        inputs = [x for x in children if isinstance(x, Value)]
        made = op_of_label(machine, data, inputs, _operation(arguments, named), call)
        if made is None:
            raise machine.wrong("wrapped/children", call.span, name=shown(machine.text_at(call.called)))
        return made
    asked = named.get("requires_grad")
    return _made(machine, called, data, label if isinstance(label, str) else "", still, asked, call)


def _operation(arguments: list[Any], named: Mapping[str, Any]) -> str:
    given = arguments[2] if len(arguments) > 2 else named.get("_op", named.get("op", ""))
    return given if isinstance(given, str) else ""


def _each(machine: Any, call: Call) -> SourceError:
    name = machine.text_at(call.called)
    fixes = [Fix(call.span, f"[{name}(x) for x in {machine.text_at(call.spans[0])}]")] if call.spans else ()
    error: SourceError = machine.wrong("wrapped/list", call.span, fixes, name=shown(name))
    return error


def _made(
    machine: Any, called: Constructor, data: Any, label: str, still: bool, asked: bool | None, call: Call
) -> Any:
    if isinstance(data, (list, tuple, Array)):
        items = list(data)
        if called.name not in _MANY:
            raise _each(machine, call)
        made = [_made(machine, called, one, "", still, asked, call) for one in items]
        if len(made) == 1 and isinstance(made[0], Value):
            machine.boxed.add(made[0])
            return made[0]
        return Array(made)
    if isinstance(data, Comparison):
        data = data.truth
    if isinstance(data, Value):
        if data in machine.fixed or (data in machine.plain and data.inputs):
            # What was computed of plain numbers starts a leaf: no gradient goes further.
            data = machine.number_of(data)
        elif data in machine.plain or data.kind == "leaf":
            # A number with a name is that leaf; wrapped again it stays the same.
            if called.name == "Parameter" or asked:
                machine.unasked.discard(data)
            return machine.constant(data.data, call.span) if still else data
        else:
            bare = [Fix(call.span, f"({machine.text_at(call.spans[0])})")] if call.spans else ()
            raise machine.wrong("wrapped", call.span, bare, name=shown(machine.text_at(call.called)))
    if not machine.is_number(data):
        raise machine.wrong("wrapped", call.span, name=shown(machine.text_at(call.called)))
    if still:
        number = float(data)
        return machine.constant(Gradient(number) if asked is False else number, call.span)
    leaf = machine.leaf(float(data), "", call.span)
    if called.name in _TENSORS and not asked:
        machine.unasked.add(leaf)
    if label:
        machine.hints.setdefault(leaf, label)
    return leaf
