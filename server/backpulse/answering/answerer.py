"""What is answered to each kind of question, from bytes to bytes. It knows of no server."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from typing import NamedTuple

from backpulse.answering import limits
from backpulse.answering.compiled import Cache
from backpulse.answering.exports import ExportRequest, export_text
from backpulse.answering.graphs import text_of
from backpulse.answering.messages import GraphRequest, GraphText, LiveSource, LiveTrace, TraceRequest
from backpulse.answering.reading import read
from backpulse.answering.traces import known_values, trace_message, trace_of
from backpulse.engine import Program
from backpulse.view.exports import FORMATS

_GRAPH = (
    '{"nodes": [{"kind": "leaf", "label": "a", "data": 2}, {"kind": "op", "op": "relu", "inputs": [0]}], '
    '"root": 1}'
)


class Answer(NamedTuple):
    """What a question is answered with."""

    body: bytes
    media_type: str = "application/json"
    name: str = ""
    """Of the file that it is."""
    text: Text | None = None
    """Of a text on the live channel: what its moves are answered by."""


class Text(NamedTuple):
    """A text without a mistake, as a connection holds it."""

    source: str
    expand: bool
    program: bytes
    """Its `Program`, pickled; empty where its moves are left to the workers."""
    nodes: int


class Answerer:
    """Answers questions of any kind, by the name of the kind's method. Refusal where there is no answer."""

    def __init__(self) -> None:
        self._cache = Cache()

    def __call__(self, kind: str, *question: bytes | str | bool) -> Answer:
        """The answer."""
        method: Callable[..., Answer] = getattr(self, kind)
        return method(*question)

    def trace(self, body: bytes) -> Answer:
        """The graph of a text, its numbers, and both passes."""
        return Answer(trace_of(read(TraceRequest, body), self._cache).model_dump_json().encode())

    def graph(self, body: bytes) -> Answer:
        """A graph that comes as data, as a text."""
        text = text_of(read(GraphRequest, body, _GRAPH))
        return Answer(GraphText(source=text).model_dump_json().encode())

    def text(self, body: bytes) -> Answer:
        """A text as it is to be kept, mistakes and all: the page says what is wrong with it."""
        return Answer(read(GraphText, body).model_dump_json().encode())

    def export(self, body: bytes) -> Answer:
        """A text at some values as a file."""
        question = read(ExportRequest, body)
        text = export_text(question, self._cache)
        row = FORMATS[question.format]
        return Answer(text.encode(), f"{row.media_type}; charset=utf-8", f"backpulse.{row.extension}")

    def live(self, body: str) -> Answer:
        """A text on the live channel."""
        question = read(LiveSource, body)
        compiled = self._cache.get(question.source, question.expand)
        trace = trace_message(compiled, known_values(compiled, question.values))
        program = compiled.subject.program
        nodes = len(program.graph.nodes)
        small = nodes <= limits.INLINE.most
        text = Text(question.source, question.expand, pickle.dumps(program) if small else b"", nodes)
        return Answer(LiveTrace(id=question.id, trace=trace).model_dump_json().encode(), text=text)

    def move(self, source: str, expand: bool, move: bytes) -> Answer:
        """A move of a text's leaves."""
        return Answer(self._cache.get(source, expand).answer_move(move))


def program_of(text: Text) -> Program:
    """The program that travelled."""
    program: Program = pickle.loads(text.program)
    return program
