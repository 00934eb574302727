"""The page's types are those of the wire: `make types` would change nothing."""

from __future__ import annotations

import subprocess
from pathlib import Path

from backpulse.answering import messages, schema

WEB = Path(__file__).parents[2] / "web" / "page"


def test_the_schema_is_that_of_the_messages() -> None:
    assert (WEB / "messages.schema.json").read_text() == schema.text(), "run `make types`"


def test_the_types_are_those_of_the_schema(tmp_path: Path) -> None:
    written = tmp_path / "messages.ts"
    command = (WEB / "package.json").read_text().split('"types": "')[1].split('"')[0]
    words = command.replace("src/messages.ts", str(written)).split()
    subprocess.run([WEB / "node_modules/.bin" / words[0], *words[1:]], cwd=WEB, check=True)
    assert (WEB / "src/messages.ts").read_text() == written.read_text(), "run `make types`"


def test_every_message_is_a_type_of_its_own() -> None:
    text = (WEB / "src/messages.ts").read_text()
    for model in messages.Message.__subclasses__():
        assert f"export interface {model.__name__} {{" in text
    assert 'export type WireNumber = number | ("Infinity" | "-Infinity" | "NaN");' in text
