"""Exported programs: each runs, and its asserts hold, in the library that it is written for."""

from __future__ import annotations

import ast
import math
import subprocess
import sys
from pathlib import Path

import pytest
from tests.parity import cases
from tests.view.exported import hostile, pictures

from backpulse.view.exports import FORMATS, Snapshot, export
from backpulse.view.expression import of_text, of_value

LIBRARIES = ("python", "micrograd", "straight")
RUN = """
import pathlib, runpy, sys, traceback
wrong = 0
for path in sorted(pathlib.Path(sys.argv[1]).glob("*.py")):
    try:
        runpy.run_path(str(path))
    except BaseException:
        wrong += 1
        print(path.read_text(encoding="utf-8")[:300], traceback.format_exc(limit=-1), file=sys.stderr)
sys.exit(wrong)
"""


def run(programs: list[str], folder: Path, python: str = sys.executable) -> subprocess.CompletedProcess[str]:
    """The programs one after another in a process of their own."""
    for place, text in enumerate(programs):
        (folder / f"{place:03}.py").write_text(text, encoding="utf-8")
    return subprocess.run([python, "-c", RUN, str(folder)], capture_output=True, text=True, check=False)


@pytest.mark.parametrize("library", LIBRARIES)
def test_every_program_runs_and_its_asserts_hold(library: str, tmp_path: Path) -> None:
    programs = [FORMATS[library].write(picture) for _, picture in pictures()]
    done = run(programs, tmp_path)
    assert done.returncode == 0, done.stderr
    assert done.stdout.count("Every number is as backpulse shows it.") == len(programs) > 150


@pytest.mark.parametrize("library", LIBRARIES)
def test_asserts_fail_for_another_number(library: str, tmp_path: Path) -> None:
    text = export("(a + b) * c", library, a=2, b=-3, c=10)  # type: ignore[arg-type]
    assert run([text.replace("2.0", "2.000001", 1)], tmp_path).returncode == 1


@pytest.mark.parametrize("library", [*LIBRARIES, "torch"])
def test_nothing_that_a_person_calls_things_becomes_code(library: str) -> None:
    text = FORMATS[library].write(hostile())
    tree = ast.parse(text)
    imported = {alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names}
    assert imported <= {"math", "torch"}
    calls = {ast.unparse(node.func) for node in ast.walk(tree) if isinstance(node, ast.Call)}
    assert not [call for call in calls if "os" in call.split(".")]


@pytest.mark.parametrize("library", [*LIBRARIES, "torch"])
def test_leaves_and_the_root_are_asserted(library: str) -> None:
    text = FORMATS[library].write(Snapshot(of_text("d = a * b\nd / c"), [1.0, 2.0, 0.0]))
    checks = [line for line in text.splitlines() if line.startswith("assert")]
    assert sum("math.inf" in line or "isnan" in line for line in checks) == len(checks) - 1
    for name in "abc":
        assert any(f"{name}.grad" in line or f"{name}_grad" in line for line in checks)


@pytest.mark.parametrize("library", LIBRARIES)
def test_programs_at_random(library: str, tmp_path: Path) -> None:
    """The parity tests' programs, off the number line and at the edges of what float64 holds too."""
    programs = []
    for _, graph in cases.programs(60):
        subject = of_value(graph.values[graph.root])
        leaves = [subject.graph.nodes[leaf].data for leaf in subject.graph.leaves]
        programs.append(FORMATS[library].write(Snapshot(subject, leaves)))
    done = run(programs, tmp_path)
    assert done.returncode == 0, done.stderr


def test_the_square_root_of_minus_infinity_is_undefined(tmp_path: Path) -> None:
    for library in LIBRARIES:
        text = export("(1 - exp(a)) ** 0.5", library, a=1000)  # type: ignore[arg-type]
        assert "isnan(root" in text
        assert run([text], tmp_path).returncode == 0


def test_a_deep_graph_runs_in_micrograd(tmp_path: Path) -> None:
    source = "\n".join(["x = a", *["x = x * 1.0001 + b"] * 700])
    text = export(source, "micrograd", a=1, b=0.5)
    done = run([text], tmp_path)
    assert done.returncode == 0, done.stderr


def test_where_large_numbers_cancel_rounding_is_allowed_for() -> None:
    text = export("(a + b) / c - a / c", "micrograd", a=1e16, b=3.0, c=7.0)
    line = next(line for line in text.splitlines() if "root.data" in line)
    within = float(line.partition("within=")[2].rstrip(")"))
    assert 1 < within < 1e3
    assert not math.isclose((1e16 + 3) / 7 - 1e16 / 7, (1e16 + 3) * 7**-1 - 1e16 * 7**-1, rel_tol=1e-9)
