"""`rulerun overlay new`: the house rule that leads from one rule file to another."""

from __future__ import annotations

import os

import click

from .exits import FOUND, Failed
from .output import named
from .rule_files import right_rules, tell
from .terminal import complain, harmless, say
from .writing import refuse_to_overwrite, schema_line, title_of, write_new


@click.group("overlay", short_help="Write a house rule from an edited rule file.")
def command() -> None:
    """Write house rules."""


@command.command("new", short_help="Write the house rule that makes one file of another.")
@click.argument("base")
@click.argument("edited")
@click.option(
    "--output-file", "-o", "output", metavar="FILE", callback=named,
    help="Write it into this new file; without it, it is printed.",
)  # fmt: skip
def new(base: str, edited: str, output: str | None) -> None:
    """Write the house rule that makes the EDITED rule file of the game BASE.

    \b
    rulerun render gin > my_gin.yaml               a copy, to be edited
    rulerun overlay new gin my_gin.yaml -o overlays/gin/my_rule.yaml
    rulerun gin --with my_rule

    BASE is a game, or a house rule's file that the new one is to be built on. The house rule has as
    few changes as there are differences. Examples of the game that do not hold under EDITED come
    under `breaks`, those that are new into the house rule.

    Exit code: 0 it was written, 1 there is no difference, a rule is wrong, or no house rule can say
    what differs, 2 wrong use, 3 a file cannot be read or written.
    """
    from rulerun.interpreter.variants.derivation import derive

    if output is not None:
        refuse_to_overwrite(output)
    one, two = right_rules(base, ()), right_rules(edited, ())
    own = two.stack.own
    title = own.title if own is not None else title_of(_name(output or edited))
    derived = derive(one, two, title)
    tell(derived.diagnostics)
    if derived.text is None:
        if not derived.diagnostics:
            complain(f"rulerun: {harmless(edited)} says the same as {harmless(base)}")
        raise Failed("", FOUND)
    if output is None:
        for line in derived.text.splitlines():
            say(line)
        return
    write_new(output, schema_line(output) + derived.text)
    say(f"{harmless(output)} is written")


def _name(path: str) -> str:
    return os.path.splitext(os.path.basename(path))[0]
