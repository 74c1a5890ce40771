"""Choices: what their names mean beside a `where`, how cards are named, which lists are offered."""

from __future__ import annotations

import random
from itertools import combinations

import pytest

import rulerun

from .tables import failures, game_of, position, problems, value

RULES = """
game: Cards chosen
players: 2 to 3
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
  spent: face up
remember:
  held: cards
terms:
  low of card: rank of card <= 5
  lowest_of of card: WHERE_IN_TERM
phases:
  turn:
    repeat: 3 times
    who: WHO
    moves:
      play:
        choose: CHOOSE
        may: MAY
        do: DO
      pass: do nothing
winner: all players with most size of hand
examples:
  one:
    players: Anna, Ben
    start at: turn
    given: { row: 5H 9D, Anna's hand: 4C 4D 7C 8S, Ben's hand: 4H 7D, stock: nothing }
    play:
      - PLAY
"""


def rules(*, play: str = "Anna: pass", **parts: str) -> str:
    """The rules with some of their texts."""
    texts = {
        "WHO": "each player",
        "CHOOSE": "card in your hand",
        "MAY": "row is not empty",
        "DO": "move card to row",
        "WHERE_IN_TERM": "no card in row where rank < 3",
    } | {name.upper(): text for name, text in parts.items()}
    whole = RULES.replace("PLAY\n", "\n      - ".join(play.split("\n")) + "\n")
    for name, text in texts.items():
        whole = whole.replace(name, text)
    return whole


@pytest.mark.parametrize(
    ("choose", "may", "moves"),
    [
        # Beside `any`, `every`, `no` stands the choice; what is asked of each are the cards.
        ("card in your hand", "no card in row matches card", "Anna: play 4C"),
        ("card in your hand", "every card in row is low", "Anna cannot: play 4C"),
        ("card in your hand", "any card in row is low", "Anna: play 7C"),
        ("card in your hand", "at least 2 cards in your hand are low", "Anna: play 7C"),
        ("card in your hand", "at least 3 cards in your hand are low", "Anna cannot: play 4C"),
        ("card in your hand", "any card in your hand > card", "Anna cannot: play 8S"),
        ("card in your hand", "any card in your hand > card", "Anna: play 7C"),
        # In a `where` the noun is the card tested.
        ("{ chosen: card in your hand }", "any card in your hand where card is 8S", "Anna: play 4C"),
        ("{ chosen: card in your hand }", "no card in your hand where card is 8S", "Anna cannot: play 4C"),
        ("{ chosen: card in your hand }", "exactly 2 cards in your hand where card is low", "Anna: play 8S"),
    ],
)  # fmt: skip
def test_the_noun_is_what_is_tested(choose: str, may: str, moves: str) -> None:
    chosen = "chosen" if "chosen" in choose else "card"
    text = rules(choose=choose, may=may, do=f"move {chosen} to row", play=moves)
    assert failures(text) == []


@pytest.mark.parametrize(
    ("parts", "advice"),
    [
        (
            {"may": "no card in your hand where card is 8S"},
            "give the choice a name of its own, such as 'chosen: card'",
        ),
        (
            {"may": "card is lowest_of", "where_in_term": "no card in row where card < 3S"},
            "call one of them 'other_card'",
        ),
    ],
)
def test_a_noun_that_is_also_the_choice_is_told(parts: dict[str, str], advice: str) -> None:
    assert problems(rules(**parts)) == [
        "T404 “card”: 'card' is both a choice or noun here and each card tested; " + advice
    ]


def test_the_choice_is_no_affair_of_a_term() -> None:
    text = rules(may="card is lowest_of").replace(
        "lowest_of of card: no card in row where rank < 3",
        "lowest_of of card: row is safe\n  safe of pile: no card in pile where card < 3S",
    )
    assert failures(text) == []


