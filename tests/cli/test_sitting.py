"""Somebody at the table: what they see, and what they may say. No terminal is needed for that."""

import itertools
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from .command import Rulerun

AT_ONCE = "tests/golden/cli/at_once.yaml"
SCREENS = {
    "in_between": (
        ["in_between", "--seed", "3", "--players", "3", "--seat", "1"],
        ["?", "5", "bet", "bett 1", "bet two", "2", "look", "", "quit"],
    ),
    "gin": (
        ["gin", "--seed", "5", "--seat", "1", "--with", "oklahoma"],
        [
            "1",
            "discard 9d",
            "knock 4h",
            "3d",
            "draw from stock",
            "KNOCK 10s",
            "?",
            "knock",
            "moves",
            "q",
        ],
    ),
    "at_once": (
        [AT_ONCE, "--seed", "2", "--seat", "2", "--players", "3"],
        ["ah", "2", "play 4c", "1", "quit"],
    ),
}

Golden = Callable[[str, str], None]


def play(rulerun: Rulerun, arguments: list[str], lines: list[str]) -> str:
    done = rulerun("play", *arguments, typed="".join(f"{line}\n" for line in lines))
    assert (done.code, done.err) == (0, "")
    return done.out


def answers(out: str) -> list[str]:
    """What was answered first to each line that was typed."""
    return [part.split("\n")[1] for part in re.split(r"^P\d+> ", out, flags=re.MULTILINE)[1:]]


@pytest.mark.parametrize("name", SCREENS)
def test_a_screen(rulerun: Rulerun, golden: Golden, name: str) -> None:
    out = play(rulerun, *SCREENS[name])
    golden(f"cli/screen_{name}.txt", out)
    assert out.isascii()
    assert all(len(line) <= 80 for line in out.splitlines() if "again:" not in line)
    assert not any(line != line.rstrip() for line in out.splitlines() if "> " not in line)


BETTING = ["in_between", "--seed", "3", "--players", "3", "--seat", "1"]
GIN = ["gin", "--seed", "5", "--seat", "1"]


@pytest.mark.parametrize("typed", ["2", "bet 2", " 2 ", "BET 2", "Bet  2", "bet 2 "])
def test_ways_to_say_a_bet(rulerun: Rulerun, typed: str) -> None:
    assert "\nYou: bet 2\n" in play(rulerun, BETTING, [typed, "quit"])


@pytest.mark.parametrize(
    "typed",
    [
        "ten",
        "5.5",
        "\uff11\uff10",
        "1e1",
        "\u0663",
        "-1",
        "99",
        "00000000000000000000000001",
        "bet",
    ],
)
def test_what_is_no_bet_changes_nothing_and_is_told_with_the_range(
    rulerun: Rulerun, typed: str
) -> None:
    out = play(rulerun, BETTING, [typed, "look", "quit"])
    assert "You: bet" not in out
    assert out.count("pot 3 chips") == 2
    assert re.search(r"at (most 3|least 0)|from 0 to 3", answers(out)[0])


@pytest.mark.parametrize(
    "typed", ["2", "draw_from_discard", "draw from discard", "Draw-From-Discard"]
)
def test_ways_to_say_a_move_of_several_words(rulerun: Rulerun, typed: str) -> None:
    out = play(rulerun, GIN, ["1", "discard 3d", typed, "quit"])
    assert "You: draw from discard" in out


@pytest.mark.parametrize(
    "typed", ["discard 3d", "discard 3D", "discard 3\u2666", "4", "3d", "DISCARD 3d"]
)
def test_ways_to_say_a_card(rulerun: Rulerun, typed: str) -> None:
    out = play(rulerun, ["gin", "--with", "straight_gin", *GIN[1:]], ["1", typed, "quit"])
    assert "\nYou: discard 3D\n" in out


def test_the_condition_that_fails_is_named_with_its_line(rulerun: Rulerun) -> None:
    out = play(rulerun, GIN, ["2", "knock 3d", "discard kd", "quit"])
    assert "You may not knock 3D: low enough.\n    gin.yaml:" in out
    assert "      total value of deadwood of (your hand without card) <= most_deadwood\n" in out
    assert re.search(r"^ +\d\d .* 10$", out, re.MULTILINE)
    assert "You may not discard KD: not just taken.\n" in out


def test_after_an_answer_the_next_one_counts(rulerun: Rulerun) -> None:
    """Each prompt takes whatever may be said, whatever was said before."""
    out = play(rulerun, GIN, ["1", "discard", "discard 3d", "quit"])
    assert "Say what: discard card.\n" in out
    assert "\nYou: discard 3D\n" in out


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("disc", "Say what: discard card."),
        ("discrad", "No move is called 'discrad'; did you mean 'discard'?"),
        ("discard q", "You: discard QD"),
        ("discard 8", "Say which: 'discard 8C', 'discard 8S'."),
        ("discard k", "'k' is no card; one is written 10H, rank and suit."),
        ("d 6", "You: discard 6C"),
        ("discard kd", "You may not discard KD: KD is not in your hand."),
        ("knock", "You cannot knock now, whatever you choose: low enough."),
        ("k", "You cannot knock now, whatever you choose: low enough."),
        ("take_upcard", "You may not take upcard now; moves here: discard, knock."),
    ],
)
def test_what_is_meant_is_guessed_and_what_cannot_be_is_said(
    rulerun: Rulerun, typed: str, answer: str
) -> None:
    assert answers(play(rulerun, GIN, ["1", typed, "quit"]))[1] == answer


