"""Sentences for what goes wrong in blocks, loops, functions, lists and libraries; in the form of
mistakes.py."""

from __future__ import annotations

OF_PROGRAMS: dict[str, tuple[str, str, str]] = {
    "text/braces": (
        "Misplaced",
        "The braces of this f-string do not fit together",
        "Write one name or expression in each pair.",
    ),
    "block": ("Incomplete", "The block under this line is missing", "Set its lines in by four blanks."),
    "indent": (
        "Misplaced",
        "This line is set in for no reason",
        "Let it begin where the lines of its block do.",
    ),
    "operand": (
        "Misused",
        "`{sign}` takes values, and one is {kind}",
        "Write a name, a number or an expression there.",
    ),
    "opaque": ("Unsupported", "`{origin}` computes nothing here", "Leave it out, or write its number."),
    "module": (
        "Misused",
        "`{name}` is a library, and no value",
        "Write one of its functions, for example `{fixed}`.",
    ),
    "prefix": (
        "Misused",
        "There is no `{name}` before the dot",
        "Write `{fixed}` for the function alone, or import what is meant.",
    ),
    "with": (
        "Unsupported",
        "`with` is understood for `torch.no_grad()` and tapes only",
        "Write the lines of its block without it.",
    ),
    "second": (
        "Unsupported",
        "A gradient is a number here, without a graph of its own",
        "Leave `create_graph` out, or write the first derivative as an expression and differentiate that.",
    ),
    "round": (
        "Misused",
        "`round` takes a number, and `{name}` is a value with a gradient",
        "Take its number first, with `float`.",
    ),
    "return-in-try": (
        "Unsupported",
        "`return` out of a `try` that has a `finally` is not part of this language",
        "Keep the result under a name and return it below the block.",
    ),
    "iterate": ("Misused", "A loop goes through a list, and this is {kind}", "Write a list, or `range(n)`."),
    "takes-list": (
        "Misused",
        "`{name}` takes a list of values, and this is one",
        "Write a list, as in `{fixed}`.",
    ),
    "index": ("Misused", "There is no item {number} among {count}", "The first is 0, the last -1."),
    "index/value": ("Misused", "A single value has no items", "Write it without the square brackets."),
    "integer": ("Misused", "{number} is no whole number", "An index, a size and a count must be one."),
    "key": ("Misused", "There is no key {key}", "Put it in before it is read, or use `.get(…)`."),
    "unpack": ("Misused", "{count} names for {given} values", "Write as many names as there are values."),
    "shapes": (
        "Misused",
        "Vectors of the shapes {left} and {right} do not fit together",
        "Make them equally long.",
    ),
    "empty-list": ("Misused", "`{name}` of an empty list", "Put a value in, or write `default=`."),
    "attribute": ("Misused", "`{owner}` has no `{name}`", "{way_out}"),
    "call/missing": ("Misused", "`{name}` needs a value for `{parameter}`", "Give it one in the brackets."),
    "call/many": (
        "Misused",
        "`{name}` takes {most}, here it gets {given}",
        "Leave out those that are too many.",
    ),
    "call/named": (
        "Misused",
        "`{name}` has no parameter `{parameter}`",
        "Write one of the names in its `def`.",
    ),
    "program": ("Misused", "{what}", "{way_out}"),
    "assert": ("Misused", "`{written}` does not hold", "The program stops here, as it would in Python."),
    "raise": ("Misused", "The program raises an error here", "It stops, as it would in Python."),
    "pass/vector": (
        "Misused",
        "`.backward()` starts from one value, and this is a vector",
        "Take its sum or mean first.",
    ),
    "wrapped/list": (
        "Misused",
        "`{name}` takes one number, and not a list",
        "Write `{fixed}`.",
    ),
    "wrapped/children": (
        "Unsupported",
        "A value with a derivative of its own is not read from text",
        "Write its formula; in Python `backpulse` can draw it.",
    ),
    "optimizer": (
        "Unsupported",
        "`{name}` is not made here: of the optimizers there are SGD and Adam",
        "Write its step out, for example `p.data -= lr * p.grad`.",
    ),
    "random/torch": (
        "Unsupported",
        "`{name}` draws PyTorch's random numbers, which are not made here",
        "Write the numbers, or draw them with `random` or `np.random`.",
    ),
    "budget/steps": (
        "TooLarge",
        "This program takes more than {limit} steps",
        "Let its loops run less often.",
    ),
    "budget/values": (
        "TooLarge",
        "This program makes more than {limit} values",
        "Let its loops run less often.",
    ),
    "budget/calls": (
        "TooLarge",
        "More than {limit} calls inside each other",
        "Check where the recursion ends.",
    ),
    "budget/nested": (
        "TooLarge",
        "Something here holds itself, or is nested too deep to look into",
        "Keep a list out of itself.",
    ),
    "budget/items": ("TooLarge", "More than {limit} items in one list or text", "Make it shorter."),
}
