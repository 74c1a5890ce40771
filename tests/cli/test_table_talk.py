"""What somebody at the table may ask and say, beside moves: all of it in one process, without a terminal."""

import random
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from rulerun.cli.board import Board
from rulerun.cli.counsel import Counsel
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint
from rulerun.cli.watching import WatchedGame
from rulerun.interpreter.bots.tree_search import Weighed
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.unseen import imagined

from .command import Rulerun
from .test_sitting import BETTING, GIN, answers, play

HEARTS = ["hearts", "--seed", "4", "--seat", "1"]


# -------------------------------------------------------------------- several cards


@pytest.mark.parametrize(
    "lines",
    [
        ["pass 3c 10c 3d"],
        ["pass 3d,3c, 10c"],
        ["p 10c 3c 3d"],
        ["pass", "3c", "10c", "3d"],
        ["pass 3c", "10c 3d"],
        ["pass 3c kd", "-kd 10c", "3d"],
        ["pass", "3c 6d", "-6d", "10c 3d"],
        ["moves", "1"],
    ],
)
def test_cards_are_said_together_or_one_by_one(rulerun: Rulerun, lines: list[str]) -> None:
    out = play(rulerun, HEARTS, [*lines, "quit"])
    chosen = "3C 10C 6D" if lines == ["moves", "1"] else "3C 10C 3D"
    cards = re.findall(r"^You: pass (.*)$", out, re.MULTILINE)
    if lines == ["moves", "1"]:
        assert len(cards) == 1
    else:
        assert [sorted(c.split()) for c in cards] == [sorted(chosen.split())]


def test_a_long_list_says_what_is_chosen_from_and_to_whom_it_goes(rulerun: Rulerun) -> None:
    out = play(rulerun, HEARTS, ["quit"])
    assert "  pass  3 of 3C 10C 3D 6D 8D KD 2H 3H 6H 9H 10H JH 10S to P2\n" in out
    assert "(286 ways)" in out
    assert len(out.splitlines()) < 30
    whole = play(rulerun, HEARTS, ["moves", "quit"])
    assert "286) " in whole


def test_what_is_chosen_so_far_is_told(rulerun: Rulerun) -> None:
    lines = ["pass", "3c", "3c", "kh", "6", "pass 2h", "? ", "log", "3c 10c 3d", "", "quit"]
    told = play(rulerun, HEARTS, lines)
    assert "pass to P2: nothing yet (0 of 3)\n" in told
    assert "pass to P2: 3C (1 of 3)\n" in told
    assert "'3c' is chosen already.\n" in told
    assert "'kh' is not among them.\n" in told
    assert "'6' may be 6D or 6H: say which.\n" in told
    assert "pass to P2: 3C 2H (2 of 3)\n" in told  # the move's name may stand before it
    assert "You may:\n" in told.split("pass> ?")[1]  # other words than cards are heard, too
    assert "Nothing has happened yet.\n" in told
    assert told.count("Nothing is chosen.") == 1
    assert "You: pass" not in told


# -------------------------------------------------------------------- why not


def test_why_a_move_is_legal_or_not(rulerun: Rulerun) -> None:
    out = play(rulerun, GIN, ["1", "? knock 10s", "? discard 10s", "?knock", "? nonsense", "quit"])
    one, legal, named, none = answers(out)[1:5]
    assert one == "You may not knock 10S: low enough."
    assert legal == "You may discard 10S."
    assert named == "You cannot knock now, whatever you choose: low enough."
    assert none.startswith("No move is called 'nonsense'")
    assert "You: " not in out.split("discard  KD\n")[-1].split("? nonsense")[1]


def test_all_that_is_not_legal_is_told_with_its_condition(rulerun: Rulerun) -> None:
    out = play(rulerun, GIN, ["1", "?", "quit"])
    told = out[out.index("P1> ?") :]
    assert "You may:\n  discard " in told
    assert (
        "You may not:\n  knock  6C  8C  AD  3D  5D  JD  QD  4H  7S  8S  10S: low enough\n" in told
    )
    assert "gin.yaml:" in told
    assert "Not now: take upcard, decline, draw from stock, draw from discard\n" in told


