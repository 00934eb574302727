"""Other sites' pages, and names that were made to point here: who is let in?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from benchmarks.attack.trial import Ring
from benchmarks.attack.wire import request, upgrade

_HOSTS = (
    "evil.example",
    "evil.example:{port}",
    "127.0.0.1.evil.example:{port}",
    "localhost@evil.example",
    "",
)
_ORIGINS = ("http://evil.example", "https://127.0.0.1:{port}", "http://127.0.0.1:1", "null")
_QUESTION = b'{"source": "a * b"}'


def attack(ring: Ring) -> None:
    """Each on GET, POST and the live channel; what should be refused and is not is named."""
    did = "Hosts and Origins that are not ours, on GET, POST and the live channel"
    with ring.trial("foreign", did, beside=False) as trial:
        port = trial.port
        statuses = dict(_statuses(port))
        let = [place for place, status in statuses.items() if status < 400]
        trial.say(f"{len(statuses) - len(let)} of {len(statuses)} refused")
        for place in let:
            trial.say(f"let in: {place}")
        ours = {"Origin": f"http://127.0.0.1:{port}"}
        own = (_post(port, ours), _live(port, ours))
        trial.say(f"our own page: POST {own[0]}, live {own[1]}")


def _statuses(port: int) -> Iterator[tuple[str, int]]:
    """Of everything that should be refused, what it is and the status it gets."""
    for host in _HOSTS:
        headers = {"Host": host.format(port=port)}
        yield f"GET, Host `{host}`", _get(port, "/", headers)
        yield f"POST, Host `{host}`", _post(port, headers)
        yield f"live, Host `{host}`", _live(port, headers)
    for origin in _ORIGINS:  # GET: a browser keeps a foreign page from reading it
        headers = {"Origin": origin.format(port=port)}
        yield f"POST, Origin `{origin.format(port='ours')}`", _post(port, headers)
        yield f"live, Origin `{origin.format(port='ours')}`", _live(port, headers)
    yield "POST of text/plain", _post(port, {"Content-Type": "text/plain"})
    yield "GET of http://evil.example/", _get(port, "http://evil.example/", {"Host": "evil.example"})


def _get(port: int, path: str, headers: Mapping[str, str]) -> int:
    """The status, 599 where the line was closed instead; so of the other two."""
    try:
        return request(port, "GET", path, headers=headers).status
    except OSError:
        return 599


def _post(port: int, headers: Mapping[str, str]) -> int:
    try:
        return request(port, "POST", "/api/trace", _QUESTION, headers).status
    except OSError:
        return 599


def _live(port: int, headers: Mapping[str, str]) -> int:
    try:
        return upgrade(port, headers)
    except OSError:
        return 599
