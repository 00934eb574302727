"""Long lists of what is wrong: bodies in which every entry is a mistake."""

from __future__ import annotations

from benchmarks.attack.trial import Ring

_MANY = 100_000


def _bodies() -> list[tuple[str, str, str, bytes]]:
    """Of each its name, what it is, where it goes, and itself: as large as bodies may be."""
    wrong = ",".join(f'"{entry:x}":[]' for entry in range(_MANY)).encode()
    inputs = b'{"nodes": [{"kind": "op", "inputs": [' + b"0.5," * 999_999 + b'0.5]}], "root": 0}'
    return [
        (
            "lists, nodes",
            '{"nodes": [2 million × 0], "root": 0}',
            "/api/graphs",
            b'{"nodes": [' + b"0," * 1_999_999 + b'0], "root": 0}',
        ),
        ("lists, inputs", "a node whose inputs are a million × 0.5", "/api/graphs", inputs),
        (
            "lists, values",
            f"`values` with {_MANY:,} entries, all wrong",
            "/api/trace",
            b'{"source":"a","values":{' + wrong + b"}}",
        ),
        (
            "lists, fields",
            f"{_MANY:,} fields that there are not",
            "/api/trace",
            b'{"source":"a",' + wrong + b"}",
        ),
    ]


def attack(ring: Ring) -> None:
    """One after the other."""
    for name, did, path, body in ring.some(_bodies()):
        with ring.trial(name, did) as trial:
            trial.post("answer", path, body, ring.limit(30))
