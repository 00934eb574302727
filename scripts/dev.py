"""`make dev`: Vite's server for the page, and behind it backpulse's, which starts anew when Python changes.

What is asked under `/api`, the live channel too, Vite passes on to the server at `BACKPULSE_SERVER`. When one
of the two ends, so does the other.
"""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from fastapi import FastAPI

ROOT = Path(__file__).parents[1]
_SOURCES = ("engine", "parser", "server", "web/view")


def app() -> FastAPI:
    """The application for this machine alone, as `backpulse serve` makes it."""
    from backpulse.server.app import create_app
    from backpulse.server.guard import LOOPBACK

    return create_app(hosts=LOOPBACK)


def main() -> int:
    """Run both until one of them ends; what the page's command ended with."""
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    port = _free_port()
    command = ["uvicorn", "scripts.dev:app", "--factory", "--port", str(port), "--log-level", "warning"]
    command += ["--ws", "websockets-sansio", "--timeout-graceful-shutdown", "1", "--reload"]
    command += [word for folder in _SOURCES for word in ("--reload-dir", folder)]
    server = subprocess.Popen([sys.executable, "-m", *command], cwd=ROOT)
    page = subprocess.Popen(
        ["npm", "run", "--silent", "dev", "--", *sys.argv[1:]],
        cwd=ROOT / "web/page",
        env={**os.environ, "BACKPULSE_SERVER": f"http://127.0.0.1:{port}"},
    )
    with suppress(KeyboardInterrupt):
        while page.poll() is None and server.poll() is None:
            time.sleep(0.2)
    for process in (page, server):
        process.terminate()
        process.wait()
    return max(0, page.returncode)


def _free_port() -> int:
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        port: int = listener.getsockname()[1]
        return port


if __name__ == "__main__":
    sys.exit(main())
