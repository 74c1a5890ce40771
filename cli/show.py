"""`rulerun show`: what becomes of a rule file, stage by stage."""

from __future__ import annotations

import sys
from collections.abc import Iterable

import click

from .check import count
from .exits import Failed
from .rule_files import exit_code, game_options, load_game, parsed_settings, read, refuse_form, tell
from .terminal import harmless


@click.command("show", short_help="Show what becomes of a rule file.")
@click.argument("file")
@game_options
@click.option(
    "--stage", type=click.Choice(["tree", "merged", "program", "python"]), default="merged",
    show_default=True, help="Which stage to show.",
)  # fmt: skip
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    stage: str,
) -> None:
    """Show what becomes of a rule file, stage by stage.

    \b
    rulerun show gin --with knock_at_7        the rules with the house rule in
    rulerun show my_game.yaml --stage tree    how each text was understood
    rulerun show gin --stage program          what is done, step by step
    rulerun show gin --stage python           the code that plays it

    merged is a whole rule file: saved, it plays the same game. Lines that a house rule has changed
    say where they come from and what they replaced.
    """
    from rulerun.interpreter.machine.game import Game

    if stage == "python":
        import ast

        game = load_game(file, overlays, settings, players, Game)
        told = ", ".join(f"{n} {v}" for n, v in game.options.items())
        _write([
            f"# {game.title}, {count(game.players, 'player')}" + (f"; {told}" if told else ""),
            "# S is the state, V its numbers, P its piles",
            "",
            "\n".join(harmless(line) for line in ast.unparse(game.module).splitlines()),
        ])  # fmt: skip
        return
    parsed_settings(settings)
    loaded = read(file, overlays)
    refuse_form(loaded)
    if loaded.checked is not None and (settings or players is not None):
        # These stages come before options and seats, but what cannot be played is refused.
        load_game(file, overlays, settings, players, Game)
    lines: Iterable[str] = ()
    if stage == "merged" and loaded.stack.root is not None:
        from .merged import merged_lines

        lines = merged_lines(loaded.stack)
    elif stage == "tree" and loaded.ruleset is not None:
        from .tree import tree_lines

        lines = tree_lines(loaded.ruleset)
    elif stage == "program" and loaded.checked is not None:
        from .program import program_lines

        lines = program_lines(loaded.checked.program)
    _write(lines)
    tell(loaded.diagnostics)
    raise Failed("", exit_code([loaded]))


def _write(lines: Iterable[str]) -> None:
    for line in lines:
        sys.stdout.write(line + "\n")
