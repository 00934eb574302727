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

from backpulse.server import errors, limits
from backpulse.server.answerer import Answer
from backpulse.server.application import Application
from backpulse.server.description import asks
from backpulse.server.errors import Refusal
from backpulse.server.exports import ExportFormat, ExportRequest, formats
from backpulse.server.guard import respond
from backpulse.server.kept import Kept
from backpulse.server.legend import Legend, legend
from backpulse.server.live import Live
from backpulse.server.messages import (
    GraphKept,
    GraphRequest,
    GraphText,
    Health,
    Preset,
    Trace,
    TraceRequest,
)
from backpulse.server.page import STATIC, page_routes
from backpulse.server.presets import PRESETS
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
    kept = Kept()
    live = Live(scheduler)

    async def ask(kind: str, request: Request, limit: limits.Limit = limits.BODY) -> Answer:
        return await _unless_gone(request, scheduler, kind, await _body(request, limit))

    @app.post("/api/trace", response_model=Trace, **asks(TraceRequest))
    async def trace(request: Request) -> Response:
        """The graph of a text, its numbers, and both passes step by step."""
        return _file(await ask("trace", request))

    @app.post("/api/graphs", **asks(GraphRequest))
    async def graph(request: Request) -> GraphKept:
        """Keep a graph that comes as data, for the page to show at `/#graph=<id>`."""
        return GraphKept(id=kept.put((await ask("graph", request, limits.GRAPH_BODY)).body))

    @app.post("/api/texts", **asks(GraphText))
    async def text(request: Request) -> GraphKept:
        """Keep a text, likewise. The page says what is wrong with it."""
        return GraphKept(id=kept.put((await ask("text", request)).body))

    @app.get("/api/graphs/{name}", response_model=GraphText)
    async def graph_text(name: str) -> Response:
        """What is kept, as a text."""
        return Response(kept.get(name), media_type="application/json")

    @app.post("/api/export", **asks(ExportRequest))
    async def export(request: Request) -> Response:
        """A text at given values, as a file of one of the formats."""
        return _file(await ask("export", request))

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
    app.add_exception_handler(ClientDisconnect, _left)
    app.add_exception_handler(Exception, _failed)
    return app


async def _body(request: Request, limit: limits.Limit = limits.BODY) -> bytes:
    """A request's body, given up as soon as it proves to be too large, or does not come."""
    kind = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if kind != "application/json":
        raise Refusal(
            415,
            "not-json",
            "The request must be JSON" + (f", not {errors.shown(kind)}" if kind else ""),
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


async def _unless_gone(request: Request, scheduler: Scheduler, kind: str, body: bytes) -> Answer:
    """The answer to a question, which is given up when the client goes."""
    who = request.scope.get("client") or request
    asked = asyncio.ensure_future(scheduler.ask(who, kind, body))
    gone = asyncio.ensure_future(_gone(request))
    try:
        await asyncio.wait({asked, gone}, return_when=asyncio.FIRST_COMPLETED)
        if not asked.done():
            raise ClientDisconnect
        return asked.result()
    finally:
        asked.cancel()
        gone.cancel()
        scheduler.forget(who)


async def _gone(request: Request) -> None:
    """Wait until the client hangs up."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _file(answer: Answer) -> Response:
    """An answer as a response, to be saved where it has a name."""
    headers = {"content-disposition": f'attachment; filename="{answer.name}"'} if answer.name else None
    return Response(answer.body, media_type=answer.media_type, headers=headers)


async def _refused(_: Request, error: Exception) -> Response:
    assert isinstance(error, Refusal)
    return respond(error)


async def _http(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    headers = dict(error.headers or {})
    return respond(errors.http(error.status_code, headers.get("Allow")), headers)


async def _left(_: Request, error: Exception) -> Response:
    return Response(status_code=499)  # nobody reads it; 499 is how nginx calls it


async def _failed(_: Request, error: Exception) -> Response:
    return respond(errors.internal())


app = create_app()
