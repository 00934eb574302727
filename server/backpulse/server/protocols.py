"""Which protocols uvicorn speaks: ours where the private parts that they stand on are there, else its own.

`http1.py` and `websocket.py` use parts of uvicorn and websockets that may change with any of their versions.
They say with `require` which; this is the only place that imports them. Without them everything is answered
as ever, but moves are slower, and connections have no bounds but uvicorn's own.
"""

from __future__ import annotations

import asyncio
import logging
from dis import get_instructions
from types import FunctionType
from typing import Literal

Protocol = type[asyncio.Protocol] | Literal["auto"]

_log = logging.getLogger("uvicorn.error")


def http_protocol() -> Protocol:
    """`uvicorn.Config(http=…)`."""
    try:
        from backpulse.server.http1 import HttpProtocol
    except (ImportError, AttributeError) as error:
        return _public("HTTP connections have no bounds on waiting or on their number", error)
    return HttpProtocol


def websocket_protocol() -> Protocol:
    """`uvicorn.Config(ws=…)`."""
    try:
        from backpulse.server.websocket import WebSocketProtocol
    except (ImportError, AttributeError) as error:
        return _public("the live channel answers moves more slowly", error)
    return WebSocketProtocol


def require(owner: type, *names: str) -> None:
    """AttributeError if a class has no attribute of such a name, and no method of it sets one."""
    known = set(dir(owner))
    for function in vars(owner).values():
        if isinstance(function, FunctionType):
            known.update(code.argval for code in get_instructions(function) if code.opname == "STORE_ATTR")
    missing = sorted(set(names) - known)
    if missing:
        raise AttributeError(f"{owner.__module__}.{owner.__qualname__} has no {', '.join(missing)}")


def _public(consequence: str, error: Exception) -> Literal["auto"]:
    _log.warning(
        "This version of uvicorn or websockets is not one that backpulse knows (%s): %s. "
        "Install the versions that backpulse asks for.",
        error,
        consequence,
    )
    return "auto"
