"""Games by chance: what is tried, what is found, and that it is told by the shortest example."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulerun
from rulerun.interpreter.errors import IllegalMoveError
from rulerun.interpreter.fuzzing import invariants
from rulerun.interpreter.fuzzing import search as fuzzing_module
from rulerun.interpreter.fuzzing.choices import Choices, choices_at
from rulerun.interpreter.fuzzing.corners import Setup, setups
from rulerun.interpreter.fuzzing.found_example import found_example
from rulerun.interpreter.fuzzing.invariants import LAWS, OF_RULES, Broken, Material
from rulerun.interpreter.fuzzing.replay import Playing, Replayer, Stage, Trouble
from rulerun.interpreter.fuzzing.search import Find, Fuzzing
from rulerun.interpreter.fuzzing.shrinking import SEED
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine import view
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.moves import LegalMoves
from rulerun.interpreter.machine.state import State

from ..playing import rule_file

ROOT = Path(__file__).resolve().parents[2]

FRAME = """\
game: Small
players: 2 to 4
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner', discard: face up }
chips: { each player: 2 }
remember: { points: number per player, taken: card }
setup: { shuffle: shuffle stock, hands: deal 3 cards from stock to each hand }
"""
TURNS = """\
phases:
  round:
    repeat: 3 times
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
          throw:
"""


def checked(text: str, folder: Path) -> Checked:
    path = folder / "small.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = read_rules(path)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    return loaded.checked


def fuzzed(rules: Checked, games: int = 40, **given: Any) -> Fuzzing:
    fuzzing = Fuzzing(rules, **given)
    assert len(list(fuzzing.play(games))) == games
    assert list(fuzzing.shorten(9)) == list(range(1, len(fuzzing.finds) + 1))
    return fuzzing


def only_find(rules: Checked, games: int = 40, **given: Any) -> Find:
    (find,) = fuzzed(rules, games, **given).finds
    assert find.example is not None
    return find


# -- what is found ---------------------------------------------------------------------------------

HEARTS = "when suit of card is hearts ->"
WRONG = {
    "R701": (
        FRAME + TURNS + "            do: pay size of discard + 1 to left of you\n",
        5,
    ),
    "R702": (
        FRAME
        + TURNS
        + "            choose: card in your hand\n"
        + f"            do: {{ lay: move card to discard, take: {HEARTS} taken becomes card }}\n"
        + "          count: score value of taken\n",
        1,
    ),
    "R703": (  # asked when the moves are listed
        FRAME
        + TURNS
        + "            choose: card in your hand\n"
        + "            may: { low: 8 / (size of discard - 2) < 100 }\n"
        + "            do: move card to discard\n",
        3,
    ),
    "R704": (
        FRAME
        + TURNS
        + "            do: consult fee\n"
        + "payouts: { fee: { hit: unique, one: when your chips = 0 -> do nothing, "
        + "two: when your chips > 1 -> pay 1 to left of you } }\n",
        3,
    ),
    "R705": (
        FRAME
        + TURNS.replace("          pass: do nothing\n", "")
        + "            choose: card in your hand\n"
        + "            may: discard is empty or suit of card is suit of top of discard\n"
        + "            do: move card to discard\n",
        1,
    ),
    "R706": (
        FRAME
        + "at any time: { again: when size of discard = 2 -> first of players scores 1 }\n"
        + TURNS
        + "            choose: card in your hand\n"
        + "            do: move card to discard\n",
        2,
    ),
    "R707": (
        FRAME.replace("points: number per", "points: number from 0 to 1 per")
        + TURNS
        + "            do: score 1\n",
        3,
    ),
    "at the end": (
        FRAME + TURNS + "            do: score 1\nwinner: first player where 10 / points > 3\n",
        7,
    ),
}


@pytest.mark.parametrize("code", WRONG)
def test_what_fails_is_found_and_shown_by_an_example(code: str, tmp_path: Path) -> None:
    text, steps = WRONG[code]
    find = only_find(checked(text, tmp_path), 12)
    example = find.example
    assert example is not None and example.shows and example.is_whole
    assert find.trouble.what == (code if code.startswith("R") else "R703")
    assert find.trouble.span is not None and not find.trouble.is_fault
    assert example.text.startswith(f"  {example.title}:\n    players: Anna, Ben\n    play:\n")
    assert example.text.count("\n      - ") == steps


ACE = (
    FRAME
    + TURNS
    + "            choose: card in your hand\n"
    + "            do: { lay: move card to discard, "
    + "more: when card is AS and size of discard = 2 -> draw 60 from stock }\n"
)


def test_cards_that_are_needed_are_said(tmp_path: Path) -> None:
    find = only_find(checked(ACE, tmp_path), 12)
    assert find.example is not None and find.example.shows
    lines = find.example.text.splitlines()
    assert lines[2].startswith("    shuffle: ") and "AS" in lines[2] and len(lines[2].split()) <= 3
    assert len(lines) == 6 and lines[-1].endswith("throw AS")


def test_options_at_their_bounds_are_tried_with_most_players(tmp_path: Path) -> None:
    text = (
        FRAME.replace("deal 3 cards", "deal hand_size cards")
        + TURNS
        + '            do: say "now"\n'
    )
    text += "options: { hand_size: 'number from 1 to 15, normally 3', more: 'yes or no, normally no' }\n"
    rules = checked(text, tmp_path)
    find = only_find(rules, 8)
    assert find.played.setup.players == 4
    assert find.example is not None and find.example.shows
    assert "    set: { hand_size: 15 }\n" in find.example.text
    assert find.example.text.endswith("    play:\n      - expect: not game_over\n")
    assert not fuzzed(rules, 8, players=3).finds
    assert not fuzzed(rules, 8, options={"hand_size": "13"}).finds
    example = only_find(rules, 4, options={"hand_size": "14", "more": "no"}).example
    assert example is not None and "    set: { hand_size: 14, more: no }\n" in example.text


def test_moves_that_tell_of_hidden_cards_are_found(tmp_path: Path) -> None:
    text = (
        FRAME
        + TURNS
        + '            choose: card in hand of left of you\n            do: say "now"\n'
    )
    find = only_find(checked(text, tmp_path), 12)
    assert find.trouble.what == "hidden" and not find.trouble.is_fault
    assert find.trouble.message.startswith("P1 cannot see which of ")
    assert "by the move 'throw " in find.trouble.message
    assert find.trouble.span is not None and find.trouble.span.text == "throw"
    assert find.trouble.code == "L612"
    assert find.example is not None and find.example.is_whole and not find.example.shows


MANY = """\
            choose:
              card: card in your hand
              cards: 1 or more cards in discard
            may: { fits: WHAT }
            do: { lay: move card to stock }
