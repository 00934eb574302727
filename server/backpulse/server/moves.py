"""What answers the moves of one text's leaves: from a frame to a frame."""

from __future__ import annotations

from collections.abc import Callable

from backpulse.engine import Program
from backpulse.engine.findings import finder
from backpulse.server import frames

AnswerMove = Callable[[bytes], bytes]
"""From a move to the frame that answers it. Refusal for what is no move of this text."""


def answerer(program: Program) -> AnswerMove:
    """All that is the same for each move is looked up here."""
    graph, evaluate = program.graph, program.evaluate
    find = finder(graph)
    count = 2 * len(graph.nodes) + 3 * len(graph.edges)
    read, write = frames.reader(len(graph.leaves)), frames.writer(count)

    def answer_move(move: bytes) -> bytes:
        number, values = read(move)
        numbers, scatter = evaluate(values)
        record = scatter(numbers)
        return write(number, record, find(record))

    return answer_move
