"""`rulerun resume`: a saved game goes on."""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator

import click

from .exits import FOUND, UNREADABLE, USAGE, Failed
from .keeping import Keeping, why
from .running_game import RunningGame
from .savefile import InUseError, SaveError, SaveFile, damaged_name
from .saves import (
    NewRules,
    Rules,
    Saved,
    find,
    listed,
    looked_into,
    short_name,
    told_damage,
    understood,
)
from .terminal import complain, harmless, say


@click.command("resume", short_help="Go on with a saved game.")
@click.argument("save", required=False)
@click.option(
    "--with", "overlays", multiple=True, metavar="OVERLAY",
    help="A house rule that holds from the next deal on. Can be repeated.",
)  # fmt: skip
@click.option(
    "--from-next", "phase", metavar="PHASE",
    help="The phase with whose next pass it begins to hold; without it the outermost that comes again.",
)  # fmt: skip
@click.option("--list", "lists", is_flag=True, help="List the saved games.")
def command(save: str | None, overlays: tuple[str, ...], phase: str | None, lists: bool) -> None:
    """Go on with a saved game.

    \b
    rulerun resume                       the game that was played last
    rulerun resume gin                   of gin
    rulerun resume gin-3                 a game by its name
    rulerun resume evening.rulerun       a game in a file
    rulerun resume gin-3 --with knock_at_7 --from-next round
    rulerun resume --list

    A save has the texts of its rule files: the game goes on by these, even if the files were changed
    meanwhile, which is told. '--with' takes in a house rule between two deals.

    Exit code: 0 the game was played or left, 1 its rules cannot be played any more, 2 wrong use, 3 a
    file cannot be read or the input ended before the game, 130 interrupted.
    """
    if lists:
        _list()
        return
    if phase is not None and not overlays:
        raise Failed("'--from-next' says when house rules begin to hold: name one '--with'", USAGE)
    path = find(save, going_on=True)
    file, saved = opened(path)
    try:
        _go_on(file, saved, overlays, phase)
    finally:
        file.close()


def opened(path: str) -> tuple[SaveFile, Saved]:
    """A save to go on with; Failed, with what can be done, if nobody can."""
    shown = harmless(short_name(path))
    try:
        spare = damaged_name(path)
        file, done = SaveFile.open(path)
    except InUseError as error:
        raise Failed(f"the game {shown} cannot be gone on with: {error}", UNREADABLE) from None
    except SaveError as error:
        raise Failed(f"{shown} cannot be played: {error}", UNREADABLE) from None
    except OSError as error:
        advice = "; a copy of it in a folder of your own can be" if os.path.exists(path) else ""
        raise Failed(
            f"the game {shown} cannot be gone on with ({why(error)}){advice}", UNREADABLE
        ) from None
    try:
        saved = understood(done)
    except SaveError as error:
        file.close()
        raise Failed(f"{shown} cannot be played: {error}", UNREADABLE) from None
    told = told_damage(saved)
    if told is None or saved.damage is None:
        return file, saved
    kept = "" if saved.damage.cut else f" (as it was: {harmless(spare)})"
    try:
        file = file.mended(saved.damage)
    except OSError as error:
        file.close()
        raise Failed(
            f"the save {shown} is damaged: {told}; it cannot be mended ({why(error)})", UNREADABLE
        ) from None
    complain(f"The save {shown} is damaged: {told}{kept}.")
    return file, saved


def _go_on(file: SaveFile, saved: Saved, overlays: tuple[str, ...], phase: str | None) -> None:
    from .sitting import Sitting

    for line in changed_rules(saved):
        complain(line)
    if saved.ended is not None:
        raise Failed(
            f"this game is over; to see it again: rulerun replay {short_name(file.path)}", USAGE
        )
    game = saved.rules.game()
    keeping = Keeping(saved, file)
    sitting = Sitting(game, keeping, None, again_of(saved))
    course = sitting.caught_up(saved, whole=bool(overlays))
    if course.state.is_over:
        keeping.ended(course.state.ended_by or "")
        raise Failed(
            f"this game is over; to see it again: rulerun replay {short_name(file.path)}", USAGE
        )
    if overlays:
        change = _new_rules(_rules_of(course, saved), overlays, phase)
        _take_in(course, change)
        keeping.changed(change)
        names = " and ".join(change.added)
        say(f"With the next {change.phase} the house rule {names} begins to hold.")
    elif course.is_changing:
        say("With the next deal other rules begin to hold.")
    sitting.resume()


