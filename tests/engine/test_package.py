"""The shape of the package: a namespace that four folders share."""

from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType

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


@pytest.mark.parametrize("package", ["backpulse.engine", "backpulse.parser"])
def test_no_function_hides_the_module_of_its_name(package: str) -> None:
    """`import backpulse.engine.tracing as t` gives the module, not something that the package exports."""
    whole = import_module(package)
    for module in iter_modules(whole.__path__):
        import_module(f"{package}.{module.name}")
        assert isinstance(getattr(whole, module.name), ModuleType), module.name
