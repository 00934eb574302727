"""The shape of the package: a namespace that four folders share."""

from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType

import pytest

import backpulse


def test_the_namespace_is_one() -> None:
    assert getattr(backpulse, "__file__", None) is None


@pytest.mark.parametrize("package", ["backpulse.engine", "backpulse.parser"])
def test_no_function_hides_the_module_of_its_name(package: str) -> None:
    """`import backpulse.engine.tracing as t` gives the module, not something that the package exports."""
    whole = import_module(package)
    for module in iter_modules(whole.__path__):
        import_module(f"{package}.{module.name}")
        assert isinstance(getattr(whole, module.name), ModuleType), module.name
