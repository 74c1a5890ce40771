"""The text of a move is read again as that move, whatever is chosen with it and by whomever."""

from __future__ import annotations

from functools import cache
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

import rulerun

from .language.tables import game_of

CHOICES = {
    "number": "{ amount: number from -2 to 3 }",
    "word": "{ answer: high or low }",
    "card": "card in your hand",
    "cards": "{ thrown: 0 to 3 cards in your hand }",
    "cards_alike": "{ pair: 2 or more cards of one rank in your hand }",
    "cards_in_sequence": "{ line: 3 or more cards of one suit in sequence in your hand }",
    "rank": "rank",
    "ranks": "{ named: 2 ranks in ranks }",
    "suit": "suit",
    "suits": "{ named: 1 to 2 suits in suits }",
    "player": "{ other: player where player is not you }",
    "players": "{ others: 0 to 2 players in players }",
    "team": "{ side: team in teams }",
    "teams": "{ sides: 1 to 2 teams in teams }",
    "pile_with_an_owner": "{ theirs: hand in (all hands) }",
    "piles_with_owners": "{ theirs: 2 hands in (all hands) }",
    "a_spot_of_ones_own": "spot in your grid",
    "spots_of_ones_own": "2 to 3 spots in your grid",
    "a_spot_of_somebody": "{ one: spot in (all grids) }",
    "spots_of_anybody": "{ some: 1 to 2 spots in (all grids) }",
    "spots_of_a_team": "{ some: 1 to 2 spots in yard of team of you }",
    "spots_of_nobody": "{ some: 2 spots in row }",
    "several_choices": (
        "{ mine: 1 to 2 spots in your grid, amount: number from 1 to 2, "
        "theirs: 2 spots in grid of left of you, sides: 1 to 2 teams in teams }"
    ),
}


PEOPLE = ("Anna", "Ben", "Cleo", "Dan")
RULES = f"""
game: Choices
players: 4 in 2 teams
deck:
  ranks: A, 2 to 10, J, Q, K
  copies: 2
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  grid: per player, 3 spots, face either
  yard: per team, 2 spots, face up
  row: 3 spots, face up
setup:
  shuffle: shuffle stock
  hands: deal 6 cards from stock to each hand
  grids: deal 1 card from stock to each grid
  yards: deal 1 card from stock to each yard
  rows: deal 1 card from stock to each row
phases:
  choosing:
    who: each player
    moves:
      {"".join(f"{name}: {{ choose: {choice}, do: do nothing }}{chr(10)}      " for name, choice in CHOICES.items())}
winner: all players
"""
"""Each player makes one move, in which something of any kind is chosen."""


@cache
def game() -> rulerun.Game:
    return game_of(RULES)


@settings(max_examples=6, deadline=None)
@given(seed=st.integers(0, 2**32))
def test_a_moves_text_is_read_as_that_move(seed: int) -> None:
    state, rng = game().start(seed), Random(seed)
    for actor in range(4):
        assert state.actor == actor
        by_name: dict[str, list[rulerun.Move]] = {}
        for move in state.legal_moves:
            by_name.setdefault(move.name, []).append(move)
        # Of a hand there may be nothing to choose so; all else can be chosen in any.
        assert set(CHOICES) - set(by_name) <= {"cards_alike", "cards_in_sequence"}
        for moves in by_name.values():
            for move in rng.sample(moves, min(12, len(moves))):
                named = str(move)
                for seat, name in enumerate(PEOPLE):
                    named = named.replace(f"P{seat + 1}", name)
                assert state.game.parse_move(state, str(move)) == move
                assert state.game.parse_move(state, state.game.values.said(state, move)) == move
                assert (
                    state.game.parse_move(state, named, dict(zip(PEOPLE, range(4), strict=True)))
                    == move
                )
        state.apply(str(rng.choice(by_name[rng.choice(list(by_name))])))
    assert state.is_over


def test_a_pile_of_ones_own_is_called_by_its_number() -> None:
    state = game().start(1)
    state.apply("spots_of_ones_own 3 1")
    move = state.game.parse_move(state, "spots_of_anybody 2 P1 2")
    assert str(move) == "spots_of_anybody P1 2 P2 2"
    assert state.game.values.said(state, move) == "spots_of_anybody P1 2 2"
    assert str(state.game.parse_move(state, "teams 2 team 1")) == "teams team 1 team 2"
