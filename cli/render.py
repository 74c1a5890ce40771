"""`rulerun render`: a game with its house rules as one rule file."""

from __future__ import annotations

import click

from .exits import Failed
from .rule_files import exit_code, right_rules, right_settings, set_option, tell, with_option
from .terminal import say


@click.command("render", short_help="Print a game with its house rules as one rule file.")
@click.argument("file")
@with_option
@set_option
def command(file: str, overlays: tuple[str, ...], settings: tuple[str, ...]) -> None:
    """Print a game with its house rules as one rule file that plays the same game.

    \b
    rulerun render gin --with knock_at_7 --with ace_both
    rulerun render in_between --set rounds=5 > short_in_between.yaml

    Each line that is not the game's own says at its end where it comes from and what it replaced.
    Options that are set get that value as their normal one. Examples that hold no longer are left
    out; so are all if house rules were put together by hand, or options set.

    FILE is a rule file, a house rule's file, or the name of a game that comes with rulerun. Without
    house rules the file is printed as it is.
    Exit code: 0 it was printed, 1 a rule is wrong, 2 wrong use, 3 a file cannot be read.
    """
    from rulerun.interpreter.declarations.addresses import without
    from rulerun.interpreter.declarations.normal_values import with_settings

    from .merged import rendered_lines

    loaded = right_rules(file, overlays)
    root = loaded.stack.root
    assert root is not None and loaded.checked is not None
    given = right_settings(loaded, settings)
    set_root = with_settings(root, given)
    if set_root is not root:
        root = without(set_root, ("examples",))
    for line in rendered_lines(loaded.stack, root):
        say(line)
    tell(loaded.diagnostics)
    raise Failed("", exit_code([loaded]))
