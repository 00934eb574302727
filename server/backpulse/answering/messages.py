"""Every message on the wire, as pydantic models; the page's TypeScript types are generated from here.

Numbers that are not finite travel as "Infinity", "-Infinity" and "NaN" (JSON has no words for them).
Questions are read strictly: a number is a finite number, never a text that looks like one.
"""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import ConfigDict, FailFast, Field

from backpulse.answering.layout_messages import Card, Layout, Layouts, Path, Pill
from backpulse.answering.message import AnyNumber, Finite, Message, Number, Point, Span


class Node(Message):
    """One `Value` of the graph; `id` is its place in forward order."""

    id: int
    kind: Literal["leaf", "const", "op"]
    op: str | None = Field(description="the op's name in the ops table; null for leaves and constants")
    symbol: str = Field(description="what the op's tile shows: + - * / ** or the function's name; else empty")
    label: str = Field(description="short: the variable's name if it has one, else its text")
    text: str = Field(description="as written, on one line: `e = c - d`, `c += c + 1`, `a + b`, `2`")
    inputs: list[int]
    param: float | list[float] | None = Field(
        description="the op's constant, as the exponent of **; a list of several; null for ops without any"
    )
    derived: bool
    expansion: str | None = Field(description="the primitives a derived op hides, with its inputs' labels")
    span: Span | None = Field(description="[start, end) in characters of the source")
    position: Point | None = Field(description="centre of its card, in u; null when too large to draw")


class Edge(Message):
    """One use of `child` as input number `slot` of `parent`."""

    id: int
    child: int
    parent: int
    slot: int


class Graph(Message):
    """The structure: nodes in forward order, edges by parent and slot, leaves in order of appearance."""

    nodes: list[Node]
    edges: list[Edge]
    root: int
    leaves: list[int]


class ForwardStep(Message):
    """A node's value becomes known: `2 + -3 = -1`."""

    node: int
    text: str


class BackwardEdge(Message):
    """One arrow of a backward step: contribution = incoming × local; total is the child's gradient then."""

    edge: int
    local: Number
    contribution: Number
    total: Number


class BackwardStep(Message):
    """A node whose gradient is complete sends it along its arrows, in slot order."""

    node: int
    incoming: Number
    edges: list[BackwardEdge]


class Finding(Message):
    """Where a number leaves the number line or stands on a kink, and why."""

    node: int
    code: str
    message: str
    edge: int | None = Field(description="the arrow that it is about, which `node` sends; null of a node")


class Skipped(Message):
    """A part of the text that was understood and computes nothing of the graph: `import torch`."""

    span: Span = Field(description="[start, end) in characters of the source")
    reason: str


class Note(Message):
    """How a part of the text is read, where that is not what it says by itself: `x²` as `x ** 2`."""

    span: Span = Field(description="[start, end) in characters of the source")
    reason: str


class Remedy(Message):
    """A formula that goes wrong at some values, and what to write instead; from structure alone."""

    nodes: list[int] = Field(description="that only this formula needs to have")
    message: str
    span: Span | None = Field(
        description="[start, end) in characters of the source; null: no true code is known"
    )
    replacement: str | None = Field(description="what is to stand there: the same function, written well")


class Trace(Message):
    """A graph, its numbers at one set of leaf values, and both passes step by step."""

    source: str
    graph: Graph
    values: list[Number]
    grads: list[Number | None]
    locals: list[Number | None]
    contributions: list[Number | None]
    forward: list[ForwardStep]
    backward: list[BackwardStep]
    findings: list[Finding]
    skipped: list[Skipped] = Field(description="in the order of the text")
    notes: list[Note] = Field(description="in the order of the text")
    printed: str = Field(description="what the program printed")
    remedies: list[Remedy] = Field(
        description="from the root down; whether one is needed is for the numbers to say"
    )
    layouts: Layouts | None = Field(description="null when the graph is too large to draw well")


class TraceRequest(Message):
    """The question: a source, values for its leaves, and whether derived ops stand opened."""

    model_config = ConfigDict(strict=True)

    source: str
    values: dict[str, Finite] = Field(default_factory=dict)
    expand: bool = False


class GraphNode(Message):
    """A value of a graph that comes as data; it stands after its inputs."""

    model_config = ConfigDict(strict=True)

    kind: Literal["leaf", "const", "op"]
    label: str = ""
    data: AnyNumber | None = Field(None, description="of a leaf or a constant, and finite")
    op: str | None = Field(None, description="the op's name in the ops table")
    inputs: Annotated[list[int], FailFast()] = Field(
        default_factory=list, description="places in `nodes`, in slot order"
    )
    param: AnyNumber | list[AnyNumber] | None = Field(
        None, description="the op's constant, as the exponent of **, and finite; a list of several"
    )


class GraphRequest(Message):
    """A graph as data, for the page to show."""

    model_config = ConfigDict(strict=True)

    nodes: Annotated[list[GraphNode], FailFast()]
    root: int


class GraphText(Message):
    """Answer of `GET /api/graphs/<id>`: as a text, and where leaves stand if not as it says."""

    model_config = ConfigDict(strict=True)

    source: str
    values: dict[str, Finite] = Field(default_factory=dict)


class GraphKept(Message):
    """Answer to a graph or a text that is to be shown: the page does so at `/#graph=<id>`."""

    id: str


class Fix(Message):
    """One way out of a mistake, as an edit of the text."""

    label: str = Field(description="what it is called: what is written, or done, and with which meaning")
    span: Span = Field(description="[start, end) in characters of the source")
    replacement: str = Field(description="what is to stand there")


class ErrorBody(Message):
    """What went wrong, where, and a way out; line and column count from 1."""

    code: str
    message: str
    hint: str | None = None
    span: Span | None = None
    line: int | None = None
    column: int | None = None
    fixes: list[Fix] = Field(default_factory=list, description="one for each meaning; each mends the text")


class ErrorMessage(Message):
    """The one shape of every error."""

    error: ErrorBody


class LiveTrace(Message):
    """Answer on the live channel to a `LiveSource`: the structure and a first set of numbers."""

    type: Literal["trace"] = "trace"
    id: int
    trace: Trace


class LiveError(Message):
    """Answer on the live channel to anything that could not be answered otherwise."""

    type: Literal["error"] = "error"
    id: int = Field(description="the question's; -1 when it has none that can be read")
    error: ErrorBody


class LiveWaiting(Message):
    """Sent of a question on the live channel that takes long: every two seconds until it is answered."""

    type: Literal["waiting"] = "waiting"
    id: int
    before: int = Field(description="how many questions are answered before it; 0 while it is being computed")


class LiveSource(TraceRequest):
    """Question on the live channel: a new text. Moves of leaves are binary, see `live.py`."""

    type: Literal["source"]
    id: int


class Preset(Message):
    """A worked example."""

    name: str
    sentence: str
    source: str
    values: dict[str, float]


class Alive(Message):
    """Answer of `GET /healthz` to one without the token, where there is one."""

    status: Literal["ok"] = "ok"


class Health(Message):
    """Answer of `GET /healthz`."""

    name: Literal["backpulse"] = "backpulse"
    status: Literal["ok"] = "ok"
    version: str
    pages: int = Field(description="live channels that are open now")


__all__ = [
    "AnyNumber",
    "Card",
    "Finite",
    "Layout",
    "Layouts",
    "Message",
    "Number",
    "Path",
    "Pill",
    "Point",
    "Span",
]
