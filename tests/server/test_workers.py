"""Processes that compute: what they answer, and that nothing keeps them."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from backpulse.answering import limits
from backpulse.answering.answerer import Answerer, program_of
from backpulse.answering.errors import Refusal
from backpulse.server import worker
from backpulse.server.workers import Ended, InProcess, Process, Worker

BODY = b'{"source": "(a + b) * c", "values": {"a": 2}}'
SPINNING = """
from backpulse.answering import answerer
from backpulse.server import worker

def spin(self, body):
    while True:
        pass

answerer.Answerer.graph = spin
answerer.Answerer.text = lambda self, body: bytearray(1 << 40)
worker.main()
"""


@contextmanager
def process(program: str | None = None) -> Iterator[Process]:
    made = Process() if program is None else Process(program)
    try:
        yield made
    finally:
        made.close()


def test_a_process_answers_as_this_one_does() -> None:
    live = '{"type": "source", "id": 7, "source": "relu(a * b) + 1", "values": {"a": 2}}'
    with process() as there:
        for question in [("trace", BODY), ("live", live), ("move", "a * a", False, bytes(16))]:
            assert there.ask(question, 20) == InProcess().ask(question, 20)
        for wrong in (b"{", b'{"source": "a +"}', b'{"source": 1}'):
            refusals = []
            for worker_ in (there, InProcess()):
                with pytest.raises(Refusal) as refused:
                    worker_.ask(("trace", wrong), 20)
                refusals.append((refused.value.status, refused.value.body, refused.value.caret))
            assert refusals[0] == refusals[1]


def test_a_program_travels() -> None:
    with process() as there:
        text = there.ask(("live", '{"type": "source", "id": 1, "source": "exp(a) * b"}'), 20).text
    assert text is not None
    program = program_of(text)
    here = Answerer().live('{"type": "source", "id": 1, "source": "exp(a) * b"}').text
    assert here is not None
    assert list(program.record([1.5, 2.0])) == list(program_of(here).record([1.5, 2.0]))


def test_what_takes_too_long_is_ended_and_the_next_is_answered() -> None:
    with process(SPINNING) as there:
        with pytest.raises(Ended) as ended:
            there.ask(("graph", b""), 1)
        assert ended.value.code == -signal.SIGPROF
        assert there.ask(("trace", BODY), 20).body == Answerer().trace(BODY).body


def test_what_is_given_up_is_ended() -> None:
    with process(SPINNING) as there:
        threading.Timer(0.2, there.abort).start()
        with pytest.raises(Ended) as ended:
            there.ask(("graph", b""), 1_000)
        assert ended.value.code == -signal.SIGKILL
        assert there.ask(("trace", BODY), 20).body


def test_what_needs_too_much_memory_is_refused() -> None:
    with process(SPINNING) as there:
        with pytest.raises(Refusal) as refused:
            there.ask(("text", b""), 20)
        assert refused.value.body.code == limits.WORKER_BYTES.code
        assert there.ask(("trace", BODY), 20).body


def test_a_worker_that_has_grown_large_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    large = (
        "from backpulse.answering import limits; from backpulse.server import worker; "
        "limits.RETIRED = limits.LABEL; worker.main()"
    )
    with process(large) as there:
        first = there._process
        assert there.ask(("trace", BODY), 20).body
        assert there._process is not first
        assert first is not None
        assert first.returncode == 0
        assert there.ask(("trace", BODY), 20).body


def test_a_closed_one_is_gone() -> None:
    with process() as there:
        running = there._process
    assert running is not None
    assert running.returncode is not None
    with pytest.raises(Ended):
        there.ask(("trace", BODY), 20)


def test_a_mistake_of_ours_is_not_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret detail")

    monkeypatch.setattr(Answerer, "trace", fail)
    reply = worker.answer_or_refusal(Answerer(), ("trace", BODY))
    assert isinstance(reply, Refusal)
    assert reply.body.code == "internal"
    assert "secret" not in reply.body.model_dump_json()


def test_both_are_workers() -> None:
    workers: list[Worker] = [InProcess()]
    assert workers
