"""What surrounds code where people copy it from: prompts, fences, commands of notebooks, LaTeX, JavaScript.

Each is replaced by blanks, or by what it means in as many characters, so that all places in the text stay
what they are.
"""

from __future__ import annotations

import re
from bisect import bisect_right
from dataclasses import dataclass, field

from backpulse.parser.errors import Span
from backpulse.parser.excerpt import shown

_ANY = re.compile(
    r"^[ \t]*(?:>>>|```|[%!]|In ?\[|let\b|const\b|var\b|//)|[\\$]|;[ \t]*(?:let|const|var|//)", re.M
)
_FENCE = re.compile(r"^[ \t]*```[^\n]*", re.M)
_COMMAND = re.compile(r"^[ \t]*(?:%%?[A-Za-z]|!)[^\n]*", re.M)
_PROMPT = re.compile(r"^([ \t]*(?:>>>|\.\.\.)(?: |$)|In ?\[\d*\]:)", re.M)
_LET = re.compile(r"(?:^|;)[ \t]*((?:let|const|var)(?=[ \t]+[^\W\d]\w*[ \t]*=))", re.M)
_SLASHES = re.compile(r"(?:^|;)[ \t]*(//[^\n]*)", re.M)
# One that is not closed goes on to the end, so that it is not looked for again from each of its quotes.
_COMMENT_OR_TEXT = re.compile(
    r"#[^\n]*"
    r"|'''(?:[^'\\]|\\.|'(?!''))*(?:'''|$)"
    r'|"""(?:[^"\\]|\\.|"(?!""))*(?:"""|$)'
    r"|'(?:[^'\\\n]|\\.)*(?:'|\n|$)"
    r'|"(?:[^"\\\n]|\\.)*(?:"|\n|$)',
    re.S,
)

_LATEX = re.compile(r"\\(?:[A-Za-z]+|[,;:! ])|\$")
_FUNCTIONS = frozenset(
    ("exp", "log", "ln", "sin", "cos", "tan", "tanh", "sinh", "cosh", "max", "min", "sqrt", "arctan")
)
_SIGNS = {"cdot": "*", "times": "*", "ast": "*", "div": "/"}
_BLANK = frozenset(
    (
        "left",
        "right",
        "big",
        "Big",
        "bigl",
        "bigr",
        "quad",
        "qquad",
        "mathrm",
        "text",
        "operatorname",
        "displaystyle",
        "limits",
    )
)
_GREEK = {
    **dict(
        zip(("alpha", "beta", "gamma", "delta", "epsilon", "zeta", "eta", "theta"), "αβγδεζηθ", strict=True)
    ),
    **dict(
        zip(
            (
                "iota",
                "kappa",
                "lambda",
                "mu",
                "nu",
                "xi",
                "rho",
                "sigma",
                "tau",
                "phi",
                "chi",
                "psi",
                "omega",
            ),
            "ικλμνξρστφχψω",
            strict=True,
        )
    ),
    "varepsilon": "ε",
    "varphi": "φ",
    "hat": "",
}
_SUBSCRIPT = re.compile(r"_\{(\w+)\}")


@dataclass
class Plain:
    """A text as the grammar reads it, as long as the one it was made from."""

    text: str
    latex: bool = False
    """Whether `^` is a power in it."""
    notes: list[tuple[Span, str]] = field(default_factory=list)
    """What was taken out, with the reason."""
    readings: list[tuple[Span, str]] = field(default_factory=list)


def plain(source: str) -> Plain:
    """The text without what surrounds its code."""
    found = Plain(source)
    if _ANY.search(source) is None:
        return found
    _blank(found, _FENCE, "Markdown around the code")
    if _PROMPT.search(found.text) is not None:
        _prompts(found)
    _blank(found, _COMMAND, "a notebook's command")
    _blank(found, _SLASHES, "a comment", 1)
    _blank(found, _LET, "", 1)
    _latex(found)
    return found


def _replace(found: Plain, span: Span, by: str) -> None:
    start, end = span
    found.text = found.text[:start] + by.ljust(end - start) + found.text[end:]


def _blank(found: Plain, pattern: re.Pattern[str], reason: str, group: int = 0) -> None:
    spans = [match.span(group) for match in pattern.finditer(found.text)]
    if not spans:
        return
    made = []
    at = 0
    for start, end in spans:
        begin = start + len(found.text[start:end]) - len(found.text[start:end].lstrip())
        made += [found.text[at:start], " " * (end - start)]
        at = end
        if reason:
            found.notes.append(((begin, end), reason))
    found.text = "".join([*made, found.text[at:]])


def _prompts(found: Plain) -> None:
    """With `>>>`, lines without a prompt are what was printed."""
    made: list[str] = []
    start = 0
    interactive = re.search(r"^[ \t]*>>>", found.text, re.M) is not None
    for line in found.text.splitlines(keepends=True):
        match = _PROMPT.match(line)
        if match is not None:
            made.append(" " * match.end() + line[match.end() :])
        elif interactive and line.strip():
            ending = len(line.rstrip("\r\n"))
            found.notes.append(((start, start + ending), "what was printed"))
            made.append(" " * ending + line[ending:])
        else:
            made.append(line)
        start += len(line)
    found.text = "".join(made)


def _latex(found: Plain) -> None:
    """LaTeX's commands as the signs and names that they stand for."""
    commands = list(_LATEX.finditer(found.text))
    if not any(m[0] == "$" or _means(m[0][1:]) is not None or "frac" in m[0] for m in commands):
        return
    quoted = [match.span() for match in _COMMENT_OR_TEXT.finditer(found.text)]
    starts = [start for start, _ in quoted]

    def inside(at: int) -> bool:
        before = bisect_right(starts, at) - 1
        return before >= 0 and at < quoted[before][1]

    commands = [match for match in commands if not inside(match.start())]
    commands = [m for m in commands if m[0] == "$" or _means(m[0][1:]) is not None or "frac" in m[0]]
    if not commands:
        return
    found.latex = True
    made, at = [], 0
    for match in commands:
        start, end = match.span()
        name = match[0][1:]
        by = "" if match[0] == "$" else match[0] if "frac" in name else _means(name) or ""
        made += [found.text[at:start], by.rjust(end - start) if by in _FUNCTIONS else by.ljust(end - start)]
        at = end
    found.text = "".join([*made, found.text[at:]])
    found.text = _SUBSCRIPT.sub(lambda m: f"_{m[1]}".ljust(len(m[0])), found.text)
    _round(found)
    line = (0, len(found.text.rstrip()))
    found.readings.append((line, f"LaTeX, read as {shown(found.text, 60)}"))


def _means(name: str) -> str | None:
    """What a command stands for, in no more characters than it has; None for one that is unknown."""
    if name in _FUNCTIONS:
        return name
    if name == "pi":
        return "pi"
    if name in _SIGNS:
        return _SIGNS[name]
    if name in _BLANK or not name[:1].isalpha():
        return ""
    return _GREEK.get(name)


def _round(found: Plain) -> None:
    """Curly brackets that only group become round ones; those of `\\frac` and `^` stay."""
    text = list(found.text)
    stack: list[bool] = []
    keep = 0
    before = ""
    for index, char in enumerate(found.text):
        if char == "{":
            stays = keep > 0 or before.endswith("^")
            if keep > 0:
                keep -= 1
            stack.append(stays)
            if not stays:
                text[index] = "("
        elif char == "}" and stack and not stack.pop():
            text[index] = ")"
        if not char.isspace():
            before = (before + char)[-6:]
            if before.endswith(("\\frac", "\\dfrac", "\\tfrac")):
                keep = 2
    found.text = "".join(text)
