"""Builds the page for a wheel, when it is not there yet: `npm ci && npm run build` in `web/page`."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any, NoReturn

from hatchling.builders.hooks.plugin.interface import BuildHookInterface

NODE = 20
_STATIC = "server/backpulse/server/static"
_NOTICES = f"{_STATIC}/licences.txt"
_WAY_OUT = f"Install Node.js {NODE} or newer (it brings npm) and run this again, or install a built wheel."


class BuildPage(BuildHookInterface[Any]):
    """Runs before a wheel is put together; in an editable install the Makefile builds the page."""

    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        """Have the page in `static` and its notices among the licences, or say what is missing and stop."""
        if version == "editable":
            return
        root = Path(self.root)
        if not all((root / name).is_file() for name in (f"{_STATIC}/index.html", _NOTICES)):
            self._build(root)
        # Hatchling found the licence files before the page was built.
        self.metadata.core.license_files.append(_NOTICES)

    def _build(self, root: Path) -> None:
        npm = self._npm()
        for step in ("ci --no-audit --no-fund", "run build"):
            self.app.display_info(f"backpulse: npm {step}")
            done = subprocess.run(
                [npm, *step.split()],
                cwd=root / "web" / "page",
                check=False,
                text=True,
                stdout=subprocess.PIPE,
                stderr=subprocess.STDOUT,
            )
            if done.returncode:
                self._stop(f"The page could not be built: `npm {step}` failed in web/page.\n{done.stdout}")

    def _npm(self) -> str:
        """Where npm is, with a Node.js new enough beside it."""
        npm, node = shutil.which("npm"), shutil.which("node")
        if npm is None or node is None:
            self._stop(f"The page is built with npm, and there is no {'npm' if node else 'Node.js'} here.")
        said = subprocess.run([node, "--version"], check=False, text=True, capture_output=True).stdout.strip()
        major = said.removeprefix("v").partition(".")[0]
        if not major.isdigit() or int(major) < NODE:
            self._stop(
                f"The page needs Node.js {NODE} or newer to be built, and here is {said or 'another'}."
            )
        return npm

    def _stop(self, sentence: str) -> NoReturn:
        self.app.abort(f"\nbackpulse: {sentence}\n{_WAY_OUT}\n")
        sys.exit(1)
