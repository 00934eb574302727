"""A GPT that learns to make up names, one number at a time: every number is a `Value` of backpulse.

The algorithm is that of Andrej Karpathy's microgpt (2026), written anew: characters as tokens, embeddings,
RMSNorm, causal attention in several heads with the keys and values of earlier places kept, a feed-forward
layer, Adam. His own `class Value` is ours here; nothing else of the algorithm differs.

    python examples/microgpt.py 100     # so many steps, then ten names
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator

from backpulse.engine import Value

_NAMES = """
ada alba anouk ari bela bruno cara cleo dario dina edda eloi enna fabio fenna gil greta hedda hugo
ida ilja iona jana joris juno kaja kilian lale leto lina lou malin mara milo nela nils nora odo oona
orla pia quirin ravi rhea runa sami sera silas talia tove una vera vito wanda xenia yara yuma zeno
zora
"""
NAMES = _NAMES.split()

LAYERS, WIDTH, PLACES, HEADS = 1, 16, 16, 4
RATE, BETA1, BETA2, EPSILON = 0.01, 0.85, 0.99, 1e-8

Vector = list[Value]
Matrix = list[Vector]


class Model:
    """The parameters, and the logits of the next token."""

    def __init__(self, tokens: int) -> None:
        self.tokens, self.places, self.head = (_matrix(rows, WIDTH) for rows in (tokens, PLACES, tokens))
        self.layers = [
            {
                **{name: _matrix(WIDTH, WIDTH) for name in ("query", "key", "value", "out")},
                "wide": _matrix(4 * WIDTH, WIDTH),
                "narrow": _matrix(WIDTH, 4 * WIDTH),
            }
            for _ in range(LAYERS)
        ]

    def parameters(self) -> Vector:
        """All of them, in the order in which they were drawn."""
        matrices = [
            self.tokens,
            self.places,
            self.head,
            *(m for layer in self.layers for m in layer.values()),
        ]
        return [weight for matrix in matrices for row in matrix for weight in row]

    def __call__(self, token: int, place: int, past: list[tuple[Matrix, Matrix]]) -> Vector:
        """The logits after `token` at `place`; `past` has each layer's keys and values so far, and grows."""
        x = norm([t + p for t, p in zip(self.tokens[token], self.places[place], strict=True)])
        for layer, (keys, values) in zip(self.layers, past, strict=True):
            x = add(x, self._attend(norm(x), layer, keys, values))
            wide = [h.relu() for h in linear(norm(x), layer["wide"])]
            x = add(x, linear(wide, layer["narrow"]))
        return linear(x, self.head)

    def _attend(self, x: Vector, layer: dict[str, Matrix], keys: Matrix, values: Matrix) -> Vector:
        query = linear(x, layer["query"])
        keys.append(linear(x, layer["key"]))
        values.append(linear(x, layer["value"]))
        size = WIDTH // HEADS
        heads: Vector = []
        for start in range(0, WIDTH, size):
            part = slice(start, start + size)
            scores = [dot(query[part], key[part]) / size**0.5 for key in keys]
            weights = softmax(scores)
            heads += [dot(weights, [value[i] for value in values]) for i in range(start, start + size)]
        return linear(heads, layer["out"])


def _matrix(rows: int, columns: int) -> Matrix:
    return [[Value(random.gauss(0, 0.08)) for _ in range(columns)] for _ in range(rows)]


def dot(x: Vector, y: Vector) -> Value:
    """The sum of products."""
    total: Value = sum(a * b for a, b in zip(x, y, strict=True))  # type: ignore[assignment]
    return total


def add(x: Vector, y: Vector) -> Vector:
    """What a layer adds to what came in."""
    return [b + a for a, b in zip(x, y, strict=True)]


def linear(x: Vector, matrix: Matrix) -> Vector:
    """Matrix times vector."""
    return [dot(row, x) for row in matrix]


def norm(x: Vector) -> Vector:
    """RMSNorm: divided by the root of the mean square."""
    scale = (dot(x, x) / len(x) + 1e-5) ** -0.5
    return [a * scale for a in x]


def softmax(logits: Vector) -> Vector:
    """Numbers above 0 that add up to 1; the largest logit is taken off first, as a plain number."""
    top = max(logit.data for logit in logits)
    powers = [(logit - top).exp() for logit in logits]
    total: Value = sum(powers)  # type: ignore[assignment]
    return [power / total for power in powers]


class Training:
    """The model, its names in random order, and Adam's running means."""

    def __init__(self, steps: int, seed: int = 42) -> None:
        random.seed(seed)
        self.names = NAMES[:]
        random.shuffle(self.names)
        self.letters = sorted(set("".join(self.names)))
        self.edge = len(self.letters)
        """The token before and after a name."""
        self.model = Model(len(self.letters) + 1)
        self.parameters = self.model.parameters()
        self.steps = steps
        self._means = [0.0] * len(self.parameters)
        self._squares = [0.0] * len(self.parameters)

    def loss(self, name: str) -> Value:
        """The mean over the places of -log of the probability of the token that follows."""
        tokens = [self.edge, *map(self.letters.index, name), self.edge]
        past = self._past()
        losses = []
        for place in range(min(PLACES, len(tokens) - 1)):
            likely = softmax(self.model(tokens[place], place, past))
            losses.append(-likely[tokens[place + 1]].log())
        total: Value = sum(losses)  # type: ignore[assignment]
        return (1 / len(losses)) * total

    def run(self) -> Iterator[Value]:
        """Train, a name a step; the loss of each, when its step has been taken."""
        for step in range(self.steps):
            loss = self.loss(self.names[step % len(self.names)])
            loss.backward()
            self._adam(step)
            yield loss

    def _adam(self, step: int) -> None:
        rate = RATE * (1 - step / self.steps)
        for i, weight in enumerate(self.parameters):
            self._means[i] = BETA1 * self._means[i] + (1 - BETA1) * weight.grad
            self._squares[i] = BETA2 * self._squares[i] + (1 - BETA2) * weight.grad**2
            mean = self._means[i] / (1 - BETA1 ** (step + 1))
            square = self._squares[i] / (1 - BETA2 ** (step + 1))
            weight.data -= rate * mean / (square**0.5 + EPSILON)
            weight.grad = 0.0

    def sample(self, temperature: float = 0.5) -> str:
        """A name that the model makes up."""
        past, token, name = self._past(), self.edge, ""
        for place in range(PLACES):
            likely = softmax([logit / temperature for logit in self.model(token, place, past)])
            [token] = random.choices(range(self.edge + 1), weights=[p.data for p in likely])
            if token == self.edge:
                break
            name += self.letters[token]
        return name

    def _past(self) -> list[tuple[Matrix, Matrix]]:
        return [([], []) for _ in range(LAYERS)]


def main() -> None:
    """Train, and say the loss of each step and ten new names."""
    training = Training(int(sys.argv[1]) if len(sys.argv) > 1 else 100)
    for step, loss in enumerate(training.run(), 1):
        print(f"step {step} of {training.steps}: loss {loss.data:.4f}")
    for _ in range(10):
        print(training.sample())


if __name__ == "__main__":
    main()
