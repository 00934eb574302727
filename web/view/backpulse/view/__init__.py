"""What is seen outside the page: `show` in a notebook, `show_text`, `open` in the browser, `export`.

Each name is loaded when it is first asked for: the server imports this package for its layouts and must
not load widgets with it.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from backpulse.view.exports import export as export
    from backpulse.view.notebook import show as show
    from backpulse.view.open_page import open as open
    from backpulse.view.tree import show_text as show_text

_WHERE: dict[str, str] = {
    "export": "backpulse.view.exports",
    "open": "backpulse.view.open_page",
    "show": "backpulse.view.notebook",
    "show_text": "backpulse.view.tree",
}
"""Public name -> the module that has it."""


def __getattr__(name: str) -> Any:
    if name not in _WHERE:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(import_module(_WHERE[name]), name)


def __dir__() -> list[str]:
    return sorted([*globals(), *_WHERE])
