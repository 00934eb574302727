"""Mutation testing of the engine: which small change to it would no test notice? See MUTATIONS.md.

    nice -n 19 python -m benchmarks.mutate OUT.jsonl MODULE MODULE/3 … [slow]

In an environment with cosmic-ray, pytest, hypothesis, numpy and lark. `MODULE/3` tries each third mutant. The
mutants are cosmic-ray's, in this process's memory only; a child of its own runs the tests on each. Results
are added to OUT.jsonl, and what is there already is not run again; with `slow` at the end, the survivors
there are given the slow tests too.
"""

from __future__ import annotations

import ast
import importlib.machinery
import json
import os
import re
import resource
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import fields
from itertools import islice
from pathlib import Path
from types import CodeType
from typing import Any

import hypothesis
import lark  # noqa: F401  (loaded once, for all children)
import numpy.linalg  # noqa: F401
import pytest
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator

ENGINE = Path("engine/backpulse/engine").resolve()
_SWAPS = (
    "Add_Sub Sub_Add Mul_Div Div_Mul Mod_Mul Pow_Mul FloorDiv_Mul BitOr_BitAnd BitAnd_BitOr",
    "Eq_NotEq NotEq_Eq Lt_LtE Lt_GtE LtE_Lt LtE_Gt Gt_GtE Gt_LtE GtE_Gt GtE_Lt Is_IsNot IsNot_Is",
    "USub_UAdd Delete_Not Delete_Invert",
)
OPERATORS = (
    *(f"ReplaceBinaryOperator_{swap}" for swap in _SWAPS[0].split()),
    *(f"ReplaceComparisonOperator_{swap}" for swap in _SWAPS[1].split()),
    *(f"ReplaceUnaryOperator_{swap}" for swap in _SWAPS[2].split()),
    *("AddNot", "ReplaceTrueWithFalse", "ReplaceFalseWithTrue", "ReplaceAndWithOr", "ReplaceOrWithAnd"),
    *("ReplaceBreakWithContinue", "ReplaceContinueWithBreak", "ExceptionReplacer", "NumberReplacer"),
    *("RemoveDecorator", "ZeroIterationForLoop"),
)
# What says that something cannot happen: nothing changes without it while it does not.
_GUARD = re.compile(r"\b(strict|frozen|slots)=True")
# Their own numbers are points to try things at, as good as any.
_TABLES = ("ops", "start")
FORMULAS = ("forward", "partials", "contribution", "expansion", "findings")
# The tests that look at a module most closely come first: most mutants are dead before the others.
FIRST = {
    "ops": "ops parity golden findings beside_findings value gradcheck",
    "op": "ops graph formula",
    "rules": "ops value",
    "ieee": "ieee formula ops",
    "value": "value lecture nn ops",
    "expansion": "graph ops",
    "order": "value graph",
    "plan": "program levels",
    "program": "program levels",
    "straight": "program",
    "writer": "program",
    "findings": "findings beside_findings",
    "findings_numpy": "findings beside_findings",
    "diagnosis": "diagnosis",
    "remedies": "remedies",
    "tape": "tape program",
    "schedule": "levels",
    "sweep": "sweep levels program",
    "forward_mode": "gradcheck",
}
SLOW = ("fuzz", "levels", "program", "value", "graph", "gradcheck")
CPU_SECONDS = 60
WALL_SECONDS = 400
MEMORY = 3 << 30


def mutants(module: str) -> Iterator[tuple[str, str]]:
    """(what is changed, the module's text with it)."""
    text = (ENGINE / f"{module}.py").read_text()
    yield from (change for change in _of(text) if module not in _TABLES or "Number" not in change[0])
    yield from _without_statements(text)
    if module == "ops":
        yield from _formulas(text)


def _of(text: str) -> Iterator[tuple[str, str]]:
    """Every change by an operator that is Python, changes what is run, and was not there before."""
    seen = {"", _meaning(text)}
    nodes = list(ast_nodes(get_ast(text)))
    for name in OPERATORS:
        operator = get_operator(f"core/{name}")()
        places = [position for node in nodes for position in operator.mutation_positions(node)]
        for occurrence, ((line, _), _) in enumerate(places):
            changed = (mutate_code(text, operator, occurrence) or text).lstrip()
            meaning = _meaning(changed)
            guard = name == "ReplaceTrueWithFalse" and _GUARD.search(text.splitlines()[line - 1])
            if meaning not in seen and not guard:
                seen.add(meaning)
                yield f"{line} {name} {occurrence}", changed


def _meaning(text: str) -> str:
    """A text's tree without annotations, which are not run; "" if it is no Python."""
    try:
        tree = ast.parse(text)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        if isinstance(node, ast.arg):
            node.annotation = None
        elif isinstance(node, ast.FunctionDef):
            node.returns = None
        elif isinstance(node, ast.AnnAssign):
            node.annotation = ast.Constant(0)
    return ast.dump(tree)


