"""The answer to a question: the whole trace of a text at given values of its leaves."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from backpulse.answering import messages
from backpulse.answering.compiled import Cache, Compiled
from backpulse.answering.errors import unknown_names
from backpulse.engine import trace


def trace_of(question: messages.TraceRequest, cache: Cache) -> messages.Trace:
    """The answer of `POST /api/trace`. Refusal when there is none."""
    compiled = cache.get(question.source, question.expand)
    return trace_message(compiled, leaf_values(compiled, question.values))


def leaf_values(compiled: Compiled, values: Mapping[str, float]) -> list[float]:
    """A value for each leaf, in the order of `graph.leaves`: as given, else where it starts.

    Refusal for a name that is no leaf of the text.
    """
    subject = compiled.subject
    unknown = values.keys() - set(subject.names)
    if unknown:
        raise unknown_names(unknown, subject.names, subject.steps)
    return known_values(compiled, values)


def known_values(compiled: Compiled, values: Mapping[str, float]) -> list[float]:
    """The same, names that the text does not have left out."""
    pairs = zip(compiled.subject.names, compiled.subject.starts, strict=True)
    return [float(values.get(name, start)) for name, start in pairs]


def trace_message(compiled: Compiled, leaves: Sequence[float]) -> messages.Trace:
    """The trace with its leaves at these values."""
    subject = compiled.subject
    graph, numbers = subject.graph, subject.program.run(leaves)
    steps = trace(graph, numbers, subject.labels)
    constant = [node.kind == "const" for node in graph.nodes]
    silent = [constant[edge.child] for edge in graph.edges]
    return messages.Trace(
        source=subject.source,
        graph=compiled.structure,
        values=list(numbers.values),
        grads=_known(numbers.grads, constant),
        locals=_known(numbers.locals, silent),
        contributions=_known(numbers.contributions, silent),
        forward=[messages.ForwardStep.model_validate(step) for step in steps.forward],
        backward=[messages.BackwardStep.model_validate(step) for step in steps.backward],
        findings=[messages.Finding.model_validate(finding) for finding in steps.findings],
        skipped=[messages.Skipped(span=span, reason=why) for span, why in subject.skipped],
        notes=[messages.Note(span=span, reason=how) for span, how in subject.notes],
        printed=subject.printed,
        remedies=compiled.remedies,
        layouts=compiled.layouts,
    )


def _known(numbers: Sequence[float], without: Sequence[bool]) -> list[float | None]:
    return [None if no else number for number, no in zip(numbers, without, strict=True)]
