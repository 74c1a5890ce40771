"""`rulerun check`: all that is wrong with rule files."""

from __future__ import annotations

import sys

import click

from .exits import Failed
from .rules import exit_code, read, with_option
from .terminal import complain, wants_color


@click.command("check", short_help="Say what is wrong with rule files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@with_option
@click.option(
    "--format", "form", type=click.Choice(["full", "concise"]), default="full",
    help="full: with the lines and what would be right; concise: one line each.",
)  # fmt: skip
def command(files: tuple[str, ...], overlays: tuple[str, ...], form: str) -> None:
    """Read rule files (games or house rules) and say all that is wrong with them.

    \b
    rulerun check my_game.yaml
    rulerun check rulesets/*.yaml --format concise
    rulerun check gin --with oklahoma --with big_gin

    FILE is a path, or the name of a game that comes with rulerun.
    Exit code: 0 nothing is wrong, 1 something is, 2 wrong use, 3 a file cannot be read.
    """
    from rulerun.grammar.diagnostics import Severity, in_order
    from rulerun.grammar.rendering import render_concise, render_full

    rules = [read(file, overlays, linted=True) for file in files]
    # The same game under two house rules says the same twice.
    found = in_order(d for loaded in rules for d in loaded.diagnostics)
    render = render_full if form == "full" else render_concise
    sys.stdout.write(render(found, color=wants_color(sys.stdout)))
    if form == "full":
        errors = sum(d.severity is Severity.ERROR for d in found)
        warnings = sum(d.severity is Severity.WARNING for d in found)
        complain(("\n" if found else "") + _summary(len(files), errors, warnings))
    raise Failed("", exit_code(rules))


def _summary(files: int, errors: int, warnings: int) -> str:
    parts = [count(n, what) for n, what in ((errors, "error"), (warnings, "warning")) if n]
    return f"{count(files, 'file')} checked: {', '.join(parts) or 'nothing is wrong'}"


def count(number: int, what: str) -> str:
    """`1 file`, `2 files`."""
    return f"{number} {what}" + ("" if number == 1 else "s")
