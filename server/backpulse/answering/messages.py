"""Every message on the wire, as pydantic models; the page's TypeScript types are generated from here.

Numbers that are not finite travel as "Infinity", "-Infinity" and "NaN" (JSON has no words for them).
Questions are read strictly: a number is a finite number, never a text that looks like one.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field


def _read_number(given: Any) -> Any:
    return float(given) if given in ("Infinity", "-Infinity", "NaN") else given


Number = Annotated[float, Field(json_schema_extra={"tsType": "WireNumber"})]
AnyNumber = Annotated[float, BeforeValidator(_read_number), Field(json_schema_extra={"tsType": "WireNumber"})]
Finite = Annotated[float, Field(allow_inf_nan=False)]
Span = tuple[int, int]
Point = tuple[float, float, float]


class Message(BaseModel):
    """What all messages share: unknown fields are refused, non-finite numbers travel as strings.

    They can be read off the engine's and the layout's dataclasses, whose fields have the same names.
    """

    model_config = ConfigDict(
        extra="forbid",
        from_attributes=True,
        ser_json_inf_nan="strings",
        json_schema_serialization_defaults_required=True,
    )


class Node(Message):
    """One `Value` of the graph; `id` is its place in forward order."""

    id: int
    kind: Literal["leaf", "const", "op"]
    op: str | None = Field(description="the op's name in the ops table; null for leaves and constants")
    symbol: str = Field(description="what the op's tile shows: + - * / ** or the function's name; else empty")
    label: str = Field(description="short: the variable's name if it has one, else its text")
    text: str = Field(description="as written, on one line: `e = c - d`, `c += c + 1`, `a + b`, `2`")
    inputs: list[int]
    param: float | None = Field(description="the constant exponent of **, null for every other op")
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


class Card(Message):
    """Where a node's card stands, in u: centre, size, and the slot under it for its running total."""

    x: float
    y: float
    z: float
    w: float
    h: float
    total: Pill | None = Field(description="the running total's slot; null where only one arrow arrives")


class Pill(Message):
    """A box in u, parallel to the board, in which an arrow's label fits: centre, size, and how many lines."""

    x: float
    y: float
    w: float
    h: float
    lines: int


class Path(Message):
    """An edge's centre line, child's port to parent's slot: Bezier points p0 c1 c2 p1 [c1 c2 p2 …], in u."""

    points: list[Point]
    pill: Pill


class Layout(Message):
    """Where everything stands for one flow: `right` has leaves left, `down` on top (narrow screens)."""

    cards: list[Card]
    paths: list[Path]
    small: bool = Field(description="an overview: small cards, the present step's cards drawn large")


class Layouts(Message):
    """Both flows of the same graph."""

    right: Layout
    down: Layout


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


class Skipped(Message):
    """A part of the text that was understood and has nothing to compute: `import torch`, `print(a.grad)`."""

    span: Span = Field(description="[start, end) in characters of the source")
    reason: str


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
    param: AnyNumber | None = Field(None, description="the constant exponent of **, and finite")


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


class ErrorBody(Message):
    """What went wrong, where, and a way out; line and column count from 1."""

    code: str
    message: str
    hint: str | None = None
    span: Span | None = None
    line: int | None = None
    column: int | None = None


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
