"""The real server in a process of its own, at a free port, watched: its memory, its CPU time, its log.

Whatever it starts belongs to it: all figures are of the whole family of processes, and all of them are
ended. It is killed when it takes more memory or lives longer than an attack may let it.
"""

from __future__ import annotations

import os
import re
import resource
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from time import perf_counter, sleep

MOST_MB = 6_000
"""Memory at which it is killed."""
_LONGEST = 150.0
"""Seconds after which it is killed."""
_PATIENCE = 20.0
"""Seconds in which it must have said where it is."""
_PAGE_MB = resource.getpagesize() / 1e6
_TICKS = os.sysconf("SC_CLK_TCK")


class Server:
    """A server that runs; made by `serving`."""

    def __init__(self, process: subprocess.Popen[bytes], said: Path) -> None:
        self.process = process
        self.pid = process.pid
        self.port = 0
        self.peak_mb = 0.0
        """The most memory its processes held together (resident; what they share counts in each)."""
        self.killed: str | None = None
        """Why it was killed, if it was."""
        self._said = said
        self._family = {self.pid}
        self._ended = threading.Event()
        self._watch = threading.Thread(target=self._watched, daemon=True)
        self._watch.start()

    def family(self) -> set[int]:
        """Its processes that there are now."""
        parents: dict[int, int] = {}
        found: set[int] = set()
        for place in Path("/proc").iterdir():
            if place.name.isdigit() and (fields := _stat(int(place.name))) and fields[0] != "Z":
                parents[int(place.name)] = int(fields[1])
                if int(fields[3]) == self.pid:  # its session
                    found.add(int(place.name))
        while more := {pid for pid, parent in parents.items() if parent in found} - found:
            found |= more
        self._family |= found
        return found

    def rss_mb(self) -> float:
        """Memory that its processes hold now."""
        return sum(_rss_mb(pid) for pid in tuple(self._family))

    def cpu_seconds(self) -> float:
        """CPU time that its processes have used."""
        stats = [fields for pid in self.family() if (fields := _stat(pid))]
        return sum(int(fields[11]) + int(fields[12]) for fields in stats) / _TICKS

    def busy_seconds(self, limit: float) -> float:
        """Seconds from now until it rests (uses less than a fifth of a core), `limit` at most."""
        began = perf_counter()
        while (now := perf_counter()) - began < limit and self.process.poll() is None:
            used = self.cpu_seconds()
            sleep(0.5)
            if self.cpu_seconds() - used < 0.2 * (perf_counter() - now):
                return now - began
        return limit

    def log(self) -> list[str]:
        """What it has said, its address apart."""
        lines = self._said.read_text(errors="replace").splitlines()
        return [line for line in lines if line.strip() and "Ctrl-C stops it" not in line]

    def find_port(self) -> None:
        """Wait until it has said where it is."""
        began = perf_counter()
        while not (found := re.search(r":(\d+)/", self._said.read_text())):
            if perf_counter() - began > _PATIENCE or self.process.poll() is not None:
                raise RuntimeError(f"the server did not say where it is: {self._said.read_text()[-2000:]}")
            sleep(0.02)
        self.port = int(found[1])

    def end(self) -> None:
        """Kill all of it."""
        self._ended.set()
        self._watch.join()
        self._kill()
        self.process.wait()

    def _kill(self) -> None:
        for pid in self.family() | {self.pid}:
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGKILL)

    def _watched(self) -> None:
        began = looked = perf_counter()
        while not self._ended.wait(0.02):
            now = perf_counter()
            if now - looked > 0.25:
                looked = now
                self.family()
            self.peak_mb = max(self.peak_mb, self.rss_mb())
            if self.peak_mb > MOST_MB:
                self.killed = f"killed over {MOST_MB:,} MB"
            elif now - began > _LONGEST:
                self.killed = f"killed after {_LONGEST:.0f} s"
            if self.killed:
                return self._kill()


@contextmanager
def serving(arguments: Sequence[str] = ()) -> Iterator[Server]:
    """`backpulse serve` at a free port of this machine, with more arguments if there are any."""
    command = [str(Path(sys.executable).with_name("backpulse")), "serve", "--no-browser", "--port", "0"]
    with tempfile.TemporaryDirectory() as folder:
        said = Path(folder) / "log"
        with said.open("wb") as log:
            process = subprocess.Popen(
                [*command, *arguments],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, "PYTHONUNBUFFERED": "1"},
                start_new_session=True,
            )
        server = Server(process, said)
        try:
            server.find_port()
            yield server
        finally:
            server.end()


def _stat(pid: int) -> list[str]:
    """The fields of a process after its name: state, parent, group, session, …; none if it is gone."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return []


def _rss_mb(pid: int) -> float:
    try:
        return int(Path(f"/proc/{pid}/statm").read_text().split()[1]) * _PAGE_MB
    except (OSError, IndexError):
        return 0.0
