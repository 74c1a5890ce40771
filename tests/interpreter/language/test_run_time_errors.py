"""What stops a game (LANGUAGE part 11, R701 to R707): code, place, players, and the state after it."""

from __future__ import annotations

import pytest

from rulerun.interpreter.errors import RuleError
from rulerun.interpreter.examples import playing as examples
from rulerun.interpreter.machine.state import State

from .tables import game_of, loaded
from .test_effects import RULES, in_one_file

TABLES = """tables:
  unsure:
    hit: unique
    even: when n mod 2 = 0 -> add 1 to n
    small: when n < 3 -> add 2 to n
  score_of:
    gives: number
    hit: unique
    even: when n mod 2 = 0 -> 1
    small: when n < 3 -> 2
  mark_of:
    gives: number
    hit: unique
    even: when n mod 2 = 0 -> 1
  kind_of:
    gives: small or large
    hit: unique
    small: when n = 1
    large: when n = 2
"""
NOBODY = "(first player where points = 99)"
NO_CARD = "(top of Carla's hand)".replace("Carla", "dealer")

SEVERAL = "is needed here, and there are several"

# The line, what is given, the code, what is underlined, the message.
ROWS = [
    # R701: too few chips or cards
    ("pay 11 to pot", "", "R701", "pay 11 to pot", "P1 owes 11 and has 10"),
    ("left of you pays 11 to pot", "", "R701", "left of you pays 11 to pot", "P2 owes 11 and has 10"),
    ("each player pays 4 to pot", "Ben's chips: 3", "R701", "each player pays 4 to pot", "P2 owes 4 and has 3"),
    ("take 10 from pot", "", "R701", "take 10 from pot", "10 chips are needed here, and there are 9"),
    ("pays 21 from bank to pot", "", "R701", "pays 21 from bank to pot", "21 chips are needed here, and there are 20"),
    ("deal 3 cards from stock to row", "stock: 2C", "R701", "deal 3 cards from stock to row", "too few cards: 'stock' is empty"),
    ("deal 3 cards from supply to row", "supply: 2C; discard: 3C", "R701", "deal 3 cards from supply to row", "too few cards: 'supply' is empty"),
    ("deal 2 cards from source to row", "source: 2C; discard: 3C", "R701", "deal 2 cards from source to row", "too few cards: 'source' is empty"),
    ("deal 2 cards from stock to each hand", "stock: 2C 3C 4C 5C", "R701", "deal 2 cards from stock to each hand", "too few cards: 'stock' is empty"),
    ("draw 2 from stock", "stock: 2C", "R701", "draw 2 from stock", "too few cards: 'stock' is empty"),
    # R702: nothing where a thing is needed
    (f"{NOBODY} pays 1 to pot", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"pay 1 to {NOBODY}", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"{NOBODY} takes 1 from pot", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"pay 1 from {NOBODY}'s wager to pot", "", "R702", f"{NOBODY}'s wager", "a player is needed here, and there is nothing"),
    (f"{NOBODY} scores 1", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"{NOBODY} drops out", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"{NOBODY} plays next", "", "R702", f"{NOBODY} plays next", "a player is needed here, and there is nothing"),
    (f"{NOBODY} consults give", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"{NOBODY} draws 1 from stock", "", "R702", NOBODY, "a player is needed here, and there is nothing"),
    (f"{NOBODY}'s points becomes 1", "", "R702", f"{NOBODY}'s points", "a player is needed here, and there is nothing"),
    (f"add 1 to {NOBODY}'s points", "", "R702", f"{NOBODY}'s points", "a player is needed here, and there is nothing"),
    (f"move row to {NOBODY}'s hand", "row: 2C", "R702", f"move row to {NOBODY}'s hand", "a pile is needed here, and there is nothing"),
    (f"deal 1 card from stock to {NOBODY}'s hand", "", "R702", f"deal 1 card from stock to {NOBODY}'s hand", "a pile is needed here, and there is nothing"),
    (f"gather {NOBODY}'s hand into row", "", "R702", f"gather {NOBODY}'s hand into row", "a pile is needed here, and there is nothing"),
    ("move first 1 of row to last column in tableau where position = 9", "row: 2C", "R702",
     "move first 1 of row to last column in tableau where position = 9", "a pile is needed here, and there is nothing"),
    (f"move {NO_CARD} to row", "", "R702", f"move {NO_CARD} to row", "a card is needed here, and there is none"),
    (f"move {NO_CARD} under row", "", "R702", f"move {NO_CARD} under row", "a card is needed here, and there is none"),
    ("turn top of last column in tableau face up", "", "R702", "turn top of last column in tableau face up", "a card is needed here, and there is none"),
    (f"pay value of {NO_CARD} to pot", "", "R702", f"pay value of {NO_CARD} to pot", "a number is needed here, and there is nothing"),
    (f"pay up to value of {NO_CARD} to pot", "", "R702", f"pay up to value of {NO_CARD} to pot", "a number is needed here, and there is nothing"),
    (f"deal value of {NO_CARD} cards from stock to row", "", "R702", f"deal value of {NO_CARD} cards from stock to row", "a number is needed here, and there is nothing"),
    (f"n becomes value of {NO_CARD}", "", "R702", f"n becomes value of {NO_CARD}", "a number is needed here, and there is nothing"),
    (f"add value of {NO_CARD} to n", "", "R702", f"add value of {NO_CARD} to n", "a number is needed here, and there is nothing"),
    (f"score value of {NO_CARD}", "", "R702", f"score value of {NO_CARD}", "a number is needed here, and there is nothing"),
    (f"few becomes value of {NO_CARD}", "", "R702", f"few becomes value of {NO_CARD}", "a number is needed here, and there is nothing"),
    ("split pot among friends", "", "R702", "split pot among friends", "chips are to be split, and there is nobody to get them"),
    ("lay KS on last group in table", "", "R702", "lay KS on last group in table", "a pile is needed here, and there is nothing"),
    # several where one thing is needed
    ("friends takes all from pot", "friends: (Ben, Carla)", "R702", "friends", f"a player {SEVERAL}: P2, Carla; for one of them write 'first of friends'"),
    ("friends takes all from pot", "friends: (Ben)", None, "", ""),
    ("friends takes all from pot", "", "R702", "friends", "a player is needed here, and there is nothing"),
    ("pay 1 to friends", "friends: (Ben, Carla)", "R702", "friends", f"a player {SEVERAL}: P2, Carla; for one of them write 'first of friends'"),
    ("pay 1 to (all players in friends)", "friends: (Ben, Carla)", "R702", "(all players in friends)",
     f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("friends plays next", "friends: (Ben, Carla)", "R702", "friends plays next", f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("friends consults give", "friends: (Ben, Carla)", "R702", "friends", f"a player {SEVERAL}: P2, Carla; for one of them write 'first of friends'"),
    ("add 1 to friends's points", "friends: (Ben, Carla)", "R702", "friends's points", f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("deal 1 card from stock to friends's hand", "friends: (Ben, Carla)", "R702", "deal 1 card from stock to friends's hand",
     f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("n becomes points of friends", "friends: (Ben, Carla)", "R702", "n becomes points of friends",
     f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("few becomes points of friends + 1", "friends: (Ben, Carla)", "R702", "few becomes points of friends + 1",
     f"a player {SEVERAL}: P2, Carla; for one of them write 'first of ...'"),
    ("pay value of row to pot", "row: 2C 3C", "R702", "pay value of row to pot", f"a card {SEVERAL}: 2; for one of them write 'first of ...', for all together 'total value of ...'"),
    # R703: division by zero
    ("n becomes 7 / n", "", "R703", "7 / n", "division by zero"),
    ("n becomes 7 mod n", "", "R703", "7 mod n", "division by zero"),
    ("when 7 / n > 1 -> add 1 to n", "", "R703", "7 / n", "division by zero"),
    # R704: no or several rows
    ("consult unsure", "n: 4; few: 1", None, "", ""),
    ("consult unsure", "n: 2", "R704", "unsure", "2 rows of 'unsure' apply at once"),
    ("consult unsure", "n: 5", "R704", "unsure", "no row of 'unsure' applies"),
    ("n becomes score_of", "n: 2", "R704", "score_of", "several rows of 'score_of' apply at once"),
    ("n becomes score_of", "n: 5", "R704", "score_of", "no row of 'score_of' applies"),
    ("n becomes mark_of", "n: 5", "R704", "mark_of", "no row of 'mark_of' applies"),
    ("when kind_of is small -> add 1 to n", "n: 3", "R704", "kind_of", "no row of 'kind_of' applies"),
    # R707: a number out of its kind
    ("few becomes 10", "", "R707", "few becomes 10", "10 is not from 0 to 9"),
    ("few becomes -1", "", "R707", "few becomes -1", "-1 is not from 0 to 9"),
    ("add 9 to few", "few: 1", "R707", "add 9 to few", "10 is not from 0 to 9"),
    ("remove 2 from few", "few: 1", "R707", "remove 2 from few", "-1 is not from 0 to 9"),
    ("pay -1 to pot", "", "R707", "pay -1 to pot", "-1 is below 0"),
    ("pay n - 1 to pot", "", "R707", "pay n - 1 to pot", "-1 is below 0"),
    ("pay up to n - 1 to pot", "", "R707", "pay up to n - 1 to pot", "-1 is below 0"),
    ("deal n - 1 cards from stock to row", "", "R707", "deal n - 1 cards from stock to row", "-1 is below 0"),
    ("deal n - 1 cards from stock to each hand", "", "R707", "deal n - 1 cards from stock to each hand", "-1 is below 0"),
]  # fmt: skip


TOGETHER = in_one_file([row[:2] for row in ROWS], RULES.replace("tables:\n", TABLES))


@pytest.mark.parametrize("number", range(len(ROWS)), ids=[f"{r[2]}: {r[0]}, {r[1]}" for r in ROWS])
def test_a_line_that_fails_names_its_place(number: int) -> None:
    _, _, code, underlined, message = ROWS[number]
    found = loaded(TOGETHER)
    assert found.checked is not None, found.diagnostics
    example = next(e for e in found.checked.rules.examples if e.name == f"after {number}")
    if code is None:
        assert examples.run(found.checked, example).passed
        return
    (failure,) = examples.run(found.checked, example).failures
    assert failure.code == code
    assert " ".join(failure.span.text.split()) == underlined
    assert failure.message == message.replace("P1", "Anna").replace("P2", "Ben")
    first, where, *more = [note.message for note in failure.notes]
    assert (first, where) == (f"in the example 'after {number}'", "in the phase 'turn'")
    is_given = any(f"'{row.span.text}' is empty" in message for row in example.given)
    assert [note.split(";")[0] for note in more] == ["so little was given"] * is_given


DOOMED = """
game: Doomed
players: 2
deck:
  ranks: A, 2
  suits: hearts
  starts in: stock
chips:
  each player: 3
  pot: 0
piles:
  stock: face up
remember:
  n: number
phases:
  turn:
    who: players in turn
    moves:
      pay_two: pay 2 to pot
      wait: do nothing
"""


def doomed() -> State:
    """A state in which a rule has failed, at the second payment of the first player."""
    state = game_of(DOOMED).start()
    state.apply("pay_two")
    state.apply("wait")
    with pytest.raises(RuleError) as caught:
        state.apply("pay_two")
    assert state.failed is caught.value
    return state


def test_an_error_names_line_code_and_players() -> None:
    error = doomed().failed
    assert error is not None
    assert (error.code, error.message, error.seats) == ("R701", "P1 owes 2 and has 1", (0,))
    assert error.phase == "turn"
    assert error.span is not None and (error.span.line, error.span.text) == (19, "pay 2 to pot")
    assert str(error).endswith(":19:16: error[R701]: P1 owes 2 and has 1")


def test_a_failed_state_can_be_looked_at_but_not_continued() -> None:
    state = doomed()
    assert state.actor is None and not state.is_over and state.winners == ()
    assert list(state.legal_moves) == [] and len(state.legal_moves) == 0 and not state.legal_moves
    view = state.view(1)
    assert view.purses == (1, 3) and view.moves == ()
    for again in (state, state.clone()):
        with pytest.raises(RuleError):
            again.apply("wait")
    with pytest.raises(ValueError, match="failed"):
        state.to_json()


def test_its_moves_can_be_replayed() -> None:
    state = game_of(DOOMED).start()
    for move in ("pay_two", "wait"):
        state.apply(move)
    with pytest.raises(RuleError) as again:
        state.apply("pay_two")
    first = doomed().failed
    assert first is not None and again.value.message == first.message
    assert again.value.span == first.span


def test_no_legal_move_without_if_stuck() -> None:
    text = DOOMED.replace(
        "pay_two: pay 2 to pot", "pay_two: { may: your chips > 2, do: pay 2 to pot }"
    )
    state = game_of(text.replace("      wait: do nothing\n", "")).start()
    state.apply("pay_two")
    with pytest.raises(RuleError) as caught:
        state.apply("pay_two")
    error = caught.value
    assert (error.code, error.message, error.seats) == (
        "R705",
        "P1 has no legal move in 'turn'",
        (0,),
    )
    assert error.span is not None and error.span.text == "moves"


def test_a_million_lines_without_a_decision() -> None:
    text = DOOMED.replace(
        "    who: players in turn\n",
        "    repeat: until n = 1\n    phases:\n      step: { who: players in turn, before turn: pot_word }\n    at end: do nothing\n",
    )
    text = text[: text.index("    moves:")].replace(
        "before turn: pot_word", "before turn: add 0 to n"
    )
    game = game_of(text)
    with pytest.raises(RuleError) as caught:
        game.start()
    assert caught.value.code == "R706"
    assert "'step' goes on and on without a decision" in caught.value.message
    assert caught.value.span is not None and caught.value.span.text == "step"


def test_an_error_before_the_first_decision() -> None:
    game = game_of(DOOMED.replace("phases:\n", "setup: n becomes 1 / n\nphases:\n"))
    state = game.new_state()
    with pytest.raises(RuleError) as caught:
        game.begin(state)
    assert state.failed is caught.value and caught.value.code == "R703"
    assert caught.value.phase is None


def test_an_error_while_legal_moves_are_asked_for() -> None:
    text = DOOMED.replace("wait: do nothing", "wait: { may: 1 / n = 1, do: do nothing }").replace(
        "      pay_two: pay 2 to pot\n", ""
    )
    with pytest.raises(RuleError) as caught:
        game_of(text).start()
    assert caught.value.code == "R703"


@pytest.mark.parametrize("who", ["best", "each player starting with best"])
def test_several_where_one_begins(who: str) -> None:
    rules = f"""
    game: Two at once
    players: 2
    deck: {{ ranks: "2, 3", starts in: stock }}
    piles: {{ stock: face up }}
    terms: {{ best: all players where stock is not empty }}
    phases:
      turn:
        who: {who}
        moves: {{ pass: do nothing }}
    """
    with pytest.raises(RuleError) as failure:
        game_of(rules).start(1)
    several = "a player is needed here, and there are several: P1, P2; for one of them write"
    assert failure.value.message.startswith(several)
    assert failure.value.seats == (0, 1)


def test_the_phase_is_the_one_whose_lines_failed_wherever_the_move_was_made() -> None:
    text = DOOMED.replace("who: players in turn", "who: each player").replace(
        "      wait: do nothing\n", "      wait: do nothing\n    at end: consult later_on\n"
    )
    text = text.rstrip() + "\ntables:\n  later_on:\n    always_so: otherwise -> n becomes 1 / n\n"
    text += "end:\n  never: when n = 7\n"
    state = game_of(
        text.replace("phases:\n", "phases:\n  before: { at start: do nothing }\n")
    ).start()
    state.apply("wait")
    with pytest.raises(RuleError) as caught:
        state.apply("wait")
    assert (caught.value.code, caught.value.phase) == ("R703", "turn")
    moved = text.replace(
        "    at end: consult later_on\n", "  count: { at start: consult later_on }\n"
    )
    state = game_of(moved).start()
    state.apply("wait")
    with pytest.raises(RuleError) as caught:
        state.apply("wait")
    assert caught.value.phase == "count"


def test_players_who_are_all_stuck_do_not_go_on_for_ever() -> None:
    game = game_of(
        """
        game: Stuck
        players: 2
        deck: { ranks: "2 to 10, J, Q, K, A", starts in: stock }
        piles: { stock: face down, hand: "per player, seen by owner" }
        setup: deal 2 cards from stock to each hand
        phases:
          turn:
            who: players in turn
            until: every hand is empty
            moves:
              give:
                choose: { card: card in your hand where rank is 2 }
                do: move card under stock
            if stuck: do nothing
        """
    )
    order = ["3C", "4C", "5C", "6C"]
    with pytest.raises(RuleError, match="'turn' goes on and on without a decision") as caught:
        game.start(deck=order)
    assert (caught.value.code, caught.value.phase) == ("R706", "turn")
