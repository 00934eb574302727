"""`look.json`: one table of the colours, sizes and times that Python and the page share; and module names."""

from __future__ import annotations

import json
import pkgutil
import re
from importlib import import_module
from itertools import chain
from pathlib import Path

import pytest

import backpulse.view
from backpulse.view.look import PALETTES, size
from backpulse.view.notebook import shaders

WEB = Path(__file__).parents[2] / "web"
TABLE = WEB / "view" / "backpulse" / "view" / "look.json"


def test_the_page_reads_the_table() -> None:
    reads = [path for path in (WEB / "page" / "src").rglob("*.ts") if 'view/look.json"' in path.read_text()]
    assert [path.name for path in reads] == ["look.ts"]
    assert set(PALETTES["dark"]) == set(PALETTES["light"])


def test_nobody_has_a_palette_of_their_own() -> None:
    sources = chain((WEB / "page" / "src").rglob("*.ts"), (WEB / "view").rglob("*.py"))
    own = {path.name: re.findall(r"\"#[0-9a-f]{6}\"", path.read_text()) for path in sources}
    assert {name: colours for name, colours in own.items() if len(colours) > 1} == {}


def test_sizes_are_found_by_name() -> None:
    sizes = json.loads(TABLE.read_text("utf-8"))["sizes"]
    assert size("card.h") == sizes["card"]["h"]
    assert size("outline") == sizes["outline"]
    with pytest.raises(KeyError):
        size("card.girth")


def test_the_shaders_name_no_size_that_is_left() -> None:
    assert "@" not in "".join(
        text for name, text in vars(shaders).items() if name.isupper() and isinstance(text, str)
    )
    assert f"RADIUS = {size('pulse.radius'):g}".replace("0.", ".") in shaders.PULSE_FRAGMENT


def test_no_name_hides_a_module() -> None:
    for found in pkgutil.walk_packages(backpulse.view.__path__, "backpulse.view."):
        module = import_module(found.name)
        parent, _, name = found.name.rpartition(".")
        assert getattr(import_module(parent), name) is module, found.name
