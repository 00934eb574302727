"""FastAPI with the guard around all of it, so that no answer is without its headers."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from fastapi import FastAPI
from starlette.types import ASGIApp

from backpulse.server.access import Access
from backpulse.server.guard import Guard
from backpulse.server.openapi import complete


class Application(FastAPI):
    """An application behind `Guard`, and behind `Access` where there is a token."""

    def __init__(
        self, *, hosts: Collection[str] | None, allowed: Collection[str], token: str | None, **named: Any
    ) -> None:
        super().__init__(**named)
        self._hosts, self._allowed, self._token = hosts, allowed, token

    def openapi(self) -> dict[str, Any]:
        """What is answered at `openapi_url`; made once."""
        if self.openapi_schema is None:
            self.openapi_schema = complete(super().openapi())
        return self.openapi_schema

    def build_middleware_stack(self) -> ASGIApp:
        """As FastAPI builds it. What is added there stands within its handler of our own mistakes."""
        inner = super().build_middleware_stack()
        if self._token is not None:
            inner = Access(inner, self._token)
        return Guard(inner, self._hosts, self._allowed)
