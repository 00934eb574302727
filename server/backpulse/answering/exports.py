"""Export: which formats there are, and a text at some values as a file of one of them."""

from __future__ import annotations

from collections.abc import Sequence

from pydantic import Field

from backpulse.answering import limits
from backpulse.answering.compiled import Cache, Compiled
from backpulse.answering.errors import Refusal, printable
from backpulse.answering.messages import Finite, Message, TraceRequest
from backpulse.answering.traces import leaf_values, trace_message
from backpulse.view.exports import FORMATS, Snapshot, Theme, Unfit
from backpulse.view.expression import Expression
from backpulse.view.moment import Direction


class ExportRequest(TraceRequest):
    """The question: what a trace is asked for with, a format, and for pictures the moment and the theme."""

    format: str
    direction: Direction = "backward"
    t: Finite | None = Field(None, description="in steps; null is the end of the pass, no step present")
    theme: Theme = "light"


class ExportFormat(Message):
    """A row of the formats' table."""

    format: str
    name: str = Field(description="for people")
    extension: str
    media_type: str


def formats() -> list[ExportFormat]:
    """The answer of `GET /api/exports`."""
    return [
        ExportFormat(format=row.name, name=row.title, extension=row.extension, media_type=row.media_type)
        for row in FORMATS.values()
    ]


def export_text(question: ExportRequest, cache: Cache) -> str:
    """The text of the file. Refusal when there is none."""
    row = FORMATS.get(question.format)
    if row is None:
        known = ", ".join(f"`{name}`" for name in FORMATS)
        raise Refusal(
            422, "unknown-format", f"There is no format `{printable(question.format)}`", f"There are {known}."
        )
    compiled = cache.get(question.source, question.expand)
    leaves = leaf_values(compiled, question.values)
    if row.name == "svg":
        limits.DRAWN.check(len(compiled.subject.graph.nodes))
    try:
        return row.write(Snapshot(compiled.subject, leaves, question.direction, question.t, question.theme))
    except Unfit as unfit:
        raise Refusal(422, "unfit-format", unfit.message, unfit.hint) from unfit


def trace_text(subject: Expression, leaves: Sequence[float]) -> str:
    """The format `json`: what `POST /api/trace` answers."""
    return trace_message(Compiled(subject), leaves).model_dump_json() + "\n"
