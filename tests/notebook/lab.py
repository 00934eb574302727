"""A real JupyterLab in a process of its own, and a notebook in a real browser."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from urllib.error import URLError
from urllib.request import urlopen

from playwright.sync_api import Locator, Page, TimeoutError, expect

EXAMPLES = Path(__file__).parents[2] / "examples"


@contextmanager
def serving(folder: Path, theme: str) -> Iterator[str]:
    """JupyterLab in that theme, on copies of the examples in `folder`; gives its address."""
    for notebook in EXAMPLES.glob("*.ipynb"):
        shutil.copy(notebook, folder)
    wear(folder, theme)
    environment = {
        **os.environ,
        "JUPYTERLAB_SETTINGS_DIR": str(folder / "settings"),
        "JUPYTERLAB_WORKSPACES_DIR": str(folder / "workspaces"),
        "JUPYTER_RUNTIME_DIR": str(folder / "runtime"),
        "JUPYTER_CONFIG_DIR": str(folder / "config"),
        "JUPYTER_DATA_DIR": str(folder / "data"),
        "IPYTHONDIR": str(folder / "ipython"),
    }
    command = [sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--ip=127.0.0.1"]
    command += ["--port=0", "--IdentityProvider.token=", f"--ServerApp.root_dir={folder}"]
    log = folder / "lab.log"
    with log.open("w") as said:
        server = subprocess.Popen(command, stdout=said, stderr=subprocess.STDOUT, env=environment)
    try:
        yield _address(log, server)
    finally:
        server.terminate()
        try:
            server.wait(timeout=20)
        except subprocess.TimeoutExpired:
            # It waits for kernels; those end with it.
            server.kill()
            server.wait()


def wear(folder: Path, theme: str) -> None:
    """Pages of the JupyterLab on `folder` that are loaded from now on are in that theme."""
    settings = folder / "settings" / "@jupyterlab" / "apputils-extension"
    settings.mkdir(parents=True, exist_ok=True)
    kept = {"themes": {"theme": f"JupyterLab {theme.title()}"}, "notification": {"fetchNews": "false"}}
    for name, values in kept.items():
        (settings / f"{name}.jupyterlab-settings").write_text(json.dumps(values))


def _address(log: Path, server: subprocess.Popen[bytes]) -> str:
    until = time.monotonic() + 90
    while time.monotonic() < until and server.poll() is None:
        if found := re.search(r"http://127\.0\.0\.1:\d+", log.read_text()):
            try:
                urlopen(f"{found[0]}/api", timeout=5).close()
                return found[0]
            except URLError:
                pass
        time.sleep(0.2)
    raise RuntimeError(f"JupyterLab did not start: {log.read_text()}")


class Lab:
    """A notebook in the browser, as a person has it before them."""

    def __init__(self, page: Page, address: str, notebook: str) -> None:
        self.page = page
        page.set_default_timeout(120_000)
        page.goto(f"{address}/doc/tree/{notebook}?reset")
        page.locator(".jp-NotebookPanel-toolbar").wait_for()
        page.locator('.jp-Notebook-ExecutionIndicator[data-status="idle"]').wait_for()

    def run(self, index: int) -> Locator:
        """Run a code cell, counted from 0, and give it."""
        cell = self.page.locator(".jp-CodeCell").nth(index)
        prompt = cell.locator(".jp-InputPrompt")
        before = prompt.inner_text()
        # Another number, or a star while it runs: a cell that is drawn anew has neither for a moment.
        ran = re.compile(rf"^(?!{re.escape(before)}$)\[(\*|\d+)\]:$")
        # JupyterLab draws its cells anew while it opens: a key that one did not get is pressed again.
        for _ in range(8):
            self._accept_dialog()
            with suppress(AssertionError, TimeoutError):
                cell.locator(".cm-content").click(timeout=8_000)
                self.page.keyboard.press("Control+Enter")
                expect(prompt).to_have_text(ran, timeout=8_000)
                return cell
        raise AssertionError(f"cell {index} does not run")

    def _accept_dialog(self) -> None:
        """Answer what JupyterLab asks on a busy machine, as that there was no kernel in time."""
        dialog = self.page.locator(".jp-Dialog")
        if dialog.count():
            print("JupyterLab asked:", dialog.first.inner_text())
            dialog.first.locator(".jp-mod-accept").click()

    def picture(self, view: Locator) -> bytes:
        """What the scene's canvas shows, as PNG."""
        canvas = view.locator("canvas")
        canvas.scroll_into_view_if_needed()
        return canvas.screenshot()
