"""The WebSocket protocol: uvicorn's, with a fast path that answers a slider's move where it comes in.

On the ordinary path a message is parsed by a generator, queued, reading is paused, a task wakes to take it
and another to answer it, reading goes on, and the answer is put in a frame: three quarters of what a move of
a small graph costs. Most moves need none of that: they come as whole frames while nothing else of their page
is under way. Those this protocol hands to the application at once, and writes what it returns. Everything
else (a text, a frame in pieces or with one of another kind, a ping, a close, a mistake, a client that does
not read) is left to uvicorn, and any other server has the ordinary path alone.

The application is found by an extension in the connection's scope, `FAST_PATH`: see `live.py`.
"""

from __future__ import annotations

from asyncio import AbstractEventLoop
from functools import lru_cache
from time import thread_time
from types import GeneratorType
from typing import Any

from uvicorn import Config
from uvicorn._types import ASGIReceiveEvent
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from uvicorn.server import ServerState
from websockets.frames import CloseCode
from websockets.http11 import Request
from websockets.protocol import OPEN, Protocol
from websockets.streams import StreamReader

from backpulse.server.connections import Watched, connections_of
from backpulse.server.live import FAST_PATH, Answers
from backpulse.server.protocols import require

try:
    from websockets.speedups import apply_mask
except ImportError:  # as websockets itself does where it has no compiled part
    from websockets.utils import apply_mask

_WHOLE_BINARY = 0x82
_MASKED = 0x80
_MANY = 4096
"""Bytes: a longer packet may hold so many small frames that walking them keeps others waiting."""
_TURN = 0.002
"""Seconds of the processor for which a connection may keep all others waiting, before it rests."""
_SHARE = 0.1
"""Of the processor's time, which a connection may take without ever resting."""
_PAUSE = 3
"""A rest is so many times as long as the work before; all who rest together take a quarter of the time."""
_PIECE = 4096
"""Bytes that are parsed at a time on the ordinary path."""


_AT_EOF = StreamReader.at_eof.__code__
"""What the parser of websockets waits in between messages."""
require(Protocol, "current_size", "data_to_send", "parser", "send_close", "state")
require(
    WebSocketsSansIOProtocol,
    *("client", "conn", "curr_msg_data_type", "frames", "loop", "queue", "read_paused", "response", "scope"),
    *("transport", "writable", "handle_connect", "handle_parser_exception", "handle_ping"),
    *("keepalive_timeout", "receive", "send_receive_event_to_app"),
)


