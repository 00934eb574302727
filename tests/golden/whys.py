"""Writes `whys.json`: graphs whose numbers go wrong, and each node's diagnosis, for Python and the page.

Run as `python -m tests.golden.whys`.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from backpulse.answering.compiled import Cache
from backpulse.answering.messages import TraceRequest
from backpulse.answering.traces import known_values, trace_of
from backpulse.engine.diagnosis import diagnoser

RECORD = Path(__file__).with_name("whys.json")

SUBJECTS: tuple[tuple[str, dict[str, float]], ...] = (
    ("sqrt(x**2 + y**2)**2", {"x": 0, "y": 0}),
    ("log(sigmoid(x))", {"x": -800}),
    ("sqrt(x) - cbrt(x) + y", {"x": 0, "y": 1}),
    ("gelu_tanh(x * 1e200)", {"x": 1}),
    ("x * 1e200 * 1e200 + log(y) * x", {"x": 1, "y": -1}),
    ("x * 1e308 + x * 1e308", {"x": 0}),
    ("relu(x) * 3 + x * y * 1e-200 * 1e-200 * 0", {"x": -1, "y": 2}),
    ("(y * 1e-200) * 1e-200 + (x * x - 6 * x)", {"x": 3, "y": 1}),
    ("max(sqrt(x), 1) + sin(y / reciprocal(z))", {"x": 0, "y": 2, "z": 0}),
    ("x * 1e200 * 1e200", {"x": 1}),
    ("(a + b) * c", {"a": 2, "b": -3, "c": 10}),
)


def record() -> str:
    """The text of the file."""
    cases: list[dict[str, Any]] = []
    for source, values in SUBJECTS:
        cache = Cache()
        answer = trace_of(TraceRequest(source=source, values=values), cache)
        trace = json.loads(answer.model_copy(update={"layouts": None, "forward": []}).model_dump_json())
        for node in trace["graph"]["nodes"]:
            node["position"] = None
        compiled = cache.get(source, expand=False)
        graph, diagnose = compiled.subject.graph, diagnoser(compiled.subject.graph)
        numbers = compiled.subject.program.run(known_values(compiled, values))
        whys = []
        for node in graph.nodes:
            found = diagnose(numbers, node.id)
            links = [{"edge": link.edge, "kind": link.kind} for link in found.backward]
            whys.append({"forward": found.forward, "backward": links, "way": found.way(graph)})
        cases.append({"trace": trace, "whys": whys})
    return json.dumps({"cases": cases}, ensure_ascii=False) + "\n"


if __name__ == "__main__":
    RECORD.write_text(record(), encoding="utf-8")
