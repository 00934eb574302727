"""uvicorn's server with our protocols and bounds: it says when it starts and ends within a second."""

from __future__ import annotations

import asyncio
import logging
import socket
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI

from backpulse.answering import limits
from backpulse.server.connections import connections_of
from backpulse.server.protocols import http_protocol, websocket_protocol

# What uvicorn calls an error and is a client's doing, or our own end.
_NO_ERRORS = (
    "completing handshake",  # a WebSocket that was refused with a sentence
    "Invalid HTTP request",
    "Unsupported upgrade request",
    "graceful shutdown exceeded",
)


class Server(uvicorn.Server):
    """Serves the application; `started` is called when it listens."""

    def __init__(self, app: FastAPI, started: Callable[[], None]) -> None:
        config = uvicorn.Config(
            app,
            ws_max_size=4 * limits.BODY.most,  # between the limit and this the connection gets a sentence
            ws_per_message_deflate=False,
            log_level="warning",
            access_log=False,
            timeout_graceful_shutdown=1,
        )
        # Now that there is a log in which they may say that they are uvicorn's own.
        config.http, config.ws = http_protocol(), websocket_protocol()
        super().__init__(config)
        logging.getLogger("uvicorn.error").addFilter(_is_error)
        self._app = app
        self._say_started = started

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Listen, and say so."""
        await super().startup(sockets)
        if self.started:
            self._say_started()

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second; once a second the connections are looked at."""
        if counter % 10 == 0:
            state = self.server_state
            connections_of(state).look(list(state.connections), asyncio.get_running_loop().time())
        return await super().on_tick(counter)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Whatever is being computed ends first: nobody will be told."""
        self._app.state.scheduler.close()
        await super().shutdown(sockets)


def _is_error(record: logging.LogRecord) -> bool:
    cancelled = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return not cancelled and not any(text in str(record.msg) for text in _NO_ERRORS)
