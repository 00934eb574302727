"""Plain sockets: a page on the live channel and HTTP requests, both able to do what no browser would."""

from __future__ import annotations

import json
import socket
from collections.abc import Mapping
from contextlib import suppress
from struct import pack, unpack_from
from time import perf_counter
from types import TracebackType
from typing import Any, NamedTuple

from benchmarks.framing import client_head

TEXT, BINARY, CLOSE, PING, PONG = 0x81, 0x82, 0x88, 0x89, 0x8A
_HELLO = {
    "Upgrade": "websocket",
    "Connection": "Upgrade",
    "Sec-WebSocket-Key": "YmFja3B1bHNlIGJlbmNoIQ==",
    "Sec-WebSocket-Version": "13",
}


class Answer(NamedTuple):
    """What HTTP answers."""

    status: int
    body: bytes


def connected(port: int, limit: float = 10.0, small: bool = False) -> socket.socket:
    """A connection; `small`: it takes as little as may be before it is read from."""
    made = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    if small:
        made.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    made.settimeout(limit)
    made.connect(("127.0.0.1", port))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def head(method: str, path: str, port: int, headers: Mapping[str, str]) -> bytes:
    """A request up to its body. A Host among the headers takes the place of the server's own."""
    lines = {"Host": f"127.0.0.1:{port}", **headers}
    return "\r\n".join(
        (f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in lines.items()), "\r\n")
    ).encode()


def request(
    port: int,
    method: str,
    path: str,
    body: bytes = b"",
    headers: Mapping[str, str] | None = None,
    limit: float = 30.0,
) -> Answer:
    """A request and its answer. TimeoutError after `limit` seconds, ConnectionError when it is hung up on."""
    end = perf_counter() + limit
    more = {"Connection": "close"}
    if body:
        more |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    with connected(port, limit) as line:
        with suppress(ConnectionError):  # an answer may have come before the whole body was read
            line.sendall(head(method, path, port, more | dict(headers or {})) + body)
        received = bytearray()
        while part := _part(line, end):
            received += part
    first, found, rest = received.partition(b"\r\n\r\n")
    if not found:
        raise ConnectionError("no answer")
    return Answer(int(first.split(None, 2)[1]), bytes(rest))


def post(port: int, path: str, question: Any, limit: float = 30.0) -> Answer:
    """A question as JSON (as it is if it is bytes already)."""
    body = question if isinstance(question, bytes) else json.dumps(question).encode()
    return request(port, "POST", path, body, limit=limit)


def upgrade(port: int, headers: Mapping[str, str] | None = None, limit: float = 10.0) -> int:
    """The status with which the live channel answers a greeting with these headers."""
    with connected(port, limit) as line:
        line.sendall(head("GET", "/api/live", port, _HELLO | dict(headers or {})))
        first = line.recv(1024).split(None, 2)
    if len(first) < 2:
        raise ConnectionError("no answer")
    return int(first[1])


class Page:
    """One connection to the live channel. Its `line` is the socket, for what is not in the protocol."""

    def __init__(self, port: int, limit: float = 10.0, small: bool = False) -> None:
        self.line = connected(port, limit, small)
        self._buffer = bytearray()
        self.line.sendall(head("GET", "/api/live", port, _HELLO))
        end = perf_counter() + limit
        while b"\r\n\r\n" not in self._buffer:
            self._buffer += self._more(end)
        first, _, self._buffer = self._buffer.partition(b"\r\n\r\n")
        if b" 101 " not in first:
            self.line.close()
            raise ConnectionError(first.decode(errors="replace")[:100])

    def __enter__(self) -> Page:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, where: TracebackType | None
    ) -> None:
        self.line.close()

    def ask(self, source: str, limit: float = 30.0, number: int = 0) -> Answer:
        """A text and what answers it: the status is 200 for a trace, 422 for an error."""
        self.line.settimeout(limit)
        self.line.sendall(text_frame(source, number))
        kind, payload = self.receive(limit)
        if kind == CLOSE:
            raise ConnectionError(f"closed with {int.from_bytes(payload[:2], 'big')}")
        return Answer(200 if payload.startswith(b'{"type":"trace"') else 422, payload)

    def moved(self, number: float, *values: float, limit: float = 30.0) -> bytes:
        """A move and the frame that answers it."""
        self.line.sendall(move_frame(number, *values))
        return self.receive(limit)[1]

    def receive(self, limit: float = 30.0) -> tuple[int, bytes]:
        """The next message, its kind and payload; pings are answered meanwhile."""
        end = perf_counter() + limit
        while True:
            kind, payload = self._message(end)
            if kind == PING:
                self.line.sendall(frame(PONG, payload))
            elif not payload.startswith(b'{"type":"waiting"'):
                return kind, payload

    def _message(self, end: float) -> tuple[int, bytes]:
        self._fill(2, end)
        start, length = 2, self._buffer[1]
        if length > 125:
            start = 4 if length == 126 else 10
            self._fill(start, end)
            length = int.from_bytes(self._buffer[2:start], "big")
        self._fill(start + length, end)
        kind, payload = self._buffer[0], bytes(self._buffer[start : start + length])
        del self._buffer[: start + length]
        return kind, payload

    def _fill(self, count: int, end: float) -> None:
        while len(self._buffer) < count:
            self._buffer += self._more(end)

    def _more(self, end: float) -> bytes:
        if part := _part(self.line, end):
            return part
        raise ConnectionError("hung up")


def text_frame(source: str, number: int = 0) -> bytes:
    """A client's message that asks for a text."""
    return frame(TEXT, json.dumps({"type": "source", "id": number, "source": source}).encode())


def move_frame(number: float, *values: float) -> bytes:
    """A client's message that moves leaves."""
    return frame(BINARY, pack(f"<{len(values) + 1}d", number, *values))


def move_number(payload: bytes) -> float:
    """The number of the move that a frame answers."""
    number: float = unpack_from("<d", payload)[0]
    return number


def frame(first: int, payload: bytes) -> bytes:
    """A client's frame."""
    return client_head(first, len(payload)) + payload


def _part(line: socket.socket, end: float) -> bytes:
    """What comes next, nothing at the end. TimeoutError past `end`."""
    left = end - perf_counter()
    if left <= 0:
        raise TimeoutError
    line.settimeout(left)
    return line.recv(1 << 20)
