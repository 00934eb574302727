"""Statements with a block: the actions of grammar.lark for them, on top of all others."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from backpulse.parser.compile_base import _NEVER, Item
from backpulse.parser.compile_simple import Simple
from backpulse.parser.errors import Span
from backpulse.parser.machine.code import Code, FunctionForm
from backpulse.parser.names import checked


@dataclass
class Try:
    """A `try` that is being read: where it begins, and the jumps to its end."""

    at: int
    ends: list[int]
    handler: int | None = None
    """Where its first handler begins."""
    stop: int | None = None
    match: int | None = None
    """The test of the last handler, which jumps to the next."""
    last: bool = False
    """Whether it has a `finally`."""
    closed: bool = False
    """Whether its handlers are complete: it has an `else`."""


class Compiler(Simple):
    """Compiles one text and runs it."""

    def if_head(self, word: Span | None, condition: Item, _: Span) -> None:
        """`if c:`, `elif c:`."""
        if word is not None:
            self._ifs.append(([], []))
        self._ifs[-1][0].append(len(self.code))
        self.emit(self.machine.jump_if_false, condition.start, condition.end)

    def else_jump(self, word: Span, _: Span | None = None) -> None:
        """`elif`, `else:`: the branch before it jumps to the end of all."""
        false, ends = self._ifs[-1]
        ends.append(len(self.code))
        self.emit(self.machine.jump, *word)
        self.land(false.pop())

    def if_suite(self, *_: Any) -> None:
        """A branch is complete."""

    def end_if(self, *_: Any) -> None:
        """The last branch of several is complete."""
        false, ends = self._ifs.pop()
        for index in (*false, *ends):
            self.land(index)

    end_else = end_if

    def for_head(self, word: Span, target: Item, _: Span, items: Item, _c: Span) -> None:
        """`for x in xs:`."""
        store = self.stores(target, self.code[target.at : items.at], plain=True)
        del self.code[target.at : items.at]
        self.emit(self.machine.get_iter, items.start, items.end)
        self._loops[-1].append([len(self.code), len(self.code), [], True])
        self.emit(self.machine.for_iter, word[0], items.end)
        self.code += store

    def while_word(self, word: Span) -> Span:
        """`while`."""
        self._loops[-1].append([len(self.code), None, [], False])
        return word

    def while_head(self, word: Span, condition: Item, _: Span) -> None:
        """`while c:`."""
        self._loops[-1][-1][1] = len(self.code)
        self.emit(self.machine.jump_if_false, condition.start, condition.end, None)

    def end_loop(self, *_: Any) -> None:
        """The body of a loop is complete."""
        first, exit_, breaks, _is_for = self._loops[-1].pop()
        _, start, end, _arg = self.code[first]
        self.emit(self.machine.jump, start, end, first - len(self.code) - 1)
        for index in (exit_, *breaks):
            self.land(index)

    def def_name(self, word: Span, name: Span) -> Span:
        """`def f`."""
        return name

    def def_head(self, name: Span, _o: Span, parameters: list[Any], *rest: Any) -> None:
        """`def f(x):`."""
        self.drop(next((item for item in rest if isinstance(item, Item)), None))
        self._first_default = _NEVER
        self._defs.append((len(self.code), name, "def", parameters))
        self._loops.append([])

    def end_def(self, *_: Any) -> None:
        """A function is complete."""
        self._bare_end = None
        at, name, _kind, parameters = self._defs.pop()
        self._loops.pop()
        code = self.code[at:]
        del self.code[at:]
        code += [(self.machine.push, *name, None), (self.machine.return_, *name, None)]
        label = checked(self.source, self.text(name), name)
        yields = any(do in (self.machine.yield_, self.machine.yield_from) for do, *_ in code)
        self.emit(self.machine.make_function, *name, FunctionForm(label, parameters, code, name, yields))
        self._decorate(name)
        self.emit(self.machine.store_plain, *name, (label, None))

    def _decorate(self, name: Span) -> None:
        if self._decorators and self._decorators[-1] == len(self._defs):
            self._decorators.pop()
            self.emit(self.machine.decorate, *name)

    def class_name(self, word: Span, name: Span) -> Span:
        """`class A`."""
        return name

    def class_head(self, name: Span, *rest: Any) -> None:
        """`class A(B):`: its bases are evaluated, then its body in a frame of its own."""
        bases = rest[1] if len(rest) == 4 else []
        self._defs.append((len(self.code), name, "class", bases))
        self._loops.append([])

    def end_class(self, *_: Any) -> None:
        """A class is complete."""
        self._bare_end = None
        at, name, _kind, bases = self._defs.pop()
        self._loops.pop()
        code = self.code[at:]
        del self.code[at:]
        label = checked(self.source, self.text(name), name)
        self.emit(self.machine.make_class, *name, (label, len(bases), code))
        self._decorate(name)
        self.emit(self.machine.store_plain, *name, (label, None))

    def decorator(self, sign: Span, item: Item, _: Span) -> None:
        """`@property`."""
        self._decorators.append(len(self._defs))

    def decorated(self, *_: Any) -> None:
        """What a decorator stands above is complete."""

    def with_head(self, word: Span, item: Item, *rest: Any) -> None:
        """`with torch.no_grad():`."""
        self.emit(self.machine.enter, word[0], item.end)
        if len(rest) == 3:
            target = rest[1]
            code = self.code[target.at : -1]
            enter = self.code[-1]
            del self.code[target.at :]
            self.code += [enter, *self.stores(target, code, plain=True)]
        else:
            self.emit(self.machine.pop, word[0], item.end)

    def end_with(self, *_: Any) -> None:
        """The block is complete."""
        self.emit(self.machine.exit, 0, 0)

    def try_head(self, word: Span, _: Span) -> None:
        """`try:`."""
        self._tries.append(Try(len(self.code), []))
        self.emit(self.machine.begin_try, *word)

    def except_head(self, word: Span, *rest: Any) -> None:
        """`except KeyError as e:`, `finally:`."""
        block = self._tries[-1]
        if self.text(word) == "finally":
            self._finally(block, word)
            return
        test = rest[0] if len(rest) > 1 else None
        code: Code = []
        if test is not None:
            code = self.code[test.at :]
            del self.code[test.at :]
        self._handlers(block, word)
        self.code += code
        block.match = len(self.code)
        self.emit(self.machine.match_exception, *word, (test is not None, 0))
        if len(rest) == 4:
            self.emit(self.machine.store_plain, rest[2][0], rest[2][1], (self.text(rest[2]), None))
        else:
            self.emit(self.machine.pop, *word)

    def _handlers(self, block: Try, word: Span) -> None:
        """What stands before a handler jumps past all of them."""
        block.ends.append(len(self.code))
        self.emit(self.machine.jump, *word)
        self._next_handler(block)

    def _next_handler(self, block: Try) -> None:
        here = len(self.code)
        if block.handler is None:
            block.handler = here
            block.stop = block.stop or here
        elif block.match is not None:
            do, start, end, (tested, _) = self.code[block.match]
            self.code[block.match] = do, start, end, (tested, here - block.match - 1)
            block.match = None

    def _finally(self, block: Try, word: Span) -> None:
        """`finally:` waits for what the block and its handlers raise, too."""
        self._close(block, word)
        # The handlers' end: nothing was raised, so None stands where the exception would.
        self.emit(self.machine.push, *word, None)
        handler = len(self.code)
        code = [(self.machine.begin_try, *word, (handler - block.at, handler - block.at + 1, True))]
        self.code[block.at : block.at] = code
        block.last = True

    def _close(self, block: Try, word: Span) -> None:
        if block.handler is not None and not block.closed:
            block.ends.append(len(self.code))
            self.emit(self.machine.jump, *word)
            self._next_handler(block)
            self.emit(self.machine.end_finally, *word)
        for index in block.ends:
            self.land(index)
        do, start, end, _ = self.code[block.at]
        if block.handler is None:
            self.code[block.at] = self.machine.jump, start, end, 0
        else:
            size = (block.stop or block.handler) - block.at
            self.code[block.at] = do, start, end, (size, block.handler - block.at, False)

    def try_else(self, word: Span, _: Span) -> None:
        """`else:` of a `try`: it runs where nothing was raised."""
        block = self._tries[-1]
        block.ends.append(len(self.code))
        self.emit(self.machine.jump, *word)
        self._next_handler(block)
        self.emit(self.machine.end_finally, *word)
        self.land(block.ends[0])
        block.ends = block.ends[1:]
        block.closed = True

    def except_suite(self, *_: Any) -> None:
        """A block of a `try` is complete."""

    def end_try(self, *_: Any) -> None:
        """The whole is complete."""
        block = self._tries.pop()
        word = self.code[block.at][1:3]
        if block.last:
            self.emit(self.machine.end_finally, *word)
        else:
            self._close(block, word)

    def loop_else(self, word: Span, _: Span) -> None:
        """`else:` of a loop: it runs where no `break` left it."""
        loop = self._loops[-1].pop()
        first, exit_, breaks, _is_for = loop
        _, start, end, _arg = self.code[first]
        self.emit(self.machine.jump, start, end, first - len(self.code) - 1)
        self.land(exit_)
        self._elses.append(breaks)

    def end_loop_else(self, *_: Any) -> None:
        """A loop with `else` is complete."""
        for index in self._elses.pop():
            self.land(index)
