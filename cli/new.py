"""`rulerun new`: rule files to begin with."""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

import click

from .exits import USAGE, Failed
from .rule_files import right_rules
from .terminal import harmless, say
from .writing import refuse_to_overwrite, schema_line, title_of, write_new

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.overlay import Stack


@click.group("new", short_help="Write a game, a house rule or a form to begin with.")
def command() -> None:
    """Write a rule file to begin with: it can be played, and its comments explain it.

    \b
    rulerun new game my_game
    rulerun new house-rule my_rule --for gin
    rulerun new form my_form
    """


@command.command("game", short_help="Write a small game to begin with.")
@click.argument("name")
def game(name: str) -> None:
    """Write a small game into the new file NAME.yaml.

    It can be checked, tested and played at once, and its comments explain it. NAME is one lower-case
    word or several with underscores, maybe after the folder in which the file is to lie.

    Exit code: 0 it was written, 2 wrong use, 3 it cannot be written.
    """
    from rulerun.interpreter.variants.beginning import new_game

    folder, short = _named(name, "game")
    path = os.path.join(folder, f"{short}.yaml")
    write_new(path, schema_line(path) + new_game(title_of(short), path))
    say(f"{harmless(path)} is written; to play it: rulerun {harmless(path)}")


@command.command("house-rule", short_help="Write a house rule to begin with.")
@click.argument("name")
@click.option(
    "--for", "base", metavar="GAME", required=True,
    help="The game that it is for, or the house rule's file that it is built on.",
)  # fmt: skip
def house_rule(name: str, base: str) -> None:
    """Write a house rule into the new file overlays/GAME/NAME.yaml beside the game.

    It gives an option of the game another value, says which examples of the game that breaks, and
    tells in comments what else it could do. Where the game comes with rulerun, the file is written in
    the folder one is in. NAME is one lower-case word or several with underscores.

    Exit code: 0 it was written, 1 the game is wrong, 2 wrong use, 3 a file cannot be read or written.
    """
    from rulerun.interpreter.variants.beginning import new_house_rule

    folder, short = _named(name, "house rule")
    if folder:
        message = f"a house rule lies in overlays/GAME/ beside its game; write '{short}' alone"
        raise Failed(message, USAGE)
    loaded = right_rules(base, ())
    path = os.path.join(_folder_for(loaded.stack), f"{short}.yaml")
    refuse_to_overwrite(path)
    write_new(path, schema_line(path) + new_house_rule(title_of(short), path, loaded, base))
    say(f"{harmless(path)} is written; to play with it: rulerun {harmless(path)}")


@command.command("form", short_help="Write a form, a part of games, to begin with.")
@click.argument("name")
def form(name: str) -> None:
    """Write a form into the new file forms/NAME.yaml.

    It can be checked at once, and a game beside the folder forms/ says 'use: NAME' in a phase. NAME is
    one lower-case word or several with underscores, maybe after the folder of the games.

    Exit code: 0 it was written, 2 wrong use, 3 it cannot be written.
    """
    from rulerun.interpreter.variants.beginning import new_form

    folder, short = _named(name, "form")
    if os.path.basename(folder) != "forms":
        folder = os.path.join(folder, "forms")
    path = os.path.join(folder, f"{short}.yaml")
    write_new(path, schema_line(path) + new_form(title_of(short), path))
    say(f"{harmless(path)} is written; a game has it by 'use: {short}' in a phase")


def _named(name: str, what: str) -> tuple[str, str]:
    """The folder and the short name that somebody gave; Failed if it can be none."""
    folder, file = os.path.split(name)
    short = re.sub(r"\.ya?ml$", "", file)
    if not re.fullmatch(r"[^\W\d_]\w*", short) or short != short.lower():
        near = "_".join(re.findall(r"\w+", short.lower())).strip("_")
        begins = re.match(r"(\d+)_?", near)
        if begins is not None:
            from rulerun.grammar.vocabulary.words import NUMBERS

            words = {str(number): word for word, number in NUMBERS.items()}
            first = words.get(begins[1], f"{what.replace(' ', '_')}_{begins[1]}")
            near = f"{first}_{near[begins.end() :]}".strip("_")
        advice = f"; write '{near}'" if near else ""
        message = f"a {what} is called by one lower-case word, or several with underscores{advice}"
        raise Failed(message, USAGE)
    return folder, short


def _folder_for(stack: Stack) -> str:
    """Where a house rule of a game is found by its name."""
    from rulerun.interpreter.declarations.library import file_at, shipped

    assert stack.base is not None
    beside = stack.base.span.file.name
    own = shipped().game(stack.game)
    is_shipped = own is not None and own.identity == file_at(beside).identity
    return os.path.join("" if is_shipped else os.path.dirname(beside), "overlays", stack.game)
