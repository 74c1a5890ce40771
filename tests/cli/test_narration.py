"""What somebody at the table is told comes only from what they see, know or have followed."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest

from rulerun.cli.narration import Narrator
from rulerun.cli.paint import Paint
from rulerun.cli.passages import passages, place_of
from rulerun.cli.watching import WatchedGame, standstill
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.moves import Move
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.unseen import hidden_from, renamed
from rulerun.interpreter.machine.view import View

from ..playing import TRIAL, any_move, each_game_and_some, rules
from .command import Rulerun

FILES = [*each_game_and_some("narration"), *sorted(TRIAL.glob("*.yaml"))]
MOVES = 10
"""How many moves of each game are listened to."""


def made(path: Path) -> WatchedGame:
    """The game, with one player more than it needs where it may be played so."""
    checked = rules(path).checked
    assert checked is not None
    allowed = checked.rules.players
    return WatchedGame(checked, players=min(allowed.low + 1, allowed.high))


def twin_of(state: State, seat: int, rng: Random) -> State:
    """The state with two cards exchanged that are hidden from a seat."""
    hidden = hidden_from(state, seat)
    if len(hidden) < 2:
        return state
    one, other = rng.sample(hidden, 2)
    return renamed(state, {one: other, other: one})


class Listener:
    """A seat that is told a game twice: as it is, and with hidden cards exchanged at every look.

    What is told has to be the same, and to name no card but those that the seat sees or knows.
    """

    def __init__(self, game: WatchedGame, seat: int) -> None:
        self.game = game
        self.seat = seat
        self.rng = Random(seat)
        self.told: list[str] = []
        self.told_of_twin: list[str] = []
        self.narrator = Narrator(game, seat, Paint(), self.told.append)
        self.of_twin = Narrator(game, seat, Paint(), self.told_of_twin.append)
        self.knows: set[str] = set()
        self.before: tuple[State, View] | None = None
        self.exchanges = 0

    def begins(self, state: State) -> None:
        self.look(state)
        self.narrator.begins(state)
        self.of_twin.begins(twin_of(state, self.seat, self.rng))

    def moves(self, actor: int, move: Move) -> None:
        if actor == self.seat:  # they say it themselves
            self.knows |= {word.strip(",") for word in str(move).split()}
        self.narrator.moves(actor, move)
        self.of_twin.moves(actor, move)

    def pauses(self, state: State, label: str) -> None:
        if self.before is None:
            return
        self.look(state)
        self.narrator.pauses(state, label)
        self.of_twin.pauses(twin_of(state, self.seat, self.rng), label)

    def stands(self, state: State) -> None:
        self.look(state)
        self.narrator.stands(state)
        twin = twin_of(state, self.seat, self.rng)
        self.exchanges += twin is not state
        self.of_twin.stands(twin)
        assert self.told == self.told_of_twin
        words = {word.strip(',"') for line in self.told for word in line.split()}
        assert words & set(self.game.deck.labels) <= self.knows
        self.told.clear()
        self.told_of_twin.clear()
        self.knows.clear()
        self.look(state)

    def look(self, state: State) -> None:
        """See and know cards; each that is said to have gone somewhere has really gone there."""
        view = standstill(state).view(self.seat)
        self.knows |= {c for pile in view.piles for c in pile.cards if c is not None}
        self.knows |= {card for card, _ in view.known}
        for _, value in view.memories:
            self.knows |= set(" ".join([value] if isinstance(value, str) else value).split())
        if self.before is not None:
            old, new = cards_in(*self.before), cards_in(state, view)
            for passage in passages(self.before[1], view):
                for card in passage.cards:
                    assert card is None or card in old[passage.source]
                    assert card is None or card in new[passage.to]
        self.before = state.clone(), view


def cards_in(state: State, view: View) -> dict[object, list[str]]:
    """What really lies in each pile of a view."""
    fixed = state.game.layout.fixed_piles
    numbers = [n for n, pile in enumerate(state.piles) if n < fixed or pile]
    return {
        place_of(pile): [state.game.deck.labels[c] for c in state.piles[number]]
        for pile, number in zip(view.piles, numbers, strict=True)
    }


@pytest.mark.parametrize("path", FILES)
def test_what_is_told_depends_on_no_hidden_card(path: Path) -> None:
    game = made(path)
    rng = Random(path.stem)
    listeners = [Listener(game, seat) for seat in range(game.players)]

    def watch(state: State, label: str) -> None:
        for listener in listeners:
            listener.pauses(state, label)

    game.watcher = watch
    state = game.start(rng.getrandbits(64))
    hidden = any(None in pile.cards for pile in state.view(None).piles)
    for listener in listeners:
        listener.begins(state)
    for _ in range(MOVES):
        if state.is_over:
            break
        actor, move = state.actor, any_move(state, rng)
        assert actor is not None
        for listener in listeners:
            listener.moves(actor, move)
        state.apply(move)
        for listener in listeners:
            listener.stands(state)
    assert not hidden or not state.moves_made or any(listener.exchanges for listener in listeners)


RENEWED = """\
game: Renewed
players: 2
deck: { ranks: 2 to 9, starts in: stock }
piles:
  stock: face down, refilled from discard except top
  discard: face up
  hand: per player, seen by owner
