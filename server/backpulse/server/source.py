"""Where a command's text comes from: the argument itself, a file that it names, or standard input."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from typing import BinaryIO

from backpulse.answering import limits
from backpulse.answering.errors import Refusal, printable

# What no text of the language begins with, but a path may: `./loss`, `/home/me/loss`, `C:\loss`.
_ROOTED = re.compile(r"\.{0,2}[/\\]|[A-Za-z]:[/\\]")
_SUFFIX = re.compile(r".*\.[A-Za-z]\w*")
_PROGRAM = (".py", ".txt")


def read_source(argument: str) -> str:
    """The text that a command was given. Refusal for a file that cannot be read, or is too long, or no text.

    `-` is standard input. A file is named by its suffix (`loss.py`), or by a path that begins as no text can
    (`./loss`, `../loss`, `/home/me/loss`); everything else is the text itself, whatever files there are.
    """
    if argument == "-":
        return _decoded(sys.stdin.buffer, "Standard input")
    if not _names_file(argument):
        return _checked(argument)
    try:
        with open(argument, "rb") as file:
            return _decoded(file, f"`{printable(argument)}`")
    except FileNotFoundError as error:
        raise Refusal(
            422, "no-such-file", f"There is no file `{printable(argument)}`", _hint(argument)
        ) from error
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise Refusal(422, "unreadable-file", f"`{printable(argument)}` cannot be read: {reason}") from error


def _names_file(argument: str) -> bool:
    if _ROOTED.match(argument):
        return True
    if not _SUFFIX.fullmatch(argument):
        return False
    # `x.grad` and `a.relu` look like files too: their own mistakes are said better by the parser.
    return argument.endswith(_PROGRAM) or _exists(argument)


def _exists(path: str) -> bool:
    try:
        return Path(path).is_file()
    except (OSError, ValueError):  # a text too long for a path, or with a null
        return False


def _hint(argument: str) -> str:
    """The files beside which it would be looked for, if that helps."""
    folder = Path(argument).parent
    if not folder.is_dir():
        return f"There is no folder `{printable(str(folder))}` either."
    here = sorted(path.name for path in folder.glob("*") if path.suffix in _PROGRAM)[:8]
    names = ", ".join(f"`{printable(name)}`" for name in here)
    return (
        f"Beside it there are {names}." if here else "Write the path of a file, or the text itself in quotes."
    )


def _decoded(stream: BinaryIO, name: str) -> str:
    """The text of a stream; of more than could be answered no more is read than shows it."""
    body = stream.read(4 * limits.SOURCE.most + 1)
    if len(body) > 4 * limits.SOURCE.most:
        raise limits.SOURCE.refusal()
    try:
        text = body.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        hint = f"Byte {error.start + 1:,} of it cannot be read. Save it as UTF-8."
        raise Refusal(422, "not-text", f"{name} is not UTF-8 text", hint) from error
    return text.replace("\r\n", "\n")


def _checked(text: str) -> str:
    """An argument; bytes that the terminal could not read stand in it as half characters."""
    try:
        text.encode()
    except UnicodeEncodeError as error:
        hint = "Put it into a file, and give the file's name."
        raise Refusal(422, "not-text", "The text is not UTF-8", hint) from error
    return text
