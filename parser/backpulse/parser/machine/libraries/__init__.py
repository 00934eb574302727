"""What programs import: which names mean what, in which library. Nothing is really imported."""

from __future__ import annotations

import math
from typing import Any

from backpulse.parser import functions
from backpulse.parser.errors import Span
from backpulse.parser.machine.objects import Constructor, Context, Module, Named, Opaque, OpFunction, Unknown

CONSTANTS: dict[str, Any] = {
    name: Named(number)
    for name, number in (
        ("pi", math.pi),
        ("e", math.e),
        ("tau", math.tau),
        ("inf", math.inf),
        ("nan", math.nan),
    )
}
"""What mathematical libraries have as constants."""

WORDS: dict[str, Any] = {
    "True": True,
    "False": False,
    "None": None,
    "inf": CONSTANTS["inf"],
    "nan": CONSTANTS["nan"],
    "__name__": "__main__",
}
"""Names that mean the same in every text."""

KNOWN: dict[str, str] = {
    **{
        name: name
        for name in (
            "functools",
            "itertools",
            "collections",
            "operator",
            "math",
            "random",
            "numpy",
            "torch",
            "jax",
            "cmath",
            "scipy",
            "autograd",
            "tensorflow",
        )
    },
    "np": "numpy",
    "th": "torch",
    "F": "torch.nn.functional",
    "nn": "torch.nn",
    "optim": "torch.optim",
    "jnp": "jax.numpy",
    "tf": "tensorflow",
    "Math": "Math",
    "anp": "numpy",
    "onp": "numpy",
}
"""By the name that stands before the dot, the library that is meant where the text does not say."""

_OPAQUE = frozenset(
    (
        "plt",
        "pd",
        "sns",
        "os",
        "sys",
        "time",
        "copy",
        "json",
        "warnings",
        "graphviz",
        "matplotlib",
        "ax",
        "fig",
    )
)
"""Libraries that compute nothing here, by their usual names."""

MATHEMATICAL = frozenset(
    (
        *("math", "cmath", "numpy", "torch", "torch.nn.functional", "torch.nn", "torch.special", "jax.numpy"),
        *("jax.nn", "jax.scipy.special", "scipy.special", "scipy", "tensorflow", "tensorflow.math", "Math"),
        *("tensorflow.nn", "tensorflow.keras.activations", "autograd.numpy", "numpy.linalg", "torch.linalg"),
        *("jax.lax", "micrograd.engine", "backpulse", "backpulse.engine", "keras.activations"),
    )
)
"""Libraries whose functions are those of the ops table, and the structures made of them."""

_PARTS: dict[tuple[str, str], str] = {
    ("torch", "nn"): "torch.nn",
    ("torch.nn", "functional"): "torch.nn.functional",
    ("torch", "optim"): "torch.optim",
    ("torch", "special"): "torch.special",
    ("torch", "linalg"): "torch.linalg",
    ("torch", "random"): "torch.random",
    ("torch", "autograd"): "torch.autograd",
    ("numpy", "random"): "numpy.random",
    ("numpy", "linalg"): "numpy.linalg",
    ("jax", "numpy"): "jax.numpy",
    ("jax", "nn"): "jax.nn",
    ("jax", "random"): "jax.random",
    ("jax", "lax"): "jax.lax",
    ("jax", "scipy"): "scipy",
    ("scipy", "special"): "scipy.special",
    ("tensorflow", "math"): "tensorflow.math",
    ("tensorflow", "nn"): "tensorflow.nn",
    ("tensorflow", "random"): "tensorflow.random",
    ("micrograd", "engine"): "micrograd.engine",
    ("micrograd", "nn"): "micrograd.nn",
    ("autograd", "numpy"): "numpy",
    ("backpulse", "engine"): "backpulse.engine",
    ("backpulse", "view"): "backpulse",
}
"""Libraries inside libraries."""

_NAMED = {
    "float64": "float64",
    "float32": "float32",
    "double": "float64",
    "float": "float32",
    "long": "int64",
}


def find_global(name: str, missing: Any) -> Any:
    """What a name means that the text has given no value, as a value."""
    if name in WORDS:
        return WORDS[name]
    if name in ("pi", "tau"):
        return CONSTANTS[name]
    if name in functions.FUNCTIONS:
        return OpFunction(name)
    from backpulse.parser.machine.libraries.python import PYTHON

    if name in PYTHON:
        return PYTHON[name]
    return Opaque(name) if name in _OPAQUE else missing


def find_called(name: str) -> Any:
    """What a name means that the text has given no value, before brackets; None if nothing."""
    from backpulse.parser.machine.libraries.mathematics import MATHEMATICS
    from backpulse.parser.machine.libraries.python import SHOWN

    if name in functions.CONSTRUCTORS:
        return Constructor(name)
    if name in SHOWN:
        return Opaque(name)
    if name in functions.READ_AS:
        return OpFunction(functions.READ_AS[name])
    if name in ("Neuron", "Layer", "MLP"):
        return member("micrograd.nn", name, (0, 0), None)
    return MATHEMATICS.get(name)


def module_of(name: str) -> Any:
    """A library by its full name: one that is known here, or one that computes nothing."""
    parts = name.split(".")
    full = parts[0]
    for part in parts[1:]:
        full = _PARTS.get((full, part), f"{full}.{part}")
    known = full in MATHEMATICAL or full in set(_PARTS.values()) or full in set(KNOWN.values())
    return Module(full) if known or full in ("backpulse", "micrograd") else Opaque(name)


def member(module: str, name: str, span: Span, prefix: Unknown | None) -> Any:
    """What a library has by a name: a constant, a function, a library in it; `Unknown` if nothing here."""
    from backpulse.parser.machine.libraries import modules

    if (module, name) in _PARTS:
        return Module(_PARTS[module, name])
    own = modules.MEMBERS.get(module, {})
    if name in own:
        return own[name]
    if module in MATHEMATICAL:
        if module == "Math" and name.lower() in CONSTANTS:
            return CONSTANTS[name.lower()]
        if name in CONSTANTS and module not in ("torch.nn", "torch.nn.functional"):
            return CONSTANTS[name]
        if module == "torch.nn" and name in modules.LAYERS:
            return modules.LAYERS[name]
        if name in functions.FUNCTIONS and not (module == "Math" and name == "pow"):
            return OpFunction(name, prefix, True)
        if name in functions.READ_AS:
            return OpFunction(functions.READ_AS[name], prefix, True)
        if name in _NAMED:
            return _NAMED[name]
        if name in functions.CONSTRUCTORS:
            return Constructor(name, constant=module.startswith(("numpy", "jax")) and name != "float")
        if name in modules.MATHEMATICS:
            return modules.MATHEMATICS[name]
        if name in ("no_grad", "inference_mode"):
            return Context("still")
        if name in ("enable_grad", "set_grad_enabled", "GradientTape"):
            return Context("tape" if name == "GradientTape" else "nothing")
    return Unknown(name, span, module)
