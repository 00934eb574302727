"""Writes `moments.json`: traces, and what is known at every moment of both passes, for Python and the page.

Run as `python -m tests.golden.moments`.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path
from typing import Any

from backpulse.answering.compiled import Cache
from backpulse.answering.legend import legend
from backpulse.answering.messages import TraceRequest
from backpulse.answering.traces import trace_of
from backpulse.view.expression import of_text
from backpulse.view.moment import moment_at, steps_of

RECORD = Path(__file__).with_name("moments.json")

SUBJECTS: tuple[tuple[str, dict[str, float], bool], ...] = (
    ("(a + b) * c", {"a": 2, "b": -3, "c": 10}, False),
    ("q = x*x\nL = 3*(2*q) + q", {"x": 3}, False),
    ("-a**3 / max(a, b) - relu(w * (a + bias_of_them))", {"a": -2, "b": -2, "w": 0.5}, False),
    ("tanh(a) * 2", {"a": 0.5}, True),
    ("log(a) + sqrt(b)", {"a": -1, "b": 0}, False),
)


def record() -> str:
    """The text of the file."""
    cases: list[dict[str, Any]] = []
    for source, values, expand in SUBJECTS:
        answer = trace_of(TraceRequest(source=source, values=values, expand=expand), Cache())
        trace = json.loads(answer.model_copy(update={"layouts": None}).model_dump_json())
        for node in trace["graph"]["nodes"]:
            node["position"] = None
        subject = of_text(source, expand)
        starts = zip(subject.names, subject.starts, strict=True)
        numbers = subject.program.run([values.get(name, start) for name, start in starts])
        moments = [
            asdict(moment_at(subject, numbers, direction, t))
            for direction in ("forward", "backward")
            for t in range(len(steps_of(subject.graph, direction)) + 1)
        ]
        cases.append({"trace": trace, "moments": moments})
    return json.dumps({"legend": legend().model_dump(), "cases": _words(cases)}, ensure_ascii=False) + "\n"


def _words(data: Any) -> Any:
    """JSON has no words for infinities and nan; the wire's are used."""
    if isinstance(data, dict):
        return {key: _words(entry) for key, entry in data.items()}
    if isinstance(data, (list, tuple)):
        return [_words(entry) for entry in data]
    if isinstance(data, float) and data - data != 0:
        return "NaN" if data != data else "Infinity" if data > 0 else "-Infinity"
    return data


if __name__ == "__main__":
    RECORD.write_text(record(), encoding="utf-8")