def _without_statements(text: str) -> Iterator[tuple[str, str]]:
    """One statement left out: a call, `+=`, `raise`, or an assignment to a part of something."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        parts = (ast.Attribute, ast.Subscript)
        if (
            isinstance(node, ast.AugAssign | ast.Raise)
            or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant))
            or (isinstance(node, ast.Assign) and any(isinstance(target, parts) for target in node.targets))
        ):
            first, last = node.lineno, node.end_lineno or node.lineno
            blank = [lines[first - 1][: node.col_offset] + "pass", *[""] * (last - first)]
            yield f"{first} DeleteStatement 0", "\n".join([*lines[: first - 1], *blank, *lines[last:], ""])


def _formulas(text: str) -> Iterator[tuple[str, str]]:
    """The formulas in the ops table, which are strings: cosmic-ray's changes inside each."""
    names: dict[str, Any] = {"__name__": "ops"}
    exec(compile(text, "ops", "exec"), names)
    for loaded in [name for name in sys.modules if name.startswith("backpulse")]:
        del sys.modules[loaded]  # the children are to load the changed one
    for row in names["OPS"].values():
        for field in (field.name for field in fields(row) if field.name in FORMULAS):
            whole = getattr(row, field)
            for path, formula in _texts(whole):
                for _, changed in _of(formula):
                    value = _put(whole, path, changed)
                    patch = f"replace(OPS[{row.name!r}], {field}={value!r})"
                    yield (
                        f"{row.name}.{field}{list(path)}: {formula} -> {changed}",
                        (
                            f"{text}\nfrom dataclasses import replace\n"
                            f"OPS = MappingProxyType({{**OPS, {row.name!r}: {patch}}})\n"
                        ),
                    )


def _texts(whole: Any) -> Iterator[tuple[tuple[int, ...], str]]:
    if isinstance(whole, str):
        yield (), whole
    elif whole:
        for index, part in enumerate(whole):
            if isinstance(part, str):
                yield (index,), part
            else:
                yield (index, 1), part[1]  # (kind of finding, condition)


def _put(whole: Any, path: tuple[int, ...], text: str) -> Any:
    if not path:
        return text
    index, *rest = path
    return (*whole[:index], _put(whole[index], tuple(rest), text), *whole[index + 1 :])


def tests(module: str) -> tuple[tuple[str, ...], ...]:
    """The test files that come first, the other quick ones, and the slow ones."""
    everything = [
        *sorted(map(str, Path("tests/engine").glob("test_*.py"))),
        "tests/golden/test_expressions.py",
        "tests/parity/test_record.py",
    ]
    words = FIRST.get(module, module).split()
    near = [path for word in words for path in everything if f"test_{word}.py" in path or f"/{word}/" in path]
    others = [path for path in everything if path not in near]
    slow = [path for path in everything if any(f"test_{word}.py" in path for word in SLOW)]
    return tuple(near), tuple(path for path in others if path not in slow), tuple(slow)


def run(module: str, text: str, paths: tuple[str, ...]) -> str:
    """How the tests end on a module's changed text, in a child: "passed", "failed", "slow" or "died"."""
    child = os.fork()
    if not child:
        _tests_in_child(module, text, paths)
    deadline = time.monotonic() + WALL_SECONDS
    while time.monotonic() < deadline:
        done, status = os.waitpid(child, os.WNOHANG)
        if done:
            if os.WIFSIGNALED(status):
                return "slow" if os.WTERMSIG(status) == signal.SIGXCPU else "died"
            return "passed" if os.WEXITSTATUS(status) == 0 else "failed"
        time.sleep(0.02)
    os.kill(child, signal.SIGKILL)
    os.waitpid(child, 0)
    return "slow"


def _tests_in_child(module: str, text: str, paths: tuple[str, ...]) -> None:
    resource.setrlimit(resource.RLIMIT_CPU, (CPU_SECONDS, CPU_SECONDS + 5))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    silent = os.open(os.devnull, os.O_WRONLY)
    os.dup2(silent, 1)
    os.dup2(silent, 2)
    target = str(ENGINE / f"{module}.py")
    assert not any(name.startswith("backpulse") for name in sys.modules)
    usual = importlib.machinery.SourceFileLoader.get_code

    def get_code(self: Any, fullname: str) -> CodeType | None:
        return compile(text, target, "exec") if self.path == target else usual(self, fullname)

    importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign]
    hypothesis.settings.register_profile("mutate", derandomize=True, database=None)
    hypothesis.settings.load_profile("mutate")
    loaded = "ignore:Module already imported so cannot be rewritten"
    options = ["-x", "-q", "-p", "no:cacheprovider", "--no-header", "--tb=no", "-W", loaded]
    if not any("fuzz" in path for path in paths):
        options += ["-k", "not deep and not random"]  # with the slow ones
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os._exit(int(pytest.main([*options, *paths])))


def main() -> None:
    """Run what is not in the results yet."""
    out = Path(sys.argv[1])
    rows = list(map(json.loads, out.open())) if out.exists() else []
    known = {(row["module"], row["name"]): row["end"] for row in rows}
    slow = sys.argv[-1] == "slow"
    sys.path[:0] = [str(Path(part).resolve()) for part in ("engine", "parser", "web/view", "server")]
    assert run("op", (ENGINE / "op.py").read_text(), sum(tests("op"), start=())) == "passed", "unchanged"
    for argument in sys.argv[2 : len(sys.argv) - slow]:
        module, _, every = argument.partition("/")
        *quick, last = tests(module)
        stages = [last] if slow else quick
        for name, text in islice(mutants(module), 0, None, int(every or 1)):
            if known.get((module, name)) == ("passed" if slow else None):
                start = time.monotonic()
                ends = (run(module, text, paths) for paths in stages)
                end = next((end for end in ends if end != "passed"), "survived" if slow else "passed")
                row = {"module": module, "name": name, "end": end, "s": round(time.monotonic() - start, 2)}
                with out.open("a") as file:
                    file.write(json.dumps(row) + "\n")


if __name__ == "__main__":
    main()
