"""Programs as people paste them: what they print, their roots and gradients, beside Python running them."""

from __future__ import annotations

import math
import random
import re
import sys
import types
from collections.abc import Iterator
from typing import Any

import pytest
from tests.parser.programs import printed_by_python, programs, recorded
from tests.parser.test_kinds import CASES as KINDS

from backpulse.engine import Value
from backpulse.engine.order import forward_order
from backpulse.parser import SourceError, parse
from backpulse.parser.compile_statements import Compiler
from backpulse.parser.grammar import grammar

VALUES, TORCH, GRADIENTS = map(programs, ("values.txt", "torch.txt", "gradients.txt"))


def python_of(text: str) -> str:
    """A notebook's cell or a session at the prompt as Python has it."""
    if ">>>" in text:
        return "\n".join(line[4:] for line in text.splitlines() if line.startswith((">>>", "...")))
    return re.sub(r"(?m)^(%|!|```).*$", "", text)


@pytest.fixture
def plotting(monkeypatch: pytest.MonkeyPatch) -> None:
    pyplot = types.ModuleType("matplotlib.pyplot")
    pyplot.__getattr__ = lambda _: lambda *_, **__: None  # type: ignore[method-assign]
    package = types.ModuleType("matplotlib")
    package.pyplot = pyplot  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "matplotlib", package)
    monkeypatch.setitem(sys.modules, "matplotlib.pyplot", pyplot)


def passed(monkeypatch: pytest.MonkeyPatch) -> list[Value]:
    """The roots of the passes that Python runs from now on."""
    roots: list[Value] = []
    backward = Value.backward

    def noted(self: Value, *args: Any, **named: Any) -> None:
        roots.append(self)
        backward(self, *args, **named)

    monkeypatch.setattr(Value, "backward", noted)
    return roots


@pytest.mark.parametrize("name", VALUES)
@pytest.mark.usefixtures("plotting")
def test_as_python_runs_it(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    text = VALUES[name]
    with monkeypatch.context() as patched:
        roots = passed(patched)
        names = {"Value": Value, "__name__": "__main__", "random": random, "math": math}
        printed = printed_by_python(python_of(text), names)
        grads = [x.grad for x in forward_order(roots[-1]) if x.kind == "leaf"] if roots else []
        root = roots[-1].data if roots else None
    parsed = parse(text)
    assert parsed.printed == printed
    assert root is None or parsed.root.data == pytest.approx(root, rel=1e-12)
    if len(roots) == 1 and ".grad =" not in text:
        ours = [leaf.grad for leaf in parsed.leaves.values()]
        assert all(any(math.isclose(grad, own, rel_tol=1e-9) for own in ours) for grad in grads)


@pytest.mark.parametrize("name", TORCH)
def test_as_pytorch_ran_it(name: str) -> None:
    assert parse(TORCH[name]).printed == recorded()["printed"][name]


def lines_of(text: str, mark: str) -> list[str]:
    return [line[len(mark) :].strip() for line in text.splitlines() if line.startswith(mark)]


@pytest.mark.parametrize("name", [name for name, text in GRADIENTS.items() if "#!" not in text])
def test_gradients_asked_for_by_functions(name: str) -> None:
    assert parse(GRADIENTS[name]).printed.splitlines() == lines_of(GRADIENTS[name], "#>")


@pytest.mark.parametrize("name", [name for name, text in GRADIENTS.items() if "#!" in text])
def test_what_is_not_done_is_refused_by_name(name: str) -> None:
    with pytest.raises(SourceError) as caught:
        parse(GRADIENTS[name])
    assert [caught.value.message] == lines_of(GRADIENTS[name], "#!")


def texts() -> Iterator[str]:
    yield from (*VALUES.values(), *TORCH.values(), *GRADIENTS.values())
    yield from (source for source, *_ in KINDS.values())
    yield from (
        "|x| + √x + ½ + ln x",
        "x * {'a': 1, **{'b': 2}}['b'] * len({1, 2})",
        "y = x if x and x or x else 1",
    )


def test_every_rule_of_the_grammar_is_used_by_a_program(monkeypatch: pytest.MonkeyPatch) -> None:
    used: set[str] = set()
    action = Compiler.action

    def noted(self: Compiler, alias: str) -> Any:
        run = action(self, alias)

        def counted(*children: Any) -> Any:
            used.add(alias)
            return run(*children)

        return counted

    monkeypatch.setattr(Compiler, "action", noted)
    for text in texts():
        try:
            parse(text)
        except SourceError:
            continue
    unused = sorted(set(grammar().aliases) - used)
    assert unused == []
