"""The command `backpulse`: the playground in a browser, and traces in a terminal."""

from __future__ import annotations

import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from typer.core import TyperGroup

from backpulse.answering import Cache, ExportRequest, Refusal, TraceRequest, export_text, trace_of
from backpulse.answering.errors import printable
from backpulse.answering.traces import leaf_values
from backpulse.parser import SourceError
from backpulse.server.report import report
from backpulse.server.source import read_source
from backpulse.server.terminal import exit_with, save, standard_output, values_of
from backpulse.view.exports import FormatName, Theme
from backpulse.view.moment import Direction

app = typer.Typer(context_settings={"help_option_names": ["-h", "--help"]}, pretty_exceptions_enable=False)


def main() -> None:
    """The entry point."""
    with standard_output():
        app()


_TAKES_SOURCE = {"ignore_unknown_options": True}  # `-a**2` is a source, not an option
_Source = Annotated[
    str,
    typer.Argument(
        metavar="SOURCE",
        help="The expression or program, a file of it (loss.py, ./loss), or - for standard input.",
    ),
]
_Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=NUMBER", help="The value of a leaf. May be given many times."),
]
_Expand = Annotated[bool, typer.Option("--expand", help="Show the primitives inside -, /, tanh, …")]
_Open = Annotated[bool, typer.Option("--open", hidden=True)]  # what `--expand` was called
_Browser = Annotated[bool, typer.Option("--browser/--no-browser", help="Open the page in the browser.")]


def _examples(*lines: str) -> str:
    return "\n\n".join(("[bold]Examples[/bold]", *lines))


def _token(given: str | None) -> str | None:
    from backpulse.server.access import token_of

    try:
        return None if given is None else token_of(given)
    except ValueError as error:
        raise typer.BadParameter(str(error)) from error


def _hosts(given: list[str] | None) -> list[str]:
    from backpulse.server.guard import is_name

    for name in given or ():
        if not is_name(name):
            raise typer.BadParameter(f"`{printable(name)}` is no name. Write it without a port: hub.example")
    return given or []


def _say(sentence: str) -> None:
    with suppress(OSError):  # the server goes on when nobody reads what it says
        print(sentence, flush=True)


@app.callback(
    invoke_without_command=True,
    epilog=_examples(
        "backpulse                                  open the playground",
        "backpulse open loss.py                     open it with a text of yours",
        "backpulse trace '(a + b) * c' --set a=2    print both passes of an expression",
        "backpulse export loss.py -f svg -o g.svg   take the graph elsewhere: pictures, tables, code",
    ),
)
def _backpulse(
    context: typer.Context,
    show_version: Annotated[
        bool, typer.Option("--version", help="Say which version this is.", is_eager=True)
    ] = False,
) -> None:
    """See automatic differentiation: values flow forward, gradients flow back.

    Without a command, the playground opens in the browser.
    """
    if show_version:
        print(f"backpulse {version('backpulse')}")
        raise typer.Exit
    if context.invoked_subcommand is None:
        assert isinstance(context.command, TyperGroup)
        command = context.command.commands["serve"]
        with command.make_context("serve", [], context) as own:  # so it has its settings from the environment
            command.invoke(own)


@app.command(
    epilog=_examples(
        "backpulse serve",
        "backpulse serve --port 9000 --no-browser",
        "backpulse serve --host 0.0.0.0 --token auto        let those reach it who have its address",
        "backpulse serve --allow-host hub.example           behind a proxy that has this name",
    )
)
def serve(
    host: Annotated[
        str, typer.Option(help="Where to listen; 127.0.0.1 is this machine alone.")
    ] = "127.0.0.1",
    port: Annotated[
        int | None,
        typer.Option(
            min=0,
            max=65535,
            help="The port. By default 8000, or a free one if it is in use.",
            show_default=False,
        ),
    ] = None,
    token: Annotated[
        str | None,
        typer.Option(
            metavar="TOKEN",
            envvar="BACKPULSE_TOKEN",
            callback=_token,
            help="What one must bring to use it; `auto` generates one. It is in the address that is printed.",
            show_default=False,
        ),
    ] = None,
    allowed: Annotated[
        list[str] | None,
        typer.Option(
            "--allow-host",
            metavar="NAME",
            callback=_hosts,
            help="One more name by which it may be called, say a proxy's. May be given many times.",
            show_default=False,
        ),
    ] = None,
    time_limit: Annotated[
        int | None,
        typer.Option(
            metavar="SECONDS",
            min=1,
            help="For how long a question may be computed.",
            show_default=False,
        ),
    ] = None,
    browser: _Browser = True,
) -> None:
    """Serve the playground on this machine and open it in the browser."""
    from backpulse.server.serve import NoAddress
    from backpulse.server.serve import serve as serve_here

    try:
        serve_here(host, port, _say, browser, allowed=allowed or (), token=token, time_limit=time_limit)
    except NoAddress as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1) from error


