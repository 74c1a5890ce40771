"""`rulerun test`: the examples of rule files, played."""

from __future__ import annotations

import re
import sys
from typing import TYPE_CHECKING

import click

from .exits import FOUND, Failed
from .paint import Paint, count
from .rules import exit_code, read, tell, with_option
from .terminal import complain, harmless, say, wants_color

if TYPE_CHECKING:
    from rulerun.grammar.diagnostics import Diagnostic


@click.command("test", short_help="Play the examples of rule files.")
@click.argument("files", metavar="FILE...", nargs=-1, required=True)
@with_option
@click.option("--verbose", "-v", is_flag=True, help="Name the examples that pass, too.")
def command(files: tuple[str, ...], overlays: tuple[str, ...], verbose: bool) -> None:
    """Play the examples of rule files, and say which do not go as they say.

    \b
    rulerun test my_game.yaml
    rulerun test rulesets/*.yaml rulesets/overlays/*/*.yaml
    rulerun test gin --with oklahoma

    FILE is a game, a house rule's file, or the name of a game that comes with rulerun. For a house
    rule its own examples are played, and those of its game that hold with it. Several house rules
    that do not belong together have no examples: such a stack can only be checked.

    Exit code: 0 all examples pass, 1 one fails, or there is none, 2 wrong use, 3 a file cannot be
    read.
    """
    worst = 0
    for file in files:
        worst = max(worst, _test(file, overlays, verbose))
    raise Failed("", worst)


def _test(file: str, overlays: tuple[str, ...], verbose: bool) -> int:
    """Play the examples of one file; the exit code for it."""
    from rulerun.interpreter.proof import prove

    loaded = read(file, overlays)
    code = exit_code([loaded])
    title = harmless(file) + (f" with {', '.join(map(harmless, overlays))}" if overlays else "")
    if loaded.checked is None:
        tell(loaded.diagnostics)
        if code == FOUND:
            complain(f"{title}: the examples cannot be played, the rules are wrong")
        return code
    proofs = prove(loaded)
    paint = Paint(color=wants_color(sys.stdout))
    failed = [p for p in proofs if p.failures]
    for proof in proofs:
        if verbose or proof.failures:
            mark = paint.bold("FAILED") if proof.failures else "passed"
            broken = " (broken by the house rule)" if proof.broken else ""
            say(f"{mark}  {harmless(proof.name)}{broken}")
        if proof.failures:
            _show(proof.failures, paint)
    if not proofs:
        why = "house rules that do not belong together have none" if loaded.stack.by_hand else ""
        say(f"{title}: there are no examples" + (f": {why}" if why else ""))
        return max(code, FOUND)
    own = loaded.stack.own
    overturned = [p.name for p in failed if own is not None and p.span.file.name != own.file]
    if own is not None and len(overturned) > 1:
        names = ", ".join(map(_written, [*(b.text for b in own.breaks), *overturned]))
        say("If the house rule is meant so, it says that these do not hold any more:")
        say(f"  breaks: [{names}]")
        say()
    passed = f"{len(proofs) - len(failed)} passed"
    more = f", {paint.bold(f'{len(failed)} failed')}" if failed else ""
    say(f"{title}: {count(len(proofs), 'example')}, {passed}{more}")
    return max(code, FOUND if failed else 0)


def _written(name: str) -> str:
    """An example's name as an item of a list in a rule file."""
    is_plain = re.fullmatch(r"[^\W\d][\w ]*\w", name) is not None
    return harmless(name) if is_plain else "'" + harmless(name).replace("'", "''") + "'"


def _show(wrong: tuple[Diagnostic, ...], paint: Paint) -> None:
    from rulerun.grammar.rendering import render_full

    for line in render_full(wrong, color=paint.color).splitlines():
        say(f"  {line}".rstrip())
    say()
