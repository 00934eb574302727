"""The map, `docs/architecture.md`, against the code: what it names is there, what is there it names."""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.docs.markdown import MAP, ROOT, code, table

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TEXT = MAP.read_text(encoding="utf-8")
ROOMS = {code(row["room"])[0]: row for row in table(TEXT, "room")}
FOLDERS = {room: ROOT / code(row["folder"])[0] for room, row in ROOMS.items()}
PYTHON = [room for room, folder in FOLDERS.items() if folder.parent.name == "backpulse"]
DECLARED = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
_ASKS = "asks for, by entry point"
_NAMED = re.compile(r"[\w.-]+(?:/[\w.-]+)*(?:/|\.(?:py|ts|css|lark|md|toml|json|txt))")


def place(name: str) -> Path:
    """Where a file or folder is that the map calls so: by its room, else from the top."""
    for room in sorted(FOLDERS, key=len, reverse=True):
        if name.startswith(f"{room}/"):
            found = FOLDERS[room] / name.removeprefix(f"{room}/")
            if found.exists():
                return found
    return ROOT / name


def named() -> list[str]:
    """Every file and folder that the map names, in its text, its tables and its drawing."""
    [drawing] = re.findall(r"```text\n(.*?)```", TEXT, re.DOTALL)
    words = [*code(TEXT.replace(drawing, "")), *(word.strip("():,") for word in drawing.split())]
    return [word for word in words if _NAMED.fullmatch(word)]


def committed() -> list[Path]:
    """The project's files, as they are committed or about to be."""
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    return [ROOT / name for name in filter(None, listed.stdout.split("\0")) if (ROOT / name).is_file()]


def test_every_file_and_folder_that_is_named_exists() -> None:
    names = named()
    assert len(names) > 150
    assert [name for name in names if not place(name).exists()] == []


def test_every_source_is_named_or_its_folder_is() -> None:
    """A room's own folder names none of its files."""
    places = {place(name) for name in named()}
    folders = places - set(FOLDERS.values())
    sources = [
        path
        for path in committed()
        if any(path.is_relative_to(folder) for folder in FOLDERS.values())
        and path.suffix in (".py", ".ts", ".lark")
        and path.name != "__init__.py"
        and not path.name.endswith((".test.ts", ".rig.ts"))
    ]
    assert len(sources) > 100
    unnamed = [path for path in sources if path not in places and not folders.intersection(path.parents)]
    assert [str(path.relative_to(ROOT)) for path in unnamed] == []


def test_everything_at_the_top_is_named() -> None:
    tops = {path.relative_to(ROOT).parts[0] for path in committed() if len(path.relative_to(ROOT).parts) > 1}
    known = {place(name).relative_to(ROOT).parts[0] for name in named()}
    assert {top for top in tops if not top.startswith(".")} - known == set()


def test_the_namespace_package_has_no_init() -> None:
    """A `backpulse/__init__.py` in one source root would hide the others."""
    assert len(PYTHON) == 5
    for room in PYTHON:
        assert not (FOLDERS[room].parent / "__init__.py").exists()


def test_every_package_stands_in_the_table() -> None:
    packages = {path.parent for path in ROOT.glob("*/backpulse/*/__init__.py")}
    packages |= {path.parent for path in ROOT.glob("web/*/backpulse/*/__init__.py")}
    assert packages == {FOLDERS[room] for room in PYTHON}


def imports(tree: ast.AST) -> Iterator[str]:
    """The modules that are imported, wherever that stands."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, "imports are written in full"
            yield f"{node.module}.{node.names[0].name}" if node.module == "backpulse" else str(node.module)


def strings(tree: ast.AST) -> Iterator[str]:
    """The texts of a module, without its docstrings."""
    docs = {
        id(node.value)
        for node in ast.walk(tree)
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docs:
            yield node.value


def looked_up(text: str) -> set[str]:
    """The rooms whose modules a text names, to be imported."""
    rooms = set()
    for statement, room in re.findall(r"(\bfrom |\bimport )?\bbackpulse\.(\w+)[\w.]*", text):
        if statement or re.fullmatch(r"backpulse(\.\w+)+(:\w+)?", text):
            rooms.add(room)
    return rooms & set(PYTHON)


@pytest.mark.parametrize("room", PYTHON)
def test_a_room_imports_what_the_table_allows(room: str) -> None:
    row = ROOMS[room]
    ours = {room, *code(row["may import"])}
    others = set(filter(None, re.split(r",\s*", row["of others' packages"])))
    assert ours <= set(PYTHON)
    used: set[str] = set()
    for path in sorted(FOLDERS[room].rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for module in imports(tree):
            top, *rest = module.split(".")
            known = rest[0] in ours if top == "backpulse" else top in others | sys.stdlib_module_names
            assert known, f"{path.relative_to(ROOT)} imports {module}"
            used.add(top)
        for text in strings(tree):
            assert looked_up(text) <= ours, f"{path.relative_to(ROOT)} names {text!r}"
    assert others <= used, "the table allows what nobody imports"


def test_entry_points_are_the_only_way_up() -> None:
    """Who asks for one names its group; who is asked for is declared, and stands above."""
    declared = DECLARED["project"]["entry-points"]
    asked = {group: room for room in PYTHON for group in code(ROOMS[room][_ASKS])}
    assert set(declared) == set(asked)
    for group, room in asked.items():
        texts = {
            text
            for path in FOLDERS[room].rglob("*.py")
            for text in strings(ast.parse(path.read_text("utf-8")))
        }
        assert group in texts
        for target in declared[group].values():
            module = target.partition(":")[0].split(".")
            assert room in code(ROOMS[module[1]]["may import"])
            assert FOLDERS[module[1]].joinpath(*module[2:]).with_suffix(".py").is_file()


def test_no_room_is_imported_by_what_it_stands_on() -> None:
    above: dict[str, set[str]] = {}
    for room in PYTHON:
        above[room] = set(code(ROOMS[room]["may import"]))
        for below in above[room]:
            assert room not in above.get(below, set())
            assert above[below] <= above[room]
