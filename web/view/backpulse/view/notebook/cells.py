"""Which cell shows what: what a cell showed before is closed when it is run again."""

from __future__ import annotations

import sys
from typing import Any, Protocol


class Closes(Protocol):
    """A view."""

    def close(self) -> None:
        """Closes it for good."""


_registered: dict[str, tuple[int, list[Closes]]] = {}
"""By cell: the number of its latest run, and what that has shown."""


def register_in_cell(view: Closes) -> None:
    """Note a view that the present cell has made. Outside a notebook nothing is kept."""
    cell, run = _present()
    if not cell:
        return
    before, views = _registered.get(cell, (run, []))
    if before != run:
        for old in views:
            old.close()
        views = []
    _registered[cell] = run, [*views, view]


def _present() -> tuple[str, int]:
    """The cell that is being run and the number of this run; no name where the front end gives none."""
    # Not imported: outside a notebook it may not even be installed.
    module = sys.modules.get("IPython")
    shell: Any = module.get_ipython() if module is not None else None
    if shell is None:
        return "", 0
    parent = shell.get_parent() if hasattr(shell, "get_parent") else {}
    metadata = parent.get("metadata", {})
    return str(metadata.get("cellId", "")), int(shell.execution_count)