def test_the_nearest_to_legal_is_told(rulerun: Rulerun) -> None:
    """What one has to come down to is seen from the best that one has."""
    out = play(rulerun, GIN, ["1", "knock", "quit"])
    values = re.search(r"^ +(\d+) .* no (\d+)$", out, re.MULTILINE)
    assert values is not None
    assert (int(values[1]), int(values[2])) == (62, 10)


GAMES = [
    "gin",
    "hearts",
    "go_fish",
    "skat",
    "durak",
    "old_maid",
    "cribbage",
    "crazy_eights",
    "holdem",
]


def states(name: str, seat: int) -> Iterator[State]:
    """Decisions of a seat in a game by chance."""
    checked = read_rules(name).checked
    assert checked is not None
    game = WatchedGame(checked)
    rng = random.Random(name)
    state = game.start(7)
    while not state.is_over and state.moves_made < 60:
        if state.actor == seat and rng.random() < 0.2:
            yield state
        state.apply(state.legal_moves.pick(rng))


def shown(state: State, seat: int) -> list[str]:
    """All that is told to somebody who asks for everything."""
    assert isinstance(state.game, WatchedGame)
    board = Board(state.game, Paint())
    offer = Offer(state, board)
    counsel = Counsel(state.game, state, seat, board)
    lines = [*board.lines(state.view(seat)), *counsel.reasons(offer, "")]
    for kind in offer.kinds:
        lines += counsel.reasons(offer, kind.name)
    return lines


@pytest.mark.parametrize("name", GAMES)
def test_no_answer_depends_on_hidden_cards(name: str) -> None:
    rng = random.Random(name)
    for number, state in zip(range(4), states(name, 0), strict=False):
        twin = imagined(state, 0, rng)
        assert shown(state, 0) == shown(twin, 0), number


@pytest.mark.parametrize("name", ["kuhn", "leduc"])
def test_no_hint_depends_on_hidden_cards(name: str) -> None:
    rng = random.Random(name)
    for _, state in zip(range(2), states(name, 0), strict=False):
        board = Board(state.game, Paint())
        twin = imagined(state, 0, rng)
        told = []
        for one in (state, twin):
            assert isinstance(one.game, WatchedGame)
            told.append(list(Counsel(one.game, one, 0, board).hint()))
        assert told[0] == told[1]


# -------------------------------------------------------------------- other words


def test_cards_are_sorted_on_request(rulerun: Rulerun) -> None:
    out = play(rulerun, GIN, ["sort", "sort suit", "sort dealt", "sort colour", "look", "quit"])
    assert [line.split(None, 2)[2] for line in re.findall("^your hand .*", out, re.MULTILINE)] == [
        "6C 8C  AD 3D 5D QD  4H  7S 8S 10S",
        "AD  3D  4H  5D  6C  7S  8C 8S  10S  QD",
        "6C 8C  AD 3D 5D QD  4H  7S 8S 10S",
        "7S 8C 3D 8S 6C 10S QD 5D 4H AD",
        "7S 8C 3D 8S 6C 10S QD 5D 4H AD",
    ]
    assert "Cards are sorted by suit, rank or as they were dealt.\n" in out


def test_the_rules_are_shown_whole_or_in_part(rulerun: Rulerun) -> None:
    out = play(rulerun, GIN, ["rules knock", "rules", "rules nothing such", "rules file", "quit"])
    part, whole, none, file = out.split("P1> ")[1:5]
    assert "low enough: only if total value of deadwood of" in part
    assert "stock:" not in part
    assert "\nOn the table\n" in whole and "\nWhat is played here\n" in whole
    assert "\npiles:\n" in file
    assert "examples:" not in file
    assert none.endswith("The rules have no part 'nothing such'; 'rules' shows all of them.\n\n")


def test_a_hint_and_odds_are_given(rulerun: Rulerun) -> None:
    out = play(rulerun, BETTING, ["hint", "odds", "quit"])
    thought = r"(gains|loses) \d+\.\d+, ahead in \d+ % of \d+ games"
    assert re.search(rf"^A good player would bet \d: {thought}", out, re.MULTILINE)
    assert re.search(r"^bet 1 +[+-]\d\.\d+ ", out, re.MULTILINE)
    assert "exact, to the end of the turn\n" in out
    alone = play(rulerun, ["oh_hell", "--seed", "3", "--seat", "1"], ["hint", "quit"])
    assert "You can only bid" in alone


