"""The two example notebooks run in a real kernel, and what they show is right."""

from __future__ import annotations

import asyncio
import itertools
import json
import warnings
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import nbformat
import pytest
from nbclient import NotebookClient

EXAMPLES = Path(__file__).parents[2] / "examples"


class Run:
    """A notebook that has been run, and its kernel, which is asked for more."""

    def __init__(self, name: str) -> None:
        self.notebook = nbformat.read(EXAMPLES / name, as_version=4)
        self.client = NotebookClient(self.notebook, timeout=120, kernel_name="python3")

    async def execute(self) -> None:
        for index in range(len(self.notebook.cells)):
            await self.cell(index)

    async def cell(self, index: int) -> None:
        """Run one cell, and say which it is, as front ends do and this client does not."""
        assert self.client.kc is not None
        cell, session = self.notebook.cells[index], self.client.kc.session
        plain = type(session).msg
        named = {"metadata": {"cellId": cell.id}}
        session.msg = lambda kind, content=None, **_: plain(session, kind, content, **named)
        await self.client.async_execute_cell(cell, index)

    async def ask(self, code: str) -> Any:
        """What an expression is in the kernel, as JSON knows it."""
        cell = nbformat.v4.new_code_cell(f"import json; print(json.dumps({code}))")
        self.notebook.cells.append(cell)
        await self.cell(len(self.notebook.cells) - 1)
        return json.loads(cell.outputs[0]["text"])

    def shown(self, kind: str) -> list[Any]:
        """What cells have shown of a media type."""
        outputs = [output for cell in self.notebook.cells for output in cell.get("outputs", [])]
        return [output["data"][kind] for output in outputs if kind in output.get("data", {})]

    def printed(self) -> str:
        outputs = [output for cell in self.notebook.cells for output in cell.get("outputs", [])]
        return "".join(output["text"] for output in outputs if output.output_type == "stream")


def found_by(running: Coroutine[Any, Any, dict[str, Any]]) -> dict[str, Any]:
    with warnings.catch_warnings():
        # The client's own sockets and loops are not what is tested here.
        warnings.simplefilter("ignore")
        return asyncio.run(running)


async def tour() -> dict[str, Any]:
    run = Run("tour.ipynb")
    async with run.client.async_setup_kernel():
        await run.execute()
        found = {
            "widgets": run.shown("application/vnd.jupyter.widget-view+json"),
            "pictures": run.shown("image/svg+xml"),
            "printed": run.printed(),
            "values": await run.ask("[view.values, view.grads]"),
            "hidden": await run.ask("view.moment.grads"),
            "twice": await run.ask("[twice.grads, twice.sentence.value]"),
            "finding": await run.ask("edge.findings.value"),
        }
        # A slider moved as a front end would: every number follows.
        await run.ask("view.leaves['a'].slider.set_state({'value': 5.0})")
        found["moved"] = await run.ask("[view.values['a'], view.grads, list(view.numbers.values)[-1]]")
        found["gone"] = await run.ask("[edge.set(a=1), edge.findings.value][1]")
        # The cell that made it is run again: what it showed before is closed.
        count = "len(__import__('ipywidgets').widgets.widget._instances)"
        before = await run.ask(count)
        index = next(i for i, cell in enumerate(run.notebook.cells) if 'show("a * a"' in cell.source)
        await run.cell(index)
        found["count"] = before, await run.ask(count)
    return found


async def lecture() -> dict[str, Any]:
    run = Run("lecture.ipynb")
    async with run.client.async_setup_kernel():
        await run.execute()
        return {
            "by hand": await run.ask("by_hand"),
            "hand": await run.ask("[hand.values, hand.grads]"),
            "after": await run.ask("[before, after]"),
            "neuron": await run.ask("[o.data, neuron.grads]"),
            "opened": await run.ask("[opened.grads, [n.op for n in opened.expression.graph.nodes]]"),
            "twice": await run.ask("a.grad"),
            "losses": await run.ask("losses"),
            "predictions": await run.ask("[net(x).data for x in xs]"),
        }


def test_the_tour() -> None:
    found = found_by(tour())
    assert len(found["widgets"]) == 5
    assert len(found["pictures"]) == 1
    assert "z = tanh(…)  0.2449      1" in found["printed"]
    assert "Missing )" in found["printed"]
    assert found["values"] == [{"a": 2, "b": -3, "c": 10}, {"a": 10, "b": 10, "c": -1}]
    assert found["hidden"] == [None, None, 10, None, 1]
    assert found["twice"][0] == {"a": 6}
    assert "which adds up" in found["twice"][1]
    assert "log of 0" in found["finding"]
    assert found["moved"] == [5, {"a": 10, "b": 10, "c": 2}, 20]
    assert found["gone"] == ""
    before, after = found["count"]
    assert after == before


def test_the_lecture() -> None:
    found = found_by(lecture())
    assert found["by hand"] == [6, -4, -2, -2, -2, 4]
    assert found["hand"][1] == {"a": 6, "b": -4, "c": -2, "f": 4}
    assert found["after"] == pytest.approx([-8, -7.286496])
    output, grads = found["neuron"]
    assert output == pytest.approx(0.7071067811865476)
    assert grads == pytest.approx({"x1": -1.5, "w1": 1.0, "x2": 0.5, "w2": 0.0, "b": 0.5})
    opened, ops = found["opened"]
    assert opened == pytest.approx(grads)
    assert "tanh" not in ops
    assert "exp" in ops
    assert found["twice"] == 2
    losses = found["losses"]
    assert len(losses) == 20
    assert all(later < earlier for earlier, later in itertools.pairwise(losses))
    assert losses[-1] < 0.05
    assert [p > 0 for p in found["predictions"]] == [True, False, False, True]


@pytest.mark.parametrize("name", ["tour.ipynb", "lecture.ipynb"])
def test_the_notebooks_are_kept_clean(name: str) -> None:
    """No output and no number of a run in what is committed: they are made when it is run."""
    notebook = nbformat.read(EXAMPLES / name, as_version=4)
    nbformat.validate(notebook)
    for cell in notebook.cells:
        if cell.cell_type == "code":
            assert (cell.outputs, cell.execution_count) == ([], None)
