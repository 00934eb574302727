"""Graphs as data: the order of visiting, edges by slot, and derived ops expanded."""

from backpulse.engine import OPS, Value, expand, graph_of
from backpulse.engine.graph import name_of


def leaf(label: str, data: float = 2.0) -> Value:
    return Value(data, label=label)


def test_ids_are_forward_order_inputs_in_slot_order() -> None:
    a, b, c = leaf("a"), leaf("b"), leaf("c")
    graph = graph_of((a + b) * c)
    assert [node.label or node.op for node in graph.nodes] == ["a", "b", "add", "c", "mul"]
    assert [(e.id, e.child, e.parent, e.slot) for e in graph.edges] == [
        *[(0, 0, 2, 0), (1, 1, 2, 1)],
        *[(2, 2, 4, 0), (3, 3, 4, 1)],
    ]
    assert (graph.root, graph.leaves) == (4, [0, 1, 3])
    assert graph.values[4].op == "mul"


def test_a_value_used_twice_is_one_node_with_two_arrows() -> None:
    a = leaf("a")
    graph = graph_of(a * a)
    assert len(graph.nodes) == 2
    assert [(e.child, e.slot) for e in graph.edges] == [(0, 0), (0, 1)]
    assert graph.nodes[1].inputs == (0, 0)


def test_order_of_inputs_is_not_lost() -> None:
    a, b = leaf("a"), leaf("b")
    assert [n.label for n in graph_of(b - a).nodes[:2]] == ["b", "a"]
    assert [n.label for n in graph_of(a - b).nodes[:2]] == ["a", "b"]


def test_exponent_is_no_node_and_literals_are_nodes_of_their_own() -> None:
    a = leaf("a")
    graph = graph_of(a**3 * 2 + 2)
    assert [node.kind for node in graph.nodes].count("const") == 2
    assert [node.param for node in graph.nodes if node.op == "pow"] == [3.0]


def test_a_lone_leaf_is_a_graph() -> None:
    graph = graph_of(leaf("a"))
    assert (len(graph.nodes), graph.edges, graph.root, graph.leaves) == (1, [], 0, [0])


def test_every_value_comes_after_its_inputs() -> None:
    x = leaf("x")
    y = x
    for k in range(50):
        y = y * x + (y if k % 3 else x)
    graph = graph_of(y)
    assert all(child < node.id for node in graph.nodes for child in node.inputs)


def test_names_for_sentences() -> None:
    a, b = leaf("a"), leaf("b")
    named = a * b
    named.label = "e"
    graph = graph_of((named + 3) * (a - b).relu() ** 2 + -a)
    names = [name_of(graph, node.id) for node in graph.nodes]
    assert names == [
        "a",
        "b",
        "e",
        "3",
        "e + 3",
        "a - b",
        "relu(…)",
        "(…) ** 2",
        "(…) * (…)",
        "-a",
        "(…) + (…)",
    ]


def ops_of(root: Value) -> list[str]:
    return [node.op or node.label or f"{node.data:g}" for node in graph_of(root).nodes]


def test_expanding_shows_the_primitives() -> None:
    a, b = leaf("a"), leaf("b")
    assert ops_of(expand(a - b).root) == ["a", "b", "-1", "mul", "add"]
    assert ops_of(expand(a / b).root) == ["a", "b", "pow", "mul"]
    assert ops_of(expand(-a).root) == ["a", "-1", "mul"]
    assert ops_of(expand(a.sqrt()).root) == ["a", "pow"]
    assert ops_of(expand(a.sigmoid()).root) == ["1", "a", "-1", "mul", "exp", "add", "pow"]


def test_equal_parts_of_an_expansion_are_shared() -> None:
    ops = ops_of(expand(leaf("a").tanh()).root)
    assert ops.count("exp") == 1
    assert ops == ["2", "a", "mul", "exp", "-1", "add", "1", "add", "pow", "mul"]


def test_expanding_keeps_leaves_labels_and_what_is_primitive() -> None:
    a, b = leaf("a"), leaf("b")
    kept = a * b
    difference = kept - a
    difference.label = "d"
    root = difference.relu()
    result = expand(root)
    graph = graph_of(result.root)
    assert {graph.values[i] for i in graph.leaves} == {a, b}
    assert kept in graph.values
    assert [node.label for node in graph.nodes if node.op == "add"] == ["d"]
    assert result.origin[result.root] is root
    assert all(result.origin[value] in graph_of(root).values for value in graph.values)
    made = [value for value in graph.values if result.origin[value] is difference]
    assert sorted(value.op for value in made) == ["", "add", "mul"]
    assert difference.label == "d"  # the old graph is as it was
    assert not any(OPS[node.op].derived for node in graph.nodes if node.op)


def test_expanding_a_graph_of_primitives_changes_nothing() -> None:
    a = leaf("a")
    root = (a * a + 1).exp()
    assert expand(root).root is root


def test_a_use_shared_by_two_derived_ops_stays_shared() -> None:
    a = leaf("a")
    e = a.sigmoid()
    ops = ops_of(expand(e - e * a).root)
    assert ops.count("exp") == 1


def test_expanding_deep_chains() -> None:
    x = leaf("x")
    y = x
    for _ in range(20_000):
        y = y - x
    assert len(graph_of(expand(y).root).nodes) == 1 + 3 * 20_000
