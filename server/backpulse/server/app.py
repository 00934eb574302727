"""The web application: the page, the trace of a text, the live channel, presets and legend."""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path
from typing import TypeVar

import anyio
import anyio.to_thread
from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from backpulse.server import errors, limits
from backpulse.server.answer import trace_of
from backpulse.server.application import Application
from backpulse.server.compiled import Cache
from backpulse.server.description import asks
from backpulse.server.errors import Refusal
from backpulse.server.exports import ExportFormat, ExportRequest, exported, formats
from backpulse.server.graphs import text_of
from backpulse.server.guard import respond
from backpulse.server.kept import Kept
from backpulse.server.legend import Legend, legend
from backpulse.server.live import Live
from backpulse.server.messages import (
    GraphKept,
    GraphRequest,
    GraphText,
    Health,
    Message,
    Preset,
    Trace,
    TraceRequest,
)
from backpulse.server.page import STATIC, page_routes
from backpulse.server.presets import PRESETS

_Question = TypeVar("_Question", bound=Message)
_GRAPH = (
    '{"nodes": [{"kind": "leaf", "label": "a", "data": 2}, {"kind": "op", "op": "relu", "inputs": [0]}], '
    '"root": 1}'
)


def create_app(
    hosts: Collection[str] | None = None,
    static: Path = STATIC,
    *,
    allowed: Collection[str] = (),
    token: str | None = None,
    time_limit: float | None = None,
) -> FastAPI:
    """The application. `hosts`: the names it may be called by, any if None; `allowed`: see `guard.py`.

    With a `token` it is only for those who bring it (see `access.py`).
    """
    app = Application(
        hosts=hosts,
        allowed=allowed,
        token=token,
        title="backpulse",
        version=version("backpulse"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    cache = Cache()
    kept = Kept()
    threads = anyio.CapacityLimiter(limits.THREADS.most)
    live = Live(cache, threads)

    @app.post("/api/trace", response_model=Trace, **asks(TraceRequest))
    async def trace(request: Request) -> Response:
        """The graph of a text, its numbers, and both passes step by step."""
        question = _read(TraceRequest, await _body(request))
        body = await anyio.to_thread.run_sync(
            lambda: trace_of(question, cache).model_dump_json(), limiter=threads
        )
        return Response(body, media_type="application/json")

    @app.post("/api/graphs", **asks(GraphRequest))
    async def graph(request: Request) -> GraphKept:
        """Keep a graph that comes as data, for the page to show at `/#graph=<id>`."""
        body = await _body(request, limits.GRAPH_BODY)
        text = await anyio.to_thread.run_sync(
            lambda: text_of(_read(GraphRequest, body, _GRAPH)), limiter=threads
        )
        return GraphKept(id=kept.put(GraphText(source=text)))

    @app.post("/api/texts", **asks(GraphText))
    async def text(request: Request) -> GraphKept:
        """Keep a text, likewise. The page says what is wrong with it."""
        question = _read(GraphText, await _body(request))
        limits.SOURCE.check(len(question.source))
        return GraphKept(id=kept.put(question))

    @app.get("/api/graphs/{name}")
    async def graph_text(name: str) -> GraphText:
        """What is kept, as a text."""
        return kept.get(name)

    @app.post("/api/export", **asks(ExportRequest))
    async def export(request: Request) -> Response:
        """A text at given values, as a file of one of the formats."""
        question = _read(ExportRequest, await _body(request))
        return await anyio.to_thread.run_sync(lambda: exported(question, cache), limiter=threads)

    @app.get("/api/exports")
    async def exports() -> list[ExportFormat]:
        """The formats that a text can be exported in."""
        return formats()

    @app.get("/api/presets")
    async def presets() -> tuple[Preset, ...]:
        """Worked examples."""
        return PRESETS

    @app.get("/api/ops")
    async def ops() -> Legend:
        """The ops table and the kinds of findings."""
        return legend()

    @app.get("/healthz")
    async def health() -> Health:
        """Whether the server is up, which one it is, and how many pages it has open."""
        return Health(version=version("backpulse"), pages=live.connections)

    app.router.routes.append(WebSocketRoute("/api/live", live))
    app.router.routes.extend(page_routes(static))
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    return app


async def _body(request: Request, limit: limits.Limit = limits.BODY) -> bytes:
    """A request's body, given up as soon as it proves to be too large."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(
            415,
            "not-json",
            "The request must be JSON" + (f", not {errors.shown(kind)}" if kind else ""),
            "Send it with the header `content-type: application/json`.",
        )
    body = bytearray()
    async for part in request.stream():
        body += part
        limit.check(len(body))
    return bytes(body)


def _read(model: type[_Question], body: bytes, example: str | None = None) -> _Question:
    """The question in a body."""
    try:
        return model.model_validate_json(body)
    except ValidationError as error:
        raise errors.malformed(error, example) from error


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return respond(error)


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    return respond(errors.http(error.status_code, headers.get("Allow")), headers)


async def _failed(_: Request, error: Exception) -> Response:
    return respond(errors.internal())


app = create_app()
