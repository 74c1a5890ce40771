"""`rulerun compat`: which house rules of a game go together."""

from __future__ import annotations

import json
import sys
import textwrap
from collections.abc import Iterable, Iterator
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING, Any

import click

from .exits import FOUND, INTERRUPTED, UNREADABLE, USAGE, Failed
from .output import output_option, written_to
from .paint import Paint, columns, count
from .progress import progress
from .rule_files import MOST_SEED, WholeNumber, exit_code, right_rules, tell
from .terminal import can_show, harmless, say, wants_color, width

if TYPE_CHECKING:
    from rulerun.grammar.diagnostics import Diagnostic
    from rulerun.interpreter.variants.compatibility import Compatibility, Pair, Trying

_SIGNS = {
    "CONFLICT": "x", "BREAKS_OFF": "!", "ENDLESS": "~", "ORDER": "o", "EXAMPLES": "e", "FINE": ".",
}  # fmt: skip
_UNTRIED = "?"
_MOST_NAMED = 4


@click.command("compat", short_help="Say which house rules of a game go together.")
@click.argument("game")
@click.option(
    "--games",
    metavar="N",
    type=WholeNumber(0, 1000),
    default=3,
    show_default=True,
    help="Games tried at most to see a pair come to an end; with 0 none is tried.",
)
@click.option(
    "--seed",
    metavar="N",
    type=WholeNumber(0, MOST_SEED),
    default=1,
    show_default=True,
    help="The first of these games.",
)
@click.option(
    "--format", "form", type=click.Choice(["full", "json"]), default="full", show_default=True,
    help="full: in words, for people; json: one object with everything.",
)  # fmt: skip
@output_option
def command(game: str, games: int, seed: int, form: str, output_file: str | None) -> None:
    """Say of each pair of a game's house rules whether they go together.

    \b
    rulerun compat gin
    rulerun compat my_game.yaml --format json

    \b
    fine               both can be played together, in either order
    order matters      the other order gives another game, or cannot be played
    conflict           they do something to the same thing
    breaks examples    examples hold with each of the two, and not with both
    does not end       no game that is tried ends, as one does with each alone
    breaks off in play a rule fails in such a game

    House rules are those that --with finds by their names. That two of them are in conflict, or
    break an example, is no fault of theirs.

    Exit code: 0 no pair is worse than a conflict, 1 a pair does not end or breaks off in play, or a
    rule is wrong, 2 wrong use, 3 a file cannot be read, 130 interrupted; what was found until then
    is told.
    """
    from rulerun.grammar.diagnostics import in_order
    from rulerun.interpreter.variants.compatibility import Trying, Verdict

    if seed + games - 1 > MOST_SEED:
        raise Failed("the seeds of the games are too high", USAGE)
    if right_rules(game, ()).stack.overlays:
        raise Failed(f"'{game}' is a house rule; say the game that it is for", USAGE)
    trying = Trying(game, games=games, seed=seed)
    with written_to(output_file):
        is_broken_off = not _try(trying)
        found = trying.found
        if form == "json":
            say(json.dumps(_as_json(found), ensure_ascii=False, indent=2))
        else:
            for line in _lines(found, Paint(color=wants_color(sys.stdout))):
                say(line)
    tell(_without_asking(in_order(d for loaded in found.wrong for d in loaded.diagnostics)))
    worst = UNREADABLE if exit_code(found.wrong) == UNREADABLE else FOUND * bool(found.wrong)
    ends_badly = {Verdict.BREAKS_OFF, Verdict.ENDLESS}
    if found.failing or any(ends_badly & set(pair.verdicts) for pair in found.pairs):
        worst = max(worst, FOUND)
    if is_broken_off:
        raise Failed("interrupted", INTERRUPTED)
    raise Failed("", worst)


def _try(trying: Trying) -> bool:
    """Try all pairs, and show how far that is; whether it came to its end."""
    try:
        with progress("house rules", len(trying.files)) as tell_how_far:
            for done in trying.each_alone():
                tell_how_far(done, "read alone")
        with progress("pairs", trying.number_of_pairs) as tell_how_far:
            for done in trying.each_pair():
                tell_how_far(done, "")
    except KeyboardInterrupt:
        return False
    return True


def _without_asking(found: Iterable[Diagnostic]) -> Iterator[Diagnostic]:
    """The diagnostics without notes of where a house rule was asked for: nobody named it."""
    for diagnostic in found:
        notes = (n for n in diagnostic.notes if n.span is None or n.span.file.is_file)
        yield replace(diagnostic, notes=tuple(notes))


# --------------------------------------------------------------------------------------------
# In words


def _lines(found: Compatibility, paint: Paint) -> Iterator[str]:
    rules, pairs = len(found.house_rules), len(found.pairs)
    tried = f"{pairs} of {pairs + found.untried} pairs" if found.untried else count(pairs, "pair")
    title = f"{found.game}: {count(rules, 'house rule')}, {tried}"
    yield paint.bold(harmless(title))
    if pairs:
        yield ""
        yield from _matrix(found)
        yield ""
    yield from _legend(found)
    for pair in found.pairs:
        told = list(_told(pair))
        if told:
            yield ""
            yield from told


