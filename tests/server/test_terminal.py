"""The ends of a command: a reader that has gone, a full disk, Ctrl-C; said in a line at most."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

COMMAND = [sys.executable, "-m", "backpulse.server"]
FULL = Path("/dev/full")
LARGE = "+".join(["a * b"] * 2_000)
FULL_DISK = "The output cannot be written: No space left on device.\n"

needs_full = pytest.mark.skipif(not FULL.exists(), reason="this system has no /dev/full")


def ended(*arguments: str, into: int | None, **environment: str) -> tuple[int, str]:
    """How a command that writes there ends, and its complaint; None closes its standard output."""
    done = subprocess.run(
        [*COMMAND, *arguments],
        stdout=into,
        stderr=subprocess.PIPE,
        text=True,
        check=False,
        env={**os.environ, **environment},
        preexec_fn=(lambda: os.close(1)) if into is None else None,
    )
    return done.returncode, done.stderr


@pytest.mark.parametrize(
    "arguments", [("trace", "a * b"), ("trace", LARGE, "--json"), ("export", "a", "-f", "csv"), ("--help",)]
)
def test_a_reader_that_has_gone(arguments: tuple[str, ...]) -> None:
    reading, writing = os.pipe()
    os.close(reading)
    try:
        assert ended(*arguments, into=writing) == (1, "")
    finally:
        os.close(writing)


@needs_full
@pytest.mark.parametrize(
    "arguments",
    [
        ("trace", "a * b"),
        ("trace", "a * b", "--json"),
        ("export", "a", "-f", "csv"),
        ("--help",),
        ("--version",),
    ],
)
def test_a_full_disk(arguments: tuple[str, ...]) -> None:
    with FULL.open("w") as full:
        assert ended(*arguments, into=full.fileno()) == (1, FULL_DISK)


@needs_full
def test_a_file_on_a_full_disk() -> None:
    status, error = ended("export", "a", "-f", "csv", "-o", str(FULL), into=subprocess.DEVNULL)
    assert status == 1
    assert error == "/dev/full cannot be written: No space left on device\nChoose another file with -o.\n"


def test_nothing_to_write_to() -> None:
    assert ended("export", "a", "-f", "csv", into=None) == (0, "")


def test_a_terminal_that_lacks_our_letters() -> None:
    assert ended("trace", "a * b", into=subprocess.DEVNULL, PYTHONIOENCODING="ascii") == (0, "")


_LONG = """
import time
from backpulse.server import cli
def compute(*_):
    print("computing", flush=True)
    time.sleep(60)
cli.trace_of = compute
cli.main()
"""


def test_ctrl_c_of_a_long_computation() -> None:
    with subprocess.Popen(
        [sys.executable, "-c", _LONG, "trace", "a"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "computing\n"
        process.send_signal(signal.SIGINT)
        assert process.communicate(timeout=30) == ("", "Stopped.\n")
        assert process.returncode == 130
