"""Connections that do not go on: half a request, answers that nobody reads, one too many."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Coroutine
from dataclasses import replace
from typing import Any

import pytest
from uvicorn import Config
from uvicorn.server import ServerState

from backpulse.answering import limits
from backpulse.server.app import create_app
from backpulse.server.connections import Connections, Watched, connections_of
from backpulse.server.http1 import HttpProtocol


class Line(asyncio.Transport):
    """A transport that keeps what is written, and what its other end has not taken."""

    def __init__(self, address: str = "127.0.0.1") -> None:
        super().__init__({"peername": (address, 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.unread = 0
        self.aborted = False
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data

    def close(self) -> None:
        self._closing = True

    def abort(self) -> None:
        self.aborted = self._closing = True

    def is_closing(self) -> bool:
        return self._closing

    def get_write_buffer_size(self) -> int:
        return self.unread

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass

    def error(self) -> tuple[int, str]:
        """The status and the code of the error that was written, in the one shape."""
        head, _, body = self.written.partition(b"\r\n\r\n")
        assert b"connection: close" in head
        assert b"content-type: application/json" in head
        return int(head.split()[1]), json.loads(body)["error"]["code"]


class Reader(Watched):
    """A connection of which only what it has not read counts."""

    transport: Line

    def __init__(self, unread: int) -> None:
        self.transport = Line()
        self.transport.unread = unread
        self.reads = False

    def has_read(self) -> bool:
        return self.reads

    def look(self, now: float) -> None:
        pass


class Server:
    """A server without a network: connections are made by hand."""

    def __init__(self) -> None:
        self.config = Config(create_app(), http=HttpProtocol)
        self.config.load()
        self.state = ServerState()

    def connect(self, address: str = "127.0.0.1") -> tuple[HttpProtocol, Line]:
        line = Line(address)
        connection = HttpProtocol(self.config, self.state, {}, asyncio.get_running_loop())
        connection.connection_made(line)
        return connection, line

    def look(self, later: float) -> None:
        """As the server does, so many seconds later."""
        now = asyncio.get_running_loop().time() + later
        connections_of(self.state).look(list(self.state.connections), now)


def serving(work: Callable[[Server], Coroutine[Any, Any, None]]) -> None:
    async def whole() -> None:
        await work(Server())

    asyncio.run(whole())


@pytest.mark.parametrize("sent", [b"", b"GET / HT", b"POST /api/trace HTTP/1.1\r\nhost: localhost\r\n"])
def test_half_a_head(sent: bytes) -> None:
    async def work(server: Server) -> None:
        connection, line = server.connect()
        if sent:
            connection.data_received(sent)
        server.look(limits.HEAD.most - 1)
        assert not line.is_closing()
        server.look(limits.HEAD.most + 1)
        assert line.error() == (408, "slow-head")
        assert line.is_closing()

    serving(work)


def test_half_a_head_after_a_whole_request() -> None:
    async def work(server: Server) -> None:
        connection, line = server.connect()
        connection.data_received(b"GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n")
        await asyncio.gather(*server.state.tasks)
        assert b"200 OK" in line.written
        line.written = b""
        server.look(limits.HEAD.most + 1)
        assert not line.is_closing(), "nothing is owed between two requests"
        connection.data_received(b"GET /hea")
        server.look(limits.HEAD.most + 2)
        assert line.error() == (408, "slow-head")

    serving(work)


def test_a_body_on_its_way_is_no_head() -> None:
    async def work(server: Server) -> None:
        connection, line = server.connect()
        connection.data_received(
            b"POST /api/trace HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"content-length: 15\r\n\r\n{"
        )
        server.look(limits.HEAD.most + 1)
        assert not line.is_closing()
        connection.data_received(b'"source": "a"}')
        await asyncio.gather(*server.state.tasks)
        assert b"200 OK" in line.written

    serving(work)


def test_a_body_that_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ARRIVAL", replace(limits.ARRIVAL, most=0))

    async def work(server: Server) -> None:
        connection, line = server.connect()
        connection.data_received(
            b"POST /api/trace HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
            b"content-length: 15\r\n\r\n{"
        )
        await asyncio.gather(*server.state.tasks)
        assert b"408 Request Timeout" in line.written
        assert b"slow-body" in line.written

    serving(work)


def test_a_client_that_leaves_amid_its_body_or_its_answer(caplog: pytest.LogCaptureFixture) -> None:
    async def work(server: Server) -> None:
        head = b"POST /api/trace HTTP/1.1\r\nhost: localhost\r\ncontent-type: application/json\r\n"
        for body in (b"content-length: 15\r\n\r\n{", b'content-length: 15\r\n\r\n{"source": "a"} '):
            connection, _ = server.connect()
            connection.data_received(head + body)
            await asyncio.sleep(0)
            connection.connection_lost(None)
            await asyncio.gather(*server.state.tasks)

    serving(work)
    assert caplog.records == []


def test_what_is_no_http() -> None:
    async def work(server: Server) -> None:
        connection, line = server.connect()
        connection.data_received(b"\x16\x03\x01\x02\x00\r\n\r\n")
        assert line.error() == (400, "http-400")

    serving(work)


def test_one_too_many() -> None:
    async def work(server: Server) -> None:
        connections_of(server.state).most = 2
        first, _ = server.connect()
        _, second = server.connect()
        assert not second.is_closing()
        _, third = server.connect()
        assert third.error() == (503, "too-many-files")
        first.connection_lost(None)

    serving(work)


def test_too_many_from_one_address(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "ADDRESS", replace(limits.ADDRESS, most=1))

    async def work(server: Server) -> None:
        first, _ = server.connect("203.0.113.7")
        _, second = server.connect("203.0.113.7")
        assert second.error() == (503, "too-many-from-address")
        for other in ("203.0.113.8", "127.0.0.1", "127.0.0.1", "::1", "::1"):
            assert not server.connect(other)[1].is_closing()
        first.connection_lost(None)

    serving(work)
    connections = Connections()
    for _ in range(3):
        assert connections.added("203.0.113.7", 1) is None, "those that are gone do not count"
        connections.removed("203.0.113.7")


class TestUnread:
    """Answers that are not read."""

    def test_who_takes_nothing_is_ended(self) -> None:
        connections, stuck = Connections(), Reader(1_000)
        for now in range(limits.UNREAD.most):
            connections.look([stuck], now)
        assert not stuck.transport.aborted
        connections.look([stuck], limits.UNREAD.most)
        assert stuck.transport.aborted

    def test_who_is_slow_is_not(self) -> None:
        """A large answer over a slow line goes on, however long it takes."""
        connections, slow, busy = Connections(), Reader(1_000_000), Reader(1_000)
        busy.reads = True
        for now in range(5 * limits.UNREAD.most):
            connections.look([slow, busy], now)
            slow.transport.unread -= 1_000
        assert not slow.transport.aborted
        assert not busy.transport.aborted

    def test_all_together_are_bounded(self) -> None:
        connections = Connections()
        readers = [Reader(limits.UNSENT_BYTES.most // 4) for _ in range(4)] + [Reader(10)]
        readers[2].transport.unread += 1_000
        connections.look(readers, 0)
        assert [reader.transport.aborted for reader in readers] == [False, False, True, False, False]
