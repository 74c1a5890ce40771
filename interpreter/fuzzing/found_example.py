"""A game in which something went wrong, written as an example that shows it."""

from __future__ import annotations

import itertools
import re
import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Mapping
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.writing import plain_or_quoted

from ..declarations.structure import build_example
from ..errors import IllegalMoveError, RuleError
from ..examples.playing import run
from ..labels import PEOPLE
from ..machine.checked import Checked
from ..machine.moves import MoveKind
from ..machine.refusal import on_offer
from ..machine.state import State
from .invariants import LAWS
from .replay import Played, Playing, Replayer, Stage, Trouble
from .shrinking import SEED

_WIDTH = 96
_TRIED = 400
"""So many moves are looked through for the one at which a condition fails."""


@dataclass(frozen=True, slots=True)
class FoundExample:
    """The text of an example, with its title, as it stands under `examples`.

    `shows` says that the trouble is there when the example is played; `is_whole` that at least it leads
    where the trouble is. Otherwise the game needs chance that no example can say.
    """

    title: str
    text: str
    shows: bool
    is_whole: bool


def found_example(
    checked: Checked, played: Played, trouble: Trouble, taken: Sequence[str] = ()
) -> FoundExample:
    """The example for a game that was shortened; `taken` are titles that other examples have."""
    playing = Replayer(checked).again(played)
    people = people_of(played.setup.players)
    title = _title(trouble, played, people, taken)
    steps = [(people[seat], _in_names(text, people)) for seat, text in played.moves]
    steps += _last_step(playing, trouble, people)
    if not steps:
        steps = [("expect", "not game_over")]
    text = "".join(f"{line}\n" for line in _lines(title, played, steps, people))
    if played.seed != SEED:
        return FoundExample(title, text, False, False)
    if trouble.is_fault:  # whoever plays it again may fall into it
        return FoundExample(title, text, False, True)
    failures = _failures(checked, text)
    if trouble.what in LAWS:
        return FoundExample(title, text, False, failures == ())
    shows = any(
        failure.code == trouble.what and (trouble.span is None or failure.span == trouble.span)
        for failure in failures or ()
    )
    # What a game was worth, and all that may be done, is asked by no example.
    leads = trouble.stage in (Stage.END, Stage.LISTING) and failures == ()
    return FoundExample(title, text, shows, shows or leads)


def people_of(players: int) -> tuple[str, ...]:
    """Names for so many players."""
    more = (f"Player{number}" for number in range(len(PEOPLE) + 1, players + 1))
    return (*PEOPLE[:players], *more)


def _title(trouble: Trouble, played: Played, people: Sequence[str], taken: Sequence[str]) -> str:
    """What goes wrong, and as much more of the game as tells it from those with the same trouble."""
    said = _in_names(trouble.message, people).split(";")[0]
    if trouble.what in LAWS:
        said = "a fault of rulerun" if trouble.is_fault else "hidden cards are given away"
    words = re.sub(r"[^\w ,.-]", "", said)[:60].strip(" ,.-") or trouble.what
    if len(words) == 60:
        words = words.rpartition(" ")[0]
    titles = (f"{words}{more}" for more in _told_apart(played, people))
    return next(title for title in titles if title not in taken)


def _told_apart(played: Played, people: Sequence[str]) -> Iterator[str]:
    """What is told of a game beside its trouble: the table, the last move, how many there were."""
    players = f" with {len(people)} player{'' if len(people) == 1 else 's'}"
    options = " and ".join(f"{name} {value}" for name, value in played.setup.options.items())
    yield ""
    yield players
    if options:
        yield f" with {options}"
    if played.moves:
        seat, text = played.moves[-1]
        last = re.sub(r"[^\w ,.-]", "", f"{people[seat]} {_in_names(text, people)}")[:30].strip()
        yield f" after {last}"
        yield f"{players} after {last}"
    number = len(played.moves)
    long = f"{players} after {number} move{'' if number == 1 else 's'}"
    yield long
    yield from (f"{long}, game {other}" for other in itertools.count(2))


def _in_names(text: str, people: Sequence[str]) -> str:
    """A text about P1, P2, ... with the names of an example."""

    def name(found: re.Match[str]) -> str:
        seat = int(found[1]) - 1
        return people[seat] if 0 <= seat < len(people) else found[0]

    return re.sub(r"\bP([1-9][0-9]?)\b", name, text)


def _lines(
    title: str, played: Played, steps: Sequence[tuple[str, str]], people: Sequence[str]
) -> Iterator[str]:
    yield f"  {plain_or_quoted(title, is_key=True)}:"
    yield f"    players: {', '.join(people)}"
    if played.setup.options:
        values = ", ".join(f"{name}: {value}" for name, value in played.setup.options.items())
        yield f"    set: {{ {values} }}"
    if played.cards:
        cards = " ".join(played.cards)
        if len(cards) <= _WIDTH - 13:
            yield f"    shuffle: {cards}"
        else:
            yield "    shuffle: >"
            yield from textwrap.wrap(
                cards, _WIDTH, initial_indent=" " * 6, subsequent_indent=" " * 6
            )
    if played.given:
        given = ", ".join(
            f"{_in_names(g.address, people)}: {_in_names(g.text, people)}" for g in played.given
        )
        yield f"    given: {{ {given} }}"
    yield "    play:"
    for who, what in steps:
        yield f"      - {who}: {plain_or_quoted(what)}"


# -- the step at which it shows --------------------------------------------------------------------


def _last_step(playing: Playing, trouble: Trouble, people: Sequence[str]) -> list[tuple[str, str]]:
    """What has to be asked for in the end, where no move shows the trouble."""
    if trouble.stage is Stage.END:
        return [("expect", "game_over and size of winners >= 0")]
    if trouble.stage is not Stage.LISTING or not playing.goes_on or playing.state.actor is None:
        return []
    text = _asking(playing.state, trouble)
    return [] if text is None else [(people[playing.state.actor], _in_names(text, people))]


def _asking(state: State, trouble: Trouble) -> str | None:
    """A move for which it cannot be told whether it may be made."""
    for kind in state.game.kinds[state.at]:
        for text in _moves(state, kind):
            trial = state.clone()
            try:
                if state.game.parse_move(trial, text) in trial.legal_moves:
                    continue
            except IllegalMoveError:
                continue
            except RuleError as error:
                if (error.code, error.span) == (trouble.what, trouble.span):
                    return text
    return None


def _moves(state: State, kind: MoveKind) -> Iterator[str]:
    """Moves of a kind, legal or not."""
    tried = 0
    try:
        for choices in on_offer(state.game, state.clone(), kind.rule.choices, ()):
            tried += 1
            if tried > _TRIED:
                break
            yield kind.show(kind.name, choices)
    except RuleError:
        pass
    yield kind.name
    yield from (f"{kind.name} {number}" for number in range(3))
    yield from (f"{kind.name} {label}" for label in dict.fromkeys(state.game.deck.labels))


# -- whether it shows ------------------------------------------------------------------------------


def _failures(checked: Checked, text: str) -> tuple[Diagnostic, ...] | None:
    """What goes otherwise than the example says; None if it cannot be read."""
    root, wrong = read(SourceFile("example", f"examples:\n{text}"))
    examples = None if root is None or wrong else root.get("examples")
    if not isinstance(examples, Mapping):
        return None
    (entry,) = examples.entries
    example, wrong = build_example(entry.key, entry.value, None)
    return None if example is None or wrong else run(checked, example).failures
