"""Decision tables (LANGUAGE part 7): which rows apply, in what order, and what they give."""

from __future__ import annotations

import pytest

from rulerun.interpreter.errors import RuleError

from .tables import game_of, loaded, value
from .test_phases import rules

# A table under `tables` (or `payouts`), what is written down before, what the trace says after it.
ACTIONS = {
    "first: the topmost row that applies": (
        """
        t:
          one: when trace > 5 -> TELL 1
          two: when trace > 0 -> TELL 2
          rest: otherwise -> TELL 3
        """,
        {0: "3", 1: "12", 6: "61", 9: "91"},
    ),
    "first: conditions are asked until one holds": (
        """
        t:
          one: when trace > 0 -> TELL 1
          two: when 1 / trace = 1 -> TELL 2
          rest: otherwise -> TELL 3
        """,
        {1: "11", 5: "51"},
    ),
    "first: nothing happens when no row applies": (
        """
        t:
          one: when trace > 5 -> TELL 1
        """,
        {0: "0", 6: "61"},
    ),
    "unique: exactly one row, in any order": (
        """
        t:
          hit: unique
          rest: otherwise -> TELL 3
          one: when trace = 1 -> TELL 1
          two: when trace = 2 -> TELL 2
        """,
        {0: "3", 1: "11", 2: "22"},
    ),
    "unique: all conditions are asked before anything is carried out": (
        """
        t:
          hit: unique
          one: when trace = 1 -> trace becomes 2; TELL 1
          two: when trace = 2 -> TELL 2
        """,
        {1: "21", 2: "22"},
    ),
    "all: every row that applies, in order": (
        """
        t:
          hit: all
          one: when trace < 3 -> TELL 1
          two: when trace < 2 -> TELL 2
          each_time: always -> TELL 4
          none: otherwise -> TELL 5
        """,
        {0: "124", 2: "214", 7: "74"},
    ),
    "all: all conditions are asked before anything is carried out": (
        """
        t:
          hit: all
          one: when trace = 1 -> trace becomes 2
          two: when trace = 2 -> TELL 2
          three: when trace = 1 -> TELL 3
        """,
        {1: "23", 2: "22"},
    ),
    "all: otherwise, if no other row applies": (
        """
        t:
          hit: all
          rest: otherwise -> TELL 9
          one: when trace = 1 -> TELL 1
        """,
        {0: "9", 1: "11"},
    ),
    "rows have guards, loops and several effects": (
        """
        t:
          one: when trace = 1 -> TELL 1; TELL 2
          two: when trace = 2 -> for each player -> TELL position of player
          rest: otherwise -> when trace = 0 -> TELL 3
        """,
        {0: "3", 1: "112", 2: "2123", 5: "5"},
    ),
    "the one found by a row has its name in the row's line": (
        """
        t:
          hit: all
          low: when any player where position = trace -> TELL position of that player; that player scores 1
          high: when any player where position > trace -> TELL position of that player
        """,
        {0: "1", 1: "112", 3: "33"},
    ),
    "a table consults a table": (
        """
        t:
          one: when trace = 1 -> consult u; TELL 9
          rest: otherwise -> TELL 3
        u:
          all_of_it: otherwise -> TELL 7
        """,
        {0: "3", 1: "179"},
    ),
}  # fmt: skip
CASES = [
    pytest.param(table, before, after, id=f"{name}, from {before}")
    for name, (table, rows) in ACTIONS.items()
    for before, after in rows.items()
]


@pytest.mark.parametrize("section", ["tables", "payouts"])
@pytest.mark.parametrize(("table", "before", "after"), CASES)
def test_action_tables(section: str, table: str, before: int, after: str) -> None:
    complete = "otherwise" in table or "always" in table
    if section == "payouts" and (not complete or "consult" in table):
        return  # a payout leaves no case out, and settles by itself
    text = rules(f"{section}:{table}\nsetup: trace becomes {before}; consult t")
    assert value(game_of(text).start(), "trace") == after


