"""Who may ask, and what a browser may do with the answers: hosts, origins, and headers on every response.

A server on this machine can be reached by every page that its user opens. Another site's page is kept from
opening the live channel (its Origin is not our Host), and a name that was made to point at 127.0.0.1 (DNS
rebinding) is kept from everything (its Host is not a name of this machine).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backpulse.server.errors import Refusal

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})

_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
# Styles: CodeMirror and KaTeX write style attributes and elements. Scripts, workers and sockets: ours alone.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; "
    "connect-src 'self' ws://{host} wss://{host}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


class Guard:
    """ASGI middleware. With `hosts`, a request must name one of them in its Host header (at any port)."""

    def __init__(self, app: ASGIApp, hosts: Collection[str] | None = None) -> None:
        self._app = app
        self._hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        try:
            self._check(scope, headers)
            if scope["type"] == "websocket":
                return await self._app(scope, receive, send)
        except Refusal as error:
            return await respond(error)(scope, receive, send)
        policy = _POLICY.format(host=headers.get("host", ""))

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                _add_headers(MutableHeaders(scope=message), policy)
            await send(message)

        return await self._app(scope, receive, send_with_headers)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Refusal (403) for a foreign Host and, on a WebSocket, for a foreign Origin."""
        host = headers.get("host", "")
        if not _HOST.fullmatch(host):
            raise Refusal(400, "no-host", "The request names no host that can be read")
        if self._hosts is not None and _name(host) not in self._hosts:
            raise Refusal(
                403,
                "foreign-host",
                f"This server answers on this machine alone, and not as `{host}`",
                "Open it as http://127.0.0.1, or start it with `--host` to be reached from elsewhere.",
            )
        origin = headers.get("origin")
        if scope["type"] == "websocket" and origin is not None and _place(origin) != host.lower():
            raise Refusal(
                403, "foreign-origin", "Another site's page may not use this server", "Open its own page."
            )


def _name(host: str) -> str | None:
    """A Host header without its port."""
    try:
        return urlsplit(f"//{host}").hostname
    except ValueError:
        return None


def _place(origin: str) -> str | None:
    """Host and port of an Origin header."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _add_headers(headers: MutableHeaders, policy: str) -> None:
    headers["content-security-policy"] = policy
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-opener-policy"] = "same-origin"
    headers["cross-origin-resource-policy"] = "same-origin"


def respond(refusal: Refusal, headers: dict[str, str] | None = None) -> Response:
    """A refusal as a response in the one shape; on a WebSocket not yet accepted it denies the connection."""
    return Response(refusal.json(), refusal.status, headers, "application/json")
