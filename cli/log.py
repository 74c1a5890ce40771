"""`rulerun log`: what happened in a saved game, as a text or for programs."""

from __future__ import annotations

import json
from typing import Any

import click

from .exits import FOUND, Failed
from .output import output_option, written_to
from .paint import Paint, count
from .retelling import Stopped, go_on, gone_through
from .saves import NewRules, Saved, find, looked_into, told_damage
from .terminal import complain, harmless, say


@click.command("log", short_help="Say what happened in a saved game.")
@click.argument("save", required=False)
@click.option(
    "--format", "form", type=click.Choice(["text", "json"]), default="text", show_default=True,
    help="text: for people; json: a line for the game, and one for each move.",
)  # fmt: skip
@output_option
def command(save: str | None, form: str, output_file: str | None) -> None:
    """Say what happened in a saved game.

    \b
    rulerun log                          in the game that was played last
    rulerun log gin-3 --format json

    While the game goes on, it tells what whoever played it knows. Of a game that is over it tells
    all, and the text is a transcript: what stands behind # are comments, the rest is a script.

    Exit code: 0 it was told, 1 a move cannot be made by its rules, 2 wrong use, 3 a file cannot be
    read, 130 interrupted.
    """
    saved = looked_into(find(save))
    damage = told_damage(saved)
    if damage is not None:
        complain(f"The save is damaged: {damage}.")
    with written_to(output_file):
        trouble = told_as_json(saved) if form == "json" else told_as_text(saved)
    if trouble is not None:
        raise Failed(trouble, FOUND)


def _seat(saved: Saved) -> int | None:
    """Whose eyes a game is told with; None for one that is over, or that several people play."""
    return saved.people[0] if saved.ended is None and len(saved.people) == 1 else None


def told_as_text(saved: Saved) -> str | None:
    """Print what happened in a saved game, as whoever played it may know it while it goes on; what
    went wrong."""
    # Imported late, as the list of commands reads this module, too.
    from .narration import Narrator
    from .resume import again_of

    seat, game = _seat(saved), saved.rules.game()
    mark = "# " if saved.ended is not None else ""
    say(f"{mark}{harmless(saved.title)}, {count(saved.rules.players, 'player')}")
    for name in saved.rules.overlays:
        say(f"{mark}with {name}")
    if saved.ended is not None:
        say(f"# {again_of(saved)}")
    if saved.ended is None and seat is None:
        return _onlooking(saved)
    try:
        course = gone_through(saved, game, lambda game: [Narrator(game, seat, Paint(), say)])
    except Stopped as stopped:
        return f"move {stopped.events + 1} cannot be made: {stopped}"
    if course.state.is_over:
        course.narrators[0].ends(course.state)
    return None


def _onlooking(saved: Saved) -> str | None:
    """The moves of a game that several people play: what all of them have heard."""
    moves, trouble = _heard(saved)
    for move in moves:
        say(f"{move['player']}: {move['move']}" if "move" in move else f"# {move['house rules']}")
    return trouble


def told_as_json(saved: Saved) -> str | None:
    """Print a line for the game, and one for each move; what went wrong."""
    moves, trouble = _heard(saved)
    head: dict[str, Any] = {
        "title": saved.title, "game": saved.file, "with": list(saved.rules.overlays),
        "set": dict(saved.rules.settings), "players": saved.rules.players,
        "people": [f"P{s + 1}" for s in saved.people], "bots": list(saved.bots),
        "started": saved.started, "moves": saved.moves_made, "ended": saved.ended,
        "rules": [{"file": f.shown, "sha256": f.sha256} for f in saved.rules.files],
    }  # fmt: skip
    if saved.ended is not None:
        head["seed"] = saved.seed
    say(json.dumps(head, ensure_ascii=False))
    for move in moves:
        say(json.dumps(move, ensure_ascii=False))
    return trouble


def _heard(saved: Saved) -> tuple[list[dict[str, Any]], str | None]:
    """The moves as they may be told, and what went wrong."""
    from rulerun.interpreter.errors import GameSetupError, IllegalMoveError, RuleError
    from rulerun.interpreter.labels import seat_name
    from rulerun.interpreter.machine.view import report

    seat = _seat(saved)
    found: list[dict[str, Any]] = []
    moves = 0
    try:
        course = gone_through(saved, saved.rules.game(), lambda game: [], events=())
        for event in saved.events:
            if isinstance(event, NewRules):
                found.append({"house rules": list(event.added), "from next": event.phase})
                go_on(course, event)
                continue
            moves += 1
            move = course.game.parse_move(course.state, event.move)
            played = course.game
            state = go_on(course, event)
            said = event.move
            if saved.ended is None and course.game is played:
                said = report(state, event.seat, move, seat)
            elif saved.ended is None and event.seat != seat:
                said = move.name  # the cards lie in another game now
            found.append({"player": seat_name(event.seat), "move": said})
    except Stopped as stopped:
        return found, f"the game cannot begin: {stopped}"
    except (GameSetupError, IllegalMoveError, RuleError) as error:
        return found, f"move {moves} cannot be made: {error}"
    return found, None
