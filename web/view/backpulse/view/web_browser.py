"""Opening a page in the person's browser, where there is a screen to show it."""

from __future__ import annotations

import os
import sys
import webbrowser
from threading import Thread


def has_screen() -> bool:
    """Whether a browser would show: a text browser would take the terminal over."""
    return sys.platform in ("win32", "darwin") or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )


def open_in_browser(address: str, linger: bool = False) -> None:
    """Open it, if there is a screen. `linger`: a program that ends meanwhile waits until it is open.

    Beside the program, since some browsers come back only when they are closed.
    """
    if has_screen():
        Thread(target=webbrowser.open, args=(address,), daemon=not linger).start()
