"""The token of a server that others can reach: who brings it may use the server, as it is with Jupyter's.

It comes in the address that was printed (`?token=`), and a browser has it in a cookie from then on; or in a
header, `Authorization: Bearer` (or `token`). `GET /healthz` is answered without it: that the server is up.
"""

from __future__ import annotations

import hmac
import re
import secrets
from urllib.parse import urlencode

from starlette.requests import HTTPConnection
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Receive, Scope, Send

from backpulse.answering.errors import Refusal
from backpulse.answering.messages import Alive
from backpulse.server.responses import respond

GENERATE = "auto"
"""Given as a token, it has one generated."""

_TOKEN = re.compile(r"[A-Za-z0-9._~-]{8,200}")
_HEADER = re.compile(r"(?:token|bearer) +(\S+)", re.IGNORECASE)
_PAGE = """\
<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>backpulse</title>
<body style="font: 18px/1.5 system-ui; max-width: 36em; margin: 4em auto; padding: 0 1em">
<h1>This playground is for those who have its address</h1>
<p>It was started with a token, which is missing here or is another one's. Open the whole address, with
<code>?token=…</code> at its end: it stands in the terminal in which <code>backpulse serve</code> runs.</p>
<p>If another site's link with the token led you here, <a href="./">go on</a>: your browser shows
it only now.</p>
</body>
</html>
"""


def token_of(given: str) -> str:
    """The token to use. ValueError with a sentence for one that cannot stand in an address or is guessed."""
    if given == GENERATE:
        return secrets.token_urlsafe(24)
    if not _TOKEN.fullmatch(given):
        raise ValueError(
            f"A token is 8 to 200 letters, digits and `.`, `_`, `~`, `-`; `{GENERATE}` has one generated."
        )
    return given


class Access:
    """ASGI middleware, within `Guard`: a request must bring `token`."""

    def __init__(self, app: ASGIApp, token: str) -> None:
        self._app = app
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Check, then pass on."""
        if scope["type"] not in ("http", "websocket"):
            return await self._app(scope, receive, send)
        answer = self._answer(HTTPConnection(scope))
        return await (self._app if answer is None else answer)(scope, receive, send)

    def _answer(self, asked: HTTPConnection) -> Response | None:
        """The answer where the application's is not to be given."""
        reading = asked.scope.get("method") in ("GET", "HEAD")
        page = reading and asked.scope["path"] == "/"
        if self._fits(asked.query_params.get("token")):
            return self._enter(asked) if page else None
        header = _HEADER.fullmatch(asked.headers.get("authorization", ""))
        if self._fits(header and header[1]) or self._fits(asked.cookies.get(_cookie(asked))):
            return None
        if reading and asked.scope["path"] == "/healthz":
            return Response(Alive().model_dump_json(), media_type="application/json")
        challenge = {"www-authenticate": "Bearer", "cache-control": "no-store"}
        if page and "text/html" in asked.headers.get("accept", ""):
            return HTMLResponse(_PAGE, 401, challenge)
        refusal = Refusal(
            401,
            "no-token",
            "This server is for those who have its token",
            "Open the address that it printed, or send the token as `Authorization: Bearer …`.",
        )
        return respond(refusal, challenge)

    def _fits(self, brought: str | None) -> bool:
        return brought is not None and hmac.compare_digest(brought.encode(), self._token.encode())

    def _enter(self, asked: HTTPConnection) -> Response:
        """To the page's address without the token, which is in a cookie from now on.

        Both are said in relation to the address that was asked for: a proxy may have cut off its beginning.
        """
        rest = [(name, value) for name, value in asked.query_params.multi_items() if name != "token"]
        clean = f"./?{urlencode(rest)}" if rest else "./"
        answer = RedirectResponse(clean, 303, {"cache-control": "no-store"})
        answer.set_cookie(
            _cookie(asked),
            self._token,
            path=None,
            secure=asked.url.scheme in ("https", "wss"),
            httponly=True,
            samesite="lax",
        )
        return answer


def _cookie(asked: HTTPConnection) -> str:
    """Its name. Cookies are shared by all ports of a host, so each server has one of its own."""
    server = asked.scope.get("server")
    return f"backpulse-{server[1] if server else 0}"