LETTERS = """\
game: Letters
players: 2
deck: {{ ranks: 2 to 10, starts in: stock }}
piles: {{ stock: face down }}
phases:
  ask:
    who: each player
    moves:
      {}: do nothing
      {}: do nothing
winner: everyone
"""


@pytest.mark.parametrize(
    ("names", "typed", "answer"),
    [
        (("quit", "pass"), "quit", "You: quit"),
        (("quit", "pass"), ":quit", "To play this game again:"),
        (("take", "pass"), "tkae", "No move is called 'tkae'; did you mean 'take'?"),
        (("take", "pass"), "qiut", "'qiut' is no move; did you mean 'quit'?"),
        (("take", "pass"), ":loook", "':loook' is no word here; did you mean 'look'?"),
        (("take", "pass"), "3", "There is no move 3: the list goes from 1 to 2."),
        (("take", "pass"), "\x1b[31m", "No move is called '\ufffd[31m'; moves here: take, pass."),
        (("take", "pass"), "take 5", "'take' is said alone, without '5'."),
        (("take", "pass"), "", "Say a move by its number or in words; ? is help."),
    ],
)
def test_words_are_never_taken_for_something_else(
    rulerun: Rulerun, tmp_path: Path, names: tuple[str, str], typed: str, answer: str
) -> None:
    path = tmp_path / "letters.yaml"
    path.write_text(LETTERS.format(*names), encoding="utf-8")
    out = play(rulerun, [str(path), "--seed", "1", "--seat", "1"], [typed, ":quit"])
    assert answers(out)[0].startswith(answer)


def test_hidden_cards_are_masked(rulerun: Rulerun) -> None:
    """Two games that differ in what the other player draws look the same."""
    out = play(rulerun, GIN, ["1", "discard 3d", "1", "discard 6c", "1", "discard 8c", "quit"])
    assert "    stock -> P2's hand: a card\n" in out
    told = re.findall(r"-> P2's hand: (.*)", out)
    assert set(told) <= {"a card", "AS", "3D", "6C", "8C"}


def test_the_seed_is_a_secret_until_the_end(rulerun: Rulerun) -> None:
    """Whoever knows the seed knows the deck."""
    arguments = ["in_between", "--seat", "1", "--seed", "987654321", "--set", "rounds=1"]
    out = play(rulerun, arguments, ["0"] * 3)
    assert out.count("987654321") == 1
    assert "rulerun play in_between --set rounds=1 --seed 987654321\n" in out
    assert out.endswith("To see it once more:     rulerun replay in_between-1\n")
    assert out.index("The game is over") < out.index("987654321")


def test_end_of_input_is_told_with_the_way_back(rulerun: Rulerun) -> None:
    done = rulerun("in_between", "--seat", "1", "--seed", "3", typed="bet 0\n")
    assert done.code == 3
    assert done.err == (
        "rulerun: the input has ended, the game has not; to go on with this game: "
        "rulerun resume in_between-1\n"
    )


def test_a_script_begins_and_the_seat_goes_on(rulerun: Rulerun, tmp_path: Path) -> None:
    script = tmp_path / "opening.txt"
    script.write_text("P1: bet 1\n", encoding="utf-8")
    out = play(rulerun, [*BETTING, "--script", str(script)], ["quit"])
    assert out.index("You: bet 1") < out.index("The script is at its end.") < out.index("your turn")


def test_the_table_is_drawn_for_your_turn_only(rulerun: Rulerun) -> None:
    """Of what others deal in between the cards are told that lie open."""
    out = play(rulerun, BETTING, ["2", "quit"])
    assert len(re.findall("^pot .* chips", out, re.MULTILINE)) == out.count("your turn --") == 2
    assert "-- round 2 --" in out
    assert "    stock -> posts: 2D 6S\nP3: bet 0\n" in out
    first = play(rulerun, [*BETTING[:-1], "3"], ["quit"])
    assert " for other words.\n    posts: 7H QD\nP1: bet" in first


def test_a_title_stands_before_the_moves_of_its_pass(rulerun: Rulerun, tmp_path: Path) -> None:
    path = tmp_path / "passing.yaml"
    text = LETTERS.format("bid", "pass").replace("  ask:", "  lot:\n    repeat: 2 times")
    path.write_text(text, encoding="utf-8")
    out = play(rulerun, [str(path), "--seed", "1", "--seat", "2"], ["pass", "pass"])
    titles = [line for line in out.splitlines() if line.startswith(("--", "P1:", "You:"))]
    assert [line.strip("- ") for line in titles if "P1" not in line] == [
        "lot 1, your turn", "You: pass", "lot 2", "lot 2, your turn", "You: pass",
    ]  # fmt: skip


