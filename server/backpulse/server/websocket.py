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
from types import GeneratorType
from typing import Any

from uvicorn import Config
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


_AT_EOF = StreamReader.at_eof.__code__
"""What the parser of websockets waits in between messages."""
require(Protocol, "current_size", "data_to_send", "parser", "send_close", "state")
require(
    WebSocketsSansIOProtocol,
    *("client", "conn", "curr_msg_data_type", "frames", "queue", "response", "scope", "transport"),
    *("handle_connect", "handle_parser_exception", "handle_ping", "keepalive_timeout"),
    *("send_receive_event_to_app", "writable"),
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
        """Answer a move at once if that may be, or go the ordinary path."""
        if self._between and self._fast_reply(data):
            return
        super().data_received(data)
        self._between = _between_messages(self.conn)

    def _fast_reply(self, data: bytes) -> bool:
        """Whether `data`, that begins a message, was moves and the newest has been answered."""
        answer = self._answers["answer"]
        message = _newest(data) if answer is not None else None
        if answer is None or message is None:
            return False
        # What came before it comes first, and nothing is sent to one who does not read or is leaving.
        if not self.queue.empty() or not self.writable.is_set() or self.conn.state is not OPEN:
            return False
        try:
            reply = answer(message)
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


def _newest(data: bytes) -> bytes | None:
    """The last message, if these are whole frames of a client's, each a whole binary message under 64 KiB.

    Those before it have been displaced by it, as on the ordinary path. A server that is late finds them so,
    and must not be slower then.
    """
    end, first = len(data), 0
    if end > _MANY and data[0] == _WHOLE_BINARY:
        first = _skip_alike(data)
    while True:
        if end - first < 8 or data[first] != _WHOLE_BINARY:
            return None
        start, length = first + 6, data[first + 1] - _MASKED
        if length == 126:
            start, length = first + 8, data[first + 2] << 8 | data[first + 3]
        elif not 0 <= length < 126:
            return None
        if start + length >= end:
            break
        first = start + length
    if start + length > end:
        return None
    return apply_mask(data[start:], data[start - 4 : start])


def _skip_alike(data: bytes) -> int:
    """Where the last of the frames begins, if all are as long as the first and so have its two bytes."""
    length = data[1] - _MASKED
    step = 6 + length
    if not 0 <= length < 126:
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
