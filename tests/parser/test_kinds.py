"""Small texts by kind of fault: what each must give by PyTorch 2.13, micrograd, or closed form."""

from __future__ import annotations

import math
from typing import Any

import pytest

from backpulse.engine import Value
from backpulse.engine.order import forward_order
from backpulse.parser import Parsed, SourceError, parse

INF, NAN = math.inf, math.nan
SIGMOID = 1 / (1 + math.exp(-1))

Case = tuple[str, float, dict[str, float]]

CASES: dict[str, Case] = {
    # The root, whatever stands after it
    "by hand": (
        "x=-2; y=5; z=-4\nq=x+y\nf=q*z\ndfdz=q\ndfdq=z\ndfdx=1.0*dfdq\ndfdy=1.0*dfdq",
        -12,
        {"x": -4, "y": -4, "z": 3},
    ),
    "a statement after backward": ("x=3.0\ny=x**2\ny.backward()\ncheck=2*x", 9, {"x": 6}),
    "a derivative by its formula": ("x = 2.0\nf = x**3\ndf = 3*x**2", 8, {"x": 12}),
    # What imports bind
    "infinity": ("x*inf", INF, {"x": INF}),
    "not a number": ("nan*x", NAN, {"x": NAN}),
    "pi": ("from math import pi\nr = 2.0\npi*r**2", 4 * math.pi, {"r": 4 * math.pi}),
    "pi of numpy": ("import numpy as np\nr = 2.0\nnp.pi*r**2", 4 * math.pi, {"r": 4 * math.pi}),
    "all of math": ("from math import *\nx = 1.0\ne * exp(x)", math.e**2, {"x": math.e**2}),
    "an alias": ("import torch as th\nx = th.tensor(2.0, requires_grad=True)\nx**2", 4, {"x": 4}),
    # What stands before a function
    "jax.numpy": ("import jax.numpy as jnp\nx = 0.0\njnp.exp(x)", 1, {"x": 1}),
    "Math of JavaScript": ("let x = 2;\nMath.max(0, x) * 3;", 6, {"x": 3}),
    "tensorflow": ("x = tf.Variable(3.0)\ny = tf.math.square(x)", 9, {"x": 6}),
    # Leaves
    "values in the expression": ("x = Value(2.0)*Value(-3.0)\nx + 10", 4, {"v1": -3, "v2": 2}),
    "a fraction": ("x = 1/3\nx**2", 1 / 9, {"x": 2 / 3}),
    "a part of pi": (
        "import math\nx = math.pi / 4\nsin(x)",
        math.sin(math.pi / 4),
        {"x": math.cos(math.pi / 4)},
    ),
    "no gradient": (
        "x = torch.tensor(2.0, requires_grad=True)\nk = torch.tensor(3.0, requires_grad=False)\nx * k",
        6,
        {"x": 3},
    ),
    "detached": ("x = torch.tensor(2.0, requires_grad=True)\ny = x * x.detach()\ny.backward()", 4, {"x": 2}),
    # Functions by the names of other libraries
    "softplus of a large number": ("a = 800\nsoftplus(a)", 800, {"a": 1}),
    "cube root": ("a = -8\n∛a", -2, {"a": 1 / 12}),
    "relu6 at its upper end": ("x = 6\nrelu6(x)", 6, {"x": 0}),
    "leaky_relu at 0": ("x = 0\nleaky_relu(x)", 0, {"x": 0.01}),
    "arc tangent": ("x = 1\natan(x)", math.pi / 4, {"x": 0.5}),
    "an item": ("x = Value(2.0)\ny = x*x\ns = y.item() * 2\nL = y * s", 32, {"x": 32}),
    "a number of a value": ("x = Value(2.0)\nd = float(x)\ny = x*d", 4, {"x": 2}),
    "a logarithm's base": ("import math\nx = 10\nmath.log(x, 10)", 1, {"x": 1 / (10 * math.log(10))}),
    "where": ("x = torch.tensor(2.0, requires_grad=True)\ntorch.where(x>0, x, 0)", 2, {"x": 1}),
    "where, the other side": (
        "x = torch.tensor(-2.0, requires_grad=True)\ntorch.where(x>0, x, 3*x)",
        -6,
        {"x": 3},
    ),
    "a neuron's cross-entropy": (
        "w1, b = 0.5, 0.25\nx1 = 2.0\na = sigmoid(w1*x1 + b)\nF.binary_cross_entropy(a, 1.0)",
        math.log1p(math.exp(-1.25)),
        {"w1": -2 / (1 + math.exp(1.25)), "b": -1 / (1 + math.exp(1.25)), "x1": -0.5 / (1 + math.exp(1.25))},
    ),
    "functions for signs": (
        "w = Value(1.)\nx = Value(2.)\ntorch.mul(torch.add(w, x), torch.add(w, 1))",
        6,
        {"w": 5, "x": 2},
    ),
    "Scalar": ("x = Scalar(2.0)\nx * 3", 6, {"x": 3}),
    # Lines that compute nothing
    "a pair at the end": ("x = 3.0\ny=x*x\nx, y", 9, {"x": 6}),
    "assert": ("x = 2.0\ny=x*x\nassert y.data == 4", 4, {"x": 4}),
    "main guard": ('x = 2.0\nif __name__ == "__main__":\n    y = x*x\n    print(y)', 4, {"x": 4}),
    "an update": (
        "w = Value(2.0)\nloss = (w - 1)**2\nloss.backward()\nwith torch.no_grad():\n    w -= 0.01*w.grad",
        1,
        {"w": 2},
    ),
    "prompts": (">>> a = 2\n>>> b = 3\n>>> a*b\n6", 6, {"a": 3, "b": 2}),
    "backward by hand": ("x = Value(3.0)\nz = x*x\nz.grad = 1.0\nz._backward()", 9, {"x": 6}),
    "a drawing kept": (
        "a = Value(2.0)\nb = Value(3.0)\nL=a*b\ng = draw_dot(L)\ng.render()",
        6,
        {"a": 3, "b": 2},
    ),
    # Structure
    "Rosenbrock": (
        "def f(a, b):\n    return (1 - a)**2 + 100*(b - a**2)**2\nx0, x1 = 0.0, 2.0\ny = f(x0, x1)",
        401,
        {"x0": -2, "x1": 400},
    ),
    "a function and requires_grad": (
        "def f(x): return x**2\nx = torch.tensor(-2.0)\nx.requires_grad=True\nz = f(x)\nz.backward()",
        4,
        {"x": -4},
    ),
    "a loop": (
        "y = 1.5\nc = 0.5\nfor _ in range(4):\n    c *= y\nc",
        0.5 * 1.5**4,
        {"y": 4 * 0.5 * 1.5**3, "c": 1.5**4},
    ),
    "a loss": ("w, b = 1.0, 0.5\nloss = sum((w*x+b-y)**2 for x, y in [(1,2)])", 0.25, {"w": -1, "b": -1}),
    # Why NaN
    "norm at the origin": ("x = 0.0\ny = 0.0\nsqrt(x**2+y**2)**2", 0, {"x": NAN, "y": NAN}),
    "log of a saturated sigmoid": ("x = -800.0\nlog(sigmoid(x))", -INF, {"x": NAN}),
    # Notation
    "raised numbers": ("x = 2\nx¹⁰ + x⁻¹", 1024.5, {"x": 5120 - 0.25}),
    "powers of e": (
        "x = 1\n1/(1+e^-x)",
        SIGMOID,
        {"x": SIGMOID * (1 - SIGMOID)},
    ),
    "LaTeX": (
        r"\frac{1}{1+e^{-x}}",
        SIGMOID,
        {"x": SIGMOID * (1 - SIGMOID)},
    ),
    "LaTeX in dollars": ("$x^2$", 1, {"x": 2}),
    "σ": ("w = 1; x = 2; b = -2\nσ(w*x+b)", 0.5, {"w": 0.5, "x": 0.25, "b": 0.25}),
    "a spreadsheet's": ("=A1*B1", 1, {"A1": 1, "B1": 1}),
    # Accumulation
    "two roots": ("x = 1.0\ny=x**2\nz=x**3\ny.backward()\nz.backward()", 2, {"x": 5}),
    "one root twice": ("x = 3.0\ny = x**2\ny.backward()\ny.backward()", 18, {"x": 12}),
    "zeroed between": (
        "x = Value(1.0)\ny=x**2\nz=x**3\ny.backward()\nx.grad = 0\nz.backward()",
        1,
        {"x": 3},
    ),
}


