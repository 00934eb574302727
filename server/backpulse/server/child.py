"""A server for one program, which started it (`backpulse.view.open`): it ends when its standard input does.

That is when the program closes it, and when the program is gone, however it went.
"""

from __future__ import annotations

import os
import signal
import sys
from threading import Thread

from backpulse.server.serve import NoAddress, serve


def main() -> None:
    """Serve at a free port of this machine, and print where."""
    Thread(target=_end_with_input, daemon=True).start()
    try:
        serve("127.0.0.1", 0, lambda sentence: print(sentence, flush=True), browser=False)
    except NoAddress as error:
        sys.exit(str(error))


def _end_with_input() -> None:
    # Not sys.stdin: its lock, held here, would keep the interpreter from ending.
    while os.read(0, 1024):
        pass
    signal.raise_signal(signal.SIGINT)
