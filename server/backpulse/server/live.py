"""The live channel, `WS /api/live`: a new text by JSON, moves of its leaves by float64 frames (`frames.py`).

The client sends a `LiveSource` or a move, each with a number, and is answered with that number: `LiveTrace`
or `LiveError` as JSON text, or the numbers as a frame; about what takes long it hears `LiveWaiting`.
The newest wins: a newer text takes the place of everything before it, also of what is being
computed, and a newer move that of one that waits; what was displaced is not answered. Moves refer to the last
text of this connection that had no mistake. A text's `values` may hold names that the text does not have: a
page keeps the values of names that are being retyped.

This is a bare ASGI application: a slider's move passes here 60 times a second. A server whose scope has the
extension `FAST_PATH` may have a move answered without waking it; see `websocket.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, MutableMapping
from functools import partial
from typing import Any, TypedDict

from starlette.types import Receive, Scope, Send

from backpulse.answering import limits, moves
from backpulse.answering.answerer import Text
from backpulse.answering.errors import Refusal, internal_error
from backpulse.answering.messages import LiveError, LiveWaiting, Message
from backpulse.answering.moves import AnswerMove
from backpulse.answering.reading import number_of
from backpulse.server.program_cache import Holder, ProgramCache
from backpulse.server.scheduler import Scheduler

FAST_PATH = "backpulse.fast_path"
"""The extension of a connection's scope that takes `Answers`."""


class Answers(TypedDict):
    """What the application has the server of one connection do with its binary messages."""

    answer: AnswerMove | None
    """What gives the answer at once; None while they must be received. So must one that it raises at."""


_Reply = MutableMapping[str, Any]
"""A message as ASGI has it."""
_log = logging.getLogger("uvicorn.error")


class Live:
    """The application behind `/api/live`, for all its connections. Workers compute what takes long."""

    def __init__(self, scheduler: Scheduler) -> None:
        self._scheduler = scheduler
        self._programs = ProgramCache()
        self._texts = 0
        """Characters of the texts of all connections."""
        self.connections = 0
        """How many pages are open; a script that waits for its page asks `GET /healthz`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its opening to its end."""
        limits.CONNECTIONS.check(self.connections + 1)
        await receive()
        await send({"type": "websocket.accept"})
        self.connections += 1
        page = _Page(scope.get("extensions", {}).get(FAST_PATH, {}))
        working = asyncio.ensure_future(self._work(page, send))
        try:
            while (message := await receive())["type"] == "websocket.receive":
                page.put(message.get("text"), message.get("bytes"))
        finally:
            self.connections -= 1
            self._texts -= page.length
            page.text = None
            self._scheduler.forget(page)
            working.cancel()
            await asyncio.wait({working})

    async def _work(self, page: _Page, send: Send) -> None:
        """Answer what waits, for ever."""
        try:
            while True:
                text, move = await page.take()
                if text is not None:
                    await self._send_reply(page, self._text(page, text), partial(number_of, text), send)
                if move is None:
                    continue
                if page.answer is not None:
                    await send(self._move_here(page.answer, move))
                else:
                    await self._send_reply(page, self._move(page, move), partial(moves.read_id, move), send)
        except OSError:
            pass  # The client has gone; the reader is told so too.

    async def _send_reply(
        self, page: _Page, asking: Coroutine[Any, Any, _Reply], number: Callable[[], int], send: Send
    ) -> None:
        """Send a reply, if no newer text comes before it is there, and until then now and then a word."""
        asked = asyncio.ensure_future(asking)
        newer = asyncio.ensure_future(page.newer())
        try:
            while not asked.done() and not newer.done():
                seconds = limits.WAITING.most / 1000
                await asyncio.wait({asked, newer}, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
                if not asked.done() and not newer.done():
                    waiting = LiveWaiting(id=number(), before=self._scheduler.before(page))
                    await send(_text_reply(waiting))
            if asked.done():
                await send(asked.result())
        finally:
            asked.cancel()
            newer.cancel()

    async def _text(self, page: _Page, text: str) -> _Reply:
        """The reply to a text, which the page has then if it has no mistake."""
        try:
            limits.BODY.check(len(text))
            answer = await self._scheduler.ask(page, "live", text)
            assert answer.text is not None
            self._put(page, answer.text)
            return {"type": "websocket.send", "text": answer.body.decode()}
        except Exception as error:
            return _error_reply(number_of(text), error)

    def _put(self, page: _Page, text: Text) -> None:
        """The text that moves refer to from now on. Refusal if all pages' are too long together."""
        limits.TEXTS_BYTES.check(self._texts - page.length + len(text.source))
        self._texts += len(text.source) - page.length
        page.text = text._replace(program=b"")
        page.answer = self._programs.answerer(text, page) if text.program else None

    async def _move(self, page: _Page, move: bytes) -> _Reply:
        """The reply to a move that a worker computes."""
        try:
            if page.text is None:
                raise Refusal(
                    422, "no-source", "A move before any text", "Send a `source` that has no mistake first."
                )
            limits.BODY.check(len(move))
            source, expand, *_ = page.text
            answer = await self._scheduler.ask(page, "move", source, expand, move)
            return {"type": "websocket.send", "bytes": answer.body}
        except Exception as error:
            return _error_reply(moves.read_id(move), error)

    def _move_here(self, answer: AnswerMove, move: bytes) -> _Reply:
        """The reply to a move that is computed here."""
        try:
            return {"type": "websocket.send", "bytes": answer(move)}
        except Exception as error:
            return _error_reply(moves.read_id(move), error)


def _error_reply(number: int, error: Exception) -> _Reply:
    """The reply where there is no answer."""
    if not isinstance(error, Refusal):
        _log.error("a question on the live channel", exc_info=error)
        error = internal_error()
    return _text_reply(LiveError(id=number, error=error.body))


def _text_reply(message: Message) -> _Reply:
    return {"type": "websocket.send", "text": message.model_dump_json()}


class _Page(Holder):
    """One connection: what its moves refer to, and what has come from it and is not yet being answered."""

    def __init__(self, fast_path: Answers) -> None:
        self.text: Text | None = None
        """The last one without a mistake."""
        self.answer: AnswerMove | None = None
        """Answers its moves; None where a worker does."""
        self._fast_path = fast_path
        # The newest text, and the newest move after it.
        self._text: str | None = None
        self._move: bytes | None = None
        self._come = asyncio.Event()
        self._text_come = asyncio.Event()

    @property
    def length(self) -> int:
        """Of its text, in characters."""
        return 0 if self.text is None else len(self.text.source)

    def put(self, text: str | None, move: bytes | None) -> None:
        """Let the newest win."""
        self._fast_path["answer"] = None
        if text is not None:
            self._text, self._move = text, None
            self._text_come.set()
        else:
            self._move = move
        self._come.set()

    def on_evicted(self) -> None:
        """See `Holder`."""
        self._fast_path["answer"] = self.answer = None

    async def take(self) -> tuple[str | None, bytes | None]:
        """Wait for something, and take it all; what was taken before has been answered."""
        if self.answer is not None and not self._come.is_set():
            self._fast_path["answer"] = self.answer
        await self._come.wait()
        self._come.clear()
        self._text_come.clear()
        text, move = self._text, self._move
        self._text = self._move = None
        return text, move

    async def newer(self) -> None:
        """Wait for a text that takes the place of the one that was taken."""
        await self._text_come.wait()
