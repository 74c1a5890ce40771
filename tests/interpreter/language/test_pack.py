"""`only`: which cards are in the pack, asked before the game begins."""

from __future__ import annotations

import pytest

from .tables import game_of, problems

RULES = """
game: A pack for each number of players
players: 2 to 5
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
  only: ONLY
melds:
  set: 3 or 4 cards of one rank
options:
  ace: high or low, normally high
  short: yes or no, normally no
  lowest_rank: number from 2 to 9, normally 2
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  hand: per player, seen by owner
remember:
  dealer: player, starts as last of everyone
  n: number
  mood: high or low
  points: number per player
terms:
  weak of card: value of card < 4
  late: n = 3
phases:
  round:
    repeat: 2 times
    phases:
      turn:
        who: each player
        moves:
          pass: do nothing
winner: all players with most points
"""


@pytest.mark.parametrize(
    ("only", "players", "options", "cards"),
    [
        ("rank >= 3 or number of players = 4", 3, {}, 48),
        ("rank >= 3 or number of players = 4", 4, {}, 52),
        ("card is not 2C unless number of players != 3", 3, {}, 51),
        ("card is not 2C unless number of players != 3", 4, {}, 52),
        ("rank >= 7 or size of players > 4", 4, {}, 32),
        ("rank >= 7 or size of everyone > 4", 5, {}, 52),
        ("rank >= 7 or any player has position = 4", 4, {}, 52),
        ("rank >= 7 or first player in everyone is last of players", 4, {}, 32),
        ("rank >= 7 or not short", 2, {}, 52),
        ("rank >= 7 or not short", 2, {"short": "yes"}, 32),
        ("value >= lowest_rank or rank > 10", 2, {"lowest_rank": 5}, 40),
        ("not (weak of card and number of players = 3)", 3, {}, 28),
    ],
)
def test_the_pack(only: str, players: int, options: dict[str, object], cards: int) -> None:
    game = game_of(RULES.replace("ONLY", only), players, **options)
    assert len(game.deck) == cards
    assert game.start(1).actor == 0


@pytest.mark.parametrize(
    ("only", "underlined"),
    [
        ("stock is empty", "stock"),
        ("rank > 3 or size of stock > 3", "stock"),
        ("any hand is empty", "any hand is empty"),
        ("place is stock", "place"),
        ("who holds 8H is nothing", "who holds 8H"),
        ("card is face up", "card is face up"),
        ("pot = 0", "pot"),
        ("chips of first of players = 0", "chips of first of players"),
        ("rank > 3 or any player where chips > 3", "chips"),
        ("n = 0 and rank > 3", "n"),
        ("rank > 3 or late", "late"),
        ("dealer is first of players", "dealer"),
        ("left of first of players is nothing", "left of first of players"),
        ("round_number = 1", "round_number"),
        ("winners is nothing", "winners"),
        ("game_over", "game_over"),
        ("ace is mood", "ace is mood"),
        ("card fits (2C, 2D)", "card fits (2C, 2D)"),
    ],
)
def test_what_belongs_to_the_course_of_the_game(only: str, underlined: str) -> None:
    unknown = f"'{underlined}' is not known before the game, when the pack is made up"
    advice = "ask the card, the options and the number of players"
    assert problems(RULES.replace("ONLY", only)) == [f"T414 “{underlined}”: {unknown}; {advice}"]


def test_cards_may_count_less_than_nothing() -> None:
    text = RULES.replace("  starts in", "  values: K = -1, 2 3 = -20, A = 11\n  starts in")
    game = game_of(text.replace("ONLY", "value of card < 0 or rank is A"))
    counts = {label[:-1]: game.deck.cards[n[0]].value for label, n in game.deck.numbers.items()}
    assert counts == {"2": -20, "3": -20, "K": -1, "A": 11}
