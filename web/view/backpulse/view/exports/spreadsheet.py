"""The two passes as one table of comma-separated values (RFC 4180), numbers in full."""

from __future__ import annotations

import csv
import io

from backpulse.view.exports.passes import backward_rows, forward_rows
from backpulse.view.exports.snapshot import Snapshot

COLUMNS = ("pass", "step", "node", "kind", "to", "value", "incoming", "local", "contribution", "total")
"""Of a forward row: node, kind, value. Of a backward row: the sender is the node, `to` the receiver."""


def comma_separated(snapshot: Snapshot) -> str:
    """The table. Numbers that are not finite are inf, -inf and nan, which float() and pandas read; there
    is no negative zero."""
    text = io.StringIO(newline="")
    writer = csv.writer(text)
    writer.writerow(COLUMNS)
    for row in forward_rows(snapshot):
        numbers = (row.value + 0.0, "", "", "", "")
        writer.writerow(("forward", row.step, _cell(row.text), row.kind, "", *numbers))
    for arrow in backward_rows(snapshot):
        receiver = "" if arrow.receiver is None else _cell(arrow.receiver)
        incoming = "" if arrow.receiver is None else arrow.incoming + 0.0
        local = "" if arrow.local is None else arrow.local + 0.0
        sums = (incoming, local, arrow.contribution + 0.0, arrow.total + 0.0)
        writer.writerow(("backward", arrow.step, _cell(arrow.sender), "", receiver, "", *sums))
    return text.getvalue()


def _cell(text: str) -> str:
    """A text that no spreadsheet takes for a formula: `-a` is written with the minus of the page."""
    return "−" + text[1:] if text.startswith("-") else f"'{text}" if text[:1] in "=+@" and text else text