# A value table, the expression asked, what the trace is and what comes of it.
VALUES = {
    "first": (
        """
        mark:
          gives: number
          big: when trace > 5 -> 10 * trace
          some: when trace > 0 -> trace
          rest: otherwise -> 99
        """,
        "mark + 1",
        {0: "100", 1: "2", 6: "61"},
    ),
    "unique": (
        """
        mark:
          gives: number
          hit: unique
          one: when trace = 1 -> 4
          two: when trace = 2 -> 5
          rest: otherwise -> 6
        """,
        "mark",
        {0: "6", 1: "4", 2: "5"},
    ),
    "sum": (
        """
        mark:
          gives: number
          hit: sum
          one: when trace > 0 -> 1
          two: when trace > 1 -> 20
          each_time: always -> 300
        """,
        "mark",
        {0: "300", 1: "301", 2: "321"},
    ),
    "a sum of nothing": (
        """
        mark:
          gives: number
          hit: sum
          one: when trace > 0 -> 1
        """,
        "mark",
        {0: "0", 1: "1"},
    ),
    "row names as words": (
        """
        mark:
          gives: small or large
          small: when trace < 3
          large: otherwise
        """,
        "mark",
        {0: "small", 5: "large"},
    ),
    "row names as words, compared": (
        """
        mark:
          gives: small or large
          small: when trace < 3
          large: otherwise
        """,
        "mark is small and mark is not large",
        {0: "yes", 5: "no"},
    ),
    "yes or no": (
        """
        mark:
          gives: yes or no
          small: when trace < 3 -> yes
          large: otherwise -> trace = 7
        """,
        "not mark",
        {0: "no", 5: "yes", 7: "no"},
    ),
    "a player": (
        """
        mark:
          gives: player
          small: when trace < 3 -> first of players
          large: otherwise -> last of players
        """,
        "position of mark",
        {0: "1", 5: "3"},
    ),
    "nothing": (
        """
        mark:
          gives: player
          small: when trace < 3 -> nothing
          large: otherwise -> last of players
        """,
        "mark is nothing",
        {0: "yes", 5: "no"},
    ),
    "of a player": (
        """
        mark of player:
          gives: number
          high: when points > 3 -> 10 + position
          low: otherwise -> position
        """.replace("when points", "when player's points")
        .replace("+ position", "+ position of player")
        .replace("-> position", "-> position of player"),
        "total mark of players",
        {0: "6", 4: "16"},
    ),
    "a relation": (
        """
        player tops other_player:
          gives: yes or no
          out_of_reach: when trace = 9 -> no
          higher: otherwise -> position of player > position of other_player
        """,
        "last of players tops first of players",
        {0: "yes", 9: "no"},
    ),
    "a table that uses another": (
        """
        mark:
          gives: number
          one: when twice > 4 -> twice
          rest: otherwise -> 0
        twice:
          gives: number
          all_of_it: otherwise -> 2 * trace
        """,
        "mark",
        {2: "0", 3: "6"},
    ),
}
VALUE_CASES = [
    pytest.param(table, question, before, answer, id=f"{name}, from {before}")
    for name, (table, question, rows) in VALUES.items()
    for before, answer in rows.items()
]


@pytest.mark.parametrize(("table", "question", "before", "answer"), VALUE_CASES)
def test_value_tables(table: str, question: str, before: int, answer: str) -> None:
    text = rules(
        f"tables:{table}\nsetup: trace becomes {before}; points of first of players becomes {before}"
    )
    assert value(game_of(text).start(), question) == answer


def test_consult_with_each_makes_each_the_you_of_the_table_in_turn_order() -> None:
    text = rules(
        """
        setup:
          - each player where position > 1 consults t
          - last of players consults t
        tables:
          t:
            one: when your chips = 5 -> pay 1 to pot; TELL position of you
            rest: otherwise -> TELL 0
        """,
        remember="  dealer: player, starts as first player in everyone where position = 2",
    )
    state = game_of(text).start()
    assert value(state, "trace") == "320"
    assert value(state, "pot") == "2"


def test_several_rows_under_unique_are_an_error_before_anything_is_done() -> None:
    text = rules(
        """
        setup: consult t
        payouts:
          t:
            hit: unique
            one: when trace = 0 -> TELL 1
            two: when trace < 1 -> TELL 2
            three: when trace < 2 -> TELL 3
            rest: otherwise -> do nothing
        """
    )
    game = game_of(text)
    state = game.new_state()
    with pytest.raises(RuleError) as caught:
        game.begin(state)
    assert (caught.value.code, caught.value.message) == ("R704", "3 rows of 't' apply at once")
    assert value(state, "trace") == "0"


def test_terms_and_tables_see_the_names_where_they_are_used_but_not_the_subject_of_a_where() -> (
    None
):
    text = rules(
        """
        phases:
          p:
            who: each player
            moves:
              bet:
                choose: { amount: number from 1 to 9 }
                do:
                  - let twice be 2 * amount
                  - consult t
        terms:
          more: amount + twice
        tables:
          t:
            big: when more > 9 -> TELL more
            small: otherwise -> TELL amount
        """
    )
    game = game_of(text)
    for amount, told in ((2, "2"), (4, "12")):
        state = game.start()
        state.apply(f"bet {amount}")
        assert value(state, "trace") == told
    hidden = rules(
        """
        setup: when any player where odd_one -> TELL 1
        terms:
          odd_one: position = 1
        """
    )
    (wrong,) = loaded(hidden).diagnostics
    assert (wrong.code, wrong.span.text) == ("T402", "position")


def test_a_term_is_found_anew_at_each_place() -> None:
    text = rules(
        """
        setup:
          - TELL mine of first of players
          - points of first of players becomes 4
          - TELL mine of first of players
          - for each player -> TELL mine of player
        terms:
          mine of player: player's points + position of player
        """
    )
    assert value(game_of(text).start(), "trace") == "15523"
