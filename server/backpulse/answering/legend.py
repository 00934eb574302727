"""The legend: the ops table, every kind of finding and every kind of link, as the page shows them."""

from __future__ import annotations

from functools import cache

from pydantic import Field

from backpulse.answering.messages import Message
from backpulse.engine import OPS
from backpulse.engine.diagnosis import LINKS
from backpulse.engine.findings import KINDS


class OpRow(Message):
    """A row of the ops table, for the legend."""

    name: str
    symbol: str
    sign: str = Field(description="the symbol as a person writes it (`×`); empty where it is as typed")
    arity: int
    signature: str = Field(description="as typed: `a + b`, `relu(a)`")
    forward: str
    partials: list[str] = Field(description="one formula per input, over a, b, n (exponent) and y (output)")
    partials_latex: list[str]
    words: list[str] = Field(description="one sentence per input: what its local derivative is")
    gate: str = Field(description="the gate's metaphor")
    derived: bool
    expansion: str | None


class FindingRow(Message):
    """A kind of finding; `{label}` stands for the node's label, and where it is about an arrow, `{input}` for
    that of the one that receives. Its index is its number in a live frame."""

    code: str
    message: str


class LinkRow(Message):
    """What an arrow on a gradient's way does to it; `{label}` sends, `{input}` receives."""

    code: str
    message: str
    hint: str


class Legend(Message):
    """Answer of `GET /api/ops`."""

    ops: list[OpRow]
    findings: list[FindingRow]
    links: list[LinkRow]


@cache
def legend() -> Legend:
    """The answer of `GET /api/ops`."""
    return Legend(
        ops=[OpRow.model_validate(op) for op in OPS.values()],
        findings=[FindingRow(code=code, message=message) for code, message in KINDS.items()],
        links=[LinkRow(code=code, message=words.message, hint=words.hint) for code, words in LINKS.items()],
    )
