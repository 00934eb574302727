"""The README's programs, pasted as they stand."""

from __future__ import annotations

import re
import textwrap

import pytest
from tests.docs.markdown import ROOT

from backpulse.parser import parse

README = (ROOT / "README.md").read_text(encoding="utf-8")
INDENTED = re.findall(r"(?<=\n\n)((?:    .*\n|\n(?=    ))+)", README)
PROGRAMS = [
    text for text in re.findall(r"```python\n(.*?)```", README, re.DOTALL) if "define(" not in text
] + [textwrap.dedent(block) for block in INDENTED if "import random" in block]


@pytest.mark.parametrize(
    ("program", "root", "leaves", "printed"),
    [
        (0, 35.5, {"w": -44.0, "b": -20.0}, "35.5 -44.0 -20.0\n"),
        (1, -10.0, {"a": 10.0, "b": 10.0, "c": -1.0}, ""),
        (2, -10.0, {"a": 10.0, "b": 10.0, "c": -1.0}, None),
        (3, 3.8874052559884302, {"n.w[0]": -0.22041, "n.w[1]": 0.44083, "n.b": -0.22041}, "3.8874\n"),
    ],
)
def test_the_programs_of_the_readme_give_their_graphs(
    program: int, root: float, leaves: dict[str, float], printed: str | None
) -> None:
    assert len(PROGRAMS) == 4
    parsed = parse(PROGRAMS[program])
    if not any(leaf.grad for leaf in parsed.leaves.values()):
        parsed.root.backward()
    assert parsed.root.data == root
    assert {name: leaf.grad for name, leaf in parsed.leaves.items()} == pytest.approx(leaves, abs=1e-5)
    assert printed is None or parsed.printed == printed
