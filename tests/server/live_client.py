"""What a page says on the live channel, and what it hears, over starlette's test client."""

from __future__ import annotations

import json
import struct
from typing import Any

from starlette.testclient import WebSocketTestSession


def send_source(socket: WebSocketTestSession, number: int, source: str, **question: Any) -> None:
    socket.send_text(json.dumps({"type": "source", "id": number, "source": source, **question}))


def ask(socket: WebSocketTestSession, number: int, source: str, **question: Any) -> dict[str, Any]:
    send_source(socket, number, source, **question)
    answer: dict[str, Any] = socket.receive_json()
    assert answer["id"] == number
    return answer


def send_move(socket: WebSocketTestSession, number: float, *values: float) -> None:
    socket.send_bytes(struct.pack(f"<{len(values) + 1}d", number, *values))


def receive_numbers(socket: WebSocketTestSession) -> list[float]:
    frame = socket.receive_bytes()
    return list(struct.unpack(f"<{len(frame) // 8}d", frame))


def refused(socket: WebSocketTestSession, number: int, code: str) -> dict[str, Any]:
    answer = socket.receive_json()
    assert list(answer) == ["type", "id", "error"]
    assert (answer["type"], answer["id"]) == ("error", number)
    assert list(answer["error"]) == ["code", "message", "hint", "span", "line", "column", "fixes"]
    assert answer["error"]["code"] == code
    error: dict[str, Any] = answer["error"]
    return error
