"""Networks and what trains them: micrograd's nn, PyTorch's modules and SGD, gradients asked for by
functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from backpulse.engine import Value
from backpulse.parser.machine.methods import Gradient, backward, refuse_second
from backpulse.parser.machine.objects import Array, Builtin, Call, Class, Instance

Machine = Any
Arguments = list[Any]
Named = Mapping[str, Any]


def _method(name: str, run: Callable[[Machine, Arguments, Named, Call], Any]) -> Builtin:
    return Builtin(name, run, True)


# micrograd's Neuron, Layer and MLP (engine/nn.py has the same for scripts).


def _neuron(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    me, inputs = a[0], m.as_index(a[1], c.span)
    me.names["w"] = [m.leaf(m.random_number("uniform", c, -1.0, 1.0), "", c.span) for _ in range(inputs)]
    me.names["b"] = m.leaf(0.0, "", c.span)
    me.names["nonlin"] = a[2] if len(a) > 2 else n.get("nonlin", True)


def _neuron_call(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    me, x = a[0], m.listed(a[1], c.span)
    total = me.names["b"]
    for weight, one in zip(me.names["w"], x, strict=False):
        total = m.binary("add", total, m.binary("mul", weight, one, c.span), c.span)
    return m.apply("relu", (total,), c.span) if m.truth(me.names["nonlin"], c.span) else total


def _layer(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    made = [m.call_now(NEURON, [a[1]], c.span, dict(n)) for _ in range(m.as_index(a[2], c.span))]
    a[0].names["neurons"] = made


def _layer_call(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    out = [_neuron_call(m, [neuron, a[1]], {}, c) for neuron in a[0].names["neurons"]]
    return out[0] if len(out) == 1 else out


def _mlp(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    sizes = [a[1], *m.listed(a[2], c.span)]
    last = len(sizes) - 2
    a[0].names["layers"] = [
        m.call_now(LAYER, [sizes[i], sizes[i + 1]], c.span, {"nonlin": i != last}) for i in range(last + 1)
    ]


def _mlp_call(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    x = a[1]
    for layer in a[0].names["layers"]:
        x = _layer_call(m, [layer, x], {}, c)
    return x


def parameters(m: Machine, x: Any, seen: set[int] | None = None) -> list[Value]:
    """All leaves that an object holds, in the order of its attributes; weights before biases as made."""
    seen = set() if seen is None else seen
    if id(x) in seen:
        return []
    seen.add(id(x))
    if isinstance(x, Value):
        return [x] if x in m.leaves else []
    if isinstance(x, Instance):
        return [leaf for one in x.names.values() for leaf in parameters(m, one, seen)]
    if isinstance(x, dict):
        return [leaf for one in x.values() for leaf in parameters(m, one, seen)]
    if isinstance(x, (list, tuple, Array)):
        return [leaf for one in x for leaf in parameters(m, one, seen)]
    return []


def _parameters(m: Machine, a: Arguments, n: Named, c: Call) -> list[Value]:
    return parameters(m, a[0])


def _zero(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    for leaf in parameters(m, a[0]):
        leaf.grad = 0.0


def _ignore(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    return a[0]


_SHARED = {
    "parameters": _method("parameters", _parameters),
    "zero_grad": _method("zero_grad", _zero),
    "train": _method("train", _ignore),
    "eval": _method("eval", _ignore),
    "double": _method("double", _ignore),
    "__init__": _method("__init__", lambda m, a, n, c: None),
}
MODULE = Class("Module", [], dict(_SHARED))
NEURON = Class(
    "Neuron", [MODULE], {"__init__": _method("Neuron", _neuron), "__call__": _method("Neuron", _neuron_call)}
)
LAYER = Class(
    "Layer", [MODULE], {"__init__": _method("Layer", _layer), "__call__": _method("Layer", _layer_call)}
)
MLP = Class("MLP", [MODULE], {"__init__": _method("MLP", _mlp), "__call__": _method("MLP", _mlp_call)})


# PyTorch's descent.


def _options(m: Machine, a: Arguments, n: Named, c: Call, known: dict[str, Any]) -> dict[str, Any]:
    """What an optimizer is made with; SourceError for what has no effect here."""
    names = dict(known)
    for name, x in n.items():
        if name not in known and not (x is False or x is None):
            raise m.wrong("optimizer", c.span, name=m.text_at(c.called))
        names[name] = x
    if len(a) > 2:
        names["lr"] = a[2]
    a[0].names["leaves"] = parameters(m, a[1] if len(a) > 1 else n.get("params"))
    a[0].names["state"] = {}
    for name in known:
        x = names[name]
        a[0].names[name] = x if isinstance(x, (tuple, bool)) else m.as_number(x, c.span)
    return a[0].names  # type: ignore[no-any-return]


def _sgd(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    known = {"lr": 0.001, "momentum": 0.0, "dampening": 0.0, "weight_decay": 0.0, "nesterov": False}
    _options(m, a, {k: x for k, x in n.items() if k != "params"}, c, known)


def _step(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    """PyTorch's SGD, with its momentum."""
    o = a[0].names
    for leaf in o["leaves"]:
        step = leaf.grad + o["weight_decay"] * leaf.data
        if o["momentum"]:
            before = o["state"].get(leaf)
            kept = step if before is None else o["momentum"] * before + (1 - o["dampening"]) * step
            o["state"][leaf] = kept
            step = step + o["momentum"] * kept if o["nesterov"] else kept
        m.moved.setdefault(leaf, leaf.data)
        leaf.data -= o["lr"] * step