@app.command(
    context_settings=_TAKES_SOURCE,
    epilog=_examples(
        "backpulse trace '(a + b) * c' --set a=2 --set b=-3 --set c=10",
        "backpulse trace 'a / b' --expand            derived ops as their primitives",
        "backpulse trace loss.py --json              a file of code, and the trace as data",
        "backpulse trace - < loss.py                 the same from standard input",
    ),
)
def trace(
    source: _Source,
    values: _Settings = None,
    expand: _Expand = False,
    opened: _Open = False,
    as_json: Annotated[
        bool, typer.Option("--json", help="Print the object that POST /api/trace answers.")
    ] = False,
) -> None:
    """Print both passes of an expression, step by step, with the gradient of every leaf."""
    try:
        question = TraceRequest(source=read_source(source), values=values_of(values), expand=expand or opened)
        cache = Cache()
        answer = trace_of(question, cache)
    except Refusal as error:
        exit_with(error)
    if as_json:
        print(answer.model_dump_json())
    else:
        compiled = cache.get(question.source, question.expand)
        report(answer, compiled.subject, leaf_values(compiled, question.values), Console())


@app.command(
    context_settings=_TAKES_SOURCE,
    epilog=_examples(
        "backpulse export '(a + b) * c' --set a=2 --format svg -o graph.svg",
        "backpulse export '(a + b) * c' --format svg --at 3 --theme dark -o 3.svg",
        "backpulse export loss.py --format straight       both passes, written by hand",
        "backpulse export loss.py --format torch | python  does PyTorch agree?",
    ),
)
def export(
    source: _Source,
    format_name: Annotated[
        FormatName, typer.Option("--format", "-f", help="What it is written as.", show_default=False)
    ],
    values: _Settings = None,
    path: Annotated[
        Path | None, typer.Option("--output", "-o", metavar="FILE", help="Where to, if not to the terminal.")
    ] = None,
    expand: _Expand = False,
    opened: _Open = False,
    direction: Annotated[Direction, typer.Option(help="Of pictures: the pass shown.")] = "backward",
    at: Annotated[
        float | None,
        typer.Option(
            metavar="STEPS",
            min=0,
            help="Of pictures: how many of its steps are done; by default all.",
            show_default=False,
        ),
    ] = None,
    theme: Annotated[Theme, typer.Option(help="Of pictures: their colours.")] = "light",
) -> None:
    """Write a graph and its numbers for use elsewhere: as a picture, a diagram, tables, data or code."""
    try:
        question = ExportRequest(
            source=read_source(source),
            values=values_of(values),
            expand=expand or opened,
            format=format_name,
            direction=direction,
            t=at,
            theme=theme,
        )
        text = export_text(question, Cache())
        if path is not None:
            save(path, text)
    except Refusal as error:
        exit_with(error)
    if path is None:
        print(text, end="")


@app.command(
    "open",
    context_settings=_TAKES_SOURCE,
    epilog=_examples(
        "backpulse open '(a + b) * c' --set a=2 --set b=-3",
        "backpulse open loss.py                      a file of code",
        "backpulse open loss.py --server pc:8000     in the playground that runs there",
    ),
)
def open_in_playground(
    source: _Source,
    values: _Settings = None,
    server: Annotated[
        str | None,
        typer.Option(
            metavar="ADDRESS",
            envvar="BACKPULSE_SERVER",
            help="The playground's. By default the one that runs here at port 8000, else one is started.",
            show_default=False,
        ),
    ] = None,
    browser: _Browser = True,
) -> None:
    """Open the playground on a text, until its page is closed or Ctrl-C is pressed."""
    from backpulse.view.open_page import hand_over, text_question

    try:
        text = read_source(source)
        hand_over(text_question(text, values_of(values)), server, wait=True, browser=browser)
    except SourceError as error:
        exit_with(Refusal.of(error, text))
    except Refusal as error:
        exit_with(error)
    except BrokenPipeError:
        raise  # nobody reads what is printed
    except (ValueError, ConnectionError) as error:
        print(error, file=sys.stderr)
        raise typer.Exit(1 if isinstance(error, ConnectionError) else 2) from error
