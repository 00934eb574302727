"""Programs as people write them, that open a graph: run in a process of their own, without a screen."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from backpulse.view import playground

NOWHERE = "http://127.0.0.1:9/"

# Only the waiting is made short, and nobody's own server is asked.
_HEAD = f"""
from backpulse.view import playground
playground.USUAL, playground._POLL, playground._CLOSED = "{NOWHERE}", 0.1, 0.6
"""


@contextmanager
def program(text: str, **settings: Any) -> Iterator[subprocess.Popen[str]]:
    """A program that runs; `settings` are those of Popen."""
    hidden = ("DISPLAY", "WAYLAND_DISPLAY", playground.VARIABLE)
    environment = {name: value for name, value in os.environ.items() if name not in hidden}
    environment |= {"PYTHONUNBUFFERED": "1", **settings.pop("env", {})}
    with subprocess.Popen(
        [sys.executable, "-c", _HEAD + text],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=environment,
        **settings,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def shown(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What a program says when it shows a graph: the server's address, and the graph's id."""
    assert process.stdout is not None
    line = process.stdout.readline()
    found = re.search(r"(http://127\.0\.0\.1:\d+/)#graph=(\w+)", line)
    assert found, (line, process.stderr and process.stderr.read())
    return found[1], found[2]


def ended(process: subprocess.Popen[str]) -> str:
    """What a program says in the end, when it ends well."""
    assert process.stdout is not None
    assert process.stderr is not None
    out, err = process.stdout.read(), process.stderr.read()
    assert err == ""
    assert process.wait(60) == 0
    return out
