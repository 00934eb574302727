"""Programs as people paste them, by the truth they are compared with.

`values.txt` is run by Python itself on the engine's `Value`. `torch.txt` is run by PyTorch, whose output is
recorded (`printed.json`, by `python -m tests.parser.programs`) and compared live by `make parity`.
`gradients.txt` says what it prints (`#>`), or by which sentence it is refused (`#!`). `#:` begins a program
with its name.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent
PRINTED = FOLDER / "printed.json"


def programs(name: str) -> dict[str, str]:
    """The programs of a file by their names."""
    parts = re.split(r"(?m)^#: (.*)\n", (FOLDER / name).read_text(encoding="utf-8"))
    return dict(zip(parts[1::2], parts[2::2], strict=True))


def printed_by_python(text: str, names: dict[str, Any]) -> str:
    """What a program prints when Python runs it; `names` are given to it, and what it makes."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        exec(compile(text, "program", "exec"), names)
    return out.getvalue()


def printed_by_torch() -> dict[str, str]:
    """What the programs of `torch.txt` print when PyTorch runs them."""
    return {
        name: printed_by_python(text, {"__name__": "__main__"})
        for name, text in programs("torch.txt").items()
    }


def recorded() -> dict[str, Any]:
    """PyTorch's version, and what it printed."""
    record: dict[str, Any] = json.loads(PRINTED.read_text(encoding="utf-8"))
    return record
