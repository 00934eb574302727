"""The web application: the page, the trace of a text, the live channel, presets and legend."""

from __future__ import annotations

from collections.abc import Collection
from importlib.metadata import version
from pathlib import Path

import anyio
import anyio.to_thread
from fastapi import FastAPI, Request, Response
from pydantic import ValidationError
from starlette.exceptions import HTTPException
from starlette.routing import WebSocketRoute

from backpulse.server import errors, limits
from backpulse.server.answer import trace_of
from backpulse.server.compiled import Cache
from backpulse.server.errors import Refusal
from backpulse.server.guard import Guard, respond
from backpulse.server.legend import legend
from backpulse.server.live import Live
from backpulse.server.messages import ErrorMessage, Health, Legend, Preset, Trace, TraceRequest
from backpulse.server.page import STATIC, page_routes
from backpulse.server.presets import PRESETS

_BODY = {
    "requestBody": {
        "required": True,
        "content": {"application/json": {"schema": TraceRequest.model_json_schema()}},
    }
}


def create_app(hosts: Collection[str] | None = None, static: Path = STATIC) -> FastAPI:
    """The application. `hosts`: the names it may be called by (see `guard.py`), any if None."""
    app = FastAPI(
        title="backpulse",
        version=version("backpulse"),
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/openapi.json",
    )
    cache = Cache()
    threads = anyio.CapacityLimiter(limits.THREADS.most)

    @app.post(
        "/api/trace", response_model=Trace, openapi_extra=_BODY, responses={422: {"model": ErrorMessage}}
    )
    async def trace(request: Request) -> Response:
        """The graph of a text, its numbers, and both passes step by step."""
        question = await _question(request)
        body = await anyio.to_thread.run_sync(
            lambda: trace_of(question, cache).model_dump_json(), limiter=threads
        )
        return Response(body, media_type="application/json")

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
        """Whether the server is up, and which one it is."""
        return Health(version=version("backpulse"))

    app.router.routes.append(WebSocketRoute("/api/live", Live(cache, threads)))
    app.router.routes.extend(page_routes(static))
    app.add_middleware(Guard, hosts=hosts)
    app.add_exception_handler(Refusal, _refused)
    app.add_exception_handler(HTTPException, _http)
    app.add_exception_handler(Exception, _failed)
    return app


async def _question(request: Request) -> TraceRequest:
    """The question in a request's body, given up as soon as it proves to be too large."""
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
        limits.BODY.check(len(body))
    try:
        return TraceRequest.model_validate_json(bytes(body))
    except ValidationError as error:
        raise errors.malformed(error) from error


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
