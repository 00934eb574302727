"""The names of `backpulse.view` are loaded when they are used; the server never loads widgets."""

from __future__ import annotations

import subprocess
import sys

import pytest

import backpulse.view

HEAVY = ("pythreejs", "ipywidgets", "IPython", "ipydatawidgets")

LIGHT = (
    "import backpulse.view",
    "import backpulse.view.layout",
    "from backpulse.view import show_text",
    "from backpulse.engine import Value; root = Value(1.0) + Value(2.0); repr(root)",
    "assert root._repr_svg_().startswith('<svg ')",
    "from backpulse.server.app import create_app; create_app()",
    "import backpulse.server.cli",
)


def test_nothing_heavy_is_loaded() -> None:
    """What is loaded stays loaded: one fresh Python for all, looked at after each."""
    looks = [f"{code}\nprint(*({set(HEAVY)} & set(sys.modules)))" for code in LIGHT]
    script = "\n".join(["import sys", *looks])
    done = subprocess.run([sys.executable, "-c", script], check=True, capture_output=True, text=True)
    assert dict(zip(LIGHT, done.stdout.splitlines(), strict=True)) == dict.fromkeys(LIGHT, "")


def test_every_name_is_where_it_is_said_to_be() -> None:
    for name in backpulse.view._WHERE:
        assert name in dir(backpulse.view)
        assert getattr(backpulse.view, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'shwo'"):
        _ = backpulse.view.shwo
