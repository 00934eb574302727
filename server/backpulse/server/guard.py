"""Who may ask, and what a browser may do with the answers: hosts, origins, and headers on every response.

A server on this machine can be reached by every page that its user opens. Another site's page is kept from
opening the live channel and from sending anything (its Origin is not our Host), and a name that was made to
point at 127.0.0.1 (DNS rebinding) is kept from everything (its Host is not a name of this machine).
"""

from __future__ import annotations

import re
from collections.abc import Collection
from ipaddress import IPv4Address, IPv6Address, ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers, MutableHeaders
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from backpulse.answering.errors import Refusal
from backpulse.server.responses import respond

LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
"""What a server that listens on this machine alone is called, beside the name it was given."""

_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,255}")
_READING = ("GET", "HEAD", "OPTIONS")
_STARTS = ("http.response.start", "websocket.http.response.start")
# Styles: CodeMirror and KaTeX write style attributes and elements. Scripts, workers and sockets: ours alone.
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; font-src 'self' data:; "
    "img-src 'self' data: blob:; media-src 'self' blob:; worker-src 'self' blob:; "
    "connect-src {sockets}; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'self'"
)


class Guard:
    """ASGI middleware, around everything.

    With `hosts`, a request must name one of them, or of `allowed`, in its Host header (at any port). Pages of
    `allowed` may use the server though a proxy has it called by another name than they are.
    """

    def __init__(
        self, app: ASGIApp, hosts: Collection[str] | None = None, allowed: Collection[str] = ()
    ) -> None:
        self._app = app
        self._allowed = frozenset(map(plain, allowed))
        self._hosts = None if hosts is None else self._allowed.union(map(plain, hosts))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        headers = Headers(scope=scope)
        policy = _policy(headers.get("host", ""))

        async def send_with_headers(message: Message) -> None:
            if message["type"] in _STARTS:
                _add_headers(MutableHeaders(scope=message), policy)
            await send(message)

        try:
            self._check(scope, headers)
        except Refusal as error:
            return await respond(error)(scope, receive, send_with_headers)
        return await self._app(scope, receive, send_with_headers)

    def _check(self, scope: Scope, headers: Headers) -> None:
        """Refusal (403) for a foreign Host and, where more than reading is asked for, for a foreign page."""
        host = headers.get("host", "")
        if not _HOST.fullmatch(host):
            raise Refusal(400, "no-host", "The request names no host that can be read")
        if self._hosts is not None and _name(host) not in self._hosts:
            raise Refusal(
                403,
                "foreign-host",
                f"This server answers on this machine alone, and not as `{host}`",
                "Open it as http://127.0.0.1, start it with `--host` to be reached from elsewhere, or with "
                "`--allow-host` and the name by which a proxy calls it.",
            )
        if scope["type"] == "http" and scope["method"] in _READING:
            return
        if not self._ours(headers, host):
            raise Refusal(
                403,
                "foreign-origin",
                "Another site's page may not use this server",
                "Open its own page; behind a proxy, start it with `--allow-host` and the proxy's name.",
            )

    def _ours(self, headers: Headers, host: str) -> bool:
        """Whether a page of this server asks, or no page at all; X-Forwarded-Host could be anybody's word."""
        origin = headers.get("origin")
        if origin is None:
            return headers.get("sec-fetch-site", "none") in ("none", "same-origin")
        place = _place(origin)
        return place == host.lower() or (place is not None and _name(place) in self._allowed)


def is_name(text: str) -> bool:
    """Whether it is a host's name or number alone: without a port, a scheme or a path."""
    return bool(_NAME.fullmatch(text)) or _number(text) is not None


def plain(name: str) -> str:
    """A host's name, or its number, as it is compared: in small letters, numbers written in one way."""
    return str(_number(name) or name.lower().removesuffix("."))


def _number(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name.strip("[]"))
    except ValueError:
        return None


def loopback_names(bound: str, given: str) -> frozenset[str] | None:
    """What a server at the number `bound`, as it was `given`, is called; None if it is open to others."""
    address = ip_address(bound.partition("%")[0])
    within = address.ipv4_mapped if isinstance(address, IPv6Address) else None
    if not (within or address).is_loopback:
        return None
    return LOOPBACK | {plain(bound), plain(given)}


def _name(host: str) -> str | None:
    """A Host header without its port."""
    try:
        return plain(urlsplit(f"//{host}").hostname or "")
    except ValueError:
        return None


def _place(origin: str) -> str | None:
    """Host and port of an Origin header."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return None


def _policy(host: str) -> str:
    known = f" ws://{host} wss://{host}" if _HOST.fullmatch(host) else ""
    return _POLICY.format(sockets=f"'self'{known}")


def _add_headers(headers: MutableHeaders, policy: str) -> None:
    headers["content-security-policy"] = policy
    headers["x-content-type-options"] = "nosniff"
    headers["referrer-policy"] = "no-referrer"
    headers["cross-origin-opener-policy"] = "same-origin"
    headers["cross-origin-resource-policy"] = "same-origin"