def one_move(tries: int, gain: float, ahead: float) -> Weighed:
    game = read_rules("kuhn").checked
    assert game is not None
    return Weighed(next(iter(WatchedGame(game).start(1).legal_moves)), tries, gain, ahead)


@pytest.mark.parametrize(
    ("weighed", "told"),
    [
        # What decides is the gain: that another move is ahead more often puzzles nobody.
        ([(90, 0.5, 0.3), (9, 0.25, 0.4)],
         ["gains 0.50, ahead in 30 % of 90 games", "gains 0.25, ahead in 40 % of 9 games"]),
        ([(90, -2.0, 0.3), (1, -3.04, 0.0)],
         ["loses 2.0, ahead in 30 % of 90 games", "loses 3.0, ahead in 0 % of 1 game"]),
        ([(90, 0.5, 0.3), (9, 0.75, 0.4)],
         ["gains 0.50, ahead in 30 % of 90 games", "gains 0.75, ahead in 40 % of 9 games", "tried"]),
        ([(90, 0.0, 0.5), (9, 0.0, 0.25)], ["ahead in 50 % of 90 games", "ahead in 25 % of 9 games"]),
        ([(90, 0.0, 0.5), (9, 0.0, 0.75)],
         ["ahead in 50 % of 90 games", "ahead in 75 % of 9 games", "tried"]),
    ],
)  # fmt: skip
def test_a_hint_tells_what_decides(
    weighed: list[tuple[int, float, float]], told: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    moves = [one_move(*figures) for figures in weighed]
    checked = read_rules("kuhn").checked
    assert checked is not None
    state = (game := WatchedGame(checked)).start(1)
    counsel = Counsel(game, state, 0, Board(game, Paint(width=200)))
    monkeypatch.setattr(counsel, "_advice", lambda: (moves[0].move, moves))
    monkeypatch.setattr(counsel, "_is_cut_short", False, raising=False)
    said = list(counsel.hint())
    assert len(said) == len(told)
    assert all(part in line for part, line in zip(told, said, strict=True)), said


def test_what_others_saw_is_not_taken_back(rulerun: Rulerun, tmp_path: Path) -> None:
    arguments = [*BETTING, "--seat", "2", "--save", str(tmp_path / "s")]
    out = play(rulerun, arguments, ["", "1", "", "undo", "quit"])
    assert "What others have seen cannot be taken back.\n" in out


def test_people_at_one_terminal_see_what_is_theirs_alone(rulerun: Rulerun) -> None:
    arguments = ["gin", "--seed", "2", "--seat", "1", "--seat", "2"]
    out = play(rulerun, arguments, ["", "decline", "", "decline", "", "1", "quit"])
    parts = re.split(r"It is the turn of (P\d)\. Nobody else looks at the screen now\.\n", out)
    told = dict.fromkeys(("P1", "P2"), "")
    for who, part in zip(parts[1::2], parts[2::2], strict=True):
        told[who] += part
    hands = {
        who: set(re.findall(r"^your hand  (.*)$", text, re.MULTILINE)) for who, text in told.items()
    }
    first = {who: set(min(shown, key=len).split()) for who, shown in hands.items()}
    assert not first["P1"] & first["P2"]
    assert "stock -> your hand: " in told["P2"]
    assert "stock -> your hand: " not in told["P1"]
    assert [who for who in parts[1::2]] == ["P2", "P1", "P2"]


def test_people_are_told_the_end(rulerun: Rulerun) -> None:
    arguments = ["in_between", "--seed", "4", "--set", "rounds=1", "--seat", "1", "--seat", "2"]
    out = play(rulerun, arguments, ["", "0", "", "0", "", "", ""])
    assert re.search(r"^The game is over: rounds played\. P\d.* won\.$", out, re.MULTILINE)
    assert "(you)" not in out[out.index("rounds played") :]


@pytest.mark.parametrize(
    "typed", ["x" * 5000, "bet " + "9" * 5000, "\x00\x07", "? " * 900, ":" * 50]
)
def test_whatever_is_pasted_is_answered_shortly(rulerun: Rulerun, typed: str) -> None:
    out = play(rulerun, BETTING, [typed, "quit"])
    answer = out.split("P1> ")[1]
    assert "You: bet" not in out
    assert len(answer) - min(len(typed), 4096) < 1500
    assert "\x07" not in out.replace(typed.strip(), "")