def test_of_piles_that_all_know_nothing_is_said(rulerun: Rulerun) -> None:
    """Tricks were seen by everybody; the cards passed on are known to who passed them."""
    out = play(
        rulerun, ["rulesets/hearts.yaml", "--seat", "1", "--seed", "4"],
        ["pass 3c kd 2h", *["1"] * 3, "quit"],
    )  # fmt: skip
    assert "you know   3C KD 2H in P2's hand\n" in out
    assert "taken\n" in out
    assert "in P2's taken" not in out


def test_the_end_says_who_has_won(rulerun: Rulerun) -> None:
    out = play(
        rulerun, ["in_between", "--seat", "2", "--seed", "4", "--set", "rounds=1"], ["0", "0"]
    )
    assert re.search(r"^The game is over: rounds played\. .*(You|P1).* won\.$", out, re.MULTILINE)
    assert re.search(r"^P2 \(you\) +\d+", out, re.MULTILINE)


def test_a_title_is_not_repeated(rulerun: Rulerun) -> None:
    """Each player goes through the hands of a turn, which begin with the first one again."""
    table = ["blackjack", "--seed", "2", "--players", "4", "--seat", "1"]
    titles = re.findall(
        r"^-- (.*?) -+$", play(rulerun, table, ["bet 1", "stand", "quit"]), re.MULTILINE
    )
    assert "round 1, hand 1, your turn" in titles and "round 1, hand 1" not in titles
    assert all(one != other for one, other in itertools.pairwise(titles))


def test_odds_at_the_prompt_speak_of_no_options_of_a_command(rulerun: Rulerun) -> None:
    table = ["blackjack", "--seed", "5", "--seat", "1"]
    told = play(rulerun, table, ["bet 5", "odds", "sort rank", "quit"])
    assert "\nafter hit the same player decides again\n" in told
    assert "\nYour cards are sorted by rank.\n" in told


def test_many_choices_that_are_refused_are_told_in_short(rulerun: Rulerun) -> None:
    told = play(rulerun, ["five_card_draw", "--seed", "2", "--seat", "1"], ["?", "quit"])
    assert "\n  raise  2 to 99: something to raise\n" in told
    assert "\n  fold: something to call\n" in told
    told = play(rulerun, ["klondike", "--seed", "1", "--seat", "1"], ["?", "quit"])
    assert re.search(r" and \d\d others: down in alternating colors\n", told)
    assert "\n  build   (card, column)  3) AS, 7\n" in told


SPOTS = """\
game: Spots
players: 1
deck: { ranks: 2 to 9, suits: "clubs, diamonds", starts in: stock }
piles: { stock: face down, row: "16 spots, face up", away: face up }
remember: { line_of: number per spot, taken: number per spot }
setup:
  lines: for each spot in row -> line_of of spot becomes position of spot
  marks: for each spot in row where position < 15 -> taken of spot becomes 7 * position of spot
  alike: for each spot in row where position is between 3 and 7 -> taken of spot becomes 5
  dealt: deal 1 card from stock to each spot in row
phases:
  turn:
    repeat: always
    who: each player
    moves:
      pair:
        choose: { one: spot in row where spot is not empty, other: spot in row where position > 14 }
        may: { in_order: position of one < position of other }
        do: move top of one to away; add 1 to taken of other
end: { done: 'after turn, when first spot in row is empty' }
winner: players
"""


def test_piles_are_called_by_their_numbers_and_the_cards_on_them(
    rulerun: Rulerun, tmp_path: Path
) -> None:
    (path := tmp_path / "spots.yaml").write_text(SPOTS, encoding="utf-8")
    told = play(rulerun, [str(path), "--seat", "1"], ["pair 3 (7D), 15", "quit"])
    first, second = told.split("P1> ")[:2]
    # The numbers stand above the cards that lie there.
    numbers, cards = re.findall(r"^row\n(.*)\n(.*)$", first, re.MULTILINE)[0]
    top = dict(zip(numbers.split(), cards.split(), strict=True))
    assert f" 1 ({top['1']}), 15 ({top['15']}) " in first
    assert "pair 3, 15\n" in told and f"row 3 -> away: {top['3']}\n" in told
    assert re.search(r"^   1   2   3 .*\n.*   -", second, re.MULTILINE)
    # What never changes is not told at each prompt; what is long goes on in a next line.
    assert "line of" not in told
    assert "row 4 to 6 5," in first and max(map(len, told.splitlines())) <= 80


def test_a_result_without_figures_is_no_table(rulerun: Rulerun, tmp_path: Path) -> None:
    once = SPOTS.replace("first spot in row is empty", "away is not empty").replace(
        "remember:", "# "
    )
    rules = re.sub(r"^  (lines|marks|alike): .*\n", "", once, flags=re.MULTILINE)
    rules = rules.replace("; add 1 to taken of other", "").replace("winner: players\n", "")
    (path := tmp_path / "spots.yaml").write_text(rules, encoding="utf-8")
    told = play(rulerun, [str(path), "--seat", "1"], ["1"])
    assert "\nThe game is over: done. Nobody has won.\n\nTo play this game again" in told