"""
FITS = "size of cards = 1 or value of card = total value of cards"


def slow(what: str, folder: Path) -> Checked:
    """A game with some hundreds of choices at each decision, none of which can be left untried."""
    frame = FRAME.replace("hands:", "up: deal 9 cards from stock to discard, hands:")
    turns = TURNS.replace("3 times", "2 times")
    return checked(frame + turns + MANY.replace("WHAT", what), folder)


def test_looking_costs_no_more_than_playing_where_choices_are_many(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    rules = slow(FITS, tmp_path)
    listed = [0]
    legal = LegalMoves._of_kind

    def counted(self: LegalMoves, kind: Any) -> Any:
        listed[0] += kind.name == "throw"
        return legal(self, kind)

    monkeypatch.setattr(LegalMoves, "_of_kind", counted)
    fuzzing = fuzzed(rules, 12)
    assert fuzzing.finds == [] and fuzzing.kinds == {"pass", "throw"}
    assert fuzzing.slowest.move == "throw" and fuzzing.slowest.most >= 3 * 511
    assert listed[0] < 3 * fuzzing.moves


def test_choices_are_counted_by_what_lies_there(tmp_path: Path) -> None:
    rules = slow("total value of cards = 9 and size of cards < 3", tmp_path)
    start = rules.game({}, 2).start(seed=1)
    # Nine cards are not tried in all ways where their values have to add up.
    assert choices_at(start) == Choices(3 * 81 + 1, 3 * 81, "throw")
    start = slow("cards are matching or card is 2H", tmp_path).game({}, 2).start(seed=1)
    assert choices_at(start).most == 3 * 511
    in_between = read_rules(ROOT / "rulesets" / "in_between.yaml").checked
    assert in_between is not None
    assert choices_at(in_between.game({}, 2).start(seed=1)) == Choices(1, 1, "bet")


def test_what_is_seldom_looked_at_is_found_before_the_first_move_of_its_kind(
    tmp_path: Path,
) -> None:
    slow(FITS, tmp_path)
    text = (tmp_path / "small.yaml").read_text(encoding="utf-8")
    text = text.replace("card in your hand", "card in hand of left of you")
    find = only_find(checked(text, tmp_path), 2)
    assert find.trouble.what == "hidden"
    assert find.trouble.span is not None and find.trouble.span.text == "throw"


def test_what_a_game_was_worth_is_asked(tmp_path: Path) -> None:
    text = FRAME + TURNS + "            do: score 1\npayoff: 10 / points\n"
    find = only_find(checked(text, tmp_path), 12)
    assert find.trouble.what == "R703" and find.trouble.stage is Stage.END
    assert find.example is not None and find.example.is_whole and not find.example.shows


def test_chance_that_is_not_in_the_cards_is_that_of_the_game(tmp_path: Path) -> None:
    text = FRAME.replace("card }", "card, toss: rank }") + TURNS.replace("3 times", "1 times")
    text += (
        "            do: { a: toss becomes random rank, b: when toss is 5 -> draw 60 from stock }\n"
    )
    rules = checked(text, tmp_path)
    find = only_find(rules, 60)
    assert find.example is not None and not find.example.is_whole and not find.example.shows
    state = rules.game({}, find.played.setup.players).start(seed=find.played.seed)
    with pytest.raises(rulerun.RuleError, match="R701"):
        for _, move in find.played.moves:
            state.apply(move)


def by_chance(state: State, rng: Random) -> rulerun.Move:
    return state.legal_moves.pick(rng)


@pytest.mark.parametrize("file", ["cribbage", "durak", "go_fish", "hearts", "holdem", "rummy_500"])
def test_a_game_by_chance_can_be_an_example(file: str) -> None:
    """With its cards, with those who begin by chance, with the names of players."""
    rules = read_rules(rule_file(file)).checked
    assert rules is not None
    replayer = Replayer(rules)
    for seed in range(3):
        rng = Random(seed)
        seats = rules.rules.players
        playing = Playing(rules, Setup(rng.randint(seats.low, min(seats.high, 5)), {}), seed)
        while playing.goes_on and len(playing.moves) < 25:
            move = playing.choose(partial(by_chance, rng=rng))
            assert move is not None
            playing.make(move)
        played = replayer.with_its_beginning(replayer.with_its_cards(playing.played))
        again = replayer.again(replace(played, seed=SEED))
        assert tuple(again.moves) == played.moves
        assert again.state.cells == playing.state.cells
        there = Trouble(Stage.LAW, "hidden", "told")
        assert found_example(rules, replace(played, seed=SEED), there).is_whole


def test_the_same_seed_finds_the_same(tmp_path: Path) -> None:
    first, second = (fuzzed(checked(ACE, tmp_path), 5, seed=9) for _ in range(2))
    assert first.finds and first.finds == second.finds
    assert (first.games, first.moves) == (second.games, second.moves)
    again = Fuzzing(first.checked, seed=first.finds[0].seed)
    assert list(again.play(1)) == [1]
    assert again.finds[0].trouble == first.finds[0].trouble


def test_games_without_an_end_are_left_or_abandoned(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(fuzzing_module, "LONG", 100)
    text = FRAME + "limit: 250 moves\n" + TURNS.replace("3 times", "2000 times")
    fuzzing = fuzzed(checked(text + "            do: do nothing\n", tmp_path), 11)
    assert (fuzzing.left, fuzzing.abandoned, fuzzing.finds) == (10, 1, [])
    assert fuzzing.moves == 10 * 100 + 250
    assert list(fuzzing.play(enough=lambda: True)) == []
    # It is asked before each game, and before each move and when the game is left.
    asked = iter(range(9 * (1 + 100 + 1) + 1 + 50))
    assert len(list(fuzzing.play(enough=lambda: next(asked, None) is None))) == 9
    assert (fuzzing.games, fuzzing.moves) == (20, 1250 + 900 + 50)  # broken off in the tenth game


def test_games_that_come_with_rulerun_are_right() -> None:
    rules = read_rules(ROOT / "rulesets" / "in_between.yaml").checked
    assert rules is not None
    assert fuzzed(rules, 7).finds == []


def test_setups() -> None:
    rules = read_rules(ROOT / "rulesets" / "in_between.yaml").checked
    assert rules is not None
    all_ = setups(rules, None, {})
    assert [s.players for s in all_[:7]] == [2, 3, 4, 5, 6, 7, 8]
    assert not any(s.options for s in all_[:7])
    for players in (2, 8):
        of_them = [s.options for s in all_ if s.players == players]
        assert {"stake": "1"} in of_them and {"stake": "1000"} in of_them
        assert {"stake": "1000", "ante": "100", "rounds": "1000"} in of_them
    assert len(all_) == len({str(s) for s in all_})
    given = setups(rules, 3, {"rounds": "2"})
    assert {s.players for s in given} == {3}
    assert {s.options["rounds"] for s in given} == {"2"}
    assert all_ == setups(rules, None, {})


# -- laws that do not hold -------------------------------------------------------------------------


def in_the_middle(file: str = "gin") -> State:
    rules = read_rules(ROOT / "rulesets" / f"{file}.yaml").checked
    assert rules is not None
    state = rules.game({}, rules.rules.players.low).start(seed=4)
    rng = Random(4)
    for _ in range(9):
        state.apply(state.legal_moves.pick(rng))
    return state


def no_moves(self: LegalMoves) -> Any:
    return iter(())


def another_move(self: Game, state: State, text: str, names: Any = None) -> Any:
    return list(LegalMoves(state))[-1]


def without_a_word(self: Game, state: State, move: Any) -> IllegalMoveError:
    return IllegalMoveError("", "")


def sees_all(self: Any, number: int, card: int) -> bool:
    return True


def tells_all(state: State, actor: int, move: Any, seat: int | None) -> str:
    return str(move) if seat == actor else " ".join(state.game.deck.labels)


def half_a_copy(self: State) -> State:
    twin = _cloned(self)
    twin.piles = self.piles
    return twin


_cloned = State.clone


def forgetful(cls: type[State], game: Game, data: Any) -> State:
    state = _read(game, data)
    state.shuffle_stream ^= 2
    return state


_read: Callable[[Game, Any], State] = State.from_json

PLANTED: dict[str, tuple[Any, str, Callable[..., Any] | classmethod[Any, Any, Any]]] = {
    "moves": (LegalMoves, "__iter__", no_moves),
    "understood": (Game, "parse_move", another_move),
    "refused": (Game, "refusal", without_a_word),
    "hidden": (view._Viewing, "sees", sees_all),
    "reported": (invariants, "report", tells_all),
    "copies": (State, "clone", half_a_copy),
    "saved": (State, "from_json", classmethod(forgetful)),
}


@pytest.mark.parametrize("law", LAWS)
def test_every_law_can_be_broken(law: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = in_the_middle()
    for number in range(4):
        LAWS[law](state, Random(number))
    monkeypatch.setattr(*PLANTED[law])
    with pytest.raises(Broken) as broken:
        for number in range(40):
            LAWS[law](state, Random(number))
    assert broken.value.law == law
    assert broken.value.message


def test_lost_material_is_noticed() -> None:
    state = in_the_middle("in_between")
    material = Material.of(state)
    material.is_complete(state)
    chips = state.game.layout.cell_base["chips"]
    lost, twice, more = (state.clone() for _ in range(3))
    lost.piles[0].pop()
    twice.piles[0].append(twice.piles[0][0])
    more.cells[chips] += 1
    said = {"is lost": lost, "is there twice": twice, "are there": more}
    for message, other in said.items():
        with pytest.raises(Broken, match=message):
            material.is_complete(other)
    state.cells[chips + 1] += state.cells[chips] + 1
    state.cells[chips] = -1
    with pytest.raises(Broken, match="fewer than no chips"):
        material.is_complete(state)


def test_faults_of_rulerun_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One that raises, one that breaks a law; neither is told as a mistake in the rules."""
    choosing = "            choose: card in your hand\n            do: do nothing\n"
    rules = checked(FRAME + TURNS + choosing, tmp_path)
    apply = State.apply

    def failing(self: State, move: Any, **more: Any) -> None:
        apply(self, move, **more)
        if self.moves_made == 3:
            raise KeyError("a fault")

    with monkeypatch.context() as patch:
        patch.setattr(State, "apply", failing)
        find = only_find(rules, 3)
    assert find.trouble.is_fault and find.trouble.what == "KeyError"
    assert len(find.played.moves) == 3
    with monkeypatch.context() as patch:
        patch.setattr(*PLANTED["refused"])
        find = only_find(rules, 3)
    assert find.trouble.is_fault and find.trouble.what == "refused"
    assert find.played.moves == () and "refused" not in OF_RULES
