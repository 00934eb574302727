"""A lean WebSocket client for the live channel, so that the load costs less than what it measures."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable, Sequence
from struct import pack, unpack_from
from time import perf_counter
from typing import cast

from benchmarks.framing import client_head
from benchmarks.graphs import Case
from benchmarks.timing import both_settings

_HELLO = (
    "GET /api/live HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    "Sec-WebSocket-Key: YmFja3B1bHNlIGJlbmNoIQ==\r\nSec-WebSocket-Version: 13\r\n\r\n"
)
_TEXT, _BINARY, _PING, _PONG = 0x81, 0x82, 0x89, 0x8A


class Client(asyncio.Protocol):
    """One page: it has sent a text and moves the text's leaves. `answered` is told each answer's delay."""

    def __init__(self, port: int) -> None:
        self._port = port
        self._buffer = bytearray()
        self._open = asyncio.get_running_loop().create_future()
        self._asked: dict[float, float] = {}
        self._number = 0.0
        self._moves: list[tuple[bytes, bytes]] = []
        self._reply: asyncio.Future[tuple[int, bytes]] | None = None
        self.answered: Callable[[float], None] = lambda delay: None

    @staticmethod
    async def connected(port: int, case: Case) -> Client:
        """A client whose text has been answered with the case's graph."""
        loop = asyncio.get_running_loop()
        client = Client(port)
        await loop.create_connection(lambda: client, "127.0.0.1", port)
        await client._open
        question = {
            "type": "source",
            "id": 0,
            "source": "\n".join(case.lines),
            "values": dict(case.leaves),
        }
        answer = json.loads((await client._ask(_TEXT, json.dumps(question).encode()))[1])
        graph = answer["trace"]["graph"]
        names = [graph["nodes"][leaf]["text"] for leaf in graph["leaves"]]
        assert len(graph["nodes"]) == len(case.graph.nodes)
        for setting in both_settings(case):
            values = dict(zip(case.leaves, setting, strict=True))
            head, rest = _frame(_BINARY, pack(f"<{len(names) + 1}d", 0.0, *(values[name] for name in names)))
            client._moves.append((head, rest[8:]))
        return client

    def move(self, asked: float) -> None:
        """Send the next move; its answer's delay counts from `asked`, by `perf_counter`."""
        self._number += 1
        self._asked[self._number] = asked
        head, rest = self._moves[int(self._number) % 2]
        self._transport.write(head + pack("<d", self._number) + rest)

    async def moved(self) -> Sequence[float]:
        """Send the next move and wait for its frame."""
        self._reply = asyncio.get_running_loop().create_future()
        self.move(perf_counter())
        payload = (await self._reply)[1]
        return unpack_from(f"<{len(payload) // 8}d", payload)

    def settle(self) -> int:
        """Forget what has not been answered, and say how many that were."""
        count = len(self._asked)
        self._asked.clear()
        return count

    def close(self) -> None:
        """Hang up."""
        self._transport.abort()

    async def _ask(self, kind: int, payload: bytes) -> tuple[int, bytes]:
        self._reply = asyncio.get_running_loop().create_future()
        self._transport.write(b"".join(_frame(kind, payload)))
        return await self._reply

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Ask for the upgrade."""
        self._transport = cast(asyncio.Transport, transport)
        self._transport.write(_HELLO.format(port=self._port).encode())

    def data_received(self, data: bytes) -> None:
        """Take whole frames off what has come."""
        self._buffer += data
        if not self._open.done():
            head, end, rest = self._buffer.partition(b"\r\n\r\n")
            if not end:
                return
            assert head.startswith(b"HTTP/1.1 101"), bytes(head)
            self._open.set_result(None)
            self._buffer = rest
        while len(self._buffer) >= 2:
            start, length = 2, self._buffer[1]
            if length > 125:
                start = 4 if length == 126 else 10
                if len(self._buffer) < start:
                    return
                length = int.from_bytes(self._buffer[2:start], "big")
            if len(self._buffer) < start + length:
                return
            self._received(self._buffer[0], start, length)
            del self._buffer[: start + length]

    def _received(self, kind: int, start: int, length: int) -> None:
        if kind == _PING:  # a page that leaves this unanswered is hung up on after 40 seconds
            self._transport.write(b"".join(_frame(_PONG, bytes(self._buffer[start : start + length]))))
            return
        if kind == _BINARY:
            asked = self._asked.pop(unpack_from("<d", self._buffer, start)[0], None)
            if asked is not None:
                self.answered(perf_counter() - asked)
        if self._reply is not None and not self._reply.done():
            self._reply.set_result((kind, bytes(self._buffer[start : start + length])))


def _frame(kind: int, payload: bytes) -> tuple[bytes, bytes]:
    """A client's frame in two parts: its head and the payload."""
    return client_head(kind, len(payload)), payload
