"""The names of `backpulse.view` are loaded when they are used; the server never loads widgets."""

from __future__ import annotations

import subprocess
import sys

import pytest

import backpulse.view

HEAVY = ("pythreejs", "ipywidgets", "IPython", "ipydatawidgets")


def loaded_after(code: str) -> set[str]:
    """Which heavy packages a fresh Python has loaded after `code`."""
    done = subprocess.run(
        [sys.executable, "-c", f"{code}\nimport sys\nprint(*sys.modules)"],
        check=True,
        capture_output=True,
        text=True,
    )
    return set(done.stdout.split()) & set(HEAVY)


@pytest.mark.parametrize(
    "code",
    [
        "import backpulse.view",
        "import backpulse.view.layout",
        "from backpulse.server.app import create_app; create_app()",
        "import backpulse.server.cli",
        "from backpulse.view import show_text",
    ],
)
def test_nothing_heavy_is_loaded(code: str) -> None:
    assert loaded_after(code) == set()


def test_every_name_is_where_it_is_said_to_be() -> None:
    for name in backpulse.view._WHERE:
        assert name in dir(backpulse.view)
        assert getattr(backpulse.view, name) is not None


def test_an_unknown_name_is_an_attribute_error() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'shwo'"):
        _ = backpulse.view.shwo
