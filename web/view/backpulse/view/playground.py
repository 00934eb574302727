"""A playground's server, for `open`: one that runs, found by asking it, or one started for this program."""

from __future__ import annotations

import atexit
import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPException
from importlib.metadata import version
from typing import Any
from urllib.error import HTTPError
from urllib.parse import parse_qsl, urlencode, urlsplit
from urllib.request import ProxyHandler, Request, build_opener

from backpulse.engine.plugins import registered

USUAL = "http://127.0.0.1:8000/"
VARIABLE = "BACKPULSE_SERVER"
TOKEN = "token"

_PATIENCE = 30.0  # seconds for an answer; a server that is there may be busy with a large graph
_POLL = 0.5
_CLOSED = 3.0  # seconds without a page until it counts as closed: one that is loaded anew is away for less

_ask = build_opener(ProxyHandler({})).open  # no proxy stands between a program and its own machine


class Playground:
    """A server at `address`, which ends with `/`; `process` is it, if it was started here.

    `token` is what it wants from all who use it, where it does.
    """

    def __init__(
        self, address: str, process: subprocess.Popen[str] | None = None, token: str | None = None
    ) -> None:
        self.address = address
        self._process = process
        self._token = token

    def page(self, name: str) -> str:
        """The address of the page that shows the graph of this id."""
        return f"{self.address}{f'?{urlencode({TOKEN: self._token})}' if self._token else ''}#graph={name}"

    def ask(self, path: str, question: Any) -> Any:
        """Its answer. ValueError with its sentences if it refuses, ConnectionError if it does not answer."""
        try:
            with _ask(self._request(path, json.dumps(question).encode()), timeout=_PATIENCE) as answer:
                return json.load(answer)
        except HTTPError as refused:
            with refused:
                error = json.load(refused)["error"]
            raise ValueError(". ".join(filter(None, (error["message"], error["hint"])))) from None
        except (OSError, HTTPException) as error:
            raise ConnectionError(f"The playground at {self.address} does not answer: {error}") from error

    def _request(self, path: str, body: bytes | None = None) -> Request:
        headers = {} if body is None else {"content-type": "application/json"}
        if self._token:
            headers["authorization"] = f"Bearer {self._token}"
        return Request(f"{self.address}{path}", body, headers)

    def pages(self, patience: float = _PATIENCE) -> int | None:
        """How many pages it has open; None when it does not answer, or not as a backpulse of this version."""
        try:
            with _ask(self._request("healthz"), timeout=patience) as answer:
                health = json.load(answer)
            ours = health["name"] == "backpulse" and health["version"] == version("backpulse")
            return int(health["pages"]) if ours else None
        except (OSError, HTTPException, ValueError, LookupError, TypeError):
            return None

    def wait(self, before: int) -> None:
        """Until one page more than `before` has been open and is closed again, or the server is gone."""
        opened, since = False, time.monotonic()
        while time.monotonic() - since < _CLOSED:
            time.sleep(_POLL)
            pages = self.pages()
            opened = opened or (pages is not None and pages > before)
            if pages is not None and (pages > before or not opened):
                since = time.monotonic()

    def stop(self) -> None:
        """End it, if it was started here."""
        if self._process is None:
            return
        with self._process as process:  # which closes its input, and waits
            try:
                process.communicate(timeout=10)
            except subprocess.TimeoutExpired:
                process.kill()


_started: Playground | None = None
"""A server that was started here and is to stay as long as this program."""


@contextmanager
def playground(address: str | None, stay: bool) -> Iterator[Playground]:
    """The server at `address`, else the one that runs, else one started: to `stay`, or for this context only.

    ConnectionError if no backpulse answers at the address that was asked for, or none can be started.
    """
    global _started
    asked = address or os.environ.get(VARIABLE)
    if asked:
        place = _at(asked)
        if place.pages() is None:
            raise ConnectionError(
                f"No backpulse {version('backpulse')} answers at {place.address}. Start it with "
                f"`backpulse serve`, or leave the address out (and {VARIABLE} unset): one is started then. "
                "Of one that was started with a token, give the whole address that it printed."
            )
        yield place
        return
    for running in filter(None, (_started, Playground(USUAL))):
        if running.pages(patience=2) is not None:
            yield running
            return
    place = _start()
    if stay:
        _started = place
        atexit.register(place.stop)
        yield place
        return
    try:
        yield place
    finally:
        place.stop()


def _at(address: str) -> Playground:
    """The server at an address as people write it, `localhost:9000`, or copy it, with `?token=…`."""
    whole = urlsplit(address if re.match("https?://", address) else f"http://{address}")
    token = dict(parse_qsl(whole.query)).get(TOKEN)
    return Playground(f"{whole.scheme}://{whole.netloc}{whole.path}".rstrip("/") + "/", token=token)


def _program() -> str:
    """The Python program that is the server: what is registered for it, run."""
    server = registered("backpulse.processes", "playground")
    if server is None:
        raise ConnectionError("No playground is installed here. Install backpulse whole, with its server.")
    # The program's folder, which may hold a `queue.py` of its own, is not searched for our server's modules.
    path = "import sys; sys.path[:] = filter(None, sys.path)"
    return f"{path}; from {server.module} import {server.attr}; {server.attr}()"


def _start() -> Playground:
    """A server in a process of its own. It ends when its input does: with this program, if not before."""
    process = subprocess.Popen(
        [sys.executable, "-c", _program()],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        # A Ctrl-C in the terminal is for this program.
        start_new_session=True,
        creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
    )
    assert process.stdout is not None
    for line in process.stdout:
        if found := re.search(r"http://\S+/", line):
            return Playground(found.group(), process)
    Playground("", process).stop()
    raise ConnectionError("The playground's server could not be started; what it said stands above.")
