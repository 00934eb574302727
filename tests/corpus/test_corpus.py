"""Everything in the tables gets the answer that stands beside it: never a mistake of ours, never silence."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Iterator
from typing import Any

import pytest
from starlette.testclient import TestClient
from tests.corpus.bodies import BODIES
from tests.corpus.sequences import SEQUENCES
from tests.corpus.texts import TEXTS
from tests.server.wire import Page
from websockets.frames import Opcode

from backpulse.server.app import create_app
from backpulse.server.websocket import WebSocketProtocol

_JSON = {"content-type": "application/json"}
_SHORT = 1_000
"""Bytes of an answer to a mistake, whatever the mistake: what a person wrote is not said back at length."""


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    """One application for all of it: what one does to it the next would see."""
    with TestClient(create_app(), raise_server_exceptions=False) as made:
        yield made


@pytest.fixture
def page() -> Iterator[Page]:
    """A live connection as the server has it, fed by hand."""
    loop = asyncio.new_event_loop()
    made = Page(loop, WebSocketProtocol)
    yield made
    made.hang_up()
    loop.run_until_complete(loop.shutdown_default_executor())
    loop.close()


def _checked(error: dict[str, Any], source: str | None = None) -> str:
    """The code of an error in the one shape, with a sentence that can be shown and a place in the text."""
    assert list(error) == ["code", "message", "hint", "span", "line", "column", "fixes"]
    assert error["message"].isprintable()
    assert error["hint"] is None or error["hint"].isprintable()
    if error["span"] is not None:
        assert source is not None
        start, end = error["span"]
        assert 0 <= start <= end <= len(source)
        assert error["line"] >= 1
        assert error["column"] >= 1
    code: str = error["code"]
    return code


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_asked_for_by_post(client: TestClient, name: str) -> None:
    source, expected = TEXTS[name]
    response = client.post("/api/trace", json={"source": source})
    if expected == "trace":
        assert response.status_code == 200, response.text[:300]
        assert len(response.json()["forward"]) == len(response.json()["graph"]["nodes"])
        return
    assert response.status_code in (413, 422)
    assert len(response.content) < _SHORT
    assert _checked(response.json()["error"], source) == expected


@pytest.mark.parametrize("name", TEXTS)
def test_a_text_on_the_live_channel(client: TestClient, name: str) -> None:
    source, expected = TEXTS[name]
    with client.websocket_connect("/api/live") as socket:
        for number, asked in enumerate((source, "a * b"), 1):
            socket.send_text(json.dumps({"type": "source", "id": number, "source": asked}))
            reply = socket.receive_json()
            assert reply["id"] == number
            code = "trace" if reply["type"] == "trace" else _checked(reply["error"], source)
            assert code == (expected if number == 1 else "trace")


@pytest.mark.parametrize("name", BODIES)
def test_a_body(client: TestClient, name: str) -> None:
    path, body, status, code = BODIES[name]
    response = client.post(path, content=body, headers=_JSON)
    assert (response.status_code, list(response.json())) == (status, ["error"])
    assert _checked(response.json()["error"]) == code
    assert len(response.content) < _SHORT
    assert client.post("/api/trace", json={"source": "a * b"}).status_code == 200


@pytest.mark.parametrize("name", SEQUENCES)
def test_a_sequence_on_the_live_channel(page: Page, name: str, caplog: pytest.LogCaptureFixture) -> None:
    for packet, expected in SEQUENCES[name]:
        at_once = page.feed(packet)
        reply = at_once[0] if at_once else page.receive()
        if isinstance(expected, int):
            assert reply.opcode is Opcode.CLOSE
            assert int.from_bytes(reply.data[:2], "big") == expected
        else:
            said = json.loads(bytes(reply.data))
            assert _checked(said["error"], " " * 600_001) == expected
            assert len(reply.data) < _SHORT
    if not isinstance(expected, int):
        assert page.ask("a * b", 9)["id"] == 9
    page.settle()
    assert [record.getMessage() for record in caplog.records if record.levelno >= logging.WARNING] == []
