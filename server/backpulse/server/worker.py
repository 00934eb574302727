"""A worker: a process that answers questions from its standard input and can be ended at any moment.

A question and its answer are pickled, each after its length. What takes too long is ended by the system,
which asks nobody: a timer of the processor's time with its usual end (SIGPROF), set anew for each question.
"""

from __future__ import annotations

import contextlib
import gc
import logging
import os
import pickle
import signal
import sys
from collections.abc import Iterator
from struct import Struct
from typing import IO, Any

from backpulse.answering import limits
from backpulse.answering.answerer import Answer, Answerer
from backpulse.answering.errors import Refusal, internal_error

_LENGTH = Struct("<Q")

_log = logging.getLogger("uvicorn.error")


def send(stream: IO[bytes], message: Any) -> None:
    """Write a message. OSError when nobody is there."""
    body = pickle.dumps(message, pickle.HIGHEST_PROTOCOL)
    stream.write(_LENGTH.pack(len(body)))
    stream.write(body)
    stream.flush()


def receive(stream: IO[bytes]) -> Any:
    """Read a message. EOFError when there will be none."""
    head = stream.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        raise EOFError
    (length,) = _LENGTH.unpack(head)
    body = stream.read(length)
    if len(body) < length:
        raise EOFError
    return pickle.loads(body)


def main() -> None:
    """Answer until the input ends, which it does with the server."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    questions, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # nothing else is written among the answers
    _yield_to_the_server()
    answerer = Answerer()
    gc.freeze()
    with contextlib.suppress(EOFError, OSError):
        stays = True
        while stays:
            seconds, question = receive(questions)
            with _ended_after(seconds):
                reply = answer_or_refusal(answerer, question)
            stays = not (isinstance(reply, Refusal) and reply.body.code == limits.WORKER_BYTES.code)
            stays = stays and _resident() <= limits.RETIRED.most
            send(answers, (reply, stays))


def answer_or_refusal(answerer: Answerer, question: tuple[Any, ...]) -> Answer | Refusal:
    """The answer to a question, or why there is none."""
    try:
        return answerer(*question)
    except Refusal as refusal:
        return refusal
    except MemoryError:
        return limits.WORKER_BYTES.refusal()
    except Exception:
        _log.exception("a question could not be answered")
        return internal_error()


@contextlib.contextmanager
def _ended_after(seconds: float) -> Iterator[None]:
    """This process is ended when it has computed for so long; where there is no such timer, by who asked."""
    if sys.platform == "win32":
        yield
        return
    signal.setitimer(signal.ITIMER_PROF, seconds)
    yield
    signal.setitimer(signal.ITIMER_PROF, 0)


def _yield_to_the_server() -> None:
    """Computing stands back behind sliders, and takes no more memory than it may."""
    if sys.platform == "win32":
        return
    import resource

    with contextlib.suppress(OSError):
        os.nice(2)
    with contextlib.suppress(OSError, ValueError):
        resource.setrlimit(resource.RLIMIT_DATA, (limits.WORKER_BYTES.most, limits.WORKER_BYTES.most))


def _resident() -> int:
    """Bytes that this process holds; 0 where the system does not say."""
    try:
        with open("/proc/self/statm", "rb") as file:
            return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError):
        return 0
