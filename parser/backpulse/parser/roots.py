"""Which value of a program is drawn, what its leaves are called, and what does not reach it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from backpulse.engine import Value, apply
from backpulse.engine.order import forward_order
from backpulse.parser.errors import SourceError
from backpulse.parser.excerpt import shown
from backpulse.parser.machine.machine import Machine
from backpulse.parser.machine.objects import Array, Function, Instance, Pass
from backpulse.parser.write import distinct

_DEPTH = 6  # how far into lists and objects names of leaves are looked for
_NUMBER = re.compile(r"\d+$")


@dataclass(frozen=True)
class Chosen:
    """The root, and its leaves by name."""

    root: Value
    leaves: dict[str, Value]
    given: dict[str, float]


def choose(machine: Machine) -> Chosen | None:
    """The root: what the last `.backward()` is called on; without one, the last statement that uses a
    leaf."""
    if machine.unasked and "requires_grad" in machine.source:
        for leaf in list(machine.unasked):
            machine.freeze(leaf)
    root, starts = _of_passes(machine)
    if root is None:
        root = _of_statements(machine)
    if root is None:
        return None
    order = forward_order(root)
    if len(order) > machine.most:
        span = machine.spans.get(root, (0, len(machine.source)))
        raise machine.wrong("too-many-nodes", span, limit=f"{machine.most:,}")
    reached = set(order)
    leaves = _named(machine, [leaf for leaf in machine.leaves if leaf in reached])
    for leaf in leaves.values():
        machine.spans[leaf] = machine.leaves[leaf]
    for leaf, number in starts.items():
        leaf.data = number
    given = {name: leaf.data for name, leaf in leaves.items() if leaf not in machine.unbound}
    _say_what_is_left(machine, root, reached)
    _say_branches(machine)
    return Chosen(root, leaves, given)


def _of_passes(machine: Machine) -> tuple[Value | None, dict[Value, float]]:
    """The root of the last passes whose gradients add up: of several, their sum."""
    if not machine.passes:
        return None, {}
    last = machine.passes[-1]
    together = [last]
    for earlier in reversed(machine.passes[:-1]):
        if not together[-1].adds:
            break
        together.append(earlier)
    together.reverse()
    if len(together) == 1:
        return last.root, last.starts
    moved = any(
        one.starts.get(leaf, number) != number for one in together for leaf, number in last.starts.items()
    )
    if moved or len(together) > 8:
        count = len(together)
        machine.read_as(
            last.span, f"the gradients of {count} passes add up here: nothing sets them back to 0 between"
        )
        return last.root, last.starts
    return _sum_of(machine, together), {
        leaf: number for one in together for leaf, number in one.starts.items()
    }


def _sum_of(machine: Machine, passes: list[Pass]) -> Value:
    """Gradients that add up are those of the sum of the roots."""
    total = passes[0].root
    for one in passes[1:]:
        total = apply("add", total, one.root)
    names = [one.root.label or shown(machine.text_at(machine.spans[one.root])) for one in passes]
    machine.read_as(
        passes[-1].span,
        f"gradients add up over {len(passes)} passes, as if the last one started from {' + '.join(names)}",
    )
    return total


def _of_statements(machine: Machine) -> Value | None:
    """The last statement that uses a leaf; what is named like a derivative of it by hand comes after all
    others."""
    found: list[tuple[int, int, Value]] = []
    names = {name for name, _ in machine.statements.values() if name}
    by_hand, first = _by_hand(machine, names)
    drawn: set[Value] = set()
    for place, (name, value) in enumerate(machine.statements.values()):
        for one in [value] if isinstance(value, Value) else _values_in(value):
            alone = isinstance(value, Value)
            if one in machine.fixed:
                if not alone:
                    continue
                rank = 0
            elif one.kind == "leaf":
                rank = 3 if alone and not name else 0 if one in by_hand else 1
            elif not alone:
                rank = 1
            else:
                again = place >= first and one in drawn
                rank = 2 if again or one in by_hand else 3
            drawn.add(one)
            found.append((rank, place, one))
    return max(found, key=lambda item: item[:2])[2] if found else None


def nothing(machine: Machine) -> SourceError:
    """Why there is nothing to draw."""
    if machine.compared is not None:
        signs = [
            match
            for match in re.finditer(r"[<>=!≤≥≠]=?|\b(?:not|in|is)\b", machine.source)
            if match.start() >= machine.compared[0]
        ]
        span = signs[0].span() if signs else machine.compared
        return machine.wrong("comparison", span, after=machine.text_at(span))
    for span, truth in machine.branches.items():
        words = {"condition": shown(machine.text_at(span)), "truth": "true" if truth else "false"}
        return machine.wrong("empty/branch", span, (), **words)
    for function in machine.module.names.values():
        if isinstance(function, Function):
            inputs = ", ".join(name for name, kind, _ in function.form.parameters if not kind)
            fixed = f"{function.form.name}({inputs})"
            return machine.wrong("empty/function", function.form.span, fixed=shown(fixed))
    return machine.wrong("empty/skipped" if machine.notes or machine.module.names else "empty", (0, 0))


def _values_in(x: Any) -> list[Value]:
    if isinstance(x, Value):
        return [x]
    return [one for item in x for one in _values_in(item)] if isinstance(x, (list, tuple, Array)) else []


def _by_hand(machine: Machine, names: set[str]) -> tuple[set[Value], int]:
    """Derivatives worked out by hand, and which statement is the first of them.

    They are values that are named so (`dfdx`, `dx`, `x_grad` of names in the text), what is computed of them,
    and what is computed after the first of them to serve them alone.
    """
    statements = [(name, x) for name, x in machine.statements.values()]
    marks = [place for place, (name, _) in enumerate(statements) if derivative_of(name, names) is not None]
    if not marks:
        return set(), len(statements)
    order = {value: place for place, value in enumerate(machine.spans)}
    before = [order[x] for _, x in statements[: marks[0]] if isinstance(x, Value)]
    later = list(machine.spans)[max(before, default=-1) + 1 :]
    # `dfdq = z` gives another name to a value of the program itself.
    found = {x for place in marks if isinstance(x := statements[place][1], Value) and x in set(later)}
    users: dict[Value, list[Value]] = {}
    for value in later:
        for one in value.inputs:
            users.setdefault(one, []).append(value)
        if not found.isdisjoint(value.inputs):
            found.add(value)
    found.update(value for value in reversed(later) if value in users and found.issuperset(users[value]))
    return found, marks[0]


def derivative_of(name: str, names: set[str]) -> str | None:
    """By what a name says that it is the derivative; None if it says no such thing."""
    both = re.fullmatch(r"d(\w+?)_?d(\w+)", name)
    if both and both[2] in names and (both[1] in names or len(both[1]) == 1):
        return both[2]
    for pattern in (r"(\w+?)_?grad_?", r"(?:d_?|grad_?|g_)(\w+)"):
        one = re.fullmatch(pattern, name)
        if one and one[1] in names:
            return one[1]
    return None


def _named(machine: Machine, leaves: list[Value]) -> dict[str, Value]:
    """Leaves by name, in the order in which their names stand in the text."""
    paths = _paths(machine, {leaf for leaf in leaves if not leaf.label})
    wishes: dict[Value, str] = {}
    unnamed = 0
    taken = {leaf.label for leaf in leaves}
    for leaf in leaves:
        name = leaf.label or paths.get(leaf) or machine.hints.get(leaf, "")
        while not name:
            unnamed += 1
            name = f"v{unnamed}"
            if name in taken:
                name = ""
        wishes[leaf] = name
    used: dict[str, int] = {}
    for leaf, name in wishes.items():
        count = used[name] = used.get(name, 0) + 1
        while count > 1 and (name if count == 1 else f"{name}_{count}") in used:
            count = used[name] = used[name] + 1
        leaf.label = name if count == 1 else f"{name}_{count}"
    ordered = sorted(leaves, key=lambda leaf: (machine.leaves[leaf][0], _order_of(leaf.label)))
    return {leaf.label: leaf for leaf in ordered}


def _order_of(label: str) -> list[Any]:
    numbers = (part.lstrip("0") for part in re.findall(r"\d+", label))
    return [(len(number), number) for number in numbers]  # int() refuses thousands of digits


def _paths(machine: Machine, wanted: set[Value]) -> dict[Value, str]:
    """How each of these can be reached from a name: `w[0]`, `n.layers[1].neurons[0].b`."""
    paths: dict[Value, str] = {}
    seen: set[int] = set()
    waiting: list[tuple[str, Any, int]] = [(name, x, 0) for name, x in reversed(machine.module.names.items())]
    while waiting and wanted:
        path, x, depth = waiting.pop()
        if isinstance(x, Value):
            if x in wanted:
                paths.setdefault(x, path)
            continue
        if depth > 2 * _DEPTH or id(x) in seen:
            continue
        if isinstance(x, (list, tuple, Array)):
            seen.add(id(x))
            parts: list[tuple[str, Any]] = [(f"{path}[{i}]", one) for i, one in enumerate(x)]
        elif isinstance(x, dict):
            seen.add(id(x))
            parts = [
                (f"{path}[{key!r}]" if not isinstance(key, str) else f"{path}.{key}", one)
                for key, one in x.items()
            ]
        elif isinstance(x, Instance):
            seen.add(id(x))
            parts = [(f"{path}.{name}", one) for name, one in x.names.items()]
        else:
            continue
        waiting += [(name, one, depth + 1) for name, one in reversed(parts)]
    return paths


def _say_what_is_left(machine: Machine, root: Value, reached: set[Value]) -> None:
    """Say of each statement whose value the root does not depend on that it does not reach it."""
    names = {name for name, _ in machine.statements.values() if name}
    goal = f"`{shown(root.label)}`" if root.label else "what is drawn"
    for span, (name, value) in machine.statements.items():
        if not isinstance(value, Value) or value in reached or value in machine.fixed:
            continue
        if span in machine.noted:
            continue
        check = _checked(root, name, names, value) if name else None
        machine.note(span, check or f"does not reach {goal}")


def _checked(root: Value, name: str, names: set[str], value: Value) -> str | None:
    """A derivative by hand beside ours, where it names leaves or steps of this graph."""
    by = derivative_of(name, names)
    order = forward_order(root)
    one = next((x for x in reversed(order) if x.label == by), None)
    of = re.fullmatch(rf"d(\w+?)_?d{re.escape(by or '')}", name)
    top = next((x for x in reversed(order) if x.label == of[1]), None) if of else root
    if by is None or one is None or top is None:
        return None
    ours, theirs = _gradients(forward_order(top), top).get(one, 0.0), value.data
    right = (
        ours == theirs
        or abs(ours - theirs) <= 1e-9 * max(1.0, abs(ours))
        or (ours != ours and theirs != theirs)
    )
    if right:
        return f"the derivative by {shown(by)}: {theirs:.6g} is right"
    return f"the derivative by {shown(by)}: here {theirs:.6g}, and the backward pass gives {ours:.6g}"


def _gradients(order: list[Value], root: Value) -> dict[Value, float]:
    kept = {value: value.grad for value in order}
    for value in order:
        value.grad = 0.0
    root.backward()
    totals = {value: value.grad for value in order}
    for value, grad in kept.items():
        value.grad = grad
    return totals


def _say_branches(machine: Machine) -> None:
    """Say of conditions that Values decide which way they went."""
    for span, truth in machine.branches.items():
        machine.read_as(
            span, f"{'true' if truth else 'false'} at these values: the graph is that of this branch"
        )


__all__ = ["Chosen", "choose", "derivative_of", "distinct"]
