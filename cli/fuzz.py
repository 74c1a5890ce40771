"""`rulerun fuzz`: games by chance, in search of what goes wrong in them."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from math import inf
from time import monotonic
from typing import TYPE_CHECKING, Any

import click

from .exits import FOUND, INTERRUPTED, USAGE, Failed
from .output import output_option, written_to
from .paint import count
from .progress import progress
from .rule_files import MOST_SEED, WholeNumber, right_rules, right_settings, set_option, with_option
from .terminal import encoding_of, harmless, say, wants_color

if TYPE_CHECKING:
    from rulerun.interpreter.fuzzing.search import Find, Fuzzing
    from rulerun.interpreter.loading import Loaded

_GAMES = 100
_FOR_SHORTENING = 1 / 4
"""Of a limited time, for making what was found shorter."""
_MOST_TOLD = 5
"""So many finds are shortened and told; it is easier to mend them and to look again."""


@click.command("fuzz", short_help="Play games by chance, and say what goes wrong.")
@click.argument("file")
@with_option
@set_option
@click.option(
    "--players", metavar="N", type=WholeNumber(1),
    help="Number of players; without it every number the game allows, in turn.",
)  # fmt: skip
@click.option(
    "--games", metavar="N", type=WholeNumber(1),
    help=f"Games to play; without it {_GAMES}, or as many as there is time for.",
)  # fmt: skip
@click.option(
    "--seed", metavar="N", type=WholeNumber(0, MOST_SEED), default=1, show_default=True,
    help="The first of these games; the next ones follow it.",
)  # fmt: skip
@click.option(
    "--time", "seconds", metavar="SECONDS", type=WholeNumber(1), help="End after so many seconds.",
)  # fmt: skip
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True,
    help="full: in words, for people; json: one object with everything.",
)  # fmt: skip
@output_option
def command(
    file: str,
    overlays: tuple[str, ...],
    settings: tuple[str, ...],
    players: int | None,
    games: int | None,
    seed: int,
    seconds: int | None,
    form: str,
    output_file: str | None,
) -> None:
    """Play games by chance, and say what goes wrong in them.

    \b
    rulerun fuzz my_game.yaml
    rulerun fuzz my_game.yaml --games 1000 --seed 7
    rulerun fuzz gin --with oklahoma --time 60

    The games are set up in turn with every number of players, and with options at their least and
    most and mixed; what is given with --players and --set does not change. In each of them no rule
    may fail, no card and no chip be lost, and somebody always have a move until the game is over; no
    player may be told of cards that they do not see; what is offered can be done, what is refused
    changes nothing; copies, saved games and games played again go on just so.

    What was found is shortened and printed as an example, which 'rulerun test' plays once it stands
    in the file. The same seed finds the same.

    Exit code: 0 nothing was found, 1 something was, or the rules are wrong, 2 wrong use, 3 a file
    cannot be read, 130 interrupted.
    """
    loaded = right_rules(file, overlays)
    fuzzing = _fuzzing(loaded, settings, players, seed)
    if games is None and seconds is None:
        games = _GAMES
    with written_to(output_file):
        is_broken_off = not _play(fuzzing, loaded, games, seconds)
        if form == "json":
            told = _as_json(file, overlays, fuzzing, _told(fuzzing, loaded))
            say(json.dumps(told, ensure_ascii=False, indent=2))
        else:
            for line in _in_words(file, overlays, fuzzing, loaded):
                say(line)
    if is_broken_off:
        raise Failed("interrupted", INTERRUPTED)
    raise Failed("", FOUND if fuzzing.finds else 0)


def _fuzzing(loaded: Loaded, settings: tuple[str, ...], players: int | None, seed: int) -> Fuzzing:
    """What plays the games; Failed if they cannot be set up so."""
    from rulerun.interpreter.errors import GameSetupError
    from rulerun.interpreter.fuzzing.search import Fuzzing

    assert loaded.checked is not None
    given = right_settings(loaded, settings)
    seats = loaded.checked.rules.players
    if players is not None and not seats.low <= players <= seats.high:
        try:
            loaded.checked.game({}, players)
        except GameSetupError as error:
            raise Failed(str(error), USAGE) from None
    return Fuzzing(loaded.checked, seed=seed, players=players, options=given)


def _play(fuzzing: Fuzzing, loaded: Loaded, games: int | None, seconds: int | None) -> bool:
    """Play the games and shorten what was found; whether it came to its end before Ctrl-C.

    Of a limited time a part is left for shortening, if there is anything to shorten.
    """
    end = inf if seconds is None else monotonic() + seconds
    for_shortening = 0 if seconds is None else seconds * _FOR_SHORTENING
    try:
        with progress("games", games) as tell:
            for done in fuzzing.play(
                games, enough=lambda: monotonic() > end - bool(fuzzing.finds) * for_shortening
            ):
                tell(done, _so_far(fuzzing))
        if fuzzing.finds:
            with progress("finds are shortened", min(len(fuzzing.finds), _MOST_TOLD)) as tell:

                def enough() -> bool:
                    tell(fuzzing.shortened, "looking for shorter games that show them")
                    return monotonic() > end

                for _ in fuzzing.shorten(_MOST_TOLD, _titles(loaded), enough=enough):
                    pass
    except KeyboardInterrupt:
        return False
    return True


def _so_far(fuzzing: Fuzzing) -> str:
    return f"{count(len(fuzzing.finds), 'find')} so far" if fuzzing.finds else ""


def _not_shortened(fuzzing: Fuzzing) -> int:
    """How many of the finds that are told may not be as short as they can be."""
    return min(len(fuzzing.finds), _MOST_TOLD) - fuzzing.shortened


def _titles(loaded: Loaded) -> tuple[str, ...]:
    """The titles that examples of these rules have already."""
    assert loaded.ruleset is not None
    return tuple(example.name for example in loaded.ruleset.examples)


def _told(fuzzing: Fuzzing, loaded: Loaded) -> Iterator[Find]:
    """The finds that are told, each with an example, be it a long one."""
    taken = _titles(loaded)
    for find in fuzzing.finds[:_MOST_TOLD]:
        if find.example is None:
            find = fuzzing.with_example(find, taken, shorten=False)
        assert find.example is not None
        taken = (*taken, find.example.title)
        yield find


# --------------------------------------------------------------------------------------------
# In words


def _in_words(
    file: str, overlays: tuple[str, ...], fuzzing: Fuzzing, loaded: Loaded
) -> Iterator[str]:
    for number, find in enumerate(_told(fuzzing, loaded)):
        if number:
            yield ""
        yield from _lines(find, fuzzing, loaded, file, overlays)
    yield from _summary(file, overlays, fuzzing)


def _lines(
    find: Find, fuzzing: Fuzzing, loaded: Loaded, file: str, overlays: tuple[str, ...]
) -> Iterator[str]:
    from rulerun.interpreter.fuzzing.replay import Stage

    trouble, example = find.trouble, find.example
    assert example is not None and loaded.stack.base is not None
    where = f"found in game {find.seed}: {fuzzing.setup_of(find.seed)}"
    if trouble.stage in (Stage.LISTING, Stage.END):
        where = f"{trouble.stage.value}; {where}"
    yield from _what(find, where)
    yield ""
    home = (
        loaded.stack.own.file if loaded.stack.own is not None else loaded.stack.base.span.file.name
    )
    if loaded.stack.by_hand:
        yield "The game as an example, though house rules put together by hand can have none:"
    elif example.shows:
        yield f"It is shown by this example, under 'examples' in {harmless(home)}:"
    elif example.is_whole:
        yield "This example leads there; 'rulerun test' does not look for such a thing:"
    else:
        words = [file, *(f"--with {name}" for name in overlays)]
        words += [f"--set {name}={value}" for name, value in find.played.setup.options.items()]
        words += [f"--players {find.played.setup.players}", f"--seed {find.played.seed}"]
        yield "It needs chance that no example can say. The moves are a script for"
        yield harmless(f"'rulerun play {' '.join(words)} --script SCRIPT':")
        yield ""
        yield from (f"  P{seat + 1}: {harmless(text)}" for seat, text in find.played.moves)
        return
    yield ""
    for line in example.text.splitlines():
        yield harmless(line)


def _what(find: Find, where: str) -> Iterator[str]:
    """What went wrong."""
    from rulerun.grammar.diagnostics import Diagnostic, Note
    from rulerun.grammar.rendering import render_full

    trouble = find.trouble
    if trouble.span is not None:
        code = trouble.code or trouble.what
        found = Diagnostic(code, trouble.message, trouble.span, None, (Note(where),))
        color, encoding = wants_color(sys.stdout), encoding_of(sys.stdout)
        yield from render_full([found], color=color, encoding=encoding).splitlines()
        return
    said = harmless(trouble.message)
    if trouble.is_fault:
        yield f"a fault of rulerun itself ({trouble.what}: {said})"
        yield "Please report it with the rule file and this example."
    elif trouble.what.startswith("R"):
        yield f"error[{trouble.what}]: {said}"
    else:
        yield said
    yield f"  {where}"


def _summary(file: str, overlays: tuple[str, ...], fuzzing: Fuzzing) -> Iterator[str]:
    """What was played, and what came of it."""
    from rulerun.interpreter.fuzzing.search import LONG, SLOW

    title = harmless(" with ".join([file, *([", ".join(overlays)] if overlays else [])]))
    played = f"{count(fuzzing.games, 'game')}, {count(fuzzing.moves, 'move')}"
    finds = len(fuzzing.finds)
    if finds:
        yield ""
    found = f"{count(finds, 'find')}" if finds else "nothing was found"
    if finds > _MOST_TOLD:
        found += f", of which {_MOST_TOLD} are told"
    yield f"{title}: {played}: {found}"
    if _not_shortened(fuzzing):
        them = ("it is", "it") if finds == 1 else ("they are", "them")
        yield f"  {them[0]} as short as there was time for: shorter games may show {them[1]}"
    rules = fuzzing.checked.rules
    for number, what in (
        (fuzzing.abandoned, f"abandoned after {rules.limit} moves, the limit"),
        (fuzzing.left, f"left after {LONG} moves"),
    ):
        if number:
            yield f"  {count(number, 'game')} {'was' if number == 1 else 'were'} {what}"
    if fuzzing.games and not fuzzing.moves and not finds and fuzzing.checked.program.decisions:
        yield "  nobody ever made a move: each game was over before the first one"
    slowest = fuzzing.slowest
    if slowest.number > SLOW and all(find.trouble.what != "R708" for find in fuzzing.finds):
        yield f"  the games are slow: '{harmless(slowest.move)}' had up to {slowest.most:,} choices at a decision"


# --------------------------------------------------------------------------------------------
# As data


def _as_json(
    file: str, overlays: tuple[str, ...], fuzzing: Fuzzing, told: Iterable[Find]
) -> dict[str, Any]:
    finds = [_find(find, fuzzing) for find in told]
    return {
        "file": file,
        "with": list(overlays),
        "games": fuzzing.games,
        "moves": fuzzing.moves,
        "abandoned": fuzzing.abandoned,
        "left": fuzzing.left,
        "most_choices": {"move": fuzzing.slowest.move, "choices": fuzzing.slowest.most},
        "finds": finds,
        "finds_not_shortened": _not_shortened(fuzzing),
        "finds_not_told": len(fuzzing.finds) - len(finds),
    }


def _find(find: Find, fuzzing: Fuzzing) -> dict[str, Any]:
    from rulerun.grammar.vocabulary import CODES

    from .reports.json_objects import place_of

    trouble, played, example = find.trouble, find.played, find.example
    assert example is not None
    found = fuzzing.setup_of(find.seed)
    return {
        "code": trouble.what if trouble.what in CODES else None,
        "what": trouble.what,
        "message": trouble.message,
        "when": trouble.stage.value,
        "is_fault_of_rulerun": trouble.is_fault,
        "place": None if trouble.span is None else place_of(trouble.span),
        "found_in": {"seed": find.seed, "players": found.players, "options": dict(found.options)},
        "shortest": {
            "seed": played.seed,
            "players": played.setup.players,
            "options": dict(played.setup.options),
            "cards": None if played.cards is None else list(played.cards),
            "moves": [{"seat": seat + 1, "move": text} for seat, text in played.moves],
        },
        "example": {
            "title": example.title,
            "text": example.text,
            "shows_it": example.shows,
            "leads_there": example.is_whole,
        },
    }
