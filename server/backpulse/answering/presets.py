"""Worked examples, each with the sentence that says what to look at."""

from __future__ import annotations

from backpulse.answering.messages import Preset

_README = """\
c = a + b
d = a * b + b**3
c += c + 1
c += 1 + c + (-a)
d += d * 2 + relu(b + a)
d += 3 * d + relu(b - a)
e = c - d
f = e**2
g = f / 2.0
g += 10.0 / f"""


def _preset(name: str, sentence: str, source: str, **values: float) -> Preset:
    return Preset(name=name, sentence=sentence, source=source, values=values)


PRESETS: tuple[Preset, ...] = (
    _preset(
        "Sum times c",
        "A product sends each input its gradient times the other input; a sum hands it out unchanged.",
        "(a + b) * c",
        a=2,
        b=-3,
        c=10,
    ),
    _preset(
        "The same leaf twice",
        "Two arrows reach a, and what they bring adds up: first 3, then 6.",
        "a * a",
        a=3,
    ),
    _preset(
        "Named steps",
        "The hand example of the lecture: follow the gradient from L through d and e to the leaves.",
        "e = a*b\nd = e + c\nL = d*f",
        a=2,
        b=-3,
        c=10,
        f=-2,
    ),
    _preset(
        "A branch that merges",
        "x takes part twice, so its gradient is the sum of both ways back.",
        "(x + y) * x",
        x=3,
        y=-1,
    ),
    _preset(
        "Order matters",
        "q may send only after both of its arrows have arrived; sent too early, x would miss a part.",
        "q = x*x\nL = 3*(2*q) + q",
        x=3,
    ),
    _preset(
        "A dead relu",
        "The input of relu is negative, so its gate is shut and nothing gets through. Make b positive.",
        "relu(a * b)",
        a=2,
        b=-3,
    ),
    _preset(
        "Max routes",
        "The larger input receives the whole gradient, the other one nothing. Drag c past a * b.",
        "max(a * b, c)",
        a=2,
        b=3,
        c=4,
    ),
    _preset(
        "Sigmoid from primitives",
        "The sigmoid taken apart: its slope y * (1 - y) comes out of five small local derivatives.",
        "1 / (1 + exp(-(w*x + b)))",
        w=1.5,
        x=-2,
        b=0.5,
    ),
    _preset(
        "A tanh neuron",
        "A neuron: the gradient of each weight is its input times what tanh lets through.",
        "tanh(x1*w1 + x2*w2 + b)",
        x1=2,
        x2=0,
        w1=-3,
        w2=1,
        b=6.881373587019543,
    ),
    _preset(
        "A neuron and its error",
        "Squared error of a sigmoid neuron: a step against the gradient brings it nearer to y.",
        "(sigmoid(w*x + b) - y)**2",
        x=1.5,
        w=2,
        b=-1,
        y=1,
    ),
    _preset(
        "Softplus",
        "A smooth relu. Its slope is the sigmoid: near 0 far to the left, near 1 far to the right.",
        "log(1 + exp(x))",
        x=1,
    ),
    _preset(
        "Cross-entropy of two",
        "The gradients of the two scores are the probabilities, less 1 for the right answer a.",
        "log(exp(a) + exp(b)) - a",
        a=2,
        b=1,
    ),
    _preset(
        "A vanishing chain",
        "Each sigmoid passes on a quarter at most: after four of them little of the 1 is left for w.",
        "sigmoid(sigmoid(sigmoid(sigmoid(w * x))))",
        w=2,
        x=1,
    ),
    _preset(
        "micrograd's README",
        "The program on micrograd's front page: a gets 138.8, b gets 645.6.",
        _README,
        a=-4,
        b=2,
    ),
)
"""In the order of the page's list; the first one is what is on screen before anything is touched."""