@pytest.mark.parametrize("said", ["4C 4D 7C", "7C 4D 4C", "4D 7C 4C"])
@pytest.mark.parametrize("who", ["each player", "everyone at once"])
def test_cards_are_named_in_any_order(said: str, who: str) -> None:
    play = f"Anna: play {said}"
    play += "\nBen: pass\nexpect: row is (5H, 9D, 4C, 4D, 7C)"
    text = rules(who=who, choose="3 cards in your hand", do="move cards to row", play=play)
    assert failures(text) == []


def test_out_of_turn_and_in_any_order() -> None:
    play = "Ben: play 7D 4H\nAnna: play 7C 4D\nexpect: row is (5H, 9D, 4D, 7C, 4H, 7D)"
    text = rules(who="everyone at once", choose="2 cards in your hand", do="move cards to row",
                 play=play)  # fmt: skip
    assert failures(text) == []


def test_from_what_an_earlier_choice_names() -> None:
    choose = "{ victim: player where player is not you, taken: 2 cards in victim's hand }"
    play = "Anna: play Ben, 7D 4H\nexpect: row is (5H, 9D, 4H, 7D)"
    assert failures(rules(choose=choose, do="move taken to row", play=play)) == []


LISTS = """
game: Lists of cards
players: 1
deck:
  ranks: 2 to 10, J, Q, K, A
  jokers: small_joker, big_joker
  copies: COPIES
  starts in: stock
options:
  most: number from 1 to 4, normally 3
piles:
  stock: face down
  hand: per player, seen by owner
  row: face up
setup:
  shuffle: shuffle stock
  deal: deal 9 cards from stock to each hand; deal up to ROW cards from stock to row
phases:
  turn:
    repeat: always
    who: each player
    moves:
      play:
        choose: { cards: CHOOSE }
        may: MAY
        do: gather all cards into stock; shuffle stock; deal 9 cards from stock to your hand; deal up to ROW cards from stock to row
      again: gather all cards into stock; shuffle stock; deal 9 cards from stock to your hand; deal up to ROW cards from stock to row
end:
  over: after turn, when turn_number = 6
"""

CONDITIONS = [
    "cards are matching",
    "cards are suited",
    "cards are consecutive",
    "cards are suited and cards are consecutive",
    "cards are consecutive and cards are suited and size of cards >= 2",
    "cards are matching and cards are suited",
    "cards are matching and cards are consecutive",
    "cards are matching or cards are suited",
    "cards are matching unless row is empty",
    "row is empty or size of cards = size of row",
    "row is empty or size of cards < size of row",
    "size of cards > most - 2 and size of cards <= most",
    "size of row >= size of cards and most < size of cards + size of row",
    "size of cards is not nothing and size of cards != 2",
    "size of cards = size of row - 5",
    "every card in cards has color is red",
    "(every card in cards has rank > rank of top of row) unless row is empty",
    "(every card in cards has rank < 9) and cards are suited",
    "any card in cards has suit is hearts",
    "cards are suited unless most = 3",
    "(cards are consecutive and cards are suited) or cards are matching",
    "not cards are matching",
    "12 / size of row > 3 or cards are matching",
]


@pytest.mark.parametrize("may", CONDITIONS)
@pytest.mark.parametrize("choose", ["1 to 4 cards in your hand", "0 to 2 cards in your hand",
                                    "most cards in your hand", "2 to 9 cards in your hand where rank > 3"])  # fmt: skip
def test_lists_that_are_made_are_those_that_pass(choose: str, may: str) -> None:
    """What is made by construction is what going through all lists leaves, in the same order."""
    rng = random.Random(f"{choose} {may}")
    row, copies = rng.choice([0, 1, 2, 3]), rng.choice([1, 1, 2])
    if "12 / size" in may:
        row = 3
    text = LISTS.replace("CHOOSE", choose).replace("MAY", may)
    game = game_of(text.replace("ROW", str(row)).replace("COPIES", str(copies)))
    state = game.start(seed=rng.getrandbits(32))
    (kind,) = [k for k in game.kinds[state.at] if k.name == "play"]
    for _ in range(5):
        hand = hand_of(state)
        every = [c for size in range(len(hand) + 1) for c in combinations(hand, size)]
        passing = [c for c in every if kind.check(state, c) == 0]
        # Of two copies in a hand one is as good as the other.
        looks = {tuple(sorted(game.deck.labels[card] for card in c)): c for c in passing[::-1]}
        assert list(kind.legal(state)) == [(c,) for c in passing if c in looks.values()]
        state.apply("again")


