"""The shape of the package: a namespace that four folders share."""

import backpulse


def test_the_namespace_is_one() -> None:
    assert getattr(backpulse, "__file__", None) is None