class WebSocketProtocol(Watched, WebSocketsSansIOProtocol):
    """A connection of uvicorn's, `uvicorn.Config(ws=WebSocketProtocol)`."""

    def __init__(
        self,
        config: Config,
        server_state: ServerState,
        app_state: dict[str, Any],
        _loop: AbstractEventLoop | None = None,
    ) -> None:
        super().__init__(config, server_state, app_state, _loop)
        self._all = connections_of(server_state)
        self._answers: Answers = {"answer": None}
        self._between = False
        self._rest = b""
        """What has come and is not yet looked at: the beginning of a move, or what comes after a pause."""
        self._resting = False
        self._credit, self._counted = _TURN, self.loop.time()
        """Seconds of the processor that are left to it, and when that was counted."""

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self._all.removed(self.client[0] if self.client else None)
        super().connection_lost(exc)

    def send_receive_event_to_app(self) -> None:
        """Hang up on a text that is not UTF-8, as on every other that breaks the protocol."""
        if self.curr_msg_data_type == "text":
            try:
                b"".join(self.frames).decode()
            except UnicodeDecodeError:
                self.conn.send_close(CloseCode.INVALID_DATA)
                self.handle_parser_exception()
                return
        super().send_receive_event_to_app()

    def handle_ping(self) -> None:
        """Answer, unless the client does not read its answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        """Hang up on who has not answered a ping; nobody reads what is still to be sent."""
        super().keepalive_timeout()
        self.transport.abort()

    def handle_connect(self, event: Request) -> None:
        """Offer the fast path to the application, which starts after this."""
        super().handle_connect(event)
        if self.response.status_code == 101:
            extensions: dict[str, Any] = self.scope["extensions"]
            extensions[FAST_PATH] = self._answers

    def data_received(self, data: bytes) -> None:
        """Answer the newest move at once if that may be, or go the ordinary path; rest after much work."""
        if self._resting:
            self._rest += data
            return
        began = thread_time()
        if self._rest:
            data, self._rest = self._rest + data, b""
        data = self._rest_of(data)
        data = self._ordinary_path(data, began) if data else data
        spent, now = thread_time() - began, self.loop.time()
        self._credit = min(_TURN, self._credit + _SHARE * (now - self._counted)) - spent
        self._counted = now
        if data or self._credit < 0:
            self._rest, self._resting = data + self._rest, True
            self.transport.pause_reading()
            self.loop.call_at(self._all.turn(now, _PAUSE * spent), self._go_on)

    async def receive(self) -> ASGIReceiveEvent:
        """The next message. That it was taken is no reason to go on reading before the rest is over."""
        message = await super().receive()
        if self._resting:
            self.transport.pause_reading()
        return message

    def _go_on(self) -> None:
        """The rest is over, and what it was for is forgiven."""
        self._resting = False
        self._credit, self._counted = max(self._credit, 0.0), self.loop.time()
        if self.transport.is_closing():
            return
        if not self.read_paused:
            self.transport.resume_reading()
        if self._rest:
            self.data_received(b"")

    def _rest_of(self, data: bytes) -> bytes:
        """What is to go the ordinary path, moves that a newer one has displaced left out."""
        first, end = _newest(data) if self._between else (0, 0)
        if not end:
            return data
        newest, rest = data[first:end], data[end:]
        if rest and _begins_move(rest):
            self._rest, rest = rest, b""
        return rest if self._fast_reply(newest) else newest + rest

    def _ordinary_path(self, data: bytes, began: float) -> bytes:
        """Hand on what came, in pieces, for as long as one connection may; what is left is given back."""
        at = 0
        while at < len(data) and (not at or thread_time() - began <= _TURN):
            super().data_received(data[at : at + _PIECE])
            at += _PIECE
        self._between = _between_messages(self.conn)
        return data[at:]

    def _fast_reply(self, frame: bytes) -> bool:
        """Whether a move has been answered."""
        answer = self._answers["answer"]
        # What came before it comes first, and nothing is sent to one who does not read or is leaving.
        if (
            answer is None
            or not self.queue.empty()
            or not self.writable.is_set()
            or self.conn.state is not OPEN
        ):
            return False
        try:
            reply = answer(_payload(frame))
        except Exception:
            return False  # received as any other message it is answered with what is wrong
        self.transport.write(_head(len(reply)) + reply)
        return True


def _between_messages(conn: Protocol) -> bool:
    """Whether all that came was whole messages, so that what comes next begins one.

    The parser has no attribute for that, but what it waits in says so. Should a later version have it wait in
    something else, everything goes the ordinary path.
    """
    waits: object = conn.parser
    while isinstance(waits, GeneratorType) and waits.gi_yieldfrom is not None:
        waits = waits.gi_yieldfrom
    return (
        isinstance(waits, GeneratorType)
        and waits.gi_code is _AT_EOF
        and conn.current_size is None  # no message in parts is under way
    )


def _newest(data: bytes) -> tuple[int, int]:
    """Where the last of the moves at the front of `data` begins and ends: (0, 0) if there is no whole one.

    Moves are whole frames of a client's, each a whole binary message under 64 KiB. Those before the last have
    been displaced by it, as on the ordinary path. A server that is late finds them so, and must not be slower
    then.
    """
    first, end = 0, 0
    if len(data) > _MANY:
        first = end = _skip_alike(data)
    while length := _length(data, end):
        if end + length > len(data):
            break
        first, end = end, end + length
    return first, end


def _length(data: bytes, at: int) -> int:
    """Of the move that begins there, whole or not, with its head; 0 if none does."""
    if len(data) - at < 8 or data[at] != _WHOLE_BINARY:
        return 0
    length = data[at + 1] - _MASKED
    if length == 126:
        return 8 + (data[at + 2] << 8 | data[at + 3])
    return 6 + length if 0 <= length < 126 else 0


def _begins_move(rest: bytes) -> bool:
    """Whether what is left over will be a move when more has come."""
    return rest[0] == _WHOLE_BINARY and (len(rest) < 8 or _length(rest, 0) > 0)


def _payload(frame: bytes) -> bytes:
    """What a client's frame holds."""
    start = 8 if frame[1] == _MASKED + 126 else 6
    return apply_mask(frame[start:], frame[start - 4 : start])


def _skip_alike(data: bytes) -> int:
    """Where the last of the moves begins, if all are as long as the first and have its two bytes; else 0."""
    step = _length(data, 0)
    if not 0 < step < 132:
        return 0
    whole = len(data) // step * step
    alike = data[0:whole:step].count(data[0]) == data[1:whole:step].count(data[1]) == whole // step
    return whole - step if alike else 0


@lru_cache(maxsize=256)
def _head(length: int) -> bytes:
    """The head of the server's frame of one whole binary message: RFC 6455, 5.2."""
    if length < 126:
        return bytes((_WHOLE_BINARY, length))
    if length < 1 << 16:
        return b"\x82\x7e" + length.to_bytes(2, "big")
    return b"\x82\x7f" + length.to_bytes(8, "big")
