"""`python -m benchmarks.attack`: attacks a server of its own, and prints what came of it, a row each."""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shlex
import signal
import sys
from datetime import date
from time import perf_counter

from benchmarks.attack import (
    brackets,
    fairness,
    foreign,
    halves,
    hangups,
    interrupt,
    lists,
    memory,
    names,
    picture,
    quoted,
    rest,
    storm,
    unread,
)
from benchmarks.attack.results import PHASES, write
from benchmarks.attack.trial import Ring

ATTACKS = {
    "rest": rest.attack,
    "quoted": quoted.attack,
    "picture": picture.attack,
    "names": names.attack,
    "brackets": brackets.attack,
    "lists": lists.attack,
    "foreign": foreign.attack,
    "hangups": hangups.attack,
    "storm": storm.attack,
    "memory": memory.attack,
    "unread": unread.attack,
    "fairness": fairness.attack,
    "halves": halves.attack,
    "interrupt": interrupt.attack,
}
_FILES = 8192
"""Files that the attacker and the server may each have open."""
_LONGEST = {False: 390.0, True: 100.0}
"""Seconds, by hurry, after which no more attacks are begun."""


def main() -> None:
    """Attack, print, write."""
    parser = argparse.ArgumentParser(prog="benchmarks.attack", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help=f"which attacks: {', '.join(ATTACKS)}")
    parser.add_argument("--quick", action="store_true", help="smaller, in under two minutes")
    parser.add_argument("--write", choices=PHASES, help="fill that column of RESULTS.md")
    parser.add_argument("--server-args", default="", metavar="ARGS", help="more for `backpulse serve`")
    asked = parser.parse_args()
    if unknown := set(asked.names) - ATTACKS.keys():
        parser.error(f"no such attack: {', '.join(sorted(unknown))}")
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the server is ended then too
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    files = min(most, _FILES) if most > 0 else _FILES
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    machine = _machine()
    print(machine)
    ring = Ring(asked.quick, shlex.split(asked.server_args), lambda row: print(row, flush=True))
    began = perf_counter()
    try:
        for name in asked.names or ATTACKS:
            if perf_counter() - began > _LONGEST[asked.quick]:
                print(f"{name}: not begun, the time is up")
                continue
            ATTACKS[name](ring)
    finally:
        print(f"{perf_counter() - began:.0f} s in all, load averages now {_load()}")
        if asked.write:
            write(asked.write, machine, ring.rows)


def _machine() -> str:
    python = f"Python {platform.python_version()}"
    return f"{date.today()}, {os.cpu_count()} cores, {python}, load averages when it began {_load()}"


def _load() -> str:
    return ", ".join(f"{part:.2f}" for part in os.getloadavg())


if __name__ == "__main__":
    main()
