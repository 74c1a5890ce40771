"""What options, memories and tables of values may hold, and what an option normally is."""

from __future__ import annotations

import pytest

from rulerun.interpreter.errors import RuleError

from .tables import game_of, problems

GAME = """\
game: Keeping things
players: {players}
deck: {{ ranks: "2 to 10, J, Q, K, A", starts in: stock }}
piles: {{ stock: face down }}
phases: {{ turn: {{ who: each player, moves: {{ pass: {{ do: do nothing }} }} }} }}
"""


def found(more: str, players: str = "2") -> list[str]:
    """What is wrong with a game with some more keys."""
    return problems(GAME.format(players=players) + more)


@pytest.mark.parametrize(
    "more",
    [
        "options: { stake: 'numbr, normally 3' }\n",
        "remember: { stake: numbr per player }\n",
        "tables: { stake: { gives: numbr, row: otherwise -> 3 } }\n",
    ],
)
def test_a_kind_that_is_none(more: str) -> None:
    assert found(more) == [
        "T401 “numbr”: 'numbr' is no kind of thing that can be kept; did you mean 'number'?"
    ]


def test_a_kind_like_no_other() -> None:
    (said,) = found("remember: { level: zzz }\n")
    assert "or several words: 'zzz or other'" in said


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("number from 10 to 1", "write 'number from 1 to 10'"),
        ("number from 1 to -1", "write 'number from -1 to 1'"),
        ("high or low or high", "the word 'high' stands here twice"),
    ],
)
def test_a_kind_that_cannot_be(kind: str, said: str) -> None:
    problem, *more = found(f"remember: {{ level: '{kind}' }}\n")
    assert said in problem
    assert not more


@pytest.mark.parametrize(
    "option",
    [
        "yes or no, normally 1 = 1",
        "number from 1 to 10 / 0, normally 3",
        "number from 1 to 3, normally 1 + nothing",
        "number from 1 to nothing, normally 1",
        "number, normally nothing",
        "high or low, normally nothing",
        "number from 1 to 3, normally smaller of 2 and nothing",
        "number from 1 to 3, normally 7 mod (3 - 3)",
    ],
)
def test_what_is_not_known_before_the_game(option: str) -> None:
    (said,) = found(f"options: {{ level: '{option}' }}\n")
    assert said.startswith(("T411", "T414"))


@pytest.mark.parametrize(
    "option", ["number from 7 - 8 to 2 * 3, normally 7 / 2", "rank, normally 7"]
)
def test_what_is_known_before_the_game(option: str) -> None:
    assert found(f"options: {{ level: '{option}' }}\n") == []


@pytest.mark.parametrize("players", ["2 to 999999999", "999999999", "4000 in 2 teams"])
def test_more_players_than_any_table_has(players: str) -> None:
    (said,) = found("", players)
    assert said.startswith("S205") and "more than 1000" in said


@pytest.mark.parametrize(
    "line",
    [
        "deal nothing cards from stock to stock",
        "let sum be 1 + nothing; deal sum cards from stock to stock",
    ],
)
def test_nothing_is_no_mistake_that_was_told(line: str) -> None:
    text = GAME.format(players="2") + f'setup: "{line}"\n'
    assert problems(text) == []
    with pytest.raises(RuleError, match="R702"):
        game_of(text).start()


def test_a_sum_with_nothing_is_a_number() -> None:
    (said,) = found('setup: "let sum be 1 + nothing; move sum to stock"\n')
    assert said.startswith("T411")


@pytest.mark.parametrize(
    "more",
    [
        "remember: { hearts: number }\n",
        "options: { red: 'number, normally 1' }\n",
        "chips: { clubs: 0 }\n",
        "terms: { black: 1 + 1 }\n",
        "remember: { turn_number: number }\n",
        "terms: { turn_number: 1 + 1 }\n",
    ],
)
def test_names_that_mean_something_already(more: str) -> None:
    (said,) = found(more)
    assert said.startswith("T404")


def test_suits_may_be_words() -> None:
    assert found("options: { trump: 'clubs or hearts or none, normally hearts' }\n") == []


@pytest.mark.parametrize(
    "lines",
    [
        "kept becomes 999999999; let big be kept * kept * kept; let vast be big * big * big * big * big",
        *(f"kept becomes kept * {by} + 9" for by in ("kept", "999999999")),
        "add kept to kept; add 1 to kept",
    ],
)
def test_numbers_do_not_grow_for_ever(lines: str) -> None:
    text = GAME.format(players="2").replace("phases: {", "phases: { grow: GROW, ")
    grow = f"{{ repeat: 400 times, at start: '{lines}' }}"
    text = text.replace("GROW", grow) + "remember: { kept: number }\n"
    with pytest.raises(RuleError, match=r"R707.*10 to the power of 100"):
        game_of(text).start()


@pytest.mark.parametrize("kind", ["cards", "players"])
def test_lists_do_not_grow_for_ever(kind: str) -> None:
    text = GAME.format(players="2").replace("phases: {", "phases: { grow: GROW, ")
    more = {"cards": "stock", "players": "players"}[kind]
    grow = f"{{ repeat: 60 times, at start: 'many becomes many + many + {more}' }}"
    text = text.replace("GROW", grow) + f"remember: {{ many: {kind} }}\n"
    with pytest.raises(RuleError, match=r"R708.*more than 10,000 members"):
        game_of(text).start()


@pytest.mark.parametrize(
    ("line", "said"),
    [
        (
            "mood becomes weather",
            "T411 “weather”: 'happy' or 'sad' is needed here, 'weather' may be 'sunny' or 'rainy'",
        ),
        (
            "mood becomes outlook",
            "T411 “outlook”: 'happy' or 'sad' is needed here, 'outlook' may be 'sunny'",
        ),
        ("mood becomes temper", None),
        ("mood becomes 'happy'", None),
    ],
)
def test_a_memory_takes_no_word_of_another_ones_kind(line: str, said: str | None) -> None:
    more = f"""\
remember: {{ mood: happy or sad, weather: sunny or rainy }}
tables:
  outlook: {{ gives: sunny or sad, row: otherwise -> sunny }}
  temper: {{ gives: happy or sad, row: otherwise -> sad }}
setup: {{ first: {line.replace("'", "")} }}
"""
    assert found(more) == ([] if said is None else [said])
