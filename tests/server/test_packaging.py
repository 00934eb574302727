"""What is shipped: a namespace from four folders, the page in the wheel, its sources in the archive."""

from __future__ import annotations

import os
import shutil
import stat
import subprocess
import sys
import tarfile
from pathlib import Path
from zipfile import ZipFile

import pytest

ROOT = Path(__file__).parents[2]
PAGE = "server/backpulse/server/static"


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The project as it is committed or about to be, without anything that was built."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    copy = tmp_path / "project"
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, copy / name)
    return copy


def build(project: Path, *arguments: str, path: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "hatchling", "build", *arguments],
        cwd=project,
        env={**os.environ, "PATH": path},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )


def program(folder: Path, name: str, script: str) -> None:
    """A program for a PATH of its own."""
    folder.mkdir(exist_ok=True)
    (folder / name).write_text(f"#!/bin/sh\n{script}\n")
    (folder / name).chmod(stat.S_IRWXU)


def test_the_wheel_is_one_namespace_with_the_page(project: Path) -> None:
    (project / PAGE / "assets").mkdir(parents=True)
    (project / PAGE / "index.html").write_text("the page")
    (project / PAGE / "assets/index-1.js").write_text("")
    done = build(project, "-t", "wheel")
    assert done.returncode == 0, done.stdout
    [wheel] = (project / "dist").glob("*.whl")
    names = ZipFile(wheel).namelist()
    for name in (
        "engine/ops.py",
        "parser/grammar.lark",
        "server/app.py",
        "view/layout/__init__.py",
        "server/static/index.html",
        "server/static/assets/index-1.js",
    ):
        assert f"backpulse/{name}" in names
    assert "backpulse/__init__.py" not in names
    packages = {name.split("/")[1] for name in names if name.startswith("backpulse/")}
    assert {"engine", "parser", "view", "server"} <= packages
    assert not [package for package in packages if f"backpulse/{package}/py.typed" not in names]
    assert {name.split("/")[0] for name in names} == {"backpulse", "backpulse-0.1.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".ts", ".json.gz"))]


def test_the_archive_has_what_the_page_is_built_from(project: Path) -> None:
    (project / PAGE).mkdir(parents=True)
    (project / PAGE / "index.html").write_text("the page")
    done = build(project, "-t", "sdist")
    assert done.returncode == 0, done.stdout
    [archive] = (project / "dist").glob("*.tar.gz")
    with tarfile.open(archive) as opened:
        names = {name.partition("/")[2] for name in opened.getnames()}
    assert {
        "hatch_build.py",
        "LICENSE",
        "README.md",
        "web/page/package.json",
        "web/page/package-lock.json",
        "web/page/src/frame.ts",
        "web/page/src/messages.ts",
        "parser/backpulse/parser/grammar.lark",
    } <= names
    assert not [name for name in names if name.startswith((PAGE, "tests", ".venv"))]


def test_without_npm_it_is_said_plainly(project: Path, tmp_path: Path) -> None:
    done = build(project, "-t", "wheel", path=str(tmp_path / "empty"))
    assert done.returncode != 0
    assert "there is no Node.js here" in done.stdout
    assert "Install Node.js 20 or newer" in done.stdout
    assert "Traceback" not in done.stdout


def test_with_an_old_node_it_is_said_plainly(project: Path, tmp_path: Path) -> None:
    program(tmp_path / "bin", "node", "echo v18.20.1")
    program(tmp_path / "bin", "npm", "exit 0")
    done = build(project, "-t", "wheel", path=str(tmp_path / "bin"))
    assert done.returncode != 0
    assert "needs Node.js 20 or newer to be built, and here is v18.20.1" in done.stdout
    assert "Traceback" not in done.stdout


def test_a_build_that_fails_shows_why(project: Path, tmp_path: Path) -> None:
    program(tmp_path / "bin", "node", "echo v22.1.0")
    program(tmp_path / "bin", "npm", "echo the network is down; exit 1")
    done = build(project, "-t", "wheel", path=str(tmp_path / "bin"))
    assert done.returncode != 0
    assert "`npm ci --no-audit --no-fund` failed" in done.stdout
    assert "the network is down" in done.stdout


def test_the_page_is_built_for_a_wheel(project: Path, tmp_path: Path) -> None:
    program(tmp_path / "bin", "node", "echo v22.1.0")
    page = "../../server/backpulse/server/static"
    program(
        tmp_path / "bin", "npm", f'[ "$1" = ci ] || {{ mkdir -p {page} && echo built > {page}/index.html; }}'
    )
    done = build(project, "-t", "wheel", path=f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert done.returncode == 0, done.stdout
    [wheel] = (project / "dist").glob("*.whl")
    assert ZipFile(wheel).read("backpulse/server/static/index.html") == b"built\n"


def test_only_the_layers_below_are_imported() -> None:
    """engine <- parser <- view <- server: nobody imports what is built on it."""
    allowed = {
        "engine": {"engine"},
        "parser": {"engine", "parser"},
        "web/view/backpulse/view": {"engine", "parser", "view"},
    }
    for folder, known in allowed.items():
        for path in (ROOT / folder).rglob("*.py"):
            for line in path.read_text().splitlines():
                words = line.strip().split()
                if words[:1] in (["import"], ["from"]) and words[1].startswith("backpulse."):
                    assert words[1].split(".")[1] in known, f"{path}: {line}"