def changed_rules(saved: Saved) -> Iterator[str]:
    """What is said where rule files are not any more as they were when the game began."""
    rules = _last_rules(saved)
    for kept in rules.files:
        change = kept.change()
        if change is not None:
            what = "was changed" if change == "changed" else "is gone"
            yield (f"{harmless(kept.shown)} {what} since the game began; "
                   "it goes on by the rules that were saved with it.")  # fmt: skip


def _last_rules(saved: Saved) -> Rules:
    changes = [event.rules for event in saved.events if isinstance(event, NewRules)]
    return changes[-1] if changes else saved.rules


def again_of(saved: Saved) -> str:
    """The command that plays the same game from its beginning, as far as the files are the same."""
    import shlex

    words = ["rulerun", "play", saved.file]
    for name in saved.rules.overlays:
        words += ["--with", name]
    for name, value in saved.rules.settings.items():
        words += ["--set", f"{name}={value}"]
    words += ["--players", str(saved.rules.players)]
    if len(set(saved.bots)) == 1:
        words += ["--bot", saved.bots[0]]
    else:
        for seat, bot in enumerate(saved.bots, 1):
            words += ["--bot", f"{seat}={bot}"]
    return shlex.join([*words, "--seed", str(saved.seed)])


def _rules_of(course: RunningGame, saved: Saved) -> Rules:
    """The rules that hold: not those that did not fit when they were to be taken in."""
    names = course.game.rules.overlays
    changes = [event.rules for event in saved.events if isinstance(event, NewRules)]
    return next((rules for rules in changes[::-1] if rules.overlays == names), saved.rules)


def _new_rules(before: Rules, overlays: Iterable[str], phase: str | None) -> NewRules:
    """The rules with house rules more than before; Failed if they do not fit."""
    from rulerun.interpreter.declarations.kept import HOUSE_RULE, game_of, kept_files
    from rulerun.interpreter.loading import read_rules
    from rulerun.interpreter.machine.changeover import repeated_phases

    from .rule_files import refused

    loaded = read_rules(game_of(before.files), [*before.overlays, *overlays])
    if loaded.checked is None:
        raise refused(loaded, FOUND)
    try:
        files = tuple(kept_files(loaded.stack))
    except ValueError as error:
        raise Failed(f"the game cannot be saved: {error}", USAGE) from None
    names = tuple(f.name for f in files if f.what == HOUSE_RULE)
    rules = Rules(files, names, before.settings, before.players)
    if phase is None:
        repeated = repeated_phases(rules.game(USAGE))
        if not repeated:
            raise Failed("no phase of this game comes again: its rules stay as they are", USAGE)
        phase = repeated[0].split(".")[-1]
    added = tuple(name for name in names if name not in before.overlays)
    return NewRules(rules, added, phase)


def _take_in(course: RunningGame, change: NewRules) -> None:
    from rulerun.interpreter.errors import GameSetupError

    if course.is_changing:
        raise Failed("a house rule is waiting for the next deal already", USAGE)
    try:
        course.change(change, change.rules.game(USAGE))
    except GameSetupError as error:
        raise Failed(str(error), USAGE) from None


def _list() -> None:
    from .paint import grid

    rows = [["name", "game", "begun", "moves", ""]]
    for path in listed():
        name = short_name(path)
        try:
            saved = looked_into(path)
        except Failed:
            rows.append([name, "", "", "", "cannot be read"])
            continue
        state = "over" if saved.ended is not None else ""
        with_ = f" with {', '.join(saved.rules.overlays)}" if saved.rules.overlays else ""
        begun = saved.started[:16].replace("T", " ")
        rows.append([name, harmless(saved.title + with_), begun, str(saved.moves_made), state])
    if len(rows) == 1:
        say("There are no saved games; rulerun saves each game that you play.")
        return
    for line in grid(rows, [3]):
        say(line)
