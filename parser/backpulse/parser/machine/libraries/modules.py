"""Libraries by name: what each has that others have not."""

from __future__ import annotations

from typing import Any

from backpulse.parser import functions
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.libraries.mathematics import MATHEMATICS
from backpulse.parser.machine.libraries.ours import VIEW
from backpulse.parser.machine.libraries.randoms import NUMPY_RANDOM, RANDOM, TORCH_RANDOM
from backpulse.parser.machine.libraries.standard import STANDARD
from backpulse.parser.machine.libraries.training import (
    ADAM,
    AUTOGRAD_GRAD,
    GRAD,
    LAYER,
    MLP,
    MODULE,
    NEURON,
    SGD,
    VALUE_AND_GRAD,
    no_optimizer,
)
from backpulse.parser.machine.objects import Builtin, Constructor, Context, OpFunction


def _same(m: Any, a: Any, n: Any, c: Any) -> Any:
    return a[0]


def _layer(name: str) -> Builtin:
    """`nn.ReLU()`, `nn.MSELoss()`: called without values it gives the function."""
    found = MATHEMATICS.get(name) or OpFunction(name)

    def run(m: Any, a: Any, n: Any, c: Any) -> Any:
        if a:
            fixed = f"{name}({', '.join(m.text_at(span) for span in c.spans)})"
            raise m.wrong("layer", c.span, [Fix(c.span, fixed)], before=m.text_at(c.called))
        return found

    return Builtin(name, run)


def _no_linear(m: Any, a: Any, n: Any, c: Any) -> Any:
    raise m.wrong("random/torch", c.span, name=m.text_at(c.called))


def _sequential(m: Any, a: Any, n: Any, c: Any) -> Builtin:
    layers = list(a)

    def run(m: Any, a: Any, n: Any, c: Any) -> Any:
        x = a[0]
        for layer in layers:
            x = m.call_now(layer, [x], c.span)
        return x

    return Builtin("Sequential", run)


LAYERS: dict[str, Any] = {
    **{
        name: _layer(called)
        for name, called in {
            "ReLU": "relu",
            "Tanh": "tanh",
            "Sigmoid": "sigmoid",
            "GELU": "gelu",
            "SiLU": "silu",
            "Softplus": "softplus",
            "ELU": "elu",
            "LeakyReLU": "leaky_relu",
            "ReLU6": "relu6",
            "Softsign": "softsign",
            "Hardtanh": "hardtanh",
            "MSELoss": "mse_loss",
            "L1Loss": "l1_loss",
            "BCELoss": "binary_cross_entropy",
            "BCEWithLogitsLoss": "binary_cross_entropy_with_logits",
            "CrossEntropyLoss": "cross_entropy",
            "NLLLoss": "nll_loss",
            "HuberLoss": "huber_loss",
            "SmoothL1Loss": "smooth_l1_loss",
        }.items()
    },
    "Linear": Builtin("Linear", _no_linear),
    "Sequential": Builtin("Sequential", _sequential),
    "Module": MODULE,
    "Parameter": Constructor("Parameter"),
    "Neuron": NEURON,
    "Layer": LAYER,
    "MLP": MLP,
}
"""What `nn` has: PyTorch's layers without weights of their own, and micrograd's."""

_KEYS = {"key": Builtin("PRNGKey", lambda m, a, n, c: 0), "PRNGKey": Builtin("PRNGKey", lambda m, a, n, c: 0)}

MEMBERS: dict[str, dict[str, Any]] = {
    "random": RANDOM,
    "numpy.random": NUMPY_RANDOM,
    "torch": {**TORCH_RANDOM, "device": Builtin("device", _same), "Size": Builtin("Size", _same)},
    "torch.random": TORCH_RANDOM,
    "jax.random": {**{k: v for k, v in TORCH_RANDOM.items() if "seed" not in k}, **_KEYS},
    "tensorflow.random": TORCH_RANDOM,
    "torch.autograd": {"grad": AUTOGRAD_GRAD, "Variable": Constructor("Variable")},
    "torch.optim": {
        "SGD": SGD,
        "Adam": ADAM,
        **dict.fromkeys(("AdamW", "RMSprop", "Adagrad", "LBFGS"), Builtin("AdamW", no_optimizer)),
    },
    "micrograd.nn": {"Neuron": NEURON, "Layer": LAYER, "MLP": MLP, "Module": MODULE},
    "jax": {
        "grad": GRAD,
        "value_and_grad": VALUE_AND_GRAD,
        "jit": Builtin("jit", _same),
        "vmap": Builtin("vmap", _same),
    },
    "autograd": {"grad": GRAD, "value_and_grad": VALUE_AND_GRAD, "elementwise_grad": GRAD},
    "micrograd": {"Value": Constructor("Value")},
    "backpulse": {**VIEW, "Value": Constructor("Value")},
    "tensorflow": {"function": Builtin("function", _same), "float32": "float32", "float64": "float64"},
    "numpy": {"newaxis": None},
    **STANDARD,
    "scipy": {},
    "math": {},
}

__all__ = ["LAYERS", "MATHEMATICS", "MEMBERS", "Context", "functions"]
