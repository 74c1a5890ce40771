"""Sets, runs and cards of one kind that are chosen: made, said, refused, and told by their names."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import combinations

import pytest

import rulerun

from .tables import failures, game_of, position, problems, value

RULES = """
game: Melds chosen
players: 2 to 4
deck:
  ranks: A, 2 to 10, J, Q, K
  jokers: joker
  copies: 2
  wild: WILD
  values: A = 1, J Q K = 10, joker = 50
  starts in: stock
options:
  wild_rank: rank, normally 2
melds:
  set: 3 or more cards of one rank with at least 2 natural and at most 2 wild
  run: 3 or more cards of one suit in order A, 2 to 10, J, Q, K, A with at most 1 wild
piles:
  stock: face down
  hand: per player, seen by owner
  spent: face up
  table: groups, face up
setup: shuffle stock; deal 13 cards from stock to each hand
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      meld: { choose: meld in your hand, do: lay meld on table }
      run: { choose: run in your hand where size > 3, do: lay run on table }
      with_king: { choose: meld in your hand where KS is in meld, do: lay meld on table }
      alike: { choose: { cards: MANY in your hand }, do: move cards to spent }
      pass: do nothing
winner: all players with fewest size of hand
examples:
  one:
    players: Anna, Ben
    start at: turn
    given: { Anna's hand: HAND, stock: nothing }
    play:
      - PLAY
"""
HAND = "5H 6H joker 8H KC KS 2D 8H 8C QS"


def rules(
    *, play: str = "expect: 2D is wild", many: str = "2 to 3 cards of one rank",
    hand: str = HAND, wild: str = "rank is wild_rank or card is joker",
) -> str:  # fmt: skip
    """The rules with some of their texts."""
    text = RULES.replace("MANY", many).replace("HAND", hand).replace("WILD", wild)
    return text.replace("PLAY\n", "\n      - ".join(play.split("\n")) + "\n")


@pytest.mark.parametrize(
    "play",
    [
        "Anna: meld 8H 6H 5H joker\nexpect: first group in table is a run",
        "Anna: run joker 5H 6H 8H\nexpect: bottom of first group in table is 5H",
        "Anna: with_king 2D KC KS\nexpect: first group in table is a set",
        "Anna: alike 8H 8C",
        "Anna: alike 8H 8H 8C\nexpect: size of spent = 3",
        "expect: (KC, KS, joker) are a set and not (KC, KS, joker) are a run",
        "expect: not (KC, joker, 2D) are a meld and not (5H, joker, 2D) are a meld",
        "expect: (QH, KH, AH) are a run and (AH, 3H, joker) are a run and not (KH, AH, 3H) are a run",
        "expect: (number of sets in Anna's hand) = 13 and no run in Anna's hand has KC is in run",
        "expect: not joker is wild or at least 2 cards in Anna's hand are wild",
        "expect: deadwood of Anna's hand is QS",
        "expect: every set in Anna's hand has rank is K or rank is 8",
        "expect: every run in Anna's hand has suit is in (hearts, spades) and rank is nothing",
        "Anna: meld KC KS joker\nexpect: rank of first group in table is K and rank of (KC, 2D) is K",
        "expect: rank of (2D, 2S) is 2 and suit of (2D, 2S) is nothing and rank of (KC, 8C) is nothing",
        "expect: suit of (5H, 8H, joker) is hearts and suit of 2D is diamonds and rank of table is nothing",
        "Anna: meld KC KS 2D\nexpect: (number of sets in table) = 1 and no run in table",
    ],
)
def test_they_are_made_and_said(play: str) -> None:
    assert failures(rules(play=play)) == []


@pytest.mark.parametrize(
    ("move", "why"),
    [
        ("meld 5H 6H", "'5H 6H' is no meld"),
        (
            "meld 5H 6H 7H",
            "'7H' is not among the cards to choose from: 5H, 6H, joker, 8H, KC, KS, 2D, 8H, 8C, QS",
        ),
        ("run KC KS joker", "'KC KS joker' is no run"),
        ("run 5H 6H joker", "'5H 6H joker' is not among the runs to choose from"),
        ("alike 5H 6H", "they are not of one rank"),
        ("alike 8H", "2 to 3 cards are to be chosen, not 1"),
        (
            "alike 8H 9C",
            "'9C' is not among the cards to choose from: 5H, 6H, joker, 8H, KC, KS, 2D, 8H, 8C, QS",
        ),
    ],
)
def test_why_not(move: str, why: str) -> None:
    state, _ = position(rules(), "one")
    with pytest.raises(rulerun.IllegalMoveError) as refused:
        state.apply(state.game.parse_move(state, move))
    assert str(refused.value).endswith(f": {why}"), str(refused.value)


def test_of_cards_in_sequence_too() -> None:
    text = rules(many="2 or more cards of one suit in sequence")
    state, _ = position(text, "one")
    assert [str(m) for m in state.legal_moves if m.name == "alike"] == [
        "alike 5H 6H",
        "alike KS QS",
    ]
    with pytest.raises(rulerun.IllegalMoveError, match="they are not of one suit in sequence"):
        state.apply(state.game.parse_move(state, "alike 6H 8H"))


@pytest.mark.parametrize("seed", range(3))
def test_what_is_made_is_all_there_is(seed: int) -> None:
    """Against all lists of the cards, each asked whether it is what the choice says."""
    game = game_of(rules(many="2 to 4 cards of one suit"))
    state = game.start(seed)
    hand = state.piles[game.layout.pile_base["hand"] + (state.actor or 0)]
    labels, ask = game.deck.labels, game.runtime
    kinds: tuple[tuple[str, int, Callable[[tuple[int, ...]], bool]], ...] = (
        ("meld", 5, lambda c: ask.is_meld(c, -1)),
        ("run", 5, lambda c: ask.is_meld(c, 1) and len(c) > 3),
        ("alike", 4, lambda c: len(c) > 1 and ask.suited(c)),
    )
    for name, most, is_one in kinds:
        said = [move for move in state.legal_moves if move.name == name]
        made = [tuple(sorted(labels[c] for c in m.choices[0])) for m in said]
        wanted = {
            tuple(sorted(labels[c] for c in cards))
            for size in range(1, most + 1)
            for cards in combinations(hand, size)
            if is_one(cards)
        }
        assert sorted(cards for cards in made if len(cards) <= most) == sorted(wanted)
        for move in random.Random(seed).sample(said, min(len(said), 20)):
            assert str(game.parse_move(state, str(move))) == str(move)
            assert move in state.legal_moves


def test_an_option_says_what_is_wild() -> None:
    game = game_of(rules(), wild_rank="3")
    assert {game.deck.labels[n] for n, wild in enumerate(game.deck.wild) if wild} == {
        "3C", "3D", "3H", "3S", "joker",
    }  # fmt: skip
    state = game.start(1)
    assert value(state, "3C is wild") == "yes" and value(state, "2C is wild") == "no"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("  wild: rank is wild_rank or card is joker\n", "",
         ("S235 “3 or more cards of one rank with at least 2 natural and at most 2 wild”: the deck has "
         "no wild cards; say under 'deck' which are, such as 'wild: rank is 2', or leave this out")),
        ("at least 2 natural and", "at least 9 natural and", None),
        ("3 or more cards of one rank with at least 2", "3 cards of one rank with at least 4",
         ("S235 “3 cards of one rank with at least 4 natural and at most 2 wild”: at least 4 of at most "
         "3 cards cannot be; write a smaller number of natural cards")),
        ("at least 2 natural", "at least 0 natural",
         ("S235 “at least 0 natural”: 'at least 0 natural' says nothing: one natural card is always there; "
         "write a larger number, or leave it out")),
        ("at least 2 natural and at most 2 wild", "at least 2 natural",
         ("S235 “at least 2 natural”: 'at least 2 natural' says nothing: without 'at most N wild' none may "
         "be wild; write how many may be wild, such as 'and at most 2 wild', or leave it out")),
        ("card is joker", "card is in stock",
         ("T414 “stock”: 'stock' is not known before the game, when the pack is made up; ask the card, "
         "the options and the number of players")),
        ("card is joker", "card is wild",
         ("T414 “card is wild”: 'card is wild' is not known before the game, when the pack is made up; "
         "ask the card, the options and the number of players")),
        ("  set: 3", "  group: 3",
         "T404 “group”: 'group' is a word of the language and cannot be the name of a meld"),
        ("  set: 3", "  spent: 3", "T404 “spent”: a meld cannot be called 'spent': a pile is called so"),
        ("KS is in meld", "meld is a sett",
         "T401 “sett”: no pile, term or memory is called 'sett'; did you mean 'set'?"),
    ],
)  # fmt: skip
def test_what_is_told(old: str, new: str, told: str | None) -> None:
    text = rules()
    assert old in text
    found = problems(text.replace(old, new, 1))
    assert told in found if told else found == []


def test_with_the_top_card_of_a_pile_and_no_copy_of_it() -> None:
    """The condition on the top card is asked before anything that is kept for the choices."""
    take = (
        "take: { choose: meld in (your hand + top of spent) where top of spent is in meld, "
        "may: { no_king: rank of top of spent is not K }, do: lay meld on table }\n      pass: do nothing"
    )
    hand = HAND.replace("5H", "8D")
    first = "Anna: take 8H 8C 8D"
    play = f"{first}\nexpect: spent is empty and 8D is in Anna's hand and 8D is in table"
    text = rules(play=play, hand=hand).replace("pass: do nothing", take)
    assert failures(text.replace("stock: nothing", "stock: nothing, spent: 8D")) == []
    text = rules(hand=hand).replace("pass: do nothing", take)
    state, _ = position(text.replace("stock: nothing", "stock: nothing, spent: KD"), "one")
    assert not [m for m in state.legal_moves if m.name == "take"]


def test_a_choice_of_a_meld_that_is_misspelt_is_told_at_its_name() -> None:
    right = "choose: { meld: meld in your hand }, may: size of meld > 2, do: lay meld on table"
    rules = RULES.replace("WILD", "rank is 2").replace("MANY", "2 to 3 cards")
    rules = rules.replace("PLAY", "Anna: pass").replace("HAND", HAND)
    rules = rules.replace("choose: meld in your hand, do: lay meld on table", right)
    assert not problems(rules)
    wrong = right.replace("{ meld:", "{ medl:")
    (told,) = problems(rules.replace(right, wrong))
    assert told.startswith("T401 “medl”: nothing speaks of 'medl', but 'meld' is spoken of 2 times")
