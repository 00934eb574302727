"""Who computes: processes that can be ended at any moment, or, where nothing need be, this process itself."""

from __future__ import annotations

import contextlib
import os
import subprocess
import sys
from threading import Lock
from typing import Any, Protocol

from backpulse.answering import limits
from backpulse.answering.answerer import Answer, Answerer
from backpulse.answering.errors import Refusal
from backpulse.server.worker import answer_or_refusal, receive, send

Question = tuple[Any, ...]
"""The name of a method of `Answerer`, and what it is given."""

# The folder of the program that started the server, which may hold a `queue.py` of its own, is not searched.
_PROGRAM = (
    "import sys; sys.path[:] = filter(None, sys.path); from backpulse.server.worker import main; main()"
)


class Ended(Exception):  # noqa: N818 - what happened; who asked knows whether it is a fault
    """The worker has ended before it answered; another one is there. `code` is how its process did."""

    def __init__(self, code: int) -> None:
        super().__init__(code)
        self.code = code


class Worker(Protocol):
    """Answers one question at a time, in any thread."""

    def ask(self, question: Question, seconds: int) -> Answer:
        """The answer, within so many seconds of computing. Refusal, or Ended, where there is none."""

    def abort(self) -> None:
        """End what is being computed, if that can be: its `ask` then raises Ended. From any thread."""

    def close(self) -> None:
        """For good."""


class Process:
    """A worker in a process of its own."""

    def __init__(self, program: str = _PROGRAM) -> None:
        self._program = program
        self._process: subprocess.Popen[bytes] | None = self._start()
        self._asking = Lock()

    def ask(self, question: Question, seconds: int) -> Answer:
        """See `Worker`."""
        with self._asking:
            process = self._process
            if process is None:
                raise Ended(0)
            assert process.stdin is not None
            assert process.stdout is not None
            try:
                send(process.stdin, (seconds, question))
                reply, stays = receive(process.stdout)
            except (OSError, EOFError):
                self._process = self._start()
                raise Ended(_put_away(process)) from None
            if not stays:
                self._process = self._start()
                _put_away(process)
        if isinstance(reply, Refusal):
            raise reply
        answer: Answer = reply
        return answer

    def abort(self) -> None:
        """See `Worker`."""
        if self._process is not None:
            self._process.kill()

    def close(self) -> None:
        """See `Worker`."""
        self.abort()
        with self._asking:
            if self._process is not None:
                self._process.kill()  # it may have been replaced meanwhile
                _put_away(self._process)
            self._process = None

    def _start(self) -> subprocess.Popen[bytes]:
        command = [sys.executable, "-c", self._program]
        return subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)


class InProcess:
    """A worker in this very process: for tests, and wherever there are no processes. It cannot be ended."""

    def __init__(self) -> None:
        self._answerer = Answerer()

    def ask(self, question: Question, seconds: int) -> Answer:
        """See `Worker`; it takes what time it takes."""
        reply = answer_or_refusal(self._answerer, question)
        if isinstance(reply, Refusal):
            raise reply
        return reply

    def abort(self) -> None:
        """See `Worker`."""

    def close(self) -> None:
        """See `Worker`."""


def processes() -> list[Worker]:
    """As many as this machine has processors, within `limits.WORKERS`; two at least."""
    return [Process() for _ in range(max(2, min(os.cpu_count() or 1, limits.WORKERS.most)))]


def _put_away(process: subprocess.Popen[bytes]) -> int:
    """Wait for the end of a process that is ending, and say how it was."""
    for stream in (process.stdin, process.stdout):
        with contextlib.suppress(OSError):
            stream.close()  # type: ignore[union-attr]
    return process.wait()