def hand_of(state: rulerun.State) -> list[int]:
    """The cards of the only hand, from the bottom."""
    return state.piles[state.game.layout.pile_base["hand"]]


@pytest.mark.parametrize(
    ("may", "many"),
    [
        ("cards are consecutive and cards are suited", 4 * sum(range(1, 12))),
        ("cards are matching", 13 * 5),
        ("cards are matching and size of cards = 4", 13),
    ],
)
def test_what_is_ruled_out_is_not_gone_through(may: str, many: int) -> None:
    """Of the lists of three and more of a whole pack there are 2 to the power of 52."""
    text = LISTS.replace("9 cards", "52 cards").replace("  jokers: small_joker, big_joker\n", "")
    text = text.replace("COPIES", "1").replace("ROW", "0")
    text = text.replace("CHOOSE", "3 to 52 cards in your hand").replace("MAY", may)
    assert len(game_of(text).start(seed=1).legal_moves) == many + 1


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("play 4C 4D", "3 cards are to be chosen, not 2"),
        ("play 4C 4D 7C 8S", "3 cards are to be chosen, not 4"),
        ("play 4C 4D AS", "'AS' is not among the cards to choose from: 4C, 4D, 7C, 8S"),
        ("play 4C 7C 4C", "'4C' is named twice"),
        ("play 4C 7", "'7' is no card; one is written 10H, rank and suit"),
    ],
)
def test_what_is_wrong_with_a_list_is_told(said: str, told: str) -> None:
    text = rules(choose="{ thrown: 3 cards in your hand }", do="move thrown to row",
                 play=f"Anna: {said}")  # fmt: skip
    (failure,) = failures(text)
    assert failure.endswith(told)


TWO_PACKS = """
game: Two packs
players: 2
deck:
  ranks: A, 2 to 10, J, Q, K
  copies: 2
  starts in: stock
melds:
  set: 3 or 4 cards of one rank
  run: 3 or more cards of one suit in sequence
piles:
  stock: face down
  hand: per player, seen by owner
  spread: per player, groups, face up
  rows: 2 piles, face up
phases:
  turn:
    repeat: 3 times
    who: each player
    moves:
      lay:
        choose: meld in melds of your hand
        do: lay meld on your spread
      throw:
        choose: card in your hand
        do: move card to first pile in rows
      back:
        choose: card in rows
        do: move card to your hand
winner: everyone
examples:
  one:
    players: Anna, Ben
    start at: turn
    given: { stock: nothing, first pile in rows: 9C, last pile in rows: 9C, Anna's hand: 4C KD 5C 6C 4C KH KS 2D, Ben's hand: 3H }
    play:
      - PLAY
"""


@pytest.mark.parametrize(
    ("said", "laid"),
    [
        ("lay 5C", "(4C, 5C, 6C)"),
        ("lay 6C 4C", "(4C, 5C, 6C)"),
        ("lay 4C 5C 6C", "(4C, 5C, 6C)"),
        ("lay KH", "(KD, KH, KS)"),
        ("lay 1", "(KD, KH, KS)"),
    ],
)
def test_a_meld_is_named_by_its_cards_or_its_number(said: str, laid: str) -> None:
    play = f"Anna: {said}\n      - expect: first group in Anna's spread is {laid}"
    assert failures(TWO_PACKS.replace("PLAY", play)) == []


def test_what_is_no_meld_is_not_one() -> None:
    (failure,) = failures(TWO_PACKS.replace("PLAY", "Anna: lay 4C KD"))
    assert failure.endswith("'4C KD' is not among the melds to choose from: KD KH KS, 4C 5C 6C")
    (failure,) = failures(TWO_PACKS.replace("PLAY", "Anna: lay 7"))
    assert failure.endswith("'7' is no card; one is written 10H, rank and suit")


