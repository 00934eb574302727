"""The live channel, `WS /api/live`: a new text by JSON, moves of its leaves by float64 frames (`frames.py`).

The client sends a `LiveSource` or a move, each with a number, and is answered with that number: `LiveTrace`
or `LiveError` as JSON text, or the numbers as a frame. The newest wins: while one is computed, a newer move
takes the place of one that waits, and a newer text that of everything that waits; what was displaced is not
answered. Moves refer to the last text of this connection that had no mistake. A text's `values` may hold
names that the text does not have: a page keeps the values of names that are being retyped.

This is a bare ASGI application: a slider's move passes here 60 times a second. A server whose scope has the
extension `AT_ONCE` may have a move answered without waking it; see `quick.py`.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable
from functools import partial
from typing import TypedDict, TypeVar

import anyio
import anyio.to_thread
from pydantic import ValidationError
from pydantic_core import from_json
from starlette.types import Receive, Scope, Send

from backpulse.engine.findings import finder
from backpulse.server import frames, limits
from backpulse.server.answer import answer, known_values
from backpulse.server.compiled import Cache, Compiled
from backpulse.server.errors import Refusal, internal, malformed
from backpulse.server.messages import LiveError, LiveSource, LiveTrace
from backpulse.view.subject import Subject

AT_ONCE = "backpulse.at_once"
"""The extension of a connection's scope that takes `Answers`."""


_Answer = Callable[[bytes], bytes]


class Answers(TypedDict):
    """What the application has the server of one connection do with its binary messages."""

    answer: _Answer | None
    """What gives the answer at once; None while they must be received. So must one that it raises at."""


_Result = TypeVar("_Result")
_log = logging.getLogger("uvicorn.error")


class Live:
    """The application behind `/api/live`, for all its connections. Long work is done in `threads`."""

    def __init__(self, cache: Cache, threads: anyio.CapacityLimiter) -> None:
        self._cache = cache
        self._threads = threads
        self.connections = 0
        """How many pages are open; a script that waits for its page asks `GET /healthz`."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One connection, from its opening to its end."""
        limits.CONNECTIONS.check(self.connections + 1)
        await receive()
        await send({"type": "websocket.accept"})
        self.connections += 1
        try:
            page = _Page(scope.get("extensions", {}).get(AT_ONCE, {}))
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(self._work, page, send)
                while (message := await receive())["type"] == "websocket.receive":
                    page.put(message.get("text"), message.get("bytes"))
                tasks.cancel_scope.cancel()
        finally:
            self.connections -= 1

    async def _work(self, page: _Page, send: Send) -> None:
        """Answer what waits, for ever."""
        try:
            while True:
                text, move = await page.take()
                if text is not None:
                    made, reply = await self._in_thread(partial(self._source, text))
                    if made is not None:
                        page.answer = _answer(made.subject)
                        page.quick = len(made.subject.graph.nodes) <= limits.INLINE.most
                    await send({"type": "websocket.send", "text": reply})
                if move is not None:
                    await send(await self._move(page, move))
        except OSError:
            pass  # The client has gone; the reader is told so too.

    def _source(self, text: str) -> tuple[Compiled | None, str]:
        """What a text compiles to (None for a mistake) and the reply to it."""
        try:
            limits.BODY.check(len(text))
            question = LiveSource.model_validate_json(text)
            compiled = self._cache.get(question.source, question.expand)
            trace = answer(compiled, known_values(compiled, question.values))
            return compiled, LiveTrace(id=question.id, trace=trace).model_dump_json()
        except ValidationError as error:
            refusal = malformed(error)
        except Refusal as error:
            refusal = error
        except Exception:
            _log.exception("a text on the live channel")
            refusal = internal()
        return None, LiveError(id=_id_of(text), error=refusal.body).model_dump_json()

    async def _move(self, page: _Page, move: bytes) -> dict[str, object]:
        """The message that answers a move."""
        try:
            if page.answer is None:
                raise Refusal(
                    422, "no-source", "A move before any text", "Send a `source` that has no mistake first."
                )
            if page.quick:
                frame = page.answer(move)
            else:
                frame = await self._in_thread(partial(page.answer, move))
            return {"type": "websocket.send", "bytes": frame}
        except Refusal as error:
            refusal = error
        except Exception:
            _log.exception("a move on the live channel")
            refusal = internal()
        reply = LiveError(id=frames.read_id(move), error=refusal.body)
        return {"type": "websocket.send", "text": reply.model_dump_json()}

    async def _in_thread(self, work: Callable[[], _Result]) -> _Result:
        """Do long work where it does not keep the other connections waiting."""
        return await anyio.to_thread.run_sync(work, limiter=self._threads)


class _Page:
    """One connection: what its moves refer to, and what has come from it and is not yet being answered."""

    def __init__(self, at_once: Answers) -> None:
        self.answer: _Answer | None = None
        """Answers moves of the last text that had no mistake."""
        self.quick = False
        """Whether it takes no thread."""
        self._at_once = at_once
        # The newest text, and the newest move after it.
        self._text: str | None = None
        self._move: bytes | None = None
        self._come = asyncio.Event()

    def put(self, text: str | None, move: bytes | None) -> None:
        """Let the newest win."""
        self._at_once["answer"] = None
        if text is not None:
            self._text, self._move = text, None
        else:
            self._move = move
        self._come.set()

    async def take(self) -> tuple[str | None, bytes | None]:
        """Wait for something, and take it all; what was taken before has been answered."""
        if self.quick and not self._come.is_set():
            self._at_once["answer"] = self.answer
        await self._come.wait()
        self._come.clear()
        text, move = self._text, self._move
        self._text = self._move = None
        return text, move


def _answer(subject: Subject) -> _Answer:
    """What gives the frame that answers a move of a text; all that is the same for each is looked up here."""
    graph, evaluate = subject.graph, subject.program.evaluate
    find = finder(graph)
    count = 2 * len(graph.nodes) + 3 * len(graph.edges)
    read, write = frames.reader(len(subject.names)), frames.writer(count)

    def answer_move(move: bytes) -> bytes:
        number, values = read(move)
        numbers, unfold = evaluate(values)
        record = unfold(numbers)
        return write(number, record, find(record))

    return answer_move


def _id_of(text: str) -> int:
    """The number of a question that cannot be answered, -1 when it has none that can be read."""
    try:
        number = from_json(text)["id"]
    except (ValueError, TypeError, KeyError):
        return -1
    return number if type(number) is int else -1
