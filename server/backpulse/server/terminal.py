"""A command's ends in the terminal: the values it was given, what it prints or saves, and how it gives up."""

from __future__ import annotations

import errno
import math
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import TextIOWrapper
from pathlib import Path
from typing import NoReturn, TextIO

import typer
from rich.console import Console
from rich.text import Text

from backpulse.answering.errors import Refusal, printable

_INTERRUPTED = 130  # as typer ends a command at Ctrl-C
_GONE = (errno.EPIPE, errno.ENOSPC, errno.EDQUOT, errno.EIO, errno.EBADF)


@contextmanager
def standard_output() -> Iterator[None]:
    """Around a whole command: what it printed is written at its end, or it ends with 1.

    That is said, unless its reader has merely gone, as `head` goes. Ctrl-C (130) is one line, too.
    """
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")  # where it has no `×`
    try:
        try:
            yield
        finally:
            if sys.stdout is not None:  # it has none when it was closed
                sys.stdout.flush()
    except OSError as error:
        if error.errno not in _GONE:
            raise
        _forget(sys.stdout)
        if error.errno != errno.EPIPE:
            with suppress(OSError):
                print(f"The output cannot be written: {error.strerror}.", file=sys.stderr)
        sys.exit(1)
    except SystemExit as end:
        if end.code == _INTERRUPTED:
            print("Stopped.", file=sys.stderr)
        raise


def _forget(stream: TextIO) -> None:
    """What is still to be written there goes nowhere, so that Python's end has nothing to complain about."""
    with suppress(OSError, ValueError):
        nowhere = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nowhere, stream.fileno())
        os.close(nowhere)


def save(path: Path, text: str) -> None:
    """Write a file. Refusal where that cannot be."""
    try:
        # The lines end as the format ends them.
        path.write_text(text, encoding="utf-8", newline="")
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        full = getattr(error, "errno", None) in (errno.ENOSPC, errno.EDQUOT)
        raise Refusal(
            507 if full else 422,
            "cannot-write",
            f"{printable(str(path))} cannot be written: {reason}",
            "Choose another file with -o.",
        ) from error


def values_of(settings: list[str] | None) -> dict[str, float]:
    """The values in `--set a=2`. Refusal for one that is none."""
    values = {}
    for setting in settings or ():
        name, _, number = (part.strip() for part in setting.partition("="))
        try:
            values[name] = float(number)
        except ValueError:
            raise _unreadable(setting) from None
        if not name or not math.isfinite(values[name]):
            raise _unreadable(setting)
    return values


def _unreadable(setting: str) -> Refusal:
    return Refusal(
        422,
        "invalid-setting",
        f"--set {printable(setting)} gives no leaf a finite number",
        "Write for example --set a=2.5",
    )


def exit_with(error: Refusal) -> NoReturn:
    """Say what is wrong, where and what to do about it, and exit: with 2, or 1 if the question is right."""
    console = Console(stderr=True, soft_wrap=True)
    line = f" (line {error.body.line})" if error.body.line and error.body.line > 1 else ""
    console.print(Text(error.body.message, style="bold red"), line, sep="", highlight=False)
    if error.caret:
        console.print(Text("\n".join(f"  {line}" for line in error.caret.split("\n"))))
    if error.body.hint:
        console.print(Text(error.body.hint))
    for fix in error.body.fixes[0 if len(error.body.fixes) > 1 else 1 :]:
        console.print(Text(f"  • {fix.label}"), highlight=False)
    raise typer.Exit(2 if error.status < 500 else 1)
