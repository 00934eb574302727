"""`copy.deepcopy` of a Value: the whole graph at any depth, sharing kept."""

import copy

from backpulse.engine import Value


def test_a_deep_chain_is_copied_whole() -> None:
    """No recursion, and nothing of the copy is the original's."""
    leaf = root = Value(1.0, label="a")
    for _ in range(100_000):
        root = root + 1
    twin = copy.deepcopy(root)
    twin.backward()
    assert (twin.data, root.grad, leaf.grad) == (100_001.0, 0.0, 0.0)


def test_what_is_shared_stays_shared() -> None:
    """Within one graph and between the values of a list."""
    a = Value(3.0, label="a")
    leaf, square, root = copy.deepcopy([a, a * a, (a * a).exp() ** 2])
    assert leaf is not a
    assert leaf.label == "a"
    assert square.inputs == (leaf, leaf)
    square.backward()
    assert (leaf.grad, a.grad) == (6.0, 0.0)
    assert (root.op, root.param) == ("pow", 2.0)


class Named(Value):
    """A person's own kind of value, with an attribute more."""

    notes: list[str]


def test_a_subclass_keeps_what_is_its_own() -> None:
    """Its type and its attributes, those copied too."""
    value = Named(2.0)
    value.notes = ["mine"]
    twin = copy.deepcopy(value)
    assert type(twin) is Named
    assert twin.notes == ["mine"]
    assert twin.notes is not value.notes
