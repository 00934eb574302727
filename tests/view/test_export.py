"""`backpulse.view.export` of a text and of a Value: what takes effect, what is refused; its colours."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from backpulse import view
from backpulse.engine import Value
from backpulse.parser import SourceError
from backpulse.view.exports import FORMATS, Snapshot, export
from backpulse.view.exports.snapshot import printable
from backpulse.view.expression import of_text

LOOK = Path(__file__).parents[2] / "web" / "page" / "src" / "model" / "look.ts"


@pytest.mark.parametrize("name", FORMATS)
def test_every_format_of_a_text_and_of_a_value(name: str) -> None:
    a, b = Value(2.0, label="a"), Value(-3.0, label="b")
    of_the_value = view.export(a * b, name)  # type: ignore[arg-type]
    of_the_text = view.export("a = 2\nb = -3\na * b\n", name)  # type: ignore[arg-type]
    if name == "json":
        # A graph built in Python stands nowhere in a text.
        nodes = json.loads(of_the_text)["graph"]["nodes"]
        for node in nodes:
            node["span"] = None
        assert json.loads(of_the_value)["graph"]["nodes"] == nodes
    else:
        assert of_the_value == of_the_text


def test_values_opening_and_moment_take_effect() -> None:
    assert export("a - b", "csv", a=5, b=1, expand=True).count(",mul,") == 1
    assert "forward,1,a,leaf,,5.0" in export("a - b", "csv", a=5)
    assert export("a - b", "svg", at=0).count(">--<") == 3
    assert export("a - b", "svg", theme="dark") != export("a - b", "svg")


def test_what_is_refused() -> None:
    with pytest.raises(SourceError):
        export("a -", "csv")
    with pytest.raises(ValueError, match="no leaf called c; the leaves are: a, b"):
        export("a - b", "csv", c=1)
    with pytest.raises(ValueError, match="no format called pdf; the formats are: svg, dot,"):
        export("a - b", "pdf")  # type: ignore[arg-type]


def test_the_same_picture_is_written_in_the_same_way() -> None:
    """Twice, and in a process with other hashes."""
    subject = of_text("d = a * b + relu(a - b)\nd * tanh(d) / c")
    here = "".join(row.write(Snapshot(subject, subject.starts)) for row in FORMATS.values())
    script = (
        "import sys; from backpulse.view.exports import FORMATS, Snapshot\n"
        "from backpulse.view.expression import of_text\n"
        f"s = of_text({subject.source!r})\n"
        "text = ''.join(row.write(Snapshot(s, s.starts)) for row in FORMATS.values())\n"
        "sys.stdout.buffer.write(text.encode())"
    )
    there = subprocess.run([sys.executable, "-c", script], capture_output=True, check=True)
    assert there.stdout.decode() == here


def test_labels_are_shown_as_one_line_that_does_nothing() -> None:
    assert printable("a\n\tb\x07\u202e") == "a b\N{REPLACEMENT CHARACTER}\N{REPLACEMENT CHARACTER}"
