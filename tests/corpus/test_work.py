"""What the corpus costs, as counts: the work grows with the size, the memory with the body, and no more."""

from __future__ import annotations

import asyncio
import random
import tracemalloc
from collections.abc import Callable
from contextlib import suppress

import pytest
from starlette.testclient import TestClient
from starlette.types import Message
from tests.corpus.bodies import BODIES
from tests.counting import calls

from backpulse.answering.compiled import Cache
from backpulse.answering.errors import Refusal
from backpulse.answering.exports import ExportRequest, export_text
from backpulse.answering.messages import TraceRequest
from backpulse.answering.traces import trace_of
from backpulse.parser import SourceError, parse
from backpulse.server.app import create_app
from backpulse.view.exports import FORMATS


def _chain(steps: int) -> str:
    """Each step a product with the first leaf, whose arrows all pass by."""
    return "\n".join(["t0 = a + b", *(f"t{i} = t{i - 1} * a" for i in range(1, steps))])


READ: dict[str, Callable[[int], str]] = {
    "quotes that never close": lambda n: "print(" + "'\\" * n,
    "brackets that never close": lambda n: "(" * n,
    "calls of print": lambda n: "print();" * n + "a",
    "lines": lambda n: "\n" * n + "a",
    "imports": lambda n: "import a\n" * n + "a",
    "a function nearly": lambda n: "tahn" * n + "(a)",
    "steps passed over": lambda n: "".join(f"a{i} = {i}\n" for i in range(n)) + "a",
    "a name nearly that of a step": lambda n: "".join(f"step{i} = a\n" for i in range(n)) + "steq(a)",
}


@pytest.mark.parametrize("name", READ)
def test_reading_a_text_is_linear(name: str) -> None:
    def work(size: int) -> int:
        source = READ[name](size)

        def read() -> None:
            with suppress(SourceError):
                parse(source)

        return calls(read)

    work(10)
    assert work(2_000) < 4.6 * work(500) + 1_000


@pytest.mark.parametrize("format_name", FORMATS)
def test_writing_a_chain_is_nearly_linear(format_name: str) -> None:
    """Its arrows all pass by one another: three times as many may not be nine times the work."""

    def work(steps: int) -> int:
        cache, question = Cache(), ExportRequest(source=_chain(steps), format=format_name, t=None)
        cache.get(question.source, question.expand)

        def write() -> None:
            with suppress(Refusal):  # of a format that is for smaller graphs
                export_text(question, cache)

        return calls(write)

    work(10)
    assert work(300) < 4 * work(100)


def test_comparing_long_names_is_linear() -> None:
    def work(letters: int) -> int:
        # Of so many letters that none is common: common ones are passed over when names are compared.
        name = "".join(chr(0x4E00 + letter % 120) for letter in range(letters))
        shuffled = "".join(random.Random(1).sample(name, letters))
        question, cache = TraceRequest(source=name, values={shuffled: 1}), Cache()

        def ask() -> None:
            with pytest.raises(Refusal):
                trace_of(question, cache)

        return calls(ask)

    work(10)
    assert work(4_000) < 2.2 * work(2_000)


def test_comparing_with_many_names_is_linear() -> None:
    def work(leaves: int) -> int:
        source = "+".join(f"weight{leaf}" for leaf in range(leaves))
        question, cache = TraceRequest(source=source, values={"wieght": 1}), Cache()
        cache.get(source, False)

        def ask() -> None:
            with pytest.raises(Refusal):
                trace_of(question, cache)

        return calls(ask)

    work(10)
    assert work(1_600) < 2.2 * work(800)


@pytest.mark.parametrize(
    "name", [name for name, body in BODIES.items() if len(body.body) > 100_000 and body.status == 422]
)
def test_a_body_full_of_mistakes_costs_little_more_than_itself(name: str) -> None:
    """Its largest kind is of 4 MB."""
    path, body, *_ = BODIES[name]
    headers = {"content-type": "application/json"}
    with TestClient(create_app(), raise_server_exceptions=False) as client:
        client.post(path, content=b"{}", headers=headers)
        tracemalloc.start()
        try:
            client.post(path, content=body, headers=headers)
            _, most = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
    assert most < 100 * len(body)


@pytest.mark.parametrize("path", ["/api/trace", "/api/graphs", "/api/texts", "/api/export"])
def test_hanging_up_within_a_body_is_no_mistake(path: str) -> None:
    sent: list[Message] = []
    coming: list[Message] = [
        {"type": "http.request", "body": b'{"source": "a', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Message:
        return coming.pop(0) if coming else {"type": "http.disconnect"}

    async def send(message: Message) -> None:
        sent.append(message)

    headers = [(b"host", b"127.0.0.1"), (b"content-type", b"application/json"), (b"content-length", b"1000")]
    scope = {
        "type": "http",
        "asgi": {"version": "3.0"},
        "http_version": "1.1",
        "method": "POST",
        "scheme": "http",
        "path": path,
        "raw_path": path.encode(),
        "query_string": b"",
        "root_path": "",
        "headers": headers,
        "client": ("127.0.0.1", 1),
        "server": ("127.0.0.1", 2),
    }
    asyncio.run(create_app()(scope, receive, send))
    assert [message["status"] for message in sent if message.get("status", 0) >= 500] == []
