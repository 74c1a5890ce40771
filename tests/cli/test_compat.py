"""`rulerun compat`: every pair of a game's house rules, in a matrix and with what is the matter."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from rulerun.interpreter.variants.compatibility import Trying

from .command import Rulerun

GAME = """\
game: Sit and wait
players: 2
limit: 60 moves
deck: { ranks: '2 to 10', starts in: stock }
options:
  rounds: number from 1 to 9, normally 4
piles: { stock: face down }
remember:
  to_go: number, starts as rounds
  points: number per player
phases:
  round:
    repeat: until to_go = 0
    phases:
      turn:
        who: each player
        moves:
          wait: score 1
    at end:
      fewer: to_go becomes to_go - 1
winner: all players with most points
examples:
  waiting is a point:
    players: Anna, Ben
    play:
      - Anna: wait
      - expect: Anna's points = 1
"""

RULES = {
    "bonus": "add: { round.at end.bonus: each player scores 1 }",
    "double": "add: { round.at end.double: for each player -> add player's points to player's points }",
    "fast": "change: { fewer: to_go becomes to_go - 2 }",
    "three": "set: { rounds: 3 }",
    "five": "set: { rounds: 5 }",
    "five_after_all": "set: { rounds: 5 }\nover: [three]",
    "shares": "change: { wait.do: score 6 / (rounds - 3) }\nbreaks: [waiting is a point]",
    "tens": "change: { wait.do: score 10 }\nbreaks: [waiting is a point]\nexamples:\n"
    "  ten: { players: 'Anna, Ben', play: [ Anna: wait, expect: Anna's points = 10 ] }",
    "hundred": "add: { round.at start.hundred: each player scores 100 }\n"
    "breaks: [waiting is a point]",
    "wrong": "remove: [nothing]",
}

Golden = Callable[[str, str], None]


def rule(text: str) -> str:
    return f"house rule: A rule\nfor: wait\n{text}\n"


@pytest.fixture
def game(tmp_path: Path) -> Callable[..., str]:
    """The game with some of the house rules beside it; the path of its file."""

    def written(*names: str) -> str:
        folder = tmp_path / "overlays" / "wait"
        folder.mkdir(parents=True)
        for name in names:
            (folder / f"{name}.yaml").write_text(rule(RULES[name]), encoding="utf-8")
        path = tmp_path / "wait.yaml"
        path.write_text(GAME, encoding="utf-8")
        return str(path)

    return written


def test_the_matrix_and_what_is_the_matter(
    rulerun: Rulerun, game: Callable[..., str], tmp_path: Path, golden: Golden
) -> None:
    done = rulerun("compat", game(*RULES))
    assert done.code == 1
    assert max(len(line) for line in done.out.replace(str(tmp_path), "").splitlines()) <= 80
    golden("cli/compat.out", done.out.replace(str(tmp_path), "games"))
    assert "error[O501]: the game has no 'nothing'" in done.err


def verdicts(rulerun: Rulerun, path: str, *more: str) -> tuple[int, list[list[str]]]:
    done = rulerun("compat", path, "--format", "json", *more)
    return done.code, [pair["verdicts"] for pair in json.loads(done.out)["pairs"]]


@pytest.mark.parametrize(
    ("names", "code", "verdict"),
    [
        (("bonus", "three"), 0, ["fine"]),
        (("bonus", "double"), 0, ["order matters"]),
        (("three", "five_after_all"), 0, ["order matters"]),
        (("three", "five"), 0, ["conflict"]),
        (("hundred", "tens"), 0, ["breaks examples"]),
        (("fast", "three"), 1, ["does not end"]),
        (("shares", "three"), 1, ["breaks off in play"]),
    ],
)
def test_the_exit_code_is_of_what_nobody_wants(
    rulerun: Rulerun,
    game: Callable[..., str],
    names: tuple[str, ...],
    code: int,
    verdict: list[str],
) -> None:
    assert verdicts(rulerun, game(*names)) == (code, [verdict])


WORTH = """\
game: Worth
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner', row: face up }
remember: { points: number per player }
setup: deal 3 cards from stock to each hand
phases:
  round:
    who: each player
    moves:
      play:
        choose: card in your hand
        do: { lay: move card to row, count: score worth of card }
