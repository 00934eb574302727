"""The page of results, `RESULTS.md`: what was found before and after, side by side."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import TypedDict

from benchmarks.attack.trial import Row

PHASES = ("before", "after")
_HERE = Path(__file__).parent
_DATA = _HERE / "results.json"
_PAGE = """\
# Attacks on the server

`python -m benchmarks.attack` does all of this to a server of its own (`--quick`: in under two minutes,
smaller; names of attacks, to do these alone) and prints a row for each; `--write after` also fills the
column below. Linux only. On a
busy machine the last attacks may not be begun in time (it says so): ask for them by name, and their rows join
the others.

Every row has a fresh server, and a bystander in a process of its own beside it: a slider of seven nodes
moved 30 times a second, and short new texts, five a second. Figures of theirs are the median / the 99th
percentile of the time from when a move or text was due until it, or a newer one, was answered. The peak is
of all the server's processes together (resident; what they share is counted in each). The load is the
machine's load average when the row began: beside two busy cores everything takes longer, and `rest` says
how much. A size in brackets is the answer's. Whoever waits gives up after a time: "over 30 s".

{runs}

| attack | what was done | before | after |
| --- | --- | --- | --- |
{rows}
"""


class _Run(TypedDict):
    machine: str
    rows: dict[str, tuple[str, list[str]]]


def write(phase: str, machine: str, rows: Sequence[Row]) -> None:
    """Put these rows into the column of `phase`, in place of those of the same names."""
    runs: dict[str, _Run] = json.loads(_DATA.read_text()) if _DATA.exists() else {}
    run = runs.setdefault(phase, {"machine": machine, "rows": {}})
    run["machine"] = machine
    run["rows"] |= {row.name: (row.did, row.found) for row in rows}
    _DATA.write_text(json.dumps(runs, indent=1, ensure_ascii=False) + "\n")
    (_HERE / "RESULTS.md").write_text(_page(runs))


def _page(runs: Mapping[str, _Run]) -> str:
    whats = {name: did for run in runs.values() for name, (did, _) in run["rows"].items()}
    lines = []
    for name, did in whats.items():
        cells = [runs[phase]["rows"].get(name) if phase in runs else None for phase in PHASES]
        found = ("<br>".join(cell[1]) if cell else "" for cell in cells)
        lines.append("| " + " | ".join(text.replace("|", "\\|") for text in (name, did, *found)) + " |")
    said = [f"{phase.capitalize()}: {runs[phase]['machine']}." for phase in PHASES if phase in runs]
    return _PAGE.format(runs="\n\n".join(said), rows="\n".join(lines))
