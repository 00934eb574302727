"""What is shipped: a namespace from four folders, the page in the wheel, its sources in the archive."""

from __future__ import annotations

import json
import os
import re
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
NOTICES = f"{PAGE}/licences.txt"

LICENCES = {
    "Apache-2.0": "Apache License",
    "BSD-2-Clause": "Redistribution and use in source and binary forms",
    "BSD-3-Clause": "Redistribution and use in source and binary forms",
    "ISC": "Permission to use, copy, modify",
    "MIT": "Permission is hereby granted, free of charge",
    "MPL-2.0": "Mozilla Public License Version 2.0",
    "OFL-1.1": "SIL OPEN FONT LICENSE",
}
"""The licences whose works may be in the page, and words of each."""


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
        check=False,
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
    (project / NOTICES).write_text("the notices")
    done = build(project, "-t", "wheel")
    assert done.returncode == 0, done.stdout
    [wheel] = (project / "dist").glob("*.whl")
    opened = ZipFile(wheel)
    names = opened.namelist()
    for name in (
        "engine/ops.py",
        "parser/grammar.lark",
        "server/app.py",
        "view/layout/__init__.py",
        "server/static/index.html",
        "server/static/assets/index-1.js",
        "server/static/licences.txt",
    ):
        assert f"backpulse/{name}" in names
    assert "backpulse/__init__.py" not in names
    packages = {name.split("/")[1] for name in names if name.startswith("backpulse/")}
    assert packages == {"engine", "parser", "view", "answering", "server"}
    assert not [package for package in packages if f"backpulse/{package}/py.typed" not in names]
    assert {name.split("/")[0] for name in names} == {"backpulse", "backpulse-0.1.0.dist-info"}
    assert not [name for name in names if "__pycache__" in name or name.endswith((".ts", ".json.gz"))]
    assert_has_licences(opened)


def assert_has_licences(wheel: ZipFile) -> None:
    """Ours, and those of what the page is made of."""
    metadata = wheel.read("backpulse-0.1.0.dist-info/METADATA").decode()
    assert re.findall("^License-File: (.*)", metadata, re.MULTILINE) == ["LICENSE", NOTICES]
    assert b"MIT License" in wheel.read("backpulse-0.1.0.dist-info/licenses/LICENSE")
    assert wheel.read(f"backpulse-0.1.0.dist-info/licenses/{NOTICES}") == b"the notices"


def test_the_archive_has_what_the_page_is_built_from(project: Path) -> None:
    (project / PAGE).mkdir(parents=True)
    (project / PAGE / "index.html").write_text("the page")
    (project / NOTICES).write_text("the notices")
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
        "web/page/src/model/frame.ts",
        "web/page/src/model/messages.ts",
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
    program(
        tmp_path / "bin",
        "npm",
        f'[ "$1" = ci ] && exit; mkdir -p ../../{PAGE} && cd ../../{PAGE} && echo built > index.html'
        " && printf 'the notices' > licences.txt",
    )
    done = build(project, "-t", "wheel", path=f"{tmp_path / 'bin'}:/usr/bin:/bin")
    assert done.returncode == 0, done.stdout
    [wheel] = (project / "dist").glob("*.whl")
    assert ZipFile(wheel).read("backpulse/server/static/index.html") == b"built\n"
    assert_has_licences(ZipFile(wheel))


@pytest.fixture(scope="module")
def notices() -> str:
    """What stands beside the page as it is built here."""
    assert (ROOT / NOTICES).is_file(), "the page is not built here: run `make page`"
    return (ROOT / NOTICES).read_text()


def test_whose_work_the_page_is_made_of(notices: str) -> None:
    """Every package in it, as locked, under a licence that allows it, with that licence's text."""
    parts = re.split(r"^## (\S+) - (\S+) \((\S+)\)$", notices, flags=re.MULTILINE)[1:]
    packages = json.loads((ROOT / "web/page/package-lock.json").read_text())["packages"]
    named = set()
    for name, version, licence, text in zip(*(parts[field::4] for field in range(4)), strict=True):
        named.add(name)
        locked = packages[f"node_modules/{name}"]
        assert (version, licence) == (locked["version"], locked["license"])
        assert LICENCES[licence] in text, name
    assert set(packages[""]["dependencies"]) <= named
    # What MPL-2.0 asks for, section 3.2: where the source is.
    assert "https://github.com/Vanilagy/mediabunny" in notices.rpartition("## mediabunny's source")[2]
    assert not [name for name in named if packages[f"node_modules/{name}"].get("dev")]


def test_whose_fonts_the_page_has(notices: str) -> None:
    fonts = [path.name for path in (ROOT / PAGE / "assets").glob("*.woff2")]
    owners = {
        "inter-": "The Inter Project Authors",
        "source-code-pro-": "© 2023 Adobe (http://www.adobe.com/), with Reserved Font Name ‘Source’",
        "KaTeX_": "Khan Academy (<www.khanacademy.org>),\nwith Reserved Font Names KaTeX_AMS",
    }
    for font in fonts:
        [owner] = [owner for start, owner in owners.items() if font.startswith(start)]
        assert owner in notices
        if family := re.match("KaTeX_[^-]+", font):
            assert re.search(rf"\b{family[0]}\b", notices), font
    assert {start for start in owners for font in fonts if font.startswith(start)} == set(owners)