tables:
  worth of card:
    gives: number
    queen: when card is QS -> 13
    rest:  otherwise       -> 1
winner: all players with most points
examples:
  nothing: { players: 'Anna, Ben', play: [ expect: not game_over ] }
"""
ROWS = {
    "king": "card is KS", "jack": "card is JD", "spades": "suit of card is spades", "any": "row is empty",
}  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "verdict"),
    [
        ("king", "jack", "fine"),
        ("jack", "spades", "fine"),
        ("king", "spades", "order matters"),
        ("jack", "any", "order matters"),
    ],
)
def test_rows_that_never_apply_together_have_no_order(
    rulerun: Rulerun, tmp_path: Path, one: str, other: str, verdict: str
) -> None:
    folder = tmp_path / "overlays" / "worth"
    folder.mkdir(parents=True)
    for name in (one, other):
        row = f"add: {{ 'worth.{name}, before rest': 'when {ROWS[name]} -> 5' }}\n"
        text = f"house rule: A row\nfor: worth\n{row}"
        (folder / f"{name}.yaml").write_text(text, encoding="utf-8")
    path = tmp_path / "worth.yaml"
    path.write_text(WORTH, encoding="utf-8")
    assert verdicts(rulerun, str(path)) == (0, [[verdict]])


def test_no_games_no_endless_ones(rulerun: Rulerun, game: Callable[..., str]) -> None:
    assert verdicts(rulerun, game("fast", "three"), "--games", "0") == (0, [["fine"]])


def test_as_json(rulerun: Rulerun, game: Callable[..., str], tmp_path: Path) -> None:
    done = rulerun("compat", game("bonus", "double", "three", "five", "wrong"), "--format", "json")
    told = json.loads(done.out.replace(str(tmp_path), "games"))
    assert told["game"] == "wait"
    assert told["house_rules"] == ["bonus", "double", "five", "three", "wrong"]
    assert told["wrong"] == ["wrong"]
    found = {tuple(pair["house_rules"]): pair for pair in told["pairs"]}
    order = found["bonus", "double"]
    assert order["verdict"] == "order matters"
    assert [d["address"] for d in order["differences"]] == ["phases.round.at end.double"]
    (message,) = found["five", "three"]["messages"]
    assert message["code"] == "O504"
    assert message["places"] == [
        "games/overlays/wait/three.yaml:3:8",
        "games/overlays/wait/five.yaml:3:8",
    ]


def test_one_that_is_built_on_the_other(rulerun: Rulerun, game: Callable[..., str]) -> None:
    path = game("three")
    built = Path(path).parent / "overlays" / "wait" / "more.yaml"
    built.write_text("house rule: More\nfor: wait with three\nset: { rounds: 6 }\n", "utf-8")
    (pair,) = json.loads(rulerun("compat", path, "--format", "json").out)["pairs"]
    assert (pair["verdict"], pair["built_on_one_another"]) == ("fine", True)


def test_what_no_house_rule_makes_worse_is_not_told_of_pairs(
    rulerun: Rulerun, game: Callable[..., str]
) -> None:
    path = game("bonus", "three")
    slow = Path(path).parent / "overlays" / "wait" / "slow.yaml"
    slow.write_text(rule("change: { fewer: to_go becomes to_go + 1 }"), "utf-8")
    done = rulerun("compat", path)
    assert done.code == 0
    assert "Of the games that were tried none ended with slow alone." in done.out


def test_what_breaks_off_alone_is_told_once_and_not_of_pairs(
    rulerun: Rulerun, game: Callable[..., str]
) -> None:
    path = game("bonus", "three")
    slow = Path(path).parent / "overlays" / "wait" / "broken.yaml"
    slow.write_text(rule("change: { fewer: to_go becomes to_go / (to_go - to_go) }"), "utf-8")
    done = rulerun("compat", path)
    assert done.code == 1
    place = f"{slow}:3:32"
    said = f"so none of its pairs was played: broken {place}: error[R703]: division by zero"
    assert said in " ".join(done.out.split()) and done.out.count("R703") == 1
    assert "breaks off in play:" not in done.out
    told = json.loads(rulerun("compat", path, "--format", "json").out)
    assert told["breaks_off_alone"] == {"broken": f"{place}: error[R703]: division by zero"}


def test_what_was_tried_until_ctrl_c_is_told(
    rulerun: Rulerun, game: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    real = Trying.each_pair

    def interrupted(self: Trying) -> object:
        for number in real(self):
            yield number
            if number == 3:
                raise KeyboardInterrupt

    monkeypatch.setattr(Trying, "each_pair", interrupted)
    path = game("bonus", "double", "three", "five", "wrong")
    done = rulerun("compat", path)
    assert done.code == 130 and done.err.endswith("rulerun: interrupted\n")
    assert done.out.startswith(
        "wait: 5 house rules, 3 of 6 pairs\n\n"
        "1  bonus\n2  double o\n3  five   . ?\n4  three  . ? ?\n5  wrong\n"
    )
    assert "\n?  not tried: 3\n" in done.out
    told = json.loads(rulerun("compat", path, "--format", "json").out)
    assert (len(told["pairs"]), told["pairs_not_tried"]) == (3, 3)


def test_ctrl_c_before_the_first_pair(
    rulerun: Rulerun, game: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(self: Trying, *_: object) -> object:
        raise KeyboardInterrupt

    monkeypatch.setattr(Trying, "read", interrupted)
    done = rulerun("compat", game("bonus", "double"))
    assert (done.code, done.err) == (130, "rulerun: interrupted\n")
    assert done.out == "wait: 2 house rules, 0 of 1 pairs\n?  not tried: 1\n"


def test_a_game_without_house_rules(rulerun: Rulerun, game: Callable[..., str]) -> None:
    assert rulerun("compat", game()).out == "wait: 0 house rules, 0 pairs\n"


def test_house_rules_that_are_wrong_by_themselves(
    rulerun: Rulerun, game: Callable[..., str]
) -> None:
    path = game("three")
    folder = Path(path).parent / "overlays" / "wait"
    (folder / "elsewhere.yaml").write_text("house rule: A rule\nfor: gin\n", "utf-8")
    (folder / "unclosed.yaml").write_text(rule("set: { rounds: ["), "utf-8")
    (folder / "on_it.yaml").write_text("house rule: A rule\nfor: wait with unclosed\n", "utf-8")
    (folder / "a_game.yaml").write_text("game: Not a house rule\n", "utf-8")
    (folder / "a_folder.yaml").mkdir()
    done = rulerun("compat", path)
    assert done.code == 1
    assert done.out == (
        "wait: 3 house rules, 0 pairs\n"  # one that is for another game is none of them
        "Wrong even alone, and so in no pair: on_it, unclosed.\n"
    )
    assert done.err.count("error[") == 1
    assert "<house rules>" not in done.err


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("no_game",), 3, "there is no such file"),
        (("tests/golden/cli/wrong.yaml",), 1, "error["),
        (("rulesets/overlays/gin/oklahoma.yaml",), 2, "is a house rule; say the game"),
        (("gin", "--games", "-1"), 2, "a whole number from 0"),
    ],
)
def test_what_cannot_be_tried(
    rulerun: Rulerun, arguments: tuple[str, ...], code: int, said: str
) -> None:
    done = rulerun("compat", *arguments)
    assert (done.code, done.out) == (code, "")
    assert said in done.err


def test_the_house_rules_of_a_shipped_game(rulerun: Rulerun) -> None:
    assert verdicts(rulerun, "aussenseiter") == (0, [["fine"]])


@pytest.mark.soak
@pytest.mark.parametrize("shipped", ["gin", "in_between"])
def test_no_two_shipped_house_rules_break_off_or_go_on_for_ever(
    rulerun: Rulerun, shipped: str
) -> None:
    code, found = verdicts(rulerun, shipped)
    assert code == 0
    assert len(found) >= 15
    assert not {"order matters"} & {verdict for each in found for verdict in each}
