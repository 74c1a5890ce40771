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
    from rulerun.interpreter.library import Listed


@click.command("list", short_help="List the games and their house rules.")
@click.argument("folder", required=False)
def command(folder: str | None) -> None:
    """List games and their house rules: those that come with rulerun, or those of a FOLDER.

    \b
    rulerun list
    rulerun list my_games

    When the output is not a terminal each line has what to write after `rulerun`, a tab, and what
    the game or house rule calls itself.
    """
    from rulerun.interpreter.library import Shelf, listing, shipped

    if folder is None:
        shelf = shipped()
    elif not os.path.isdir(folder):
        what = "a file" if os.path.exists(folder) else "not there"
        raise Failed(f"'{folder}' is {what}, and a folder of games is needed", UNREADABLE)
    else:
        shelf = Shelf(Path(folder), folder)
    games = listing(shelf)
    if not games:
        raise Failed(f"there is no game in '{shelf.shown}'", UNREADABLE)
    if is_terminal(sys.stdout):
        _table(games, folder)
    else:
        for game in games:
            name = game.file.name if folder is None else game.file.shown
            say(f"{name}\t{harmless(game.title)}")
            for rule in game.house_rules:
                say(f"{name} --with {rule.file.name}\t{harmless(rule.title)}")


def _table(games: list[Listed], folder: str | None) -> None:
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
    name = first.file.name if folder is None else first.file.shown
    example = f" --with {first.house_rules[0].file.name}" if first.house_rules else ""
    console.print(Text(f"To play: rulerun {name}{example}"))


def _can_draw(encoding: str) -> bool:
    try:
        "─│".encode(encoding)
    except (UnicodeEncodeError, LookupError):
        return False
    return True