def _matrix(found: Compatibility) -> Iterator[str]:
    """A line for each house rule, with a sign for each of those above it."""
    names = found.house_rules
    signs = {(p.one, p.other): _SIGNS[p.verdict.name] for p in found.pairs}
    for two in combinations(names, 2) if found.untried else ():
        if not {*two} & {*found.wrong_names}:
            signs.setdefault(two, _UNTRIED)
    digits = len(str(len(names)))
    widest = max(columns(harmless(name)) for name in names)
    if digits + 2 + widest + (digits + 1) * (len(names) - 1) > width():
        for pair in found.pairs:
            yield f"{_SIGNS[pair.verdict.name]}  {harmless(pair.one)}, {harmless(pair.other)}"
        return
    for number, name in enumerate(names):
        cells = [signs.get((above, name), " ") for above in names[:number]]
        row = "".join(cell.rjust(digits + 1) for cell in cells)
        gap = " " * (widest - columns(harmless(name)))
        yield f"{number + 1:>{digits}}  {harmless(name)}{gap}{row}".rstrip()
    numbers = "".join(str(n + 1).rjust(digits + 1) for n in range(len(names) - 1))
    yield " " * (digits + 2 + widest) + numbers


def _legend(found: Compatibility) -> Iterator[str]:
    """What the signs mean, and how many pairs have each."""
    for name, sign in reversed(_SIGNS.items()):
        pairs = [pair for pair in found.pairs if pair.verdict.name == name]
        if pairs:
            yield f"{sign}  {pairs[0].verdict.value}: {len(pairs)}"
    if found.untried:
        yield f"{_UNTRIED}  not tried: {found.untried}"
    if found.wrong:
        names = ", ".join(harmless(name) for name in found.wrong_names)
        yield from _wrapped(f"Wrong even alone, and so in no pair: {names}.", "")
    for name, error in found.failing:
        yield f"Breaks off in play even alone, so none of its pairs was played: {harmless(name)}"
        yield from _wrapped(str(error), "  ")
    untried = sorted({name for pair in found.pairs for name in pair.untried})
    if untried:
        names = ", ".join(map(harmless, untried))
        yield from _wrapped(f"Of the games that were tried none ended with {names} alone.", "")


def _told(pair: Pair) -> Iterator[str]:
    """Why a pair is not fine."""
    if pair.verdict.name == "FINE":
        return
    said = ", ".join(verdict.value for verdict in pair.verdicts)
    yield f"{harmless(pair.one)}, {harmless(pair.other)}: {said}"
    if pair.only is not None:
        first, then = map(harmless, pair.only)
        yield from _wrapped(f"only '{first}' before '{then}' can be played", "  ")
    for diagnostic in pair.diagnostics:
        yield from _wrapped(diagnostic.message, "  ")
        spans = [diagnostic.span, *(n.span for n in diagnostic.notes if n.span is not None)]
        for span in spans:
            yield f"    {harmless(span.place)}"
    if pair.verdict.name == "ENDLESS":
        yield "  no game that was tried ends, though one does with each of the two alone"
    if pair.failure is not None:
        yield from _wrapped(str(pair.failure), "  ")
    yield from _differences(pair)
    names = [_of(example.title.text, example.overlay) for example in pair.examples]
    more = len(names) - _MOST_NAMED
    shown = [*names[:_MOST_NAMED], *([f"and {more} more"] if more > 0 else [])]
    for name in shown:
        yield from _wrapped(harmless(name), "  ")


def _differences(pair: Pair) -> Iterator[str]:
    from .differences import in_words

    if not pair.differences:
        return
    arrow = "→" if can_show("→", sys.stdout) else "->"
    yield f"  {harmless(pair.other)} before {harmless(pair.one)} would be another game:"
    for difference in pair.differences:
        for line in in_words(difference, arrow):
            yield from _wrapped(line, "    ")


def _of(title: str, overlay: str | None) -> str:
    return f"'{title}' of {overlay or 'the game'}"


def _wrapped(text: str, indent: str) -> list[str]:
    return textwrap.wrap(
        harmless(text), width(), initial_indent=indent, subsequent_indent=indent + "  ",
        break_long_words=False, break_on_hyphens=False,
    )  # fmt: skip


# --------------------------------------------------------------------------------------------
# As data


def _as_json(found: Compatibility) -> dict[str, Any]:
    return {
        "game": found.game,
        "house_rules": list(found.house_rules),
        "wrong": list(found.wrong_names),
        "breaks_off_alone": {name: str(error) for name, error in found.failing},
        "pairs": [_pair(pair) for pair in found.pairs],
        "pairs_not_tried": found.untried,
    }


def _pair(pair: Pair) -> dict[str, Any]:
    from .differences import as_json

    return {
        "house_rules": [pair.one, pair.other],
        "verdict": pair.verdict.value,
        "verdicts": [verdict.value for verdict in pair.verdicts],
        "only_order": list(pair.only) if pair.only else None,
        "messages": [
            {
                "code": d.code,
                "message": d.message,
                "places": [s.place for s in (d.span, *(n.span for n in d.notes)) if s is not None],
            }
            for d in pair.diagnostics
        ],
        "differences": [as_json(difference) for difference in pair.differences],
        "examples": [
            {"title": example.title.text, "of": example.overlay} for example in pair.examples
        ],
        "failure": None if pair.failure is None else str(pair.failure),
        "no_game_ends_with": list(pair.untried),
        "built_on_one_another": pair.is_built,
    }
