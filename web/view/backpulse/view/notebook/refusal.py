"""What a notebook says when it cannot show something: a sentence and a way out, without a traceback."""

from __future__ import annotations

from collections.abc import Iterable

from backpulse.parser import SourceError
from backpulse.parser.similar import most_like


class Refused(ValueError):  # noqa: N818 - the sentence is what matters
    """It cannot be shown. `str()` is the whole sentence; a notebook shows only that."""

    def _render_traceback_(self) -> list[str]:
        """IPython asks for this in place of the traceback, which would hide the sentence."""
        return str(self).splitlines()


def of_source(error: SourceError, source: str) -> Refused:
    """A mistake in the text, with its place."""
    return Refused("\n".join(filter(None, (error.message, error.caret(source), error.hint))))


def unknown_names(unknown: Iterable[str], leaves: list[str], steps: Iterable[str]) -> Refused:
    """Values for what is no leaf."""
    name = sorted(unknown)[0]
    if name in steps:
        said = f"{name} is computed in the text, so it cannot be given a value."
    else:
        near = most_like(name, leaves)
        said = f"There is no leaf {name}." + (f" Did you mean {near}?" if near else "")
    known = f"The leaves are {', '.join(leaves)}." if leaves else "It has no leaves."
    return Refused(f"{said}\n{known}")


def not_a_number(name: str, value: object) -> Refused:
    """A leaf's value that is no finite number."""
    return Refused(f"{name} needs a finite number, and this is {value!r}.")


def too_large(nodes: int, most: int) -> Refused:
    """A graph that would be no picture any more."""
    return Refused(
        f"{nodes:,} nodes are too many for a scene in a notebook, which is readable up to {most}.\n"
        "print(show_text(value)) writes it as a tree; backpulse.view.open(value) shows it in the browser."
    )


def no_widgets(missing: str) -> Refused:
    """The extra is not installed."""
    return Refused(
        f"The scene in a notebook needs {missing}, which is not installed here.\n"
        "Install it with: pip install 'backpulse[notebook]'"
    )
