"""Names, jumps and loops."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from backpulse.engine import Value
from backpulse.engine.order import forward_order
from backpulse.parser.errors import SourceError, Span
from backpulse.parser.fixes import Fix
from backpulse.parser.machine.code import Code
from backpulse.parser.machine.frames import MISSING, SWITCH, Frames
from backpulse.parser.machine.generators import Steps
from backpulse.parser.machine.libraries import KNOWN, find_global
from backpulse.parser.machine.objects import (
    Array,
    Comparison,
    Frame,
    Instance,
    Method,
    Module,
    Named,
    Scope,
    Unknown,
)


class Control(Frames):
    """The instructions that say what comes next."""

    def find(self, name: str) -> Any:
        """What a name stands for; a marker if for nothing."""
        scope: Scope | None = self.scope
        while scope is not None:
            if name in scope.names:
                return scope.names[name]
            scope = scope.parent
        return find_global(name, MISSING)

    def load(self, start: int, end: int, name: str) -> None:
        """A name as a value: a leaf from now on if nothing yet."""
        names = self.scope.names
        found = names[name] if name in names else self.find(name)
        if found is MISSING:
            if error := self._two_names(name, (start, end)):
                raise error
            found = self._unbound(name, (start, end))
        elif found.__class__ is Named:
            found = self.constant(float(found), (start, end))
        self.stack.append(found)

    def _two_names(self, name: str, span: Span) -> SourceError | None:
        """`ab` where the text gives `a` and `b` a value: a name of its own, or their product."""
        for cut in range(1, len(name)):
            known = [self.find(half) for half in (name[:cut], name[cut:])]
            if all(isinstance(one, Value) and one not in self.unbound for one in known):
                left, right = name[:cut], name[cut:]
                product = f"{left} * {right}"
                if self.source[: span[0]].rstrip().endswith(("/", "**")):
                    product = f"({product})"
                fixes = [
                    Fix(span, product, "the product"),
                    Fix((0, 0), f"{name} = 1.0\n", "a name of its own"),
                ]
                return self.wrong("two-names", span, fixes, name=name, left=left, right=right)
        return None

    def _unbound(self, name: str, span: Span) -> Value:
        leaf = self.leaf(1.0, name, span)
        self.unbound.add(leaf)
        self.module.names[name] = leaf
        return leaf

    def load_called(self, start: int, end: int, name: str) -> None:
        """A name that is called: never a leaf."""
        found = self.find(name)
        self.stack.append(Unknown(name, (start, end)) if found is MISSING else found)

    def load_owner(self, start: int, end: int, name: str) -> None:
        """A name before a dot: a library, if the text gives it no value."""
        found = self.find(name)
        if found is MISSING:
            found = Module(KNOWN[name]) if name in KNOWN else Unknown(name, (start, end))
        self.stack.append(found)

    def store(self, start: int, end: int, arg: tuple[str, Span | None]) -> None:
        """`name = value`: outside all functions a number starts the leaf of that name."""
        name, made = arg
        value = self.stack.pop()
        if isinstance(value, Method) and isinstance(value.receiver, (Value, Unknown)):
            raise self.not_a_value(value, (start, end), "")
        scope = self._home(name)
        span = (start, made[1] if made else end)
        if value.__class__ is Value and value.kind == "op" and value not in self.fixed:
            if not value.label:
                value.label = name
                if made is not None and self.spans.get(value) == made:
                    self.spans[value] = self.bare[value] = span
        elif scope is self.module:
            value = self._started(name, value, (start, end))
        elif value.__class__ is Value and value in self.leaves and not value.label:
            self.hints.setdefault(value, name)
        scope.names[name] = value
        if scope is self.module and self.outside():
            self.statements.pop(span, None)
            self.statements[span] = (name, value)

    def outside(self) -> bool:
        """Whether no function of the program is being run."""
        return all(frame.scope is self.module for frame in self.frames)

    def _started(self, name: str, value: Any, place: Span) -> Any:
        if isinstance(value, (list, tuple)):
            self._keep_data(value, place)
        if value.__class__ is Value and value in self.fixed and self._held(value):
            value.label = value.label or (name if value.inputs else "")
        elif value.__class__ in (int, float) or (value.__class__ is Value and value in self.fixed):
            if isinstance(value, Value) and value.inputs and self.data:
                self.computed = self.computed or not self.data.isdisjoint(forward_order(value))
            number = self.number_of(value) if isinstance(value, Value) else value
            return self.leaf(number, name, place, plain=True)
        if value.__class__ is Value and value in self.leaves and not value.label:
            value.label = name
            self.leaves[value] = self.spans[value] = place
        return value

    def _held(self, value: Value) -> bool:
        """Whether it is a constant that the program took from a value, or is computed of one."""
        return bool(self.held) and not self.held.isdisjoint(forward_order(value))

    def _keep_data(self, items: Any, place: Span) -> None:
        """Numbers in a list that gets a name: constants, or leaves where these are asked for."""
        for index, one in enumerate(items):
            if isinstance(one, (list, tuple)):
                self._keep_data(one, place)
            elif isinstance(one, Value) and one in self.fixed:
                if self.data_leaves and isinstance(items, list):
                    items[index] = self.leaf(self.number_of(one), "", self.spans.get(one, place), plain=True)
                else:
                    self.data.add(one)

    def store_plain(self, start: int, end: int, arg: tuple[str, Span | None]) -> None:
        """The name of a loop, a function, a class: what it is given is left as it is."""
        self._home(arg[0]).names[arg[0]] = self.stack.pop()

    def _home(self, name: str) -> Scope:
        """The scope where an assignment to this name goes."""
        scope = self.scope
        if name in scope.outer:
            parent = scope.parent
            while parent is not None and parent.parent is not None and name not in parent.names:
                parent = parent.parent
            return parent or self.module
        return scope

    def outer_names(self, start: int, end: int, names: list[str]) -> None:
        """`global a`."""
        self.scope.outer = self.scope.outer.union(names)

    def jump(self, start: int, end: int, by: int) -> int:
        """Go on elsewhere."""
        return by

    def jump_if_false(self, start: int, end: int, by: int) -> int | None:
        """`if`, `while`."""
        return None if self.truth(self.stack.pop(), (start, end)) else by

    def jump_if_false_or_pop(self, start: int, end: int, by: int) -> int | None:
        """`and`."""
        if not self.truth(self.stack[-1], (start, end)):
            return by
        self.stack.pop()
        return None

    def jump_if_true_or_pop(self, start: int, end: int, by: int) -> int | None:
        """`or`."""
        if self.truth(self.stack[-1], (start, end)):
            return by
        self.stack.pop()
        return None

    def truth(self, x: Any, span: Span) -> bool:
        """Whether it counts as true; that a Value decides is noted, for the graph is this branch's alone."""
        if isinstance(x, Comparison):
            self.branches[span] = x.truth
            return x.truth
        if isinstance(x, Value):
            if x not in self.fixed:
                self.branches[span] = x.data != 0
            return x.data != 0
        if isinstance(x, Array):
            return bool(x.items)
        if isinstance(x, Instance):
            return True
        return bool(x)

    def not_(self, start: int, end: int, _: Any) -> None:
        """`not a`."""
        self.stack[-1] = not self.truth(self.stack[-1], (start, end))

    def pop(self, start: int, end: int, _: Any) -> None:
        """Let the top of the stack go."""
        self.stack.pop()

    def push(self, start: int, end: int, value: Any) -> None:
        """A text, None."""
        self.stack.append(value)

    def duplicate(self, start: int, end: int, count: int | None) -> None:
        """The top of the stack, or the two topmost, once more."""
        self.stack += self.stack[-(count or 1) :]

    def get_iter(self, start: int, end: int, _: Any) -> None:
        """What a loop goes through."""
        self.stack[-1] = self.iterate(self.stack[-1], (start, end))

    def iterate(self, x: Any, span: Span) -> Iterator[Any]:
        """The items of a list, tuple, text, dict, vector, range."""
        if isinstance(x, (list, Array)):
            return iter(x)
        if isinstance(x, (tuple, str, dict, set, frozenset, range)):
            return iter(x)
        if hasattr(x, "__next__"):
            return x  # type: ignore[no-any-return]
        if isinstance(x, Instance) and (method := x.cls.find("__iter__")):
            steps = self.call_now(method, [x], span)
            if isinstance(steps, Instance) and (method := steps.cls.find("__next__")):
                return Steps(self, steps, method, span)
            return self.iterate(steps, span) if steps is not x else iter(())
        if isinstance(x, Value):
            raise self.wrong("iterate", span, kind="a single value")
        raise self.not_a_list(x, span)

    def not_a_list(self, x: Any, span: Span) -> SourceError:
        """The error for what has no items."""
        if isinstance(x, (int, float)):
            return self.wrong("iterate", span, kind="a number")
        error = self.not_a_value(x, span, "")
        return self.wrong("iterate", span, kind="nothing") if x is None else error

    def for_iter(self, start: int, end: int, by: int) -> int | None:
        """The next item of a loop, or past its end."""
        item = next(self.stack[-1], MISSING)
        if item is MISSING:
            self.stack.pop()
            return by
        self.stack.append(item)
        return None

    def _inner(self) -> Scope:
        scope = Scope(self.scope)
        scope.inner = True
        return scope

    def walrus(self, start: int, end: int, name: str) -> None:
        """`(n := a)`: the name belongs to what the comprehension stands in."""
        scope = self.scope
        while scope.inner and scope.parent is not None:
            scope = scope.parent
        value = self.stack[-1]
        if isinstance(value, Value) and value.kind == "op" and not value.label and value not in self.fixed:
            value.label = name
        scope.names[name] = value

    def comprehend(self, start: int, end: int, arg: tuple[str, Code]) -> int:
        """Loops in brackets, with names of their own."""
        kind, code = arg
        items = self.stack.pop()
        self.stack.append({"list": list, "set": set, "dict": dict}[kind]())
        base = len(self.stack)
        self.stack.append(items)
        self.enter_frame(Frame(code, self._inner(), base=base, still=self.still))
        return SWITCH

    def collect(self, start: int, end: int, arg: tuple[str, int]) -> None:
        """One more item of what is being made."""
        kind, loops = arg
        item = self.stack.pop()
        if kind == "dict":
            key = self.stack.pop()
            made = self.stack[-1 - loops]
            made[self.key(key, (start, end))] = item
        elif kind == "set":
            made = self.stack[-1 - loops]
            made.add(self.key(item, (start, end)))
        else:
            made = self.stack[-1 - loops]
            made.append(item)
        if len(made) > self.budget.items:
            raise self.wrong("budget/items", (start, end), limit=f"{self.budget.items:,}")
