"""A server's end of a live connection and a client, without a network: each packet is fed by hand.

What is written while a packet is fed was answered on the fast path; what has to be waited for, not.
"""

from __future__ import annotations

import asyncio
import json
import re
import struct
from collections.abc import Callable, Sequence
from typing import Any

from uvicorn import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.client import ClientProtocol
from websockets.frames import Frame, Opcode
from websockets.uri import parse_uri

from backpulse.answering import limits
from backpulse.server.app import create_app


class Wire(asyncio.Transport):
    """What a connection writes on, and whether it has hung up."""

    def __init__(self) -> None:
        super().__init__({"peername": ("127.0.0.1", 1), "sockname": ("127.0.0.1", 2)})
        self.written = b""
        self.wrote = asyncio.Event()
        self._closing = False

    def write(self, data: bytes | bytearray | memoryview) -> None:
        self.written += data
        self.wrote.set()

    def close(self) -> None:
        self._closing = True
        self.wrote.set()

    def is_closing(self) -> bool:
        return self._closing

    def pause_reading(self) -> None:
        pass

    def resume_reading(self) -> None:
        pass


class Page:
    """A client and the server's end of its connection, without a network: what is fed is one packet."""

    def __init__(self, loop: asyncio.AbstractEventLoop, protocol: type[WebSocketsSansIOProtocol]) -> None:
        self._loop = loop
        config = Config(
            create_app(),
            ws_max_size=4 * limits.BODY.most,
            ws_per_message_deflate=False,
        )
        config.load()
        self.server = protocol(config, ServerState(), {}, loop)
        self.wire = Wire()
        self.server.connection_made(self.wire)
        self._client = ClientProtocol(parse_uri("ws://127.0.0.1/api/live"), max_size=None)
        self._client.send_request(self._client.connect())
        self._arrived: list[Any] = []
        # uvicorn reads a request before it hands it on, header names in small letters.
        request = b"".join(self._client.data_to_send())
        self.feed(re.sub(rb"(?m)^[\w-]+(?=: )", lambda name: name[0].lower(), request))
        self.receive()

    def feed(self, packet: bytes) -> list[Frame]:
        """Let a packet come in: the frames with which it is answered there and then."""
        self.server.data_received(packet)
        return self._taken()

    def receive(self) -> Any:
        """What is answered later."""

        async def wait() -> None:
            while not self._arrived:
                self.wire.wrote.clear()
                self._arrived += self._taken()
                if not self._arrived:
                    await self.wire.wrote.wait()

        self._loop.run_until_complete(asyncio.wait_for(wait(), 120))
        return self._arrived.pop(0)

    def settle(self) -> None:
        """Let the server do all it can without waiting."""

        async def turns() -> None:
            for _ in range(50):
                await asyncio.sleep(0)

        self._loop.run_until_complete(turns())

    def error(self) -> tuple[int, str]:
        """The next answer is an error: its number and code."""
        reply = json.loads(self.receive().data)
        assert list(reply) == ["type", "id", "error"]
        return reply["id"], reply["error"]["code"]

    def ask(self, source: str, number: int = 0) -> dict[str, Any]:
        """A text and its answer."""
        assert self.feed(self.text(source, number)) == []
        reply: dict[str, Any] = json.loads(self.receive().data)
        assert reply["type"] == "trace"
        return reply

    def text(self, source: str, number: int = 0) -> bytes:
        """The packet of a text."""
        self._client.send_text(json.dumps({"type": "source", "id": number, "source": source}).encode())
        return b"".join(self._client.data_to_send())

    def hang_up(self) -> None:
        """End the connection, and what the server does for it."""
        self.server.connection_lost(None)
        if self.server.tasks:  # of a connection that the server has closed itself there are none
            self._loop.run_until_complete(asyncio.gather(*self.server.tasks))

    def _taken(self) -> list[Any]:
        self._client.receive_data(self.wire.written)
        self.wire.written = b""
        return self._client.events_received()


Open = Callable[..., Page]
"""Opens pages, of our protocol if nothing else is said."""


def move(number: float, *values: float, mask: bytes = b"\x01\x23\x45\x67") -> bytes:
    """The packet of a move."""
    return frame(struct.pack(f"<{len(values) + 1}d", number, *values), mask=mask)


def frame(payload: bytes, first: int = 0x82, mask: bytes = b"\x01\x23\x45\x67") -> bytes:
    """A client's frame; written here, not by the library that the server reads it with."""
    length = len(payload)
    if length < 126:
        size = bytes((0x80 | length,))
    elif length < 1 << 16:
        size = b"\xfe" + length.to_bytes(2, "big")
    else:
        size = b"\xff" + length.to_bytes(8, "big")
    return bytes((first,)) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload))


def numbers(frames: Sequence[Frame]) -> tuple[float, ...]:
    """What the one frame there is says."""
    (only,) = frames
    assert only.opcode is Opcode.BINARY
    assert only.fin
    return struct.unpack(f"<{len(only.data) // 8}d", only.data)


def takes_fast_path(page: Page, number: float = 99) -> bool:
    """Whether a move of `a * b` is answered at once; it is answered in any case."""
    at_once = page.feed(move(number, 3, 5))
    assert numbers(at_once or [page.receive()])[:4] == (number, 3, 5, 15)
    return bool(at_once)
