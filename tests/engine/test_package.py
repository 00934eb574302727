"""The shape of the package: a namespace that four folders share."""

from pathlib import Path

import pytest

import backpulse

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize("folder", ["engine", "parser", "server", "web/view"])
def test_the_namespace_has_no_init(folder: str) -> None:
    """A `backpulse/__init__.py` in one source root would hide the other three."""
    assert not (ROOT / folder / "backpulse" / "__init__.py").exists()


def test_the_namespace_is_one() -> None:
    assert getattr(backpulse, "__file__", None) is None


def test_the_engine_imports_nothing_of_ours() -> None:
    for path in (ROOT / "engine").rglob("*.py"):
        for line in path.read_text().splitlines():
            words = line.split()
            if words[:1] in (["import"], ["from"]) and words[1].startswith("backpulse"):
                assert words[1].startswith("backpulse.engine"), f"{path.name}: {line}"
