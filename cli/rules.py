"""`rulerun rules`: the rules of a game in words."""

from __future__ import annotations

import click

from .rule_files import game_options, load_rules_and_game


@click.command("rules", short_help="Print the rules of a game in words.")
@click.argument("file")
@game_options
def command(
    file: str, overlays: tuple[str, ...], settings: tuple[str, ...], players: int | None
) -> None:
    """Print the rules of a game in words, with its house rules and options.

    \b
    rulerun rules gin
    rulerun rules in_between --with home_game --set rounds=5

    All of it is made from the rule file. FILE is a rule file, a house rule's file, or the name of a
    game that comes with rulerun; 'rulerun render' prints the rule file itself.

    Exit code: 0 it was printed, 1 a rule is wrong, 2 wrong use, 3 a file cannot be read.
    """
    from rulerun.interpreter.machine.game import Game

    from .asking import Asking
    from .paint import Paint
    from .rulebook import Rulebook

    _, game = load_rules_and_game(file, overlays, settings, players, Game)
    paint = Paint.for_output()
    Asking(paint).paged(Rulebook(game.rules, game.options, paint).lines())