setup:
  shuffle: shuffle stock
  heap: deal 30 cards from stock to discard
  hands: deal 1 card from stock to each hand
phases:
  turn:
    who: each player
    moves:
      draw: deal 1 card from stock to your hand
      renew: gather discard into stock; shuffle stock; deal 1 card from stock to each hand
winner: players
"""


@pytest.mark.parametrize(
    ("move", "told"),
    [
        ("draw", ["discard -> stock: 29 cards, shuffled", "stock -> P1's hand: a card"]),
        (
            "renew",
            ["discard -> stock: 30 cards", "stock -> P1's hand: a card", "stock -> your hand: "],
        ),
    ],
)
def test_a_card_that_was_shuffled_away_is_not_followed(
    tmp_path_factory: pytest.TempPathFactory, move: str, told: list[str]
) -> None:
    path = tmp_path_factory.getbasetemp() / "renewed.yaml"
    path.write_text(RENEWED, encoding="utf-8")
    checked = read_rules(path).checked
    assert checked is not None
    game = WatchedGame(checked)
    state = game.start(1)
    lines: list[str] = []
    narrator = Narrator(game, 1, Paint(), lines.append)
    game.watcher = narrator.pauses
    narrator.begins(state)
    lines.clear()
    narrator.moves(0, state.game.parse_move(state, move))
    state.apply(move)
    narrator.stands(state)
    assert lines[0] == f"P1: {move}"
    for line, begin in zip(lines[1:], told, strict=True):
        assert line.strip().startswith(begin)


# -- what goes on and on ----------------------------------------------------------------------------

ON_AND_ON = """\
game: On and on
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles: { stock: face down, row: face up }
remember: { points: number per player }
phases:
  begin: { who: each player, moves: { go: do nothing } }
  round:
    repeat: REPEAT
    at start: { turn: move top of stock to row, score: each player scores 1 }
    at end: { back: gather all cards into stock }
  finish: { who: each player, moves: { done: do nothing } }
end: { never: when any player has points < 0 }
winner: all players with most points
"""


@pytest.mark.parametrize(
    ("repeat", "seat", "rest_is_told", "code"),
    [
        ("20 times", None, True, 0),
        ("3000 times", None, False, 0),
        ("3000 times", 1, False, 3),  # the input ends at the second decision
        ("until any player has points < 0", None, False, 1),
    ],
)
def test_what_goes_on_for_very_long_is_not_told_to_the_end(
    rulerun: Rulerun, tmp_path: Path, repeat: str, seat: int | None, rest_is_told: bool, code: int
) -> None:
    """It may go on for ever, and its rules fail; and where it comes to an end, that is told."""
    path = tmp_path / "on.yaml"
    path.write_text(ON_AND_ON.replace("REPEAT", repeat), encoding="utf-8")
    sits = [] if seat is None else ["--seat", str(seat)]
    done = rulerun("play", str(path), "--seed", "1", *sits, typed="go\n")
    assert done.code == code
    assert ("the rest is not told" in done.out) is not rest_is_told
    assert done.out.count("\n") < 3000
    if not rest_is_told:
        rest = done.out.partition("the rest is not told")[2]
        assert re.search(r"P1( \(you\))? +(3000|200000)\b", rest)  # how it stands then
    assert ("error[R706]" in done.err) is (code == 1)
    if code == 0:
        assert "P1: done" in done.out and "The game is over" in done.out
