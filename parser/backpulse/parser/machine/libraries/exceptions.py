"""Python's exceptions, as classes that programs raise, catch and derive from."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from backpulse.parser.machine.objects import Builtin, Call, Class, Instance

_BASES = {
    "BaseException": "",
    "Exception": "BaseException",
    "ArithmeticError": "Exception",
    "ZeroDivisionError": "ArithmeticError",
    "OverflowError": "ArithmeticError",
    "FloatingPointError": "ArithmeticError",
    "AssertionError": "Exception",
    "AttributeError": "Exception",
    "ImportError": "Exception",
    "ModuleNotFoundError": "ImportError",
    "LookupError": "Exception",
    "IndexError": "LookupError",
    "KeyError": "LookupError",
    "NameError": "Exception",
    "RuntimeError": "Exception",
    "NotImplementedError": "RuntimeError",
    "RecursionError": "RuntimeError",
    "StopIteration": "Exception",
    "TypeError": "Exception",
    "ValueError": "Exception",
    "Warning": "Exception",
    "KeyboardInterrupt": "BaseException",
}


def _init(m: Any, a: list[Any], n: Mapping[str, Any], c: Call) -> None:
    a[0].names["args"] = tuple(a[1:])


EXCEPTIONS: dict[str, Class] = {}
for _name, _base in _BASES.items():
    EXCEPTIONS[_name] = Class(_name, [EXCEPTIONS[_base]] if _base else [], {})
EXCEPTIONS["BaseException"].names["__init__"] = Builtin("__init__", _init, True)


def text_of_exception(x: Instance, m: Any) -> str | None:
    """What `str(e)` gives; None for an object that is no exception."""
    if not x.cls.derives_from(EXCEPTIONS["BaseException"]):
        return None
    args = [m.printable(one) for one in x.names.get("args", ())]
    if x.cls.name == "KeyError" and len(args) == 1:
        return repr(args[0])
    return str(args[0]) if len(args) == 1 else str(tuple(args)) if args else ""
