"""The legend: every row of the ops table and every kind of finding, as the page shows them."""

from __future__ import annotations

from functools import cache

from backpulse.engine import OPS
from backpulse.engine.findings import KINDS
from backpulse.server.messages import FindingRow, Legend, OpRow


@cache
def legend() -> Legend:
    """The answer of `GET /api/ops`."""
    return Legend(
        ops=[OpRow.model_validate(op) for op in OPS.values()],
        findings=[FindingRow(code=code, message=message) for code, message in KINDS.items()],
    )
