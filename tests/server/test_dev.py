"""`make dev`: the page's server in front, backpulse's behind it, and neither without the other."""

from __future__ import annotations

import os
import socket
import stat
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]
# What stands in for npm asks the server for its pulse until it answers, says both, and ends.
_NPM = f"""#!{sys.executable}
import os, sys, time, urllib.error, urllib.request

address = os.environ["BACKPULSE_SERVER"] + "/healthz"
while True:
    try:
        pulse = urllib.request.urlopen(address).read().decode()
        break
    except (urllib.error.URLError, ConnectionError):
        time.sleep(0.1)
print(os.getcwd(), *sys.argv[1:], pulse, address, sep="|")
sys.exit(3)
"""


def test_the_page_finds_a_server_which_ends_with_it(tmp_path: Path) -> None:
    npm = tmp_path / "npm"
    npm.write_text(_NPM)
    npm.chmod(stat.S_IRWXU)
    done = subprocess.run(
        [sys.executable, ROOT / "scripts/dev.py", "--open"],
        env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}"},
        capture_output=True,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 3, done.stderr
    folder, *command, pulse, address = done.stdout.strip().split("|")
    assert Path(folder) == ROOT / "web/page"
    assert command == ["run", "--silent", "dev", "--", "--open"]
    assert '"name":"backpulse"' in pulse
    port = int(address.removeprefix("http://127.0.0.1:").partition("/")[0])
    assert not _listens(port)


def _listens(port: int) -> bool:
    with socket.socket() as client:
        return client.connect_ex(("127.0.0.1", port)) == 0
