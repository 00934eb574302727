"""The web application: the page, the trace of a text, the live channel, presets and legend."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable, Collection, Sequence
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

from fastapi import FastAPI, Request, Response
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect
from starlette.routing import WebSocketRoute

from backpulse.answering import errors, limits
from backpulse.answering.answerer import Answer
from backpulse.answering.errors import Refusal
from backpulse.answering.exports import ExportFormat, ExportRequest, formats
from backpulse.answering.legend import Legend, legend
from backpulse.answering.limit import Limit
from backpulse.answering.messages import (
    GraphKept,
    GraphRequest,
    GraphText,
    Health,
    Preset,
    Trace,
    TraceRequest,
)
from backpulse.answering.presets import PRESETS
from backpulse.server.application import Application
from backpulse.server.graph_store import GraphStore
from backpulse.server.live import Live
from backpulse.server.openapi import json_body
from backpulse.server.page import STATIC, page_routes
from backpulse.server.responses import http_refusal, respond
from backpulse.server.scheduler import Scheduler
from backpulse.server.workers import Worker, processes


def create_app(
    hosts: Collection[str] | None = None,
    static: Path = STATIC,
    *,
    allowed: Collection[str] = (),
    token: str | None = None,
    workers: Callable[[], Sequence[Worker]] | None = None,
    time_limit: int = limits.COMPUTING_SHARED.most,
) -> FastAPI:
    """The application. `hosts`: the names it may be called by, any if None; `allowed`: see `guard.py`.

    With a `token` it is only for those who bring it (see `access.py`). What takes long is computed by
    `workers`, `processes` if None, each question for at most `time_limit` seconds.
    """
    scheduler = Scheduler(workers or processes, time_limit)

    @asynccontextmanager
    async def lifespan(_: FastAPI) -> AsyncIterator[None]:
        scheduler.open()
        yield
        scheduler.close()

    app = Application(
        hosts=hosts,
        allowed=allowed,
        token=token,
        title="backpulse",
        version=version("backpulse"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
        lifespan=lifespan,
    )
    app.state.scheduler = scheduler
    store = GraphStore()
    live = Live(scheduler)

    async def ask(kind: str, request: Request, limit: Limit = limits.BODY) -> Answer:
        return await _answer_or_disconnect(request, scheduler, kind, await _body(request, limit))

    @app.post("/api/trace", response_model=Trace, **json_body(TraceRequest))
    async def trace(request: Request) -> Response:
        """The graph of a text, its numbers, and both passes step by step."""
        return _response(await ask("trace", request))

    @app.post("/api/graphs", **json_body(GraphRequest))
    async def graph(request: Request) -> GraphKept:
        """Keep a graph that comes as data, for the page to show at `/#graph=<id>`."""
        return GraphKept(id=store.put((await ask("graph", request, limits.GRAPH_BODY)).body))

    @app.post("/api/texts", **json_body(GraphText))
    async def text(request: Request) -> GraphKept:
        """Keep a text, likewise. The page says what is wrong with it."""
        return GraphKept(id=store.put((await ask("text", request)).body))

    @app.get("/api/graphs/{name}", response_model=GraphText)
    async def graph_text(name: str) -> Response:
        """What is kept, as a text."""
        return Response(store.get(name), media_type="application/json")

    @app.post("/api/export", **json_body(ExportRequest))
    async def export(request: Request) -> Response:
        """A text at given values, as a file of one of the formats."""
        return _response(await ask("export", request))

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
    app.add_exception_handler(Refusal, _on_refusal)
    app.add_exception_handler(HTTPException, _on_http_error)
    app.add_exception_handler(ClientDisconnect, _on_disconnect)
    app.add_exception_handler(Exception, _on_failure)
    return app


async def _body(request: Request, limit: Limit = limits.BODY) -> bytes:
    """A request's body, given up as soon as it proves to be too large, or does not come."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(
            415,
            "not-json",
            "The request must be JSON" + (f", not {errors.printable(kind)}" if kind else ""),
            "Send it with the header `content-type: application/json`.",
        )
    body = bytearray()

    async def arrive() -> None:
        async for part in request.stream():
            body.extend(part)
            limit.check(len(body))

    try:
        await asyncio.wait_for(arrive(), limits.ARRIVAL.most)
    except asyncio.TimeoutError:
        raise limits.ARRIVAL.refusal() from None
    return bytes(body)


async def _answer_or_disconnect(request: Request, scheduler: Scheduler, kind: str, body: bytes) -> Answer:
    """The answer to a question, which is given up when the client goes."""
    who = request.scope.get("client") or request
    asked = asyncio.ensure_future(scheduler.ask(who, kind, body))
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        await asyncio.wait({asked, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise ClientDisconnect
        return asked.result()
    finally:
        asked.cancel()
        gone.cancel()
        scheduler.forget(who)


async def _disconnected(request: Request) -> None:
    """Wait until the client hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _response(answer: Answer) -> Response:
    """An answer as a response, to be saved where it has a name."""
    headers = {"content-disposition": f'attachment; filename="{answer.name}"'} if answer.name else None
    return Response(answer.body, media_type=answer.media_type, headers=headers)


async def _on_refusal(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return respond(error)


async def _on_http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    return respond(http_refusal(error.status_code, headers.get("Allow")), headers)


async def _on_disconnect(_: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody reads it; 499 is how nginx calls it


async def _on_failure(_: Request, error: Exception) -> Response:
    return respond(errors.internal_error())


app = create_app()
