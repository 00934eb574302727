"""Exported DOT is drawn by Graphviz (viz-js, in Node), and what it draws says all that was meant."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from tests.view.exported import pictures

from backpulse.view.exports import FORMATS, Snapshot, Unfit, export
from backpulse.view.exports.diagrams import label_of, lines_of
from backpulse.view.expression import of_text

WEB = Path(__file__).parents[2] / "web" / "page"
DRAW = """
import { instance } from "@viz-js/viz";
let text = "";
for await (const part of process.stdin) text += part;
const viz = await instance();
const drawn = JSON.parse(text).map((dot) => {
  const { status, output, errors } = viz.render(dot, { format: "svg" });
  return { status, output, errors: errors.filter(({ level }) => level !== "warning") };
});
process.stdout.write(JSON.stringify(drawn));
"""


def draw(dots: list[str]) -> list[dict[str, Any]]:
    """What Graphviz makes of each."""
    command = ["node", "--input-type=module", "-e", DRAW]
    done = subprocess.run(
        command, input=json.dumps(dots), capture_output=True, text=True, cwd=WEB, check=True
    )
    drawn: list[dict[str, Any]] = json.loads(done.stdout)
    return drawn


def texts(svg: str, kind: str) -> list[list[str]]:
    """The lines of text of all nodes or all edges that Graphviz has drawn, sorted."""
    space = "{http://www.w3.org/2000/svg}"
    groups = [group for group in ElementTree.fromstring(svg).iter(f"{space}g") if group.get("class") == kind]
    return sorted(
        [(text.text or "").replace("\xa0", " ") for text in group.iter(f"{space}text")] for group in groups
    )


def test_graphviz_draws_every_graph_with_all_that_is_to_be_said() -> None:
    shown = [picture for _, picture in pictures()]
    drawn = draw([FORMATS["dot"].write(picture) for picture in shown])
    for picture, result in zip(shown, drawn, strict=True):
        assert (result["status"], result["errors"]) == ("success", [])
        assert texts(result["output"], "node") == sorted(
            lines_of(picture, node) for node in picture.graph.nodes
        )
        labels = [label_of(picture, edge) for edge in picture.graph.edges]
        assert texts(result["output"], "edge") == sorted([label] if label else [] for label in labels)


def test_inputs_stand_in_slot_order() -> None:
    """The left input above the right one, where nothing else decides."""
    (result,) = draw([export("c - a * b", "dot")])
    space = "{http://www.w3.org/2000/svg}"
    heights = {
        str(text.text): float(text.get("y", "nan"))
        for text in ElementTree.fromstring(result["output"]).iter(f"{space}text")
    }
    assert heights["c"] < heights["a"] < heights["b"]


@pytest.mark.parametrize("name", ["dot", "mermaid"])
def test_what_is_not_known_yet_has_no_number(name: str) -> None:
    subject = of_text("(a + b) * c")
    text = FORMATS[name].write(Snapshot(subject, [2.0, -3.0, 10.0], "backward", 2))
    assert text.replace("#45;", "-").count("grad --") == 3
    assert text.count(" × ") == 1
    assert text.count("grad 10") == 1


def test_what_mermaid_would_refuse_is_refused_with_a_way_out() -> None:
    with pytest.raises(Unfit, match=r"no more than 500 arrows, and here are 1598. Graphviz DOT"):
        export("+".join(["a * b"] * 400), "mermaid")
    with pytest.raises(ValueError, match=r"50,000 characters"):
        export("+".join(f"{'long_name' * 5}{i}" for i in range(240)), "mermaid")