def test_a_copy_in_a_hand_is_offered_once() -> None:
    """In piles that have an order they lie in different places, and are different moves."""
    state, _ = position(TWO_PACKS.replace("PLAY", "expect: Anna is not out"), "one")
    offered = [str(move) for move in state.legal_moves]
    assert offered.count("throw 4C") == 1
    assert [move for move in offered if move.startswith("back 9C")] == ["back 9C", "back 9C#2"]
    for move in state.legal_moves:
        if move.name == "throw":
            assert state.game.parse_move(state, str(move)) == move
    state.apply("throw 4C")
    assert "back 4C" in state.legal_moves


@pytest.mark.parametrize(
    "condition", [c for c in CONDITIONS if "row is empty" not in c and "most = 3" not in c]
)
def test_subsets_that_are_made_are_those_that_pass(condition: str) -> None:
    """What asks subsets gets the same, whether they are made to fit or gone through."""
    text = LISTS.replace("9 cards", "7 cards").replace("CHOOSE", "1 card in your hand")
    text = text.replace("MAY", "row is not empty")
    asked = condition.replace("every card in cards", "every card in group")
    asked = asked.replace("any card in cards", "any card in group").replace("cards", "group")
    never = f"(({asked}) or size of group < 0)"
    for copies, row in ((1, 1), (2, 3), (1, 0)):
        if "12 / size" in condition and not row:
            continue
        state = game_of(text.replace("ROW", str(row)).replace("COPIES", str(copies))).start(seed=9)
        for question in (
            "number of groups in subsets of your hand where {}",
            "any group in subsets of your hand where {}",
            "no group in subsets of your hand where {}",
            "every group in subsets of your hand where {}",
            "first group in subsets of your hand where {}",
            "last group in subsets of your hand where {}",
        ):
            made, gone_through = (value(state, question.format(c)) for c in (asked, never))
            assert made == gone_through


def test_more_subsets_than_can_be_gone_through_stop_the_game() -> None:
    text = LISTS.replace("COPIES", "2").replace("ROW", "0").replace("CHOOSE", "1 card in your hand")
    state = game_of(text.replace("MAY", "row is empty").replace("9 cards", "24 cards")).start(
        seed=9
    )
    pairs = "number of groups in subsets of your hand where size of group = 2"
    assert value(state, pairs) == "276"
    for question in (
        "number of groups in subsets of your hand",
        "size of subsets of your hand",
        "any group in subsets of your hand where size of group > 2",
        "every group in subsets of your hand where size of group > 2",
    ):
        with pytest.raises(rulerun.RuleError, match=r"R708.*24 cards have more than 500,000"):
            value(state, question)


def test_a_choice_of_cards_is_read_where_nobody_was_asked_yet() -> None:
    rules = """
game: Later
players: 2
deck: { ranks: 2 to 10, starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner' }
setup: deal 3 cards from stock to each hand
phases:
  early:
    who: each player
    moves: { wait: do nothing }
  late:
    who: each player
    moves:
      throw: { choose: { cards: 1 to 2 cards in your hand }, do: move cards to stock }
      lay:   { choose: { card: card in your hand }, do: move card to stock }
"""
    state = game_of(rules).start(deck=["2C", "3C", "4C", "5C", "6C", "7C"])
    for move in ("throw 2C", "throw 2C 4C", "lay 2C"):
        with pytest.raises(rulerun.IllegalMoveError, match=r"throw|lay"):
            state.apply(move)


@pytest.mark.parametrize(
    ("said", "told"),
    [
        (
            "play 4C 4D 7C",
            "say what: play one, others; commas stand between the choices: play 4C, 4D 7C",
        ),
        ("play 4C", "say what: play one, others"),
    ],
)
def test_choices_without_commas_between_are_shown_with_them(said: str, told: str) -> None:
    choose = "{ one: card in your hand, others: 1 or more cards in row }"
    text = rules(choose=choose, do="move one to row", play=f"Anna: {said}")
    assert [problem.partition(": ")[2] for problem in problems(text)] == [told]
