"""What is installed here: every lock holds what pyproject.toml declares, within its bounds, and hashes."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[2]
DECLARED: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())
LOCKS = {"dev": "dev", "parity": "parity", "bench": "bench", "lowest": "test"}
"""Of which group each lock is; all but `build` hold what backpulse itself needs too."""

SYSTEMS = {"linux": "Linux", "darwin": "Darwin", "win32": "Windows"}
MACHINES = [(f"3.{minor}", system) for minor in range(10, 15) for system in SYSTEMS]


def machine(python: str, system: str) -> dict[str, str]:
    """What a requirement's marker asks about."""
    return {
        "implementation_name": "cpython",
        "os_name": "nt" if system == "win32" else "posix",
        "platform_machine": "x86_64",
        "platform_python_implementation": "CPython",
        "platform_system": SYSTEMS[system],
        "python_full_version": f"{python}.0",
        "python_version": python,
        "sys_platform": system,
    }


def group(name: str) -> Iterator[Requirement]:
    """A group's requirements and those of the groups it includes."""
    for entry in DECLARED["dependency-groups"][name]:
        if isinstance(entry, str):
            yield Requirement(entry)
        else:
            yield from group(entry["include-group"])


def declared(lock: str, python: str, system: str) -> list[Requirement]:
    """What a lock must hold for one machine."""
    asked = list(group(LOCKS.get(lock, lock)))
    if lock in LOCKS:
        asked += map(Requirement, DECLARED["project"]["dependencies"])
    if lock == "dev":
        asked += map(Requirement, DECLARED["project"]["optional-dependencies"]["notebook"])
    where = machine(python, system)
    return [each for each in asked if each.marker is None or each.marker.evaluate(where)]


@cache
def pinned(lock: str, python: str, system: str) -> dict[str, Version]:
    """What a lock installs on one machine: a version for each package, never two."""
    found: dict[str, Version] = {}
    for line in (ROOT / f"requirements/{lock}.txt").read_text().splitlines():
        if line and line[0] not in "# ":
            each = Requirement(line.removesuffix("\\"))
            if each.marker is None or each.marker.evaluate(machine(python, system)):
                name = canonicalize_name(each.name)
                assert name not in found, f"{lock}: {name} is there twice"
                found[name] = Version(str(each.specifier).removeprefix("=="))
    return found


@pytest.mark.parametrize("lock", [*LOCKS, "build"])
@pytest.mark.parametrize(("python", "system"), MACHINES)
def test_a_lock_holds_what_is_declared(lock: str, python: str, system: str) -> None:
    there = pinned(lock, python, system)
    for asked in declared(lock, python, system):
        if asked.name == "torch":  # has several builds, each with hashes of its own
            assert asked.name not in there
            assert re.fullmatch(r"==[\d.]+", str(asked.specifier))
        else:
            assert there[canonicalize_name(asked.name)] in asked.specifier, f"run `make lock`: {asked}"


@pytest.mark.parametrize(("python", "system"), MACHINES)
def test_the_oldest_are_the_bounds_themselves(python: str, system: str) -> None:
    there = pinned("lowest", python, system)
    for asked in declared("lowest", python, system):
        [bound] = [Version(each.version) for each in asked.specifier if each.operator in (">=", "==")]
        assert there[canonicalize_name(asked.name)] == bound, f"run `make lock`: {asked}"


@pytest.mark.parametrize("lock", ["build", "parity", "bench"])
@pytest.mark.parametrize(("python", "system"), MACHINES)
def test_one_version_everywhere(lock: str, python: str, system: str) -> None:
    dev, there = pinned("dev", python, system), pinned(lock, python, system)
    both = dev.keys() & there
    assert both
    assert {name: there[name] for name in both} == {name: dev[name] for name in both}


@pytest.mark.parametrize("lock", [*LOCKS, "build"])
def test_a_lock_is_packages_and_hashes(lock: str) -> None:
    """No file without a hash, and no word of where files come from: everyone has an index of their own."""
    text = (ROOT / f"requirements/{lock}.txt").read_text()
    assert "://" not in text
    listed = re.sub(r"^ *#.*\n", "", text, flags=re.MULTILINE).replace("\n\n", "\n")
    package = r"[a-z\d-]+==[\w.]+( ;[^\\\n]*)?( \\\n    --hash=sha256:[\da-f]{64})+\n"
    assert re.fullmatch(f"({package})+", listed)


def test_comparisons_have_one_pytorch() -> None:
    pins = {each for name in ("parity", "bench") for each in group(name) if each.name == "torch"}
    assert len(pins) == 1