def gradients(parsed: Parsed) -> dict[str, float]:
    """Those of the root as it stands, whatever the program did with its own."""
    for value in forward_order(parsed.root):
        value.grad = 0.0
    parsed.root.backward()
    return {name: leaf.grad for name, leaf in parsed.leaves.items()}


@pytest.mark.parametrize("name", CASES)
def test_the_right_value_and_gradients(name: str) -> None:
    source, value, expected = CASES[name]
    parsed = parse(source)
    assert parsed.root.data == pytest.approx(value, rel=1e-12, nan_ok=True)
    assert gradients(parsed) == pytest.approx(expected, rel=1e-12, nan_ok=True)


def test_softmax_and_its_loss() -> None:
    parsed = parse(
        "from math import exp, log\n"
        "def softmax(zs):\n"
        "    es = [z.exp() for z in zs]\n"
        "    s = sum(es)\n"
        "    return [e/s for e in es]\n"
        "zs = [Value(0.0), Value(3.0), Value(-2.0), Value(1.0)]\n"
        "probs = softmax(zs)\n"
        "loss = -probs[3].log()\n"
        "loss.backward()"
    )
    assert parsed.root.data == pytest.approx(2.17552, abs=1e-5)
    assert list(gradients(parsed).values()) == pytest.approx([0.04177, 0.83902, 0.00565, -0.88645], abs=1e-5)


REFUSED: list[tuple[str, str]] = [
    ("2a + b", "a"),
    ("x^y", "^"),
    ("foo.exp(x)", "foo"),
    ("torch.manual_seed(0)\nw = torch.randn(1)\nw * 2", "torch"),
]


@pytest.mark.parametrize(("source", "at"), REFUSED)
def test_what_could_mean_two_things_is_refused_at_its_place(source: str, at: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(source)
    assert source[caught.value.span[0] :].startswith(at), caught.value


def test_what_is_said_beside_the_text() -> None:
    def said(source: str) -> dict[str, str]:
        parsed = parse(source)
        both: list[Any] = [*parsed.skipped, *parsed.notes]
        return {source[start:end]: reason for (start, end), reason in both}

    by_hand = said(CASES["by hand"][0])
    assert by_hand["dfdx=1.0*dfdq"] == "the derivative by x: -4 is right"
    wrong = said("x = 3.0\ny = x**2\ndydx = 7*x")
    assert wrong["dydx = 7*x"] == "the derivative by x: here 21, and the backward pass gives 6"
    left = said("x = 3.0\nu = x + 1\ny = x**2\ny.backward()")
    assert left["u = x + 1"] == "does not reach `y`"
    assert "add up" in said(CASES["two roots"][0])["z.backward()"]
    branch = said("x = Value(3.0)\ny = x*2 if x.data > 0 else x\ny.backward()")
    assert branch["x.data > 0"].startswith("true at these values")


def test_values_are_our_own() -> None:
    assert isinstance(parse("x = Value(2.0)\nx*x").root, Value)
