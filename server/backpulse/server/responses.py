"""Refusals as HTTP responses, those of HTTP itself among them."""

from __future__ import annotations

from starlette.responses import Response

from backpulse.answering.errors import Refusal


def respond(refusal: Refusal, headers: dict[str, str] | None = None) -> Response:
    """A refusal as a response in the one shape; on a WebSocket not yet accepted it denies the connection."""
    return Response(refusal.json(), refusal.status, headers, "application/json")


def http_refusal(status: int, allowed: str | None = None) -> Refusal:
    """What HTTP itself refuses: an address that does not exist, a method it does not have, …"""
    if status == 404:
        return Refusal(404, "not-found", "There is nothing at this address", "The playground is at `/`.")
    if status == 405:
        hint = f"Use {allowed}." if allowed else None
        return Refusal(405, "method-not-allowed", "This address does not answer that method", hint)
    return Refusal(status, f"http-{status}", "The request cannot be answered")
