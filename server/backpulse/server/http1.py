"""The HTTP/1.1 protocol: uvicorn's on h11, with bounds on waiting, and with errors in their one shape."""

from __future__ import annotations

import asyncio
from typing import Any

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol

from backpulse.answering import limits
from backpulse.answering.errors import Refusal
from backpulse.server.connections import Watched, connections_of
from backpulse.server.protocols import require
from backpulse.server.responses import http_refusal

require(
    H11Protocol,
    *("client", "conn", "connections", "loop", "server_state", "timeout_keep_alive_task", "transport"),
    "send_400_response",
)


class HttpProtocol(Watched, H11Protocol):
    """A connection of uvicorn's, `uvicorn.Config(http=HttpProtocol)`."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self._all = connections_of(self.server_state)
        self._head_since: float | None = self.loop.time()

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Refuse one too many."""
        super().connection_made(transport)
        address = self.client[0] if self.client else None
        refusal = self._all.added(address, len(self.connections))
        if refusal is not None:
            self._refuse(refusal)

    def connection_lost(self, exc: Exception | None) -> None:
        """Count it no longer."""
        self._all.removed(self.client[0] if self.client else None)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note since when the head of a request is on its way."""
        if self.transport.is_closing():
            return
        super().data_received(data)
        if self.conn.their_state is not h11.IDLE:
            self._head_since = None
        elif self._head_since is None:
            self._head_since = self.loop.time()

    def look(self, now: float) -> None:
        """End it if the head of a request does not come in time."""
        waits = self.conn.their_state is h11.IDLE and self._head_since is not None
        # A connection that is kept for another request has its own end.
        if waits and not self.timeout_keep_alive_task and now - (self._head_since or now) >= limits.HEAD.most:
            self._refuse(limits.HEAD.refusal())

    def send_400_response(self, msg: str) -> None:
        """What is no HTTP at all."""
        self._refuse(http_refusal(400))

    def _refuse(self, refusal: Refusal) -> None:
        """Answer without having been asked, and hang up."""
        if self.transport.is_closing():
            return
        body = refusal.json()
        head = [f"HTTP/1.1 {refusal.status} {_PHRASES[refusal.status]}"]
        head += ["content-type: application/json", f"content-length: {len(body)}", *_CLOSED, "", ""]
        self.transport.write("\r\n".join(head).encode() + body)
        self.transport.close()


_CLOSED = (
    "connection: close",
    "x-content-type-options: nosniff",
    "content-security-policy: default-src 'none'",
)
_PHRASES = {400: "Bad Request", 408: "Request Timeout", 503: "Service Unavailable"}