def _adam(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    known = {"lr": 0.001, "betas": (0.9, 0.999), "eps": 1e-8, "weight_decay": 0.0}
    made = _options(m, a, {k: x for k, x in n.items() if k != "params"}, c, known)
    made["betas"] = tuple(m.as_number(x, c.span) for x in made["betas"])


def _adam_step(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    o = a[0].names
    one, two = o["betas"]
    for leaf in o["leaves"]:
        grad = leaf.grad + o["weight_decay"] * leaf.data
        mean, square, count = o["state"].get(leaf, (0.0, 0.0, 0))
        count += 1
        mean, square = one * mean + (1 - one) * grad, two * square + (1 - two) * grad * grad
        o["state"][leaf] = mean, square, count
        m.moved.setdefault(leaf, leaf.data)
        root = (square / (1 - two**count)) ** 0.5 + o["eps"]
        leaf.data -= o["lr"] * (mean / (1 - one**count)) / root


def _zero_leaves(m: Machine, a: Arguments, n: Named, c: Call) -> None:
    for leaf in a[0].names["leaves"]:
        leaf.grad = 0.0


SGD = Class(
    "SGD",
    [],
    {
        "__init__": _method("SGD", _sgd),
        "step": _method("step", _step),
        "zero_grad": _method("zero_grad", _zero_leaves),
    },
)


ADAM = Class(
    "Adam",
    [],
    {
        "__init__": _method("Adam", _adam),
        "step": _method("step", _adam_step),
        "zero_grad": _method("zero_grad", _zero_leaves),
    },
)


def no_optimizer(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """Other optimizers than SGD."""
    raise m.wrong("optimizer", c.span, name=m.text_at(c.called))


# Gradients that are asked for by functions: jax.grad(f)(x), tape.gradient(y, x), torch.autograd.grad(y, x).


def _gradients(m: Machine, root: Any, of: Any, c: Call) -> Any:
    if isinstance(root, Array) and len(root) == 1:
        root = root.items[0]
    if isinstance(root, Gradient):
        raise m.wrong("second", c.span)
    before = [leaf.grad for leaf in parameters(m, of)]
    for leaf in m.leaves:
        leaf.grad = 0.0
    backward(m, root, [], {}, c)
    found = _read(m, of)
    for leaf, grad in zip(parameters(m, of), before, strict=True):
        leaf.grad = grad
    return found


def _read(m: Machine, of: Any) -> Any:
    if isinstance(of, Value):
        return of.grad
    if isinstance(of, dict):
        return {key: _read(m, one) for key, one in of.items()}
    made = [_read(m, one) for one in m.iterate(of, (0, 0))]
    return Array(made) if isinstance(of, Array) else tuple(made) if isinstance(of, tuple) else made


def _grad(value_too: bool) -> Callable[[Machine, Arguments, Named, Call], Any]:
    def run(m: Machine, a: Arguments, n: Named, c: Call) -> Builtin:
        function = a[0]
        numbers = a[1] if len(a) > 1 else n.get("argnums", 0)

        def differentiated(m: Machine, given: Arguments, named: Named, c: Call) -> Any:
            if m.differentiating:
                raise m.wrong("second", c.span)
            form = getattr(function, "form", None)
            labels = [name for name, _, _ in form.parameters] if form else []
            inputs = [
                _leaves_of(m, x, labels[i] if i < len(labels) else f"x{i + 1}", c)
                for i, x in enumerate(given)
            ]
            m.differentiating = True
            try:
                root = m.call_now(function, inputs, c.span, named)
            finally:
                m.differentiating = False
            wanted = m.as_index(numbers, c.span) if not isinstance(numbers, tuple) else None
            of = (
                inputs[wanted]
                if wanted is not None
                else tuple(inputs[m.as_index(i, c.span)] for i in numbers)
            )
            found = _gradients(m, root, of, c)
            return (Gradient(root.data), found) if value_too else found

        return Builtin("grad", differentiated)

    return run


def _leaves_of(m: Machine, x: Any, label: str, c: Call) -> Any:
    """An argument as leaves that the function's result can be differentiated by."""
    if isinstance(x, Value) and x in m.fixed:
        x = x.data
    if m.is_number(x):
        return m.leaf(float(x), label, c.span, plain=False)
    if isinstance(x, (list, Array)):
        return Array([_leaves_of(m, one, f"{label}[{i}]", c) for i, one in enumerate(x)])
    return x


def _tape_gradient(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    """`tape.gradient(y, x)`."""
    return _gradients(m, a[1], a[2], c)


def _autograd_grad(m: Machine, a: Arguments, n: Named, c: Call) -> Any:
    refuse_second(m, n, c)
    found = _gradients(m, a[0], a[1], c)
    return found if isinstance(a[1], (list, tuple)) else (found,)


TAPE_GRADIENT = Builtin("gradient", _tape_gradient)
GRAD = Builtin("grad", _grad(False))
VALUE_AND_GRAD = Builtin("value_and_grad", _grad(True))
AUTOGRAD_GRAD = Builtin("grad", _autograd_grad)
