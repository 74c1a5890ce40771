"""`rulerun list`: the games there are, and their house rules."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from .exits import UNREADABLE, Failed
from .terminal import harmless, is_terminal, say, wants_color, width

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.library import Listed


@click.command("list", short_help="List the games and their house rules.")
@click.argument("folder", required=False)
def command(folder: str | None) -> None:
    """List games and their house rules: those that come with rulerun, or those of a FOLDER.

    \b
    rulerun list
    rulerun list my_games
    rulerun list gin

    Of a game only that one is listed. When the output is not a terminal each line has what to write after `rulerun`, a tab, and what
    the game or house rule calls itself.
    """
    from rulerun.interpreter.declarations.library import (
        Shelf,
        forms_of,
        here,
        house_rules_of_shipped,
        listing,
        shipped,
    )

    named = False
    if folder is None:
        shelf = shipped()
        games = listing(shelf, here())
    elif not os.path.isdir(folder) and (games := _of_name(folder)):
        shelf, folder, named = shipped(), None, True
    elif not os.path.isdir(folder):
        what = "a file" if os.path.exists(folder) else "not there"
        raise Failed(
            f"'{folder}' is {what}, and a folder of games, or a game's name, is needed", UNREADABLE
        )
    else:
        shelf = Shelf(Path(folder), folder)
        games = [*listing(shelf), *house_rules_of_shipped(shelf)]
    if not games:
        raise Failed(f"there is no game in '{shelf.shown}'", UNREADABLE)
    if is_terminal(sys.stdout):
        _table(games, [] if named else forms_of(shelf), folder)
    else:
        for game in games:
            name = _to_type(game, folder)
            say(f"{name}\t{harmless(game.title)}")
            for rule in game.house_rules:
                say(f"{name} --with {_rule_to_type(game, rule, folder)}\t{harmless(rule.title)}")


def _of_name(name: str) -> list[Listed]:
    """The game of that name, with its house rules, or none."""
    from rulerun.interpreter.declarations.library import here, listing, shipped

    return [game for game in listing(shipped(), here()) if game.file.name == name]


def _is_of_shelf(game: Listed, folder: str | None) -> bool:
    return folder is not None and Path(game.file.shown).parent == Path(folder)


def _to_type(game: Listed, folder: str | None) -> str:
    """What to write for a game: a short name for one that comes with rulerun, else its file."""
    return game.file.shown if _is_of_shelf(game, folder) else game.file.name


def _rule_to_type(game: Listed, rule: Listed, folder: str | None) -> str:
    """What to write for a house rule: its name where that finds it."""
    if folder is None or _is_of_shelf(game, folder) or os.path.samefile(folder, os.curdir):
        return rule.file.name
    return rule.file.shown


def _table(games: list[Listed], forms: list[Listed], folder: str | None) -> None:
    from rich import box
    from rich.console import Console
    from rich.table import Table
    from rich.text import Text

    console = Console(width=width(), no_color=not wants_color(sys.stdout), highlight=False)
    plain = not _can_draw(console.encoding)
    table = Table(box=box.ASCII2 if plain else box.SIMPLE_HEAD, pad_edge=False, header_style="bold")
    table.add_column("game", no_wrap=True)
    table.add_column("house rule", no_wrap=True)
    table.add_column("what it is")
    for i, game in enumerate(games):
        if i:
            table.add_section()
        table.add_row(Text(game.file.name, "bold cyan"), "", Text(harmless(game.title), "bold"))
        for rule in game.house_rules:
            table.add_row("", Text(rule.file.name, "cyan"), Text(harmless(rule.title)))
    console.print(table)
    first = next((g for g in games if g.house_rules), games[0])
    name = _to_type(first, folder)
    rules = first.house_rules
    example = f" --with {_rule_to_type(first, rules[0], folder)}" if rules else ""
    console.print(Text(f"To play: rulerun {name}{example}"))
    for form in forms:
        line = f"A form, for games that say 'use: {form.file.name}': {harmless(form.title)}"
        console.print(Text(line))


def _can_draw(encoding: str) -> bool:
    try:
        "─│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
