"""micrograd's little neural network library on our `Value`."""

from __future__ import annotations

import random
from collections.abc import Sequence

from backpulse.engine.value import Number, Value


class Module:
    """Something with parameters."""

    def zero_grad(self) -> None:
        """Set the gradient of every parameter to 0."""
        for p in self.parameters():
            p.grad = 0.0

    def parameters(self) -> list[Value]:
        """The values that training changes."""
        return []


class Neuron(Module):
    """A weighted sum of `nin` inputs and a bias, through relu unless `nonlin` is false."""

    def __init__(self, nin: int, nonlin: bool = True) -> None:
        self.w = [Value(random.uniform(-1, 1)) for _ in range(nin)]
        self.b = Value(0)
        self.nonlin = nonlin

    def __call__(self, x: Sequence[Value | Number]) -> Value:
        """The neuron's output at the inputs `x`."""
        act = self.b
        for wi, xi in zip(self.w, x, strict=True):
            act = act + wi * xi
        return act.relu() if self.nonlin else act

    def parameters(self) -> list[Value]:
        """Weights, then the bias."""
        return [*self.w, self.b]

    def __repr__(self) -> str:
        return f"{'ReLU' if self.nonlin else 'Linear'}Neuron({len(self.w)})"


class Layer(Module):
    """`nout` neurons side by side, each on the same `nin` inputs."""

    def __init__(self, nin: int, nout: int, nonlin: bool = True) -> None:
        self.neurons = [Neuron(nin, nonlin=nonlin) for _ in range(nout)]

    def outputs(self, x: Sequence[Value | Number]) -> list[Value]:
        """The neurons' outputs at the inputs `x`."""
        return [n(x) for n in self.neurons]

    def __call__(self, x: Sequence[Value | Number]) -> Value | list[Value]:
        """The outputs; of a single neuron its output itself."""
        return _one_or_all(self.outputs(x))

    def parameters(self) -> list[Value]:
        """Those of each neuron in turn."""
        return [p for n in self.neurons for p in n.parameters()]

    def __repr__(self) -> str:
        return f"Layer of [{', '.join(str(n) for n in self.neurons)}]"


class MLP(Module):
    """Layers one after the other, `nouts` their numbers of outputs; the last one is linear."""

    def __init__(self, nin: int, nouts: Sequence[int]) -> None:
        sizes = [nin, *nouts]
        last = len(nouts) - 1
        self.layers = [Layer(sizes[i], sizes[i + 1], nonlin=i != last) for i in range(len(nouts))]

    def __call__(self, x: Sequence[Value | Number]) -> Value | list[Value]:
        """The last layer's outputs; of a single neuron its output itself."""
        out: list[Value] = []
        for layer in self.layers:
            out = layer.outputs(out or x)
        return _one_or_all(out)

    def parameters(self) -> list[Value]:
        """Those of each layer in turn."""
        return [p for layer in self.layers for p in layer.parameters()]

    def __repr__(self) -> str:
        return f"MLP of [{', '.join(str(layer) for layer in self.layers)}]"


def _one_or_all(out: list[Value]) -> Value | list[Value]:
    return out[0] if len(out) == 1 else out
