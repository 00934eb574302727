"""Running the server on this machine: its port, the browser, and a process set for short pauses."""

from __future__ import annotations

import errno
import gc
import socket
import sys
from collections.abc import Callable, Collection
from contextlib import suppress

from backpulse.answering import limits
from backpulse.answering.errors import printable
from backpulse.server.app import create_app
from backpulse.server.guard import loopback_names
from backpulse.server.uvicorn_server import Server
from backpulse.view.web_browser import open_in_browser

DEFAULT_PORT = 8000

_OPEN = (
    "Anyone who can reach this machine over the network can use it. "
    "`--token auto` keeps it for those who have its address, `--host 127.0.0.1` for this machine."
)


class NoAddress(Exception):  # noqa: N818 - said to a person as it stands
    """The server cannot listen where it was asked to; the message says why."""


def serve(
    host: str,
    port: int | None,
    say: Callable[[str], None],
    browser: bool,
    *,
    allowed: Collection[str] = (),
    token: str | None = None,
    time_limit: int | None = None,
) -> None:
    """Serve until interrupted. Without a `port` the default one is taken, or any free one if it is in use.

    `allowed`: more names it may be called by, see `guard.py`. `token`: what one must bring, see `access.py`.
    `time_limit`: seconds for which a question is computed, by default those of `limits.py`. `say` is given
    the sentences for the person. NoAddress when it cannot listen there.
    """
    host = host.strip("[]")
    listener, note = _listen(host, port)
    bound, at = listener.getsockname()[:2]
    hosts = loopback_names(bound, host)
    address = f"http://{_named(host)}:{at}/{f'?token={token}' if token else ''}"
    seconds = time_limit or (limits.COMPUTING_SHARED if hosts is None else limits.COMPUTING).most
    app = create_app(hosts=hosts, allowed=allowed, token=token, time_limit=seconds)
    # What is there now stays; the rest dies young. Full collections would pause every slider for 35 ms.
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 50, 50)

    def started() -> None:
        say(f"{note}backpulse is at {address} (Ctrl-C stops it)")
        if hosts is None and token is None:
            say(_OPEN)
        if browser:
            open_in_browser(address)

    with suppress(KeyboardInterrupt):  # uvicorn has closed everything by then and passes it on
        Server(app, started).run(sockets=[listener])


def _listen(host: str, port: int | None) -> tuple[socket.socket, str]:
    """A listening socket, and a sentence when it is not at the default port."""
    try:
        return _bind(host, DEFAULT_PORT if port is None else port), ""
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise NoAddress(f"Cannot listen on {printable(host)}: {error.strerror or error}.") from error
        if port is not None:
            raise NoAddress(f"Port {port} is in use. Choose another one, or leave --port out.") from error
    except UnicodeError as error:
        raise NoAddress(f"Cannot listen on {printable(host)}: it is no host's name.") from error
    return _bind(host, 0), f"Port {DEFAULT_PORT} is in use, so a free one is taken.\n"


def _bind(host: str, port: int) -> socket.socket:
    family, kind, protocol, _, place = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0]
    listener = socket.socket(family, kind, protocol)
    try:
        if sys.platform != "win32":  # there it would let two servers share the port
            listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(place)
        listener.listen(128)
    except OSError:
        listener.close()
        raise
    return listener


def _named(host: str) -> str:
    """The host as it stands in an address that a browser on this machine can open."""
    if host in ("0.0.0.0", "::", ""):
        return "localhost"
    return f"[{host}]" if ":" in host else host
