"""Melds on the table, by hand and against the oracle that tries everything."""

from __future__ import annotations

import pickle
from inspect import getclosurevars
from itertools import chain
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun.interpreter.machine import deadwood as deadwood_module
from rulerun.interpreter.machine.meld_kinds import MeldKind
from rulerun.interpreter.machine.melds import MeldRules

from .. import brute_force_melds as oracle

RANKS = "A23456789TJQK"
SUITS = "CDHS"  # in deck order
UP = tuple(range(13))  # the ace low
BOTH_ENDS = (*UP, 0)
SET = MeldKind(3, 4, "rank")


def run(*order: int, least: int = 3, most: int | None = None) -> MeldKind:
    return MeldKind(least, most, "suit", order)


def oracle_rules(
    *kinds: MeldKind,
    ranks: int = 13,
    suits: int = 4,
    copies: int = 1,
    jokers: int = 0,
    values: dict[int, int] | None = None,
    joker_value: int = 0,
) -> oracle.Rules:
    """A pack as the deck lays it out, suit by suit: ace 1, the others as printed, court cards 10."""
    cards: list[tuple[int | None, int | None]] = [
        (rank, suit) for suit in range(suits) for rank in range(ranks) for _ in range(copies)
    ]
    cards += [(None, None)] * jokers
    worth = values or {rank: min(rank + 1, 10) for rank in range(ranks)}
    return oracle.Rules(
        tuple(rank for rank, _ in cards),
        tuple(suit for _, suit in cards),
        tuple(joker_value if rank is None else worth.get(rank, 0) for rank, _ in cards),
        tuple((kind.least, kind.most, kind.same, kind.order) for kind in kinds),
    )


def melds_of(rules: oracle.Rules) -> MeldRules:
    kinds = [MeldKind(*kind) for kind in rules.kinds]
    return MeldRules(rules.ranks, rules.suits, rules.values, kinds)


BASE = melds_of(oracle_rules(SET, run(*UP)))
ACE_BOTH = melds_of(oracle_rules(SET, run(*BOTH_ENDS)))
TWO_PACKS = melds_of(oracle_rules(SET, run(*BOTH_ENDS), copies=2, jokers=2, joker_value=20))


def cards(text: str) -> tuple[int, ...]:
    """The numbers of cards in one pack: `TH 9C`."""
    return tuple(RANKS.index(c[0]) + 13 * SUITS.index(c[1]) for c in text.split())


def card(text: str) -> int:
    return cards(text)[0]


def melds(*texts: str) -> tuple[tuple[int, ...], ...]:
    return tuple(cards(text) for text in texts)


def same_melds(found: tuple[tuple[int, ...], ...], *texts: str) -> bool:
    return {frozenset(meld) for meld in found} == {frozenset(meld) for meld in melds(*texts)}


# One hand, one arrangement.


@pytest.mark.parametrize(
    ("hand", "expected"),
    [
        # A greedy walk through the sorted hand leaves loose cards here.
        ("4H 5H 6H 7H QH KH QD KD QC KC", ["4H 5H 6H 7H", "KH KD KC", "QH QD QC"]),
        # Sets first, runs first, longest first, dearest first: each leaves 13 or 16.
        ("6S 7S 8S 8H 4D 5D 6D 7D 8D 8C", ["4D 5D 6D 7D", "6S 7S 8S", "8H 8D 8C"]),
    ],
    ids=["meld-solver-01", "meld-solver-03"],
)
def test_a_complete_hand_is_found_complete(hand: str, expected: list[str]) -> None:
    assert BASE.deadwood_value(cards(hand)) == 0
    assert BASE.deadwood(cards(hand)) == ()
    assert same_melds(BASE.arrange(cards(hand)), *expected)


def test_the_ace_is_low_or_at_both_ends_but_never_round_the_corner() -> None:
    hand = cards("AS 2S 9S QS KS 4H 5H 6H 9D 9C")  # meld-solver-05
    assert BASE.deadwood_value(hand) == 23
    assert BASE.deadwood(hand) == cards("AS 2S QS KS")
    # The case's other reading, round the corner, has no deadwood. No rule of ours says so.
    assert ACE_BOTH.deadwood(hand) == cards("2S")
    assert not ACE_BOTH.is_meld(cards("KC AC 2C"))
    assert not ACE_BOTH.fits(card("2C"), cards("QC KC AC"))
    assert not ACE_BOTH.fits(card("KC"), cards("AC 2C 3C"))
    assert ACE_BOTH.fits(card("AC"), cards("QC KC JC"))


def test_a_rank_at_both_ends_stands_in_a_run_once() -> None:
    whole_suit = cards("AH 2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH")
    assert ACE_BOTH.is_meld(whole_suit)
    two_aces = (*(2 * card for card in whole_suit), 2 * whole_suit[0] + 1)
    assert TWO_PACKS.is_meld(two_aces[:-1])
    assert not TWO_PACKS.is_meld(two_aces)
    assert TWO_PACKS.deadwood_value(two_aces) == 0  # as two runs: A 2 3 and Q K A
    short = melds_of(oracle_rules(run(0, 1, 2, 0, least=4), ranks=3, copies=2))
    assert short.arrange((0, 1, 2, 4)) == ()
    assert not short.is_meld((0, 1, 2, 4))
    assert list(run(0, 1, 2, 0).runs()) == [(0, 1, 2), (1, 2, 0)]


@pytest.mark.parametrize(
    ("meld", "expected"),
    [
        ("7C 7D 7H", True),
        ("7S 7C 7D 7H", True),
        ("7C 7D", False),
        ("7C 7D 8H", False),
        ("9D TD JD", True),
        ("JD 9D TD", True),
        ("9D TD QD", False),
        ("9D TD JH", False),
        ("9D 9D 9D", False),
        ("AD 2D 3D", True),
        ("QD KD AD", False),
        ("", False),
    ],
)
def test_what_is_a_meld(meld: str, expected: bool) -> None:
    assert BASE.is_meld(cards(meld)) is expected


def test_two_packs_a_set_holds_equal_cards_and_a_run_does_not() -> None:
    seven_clubs, other_seven_clubs = 2 * card("7C"), 2 * card("7C") + 1
    five, six, diamond = (2 * card for card in cards("5C 6C 7D"))
    assert TWO_PACKS.is_meld((seven_clubs, other_seven_clubs, diamond))
    assert TWO_PACKS.is_meld((five, six, seven_clubs))
    assert not TWO_PACKS.is_meld((five, six, seven_clubs, other_seven_clubs))


def test_two_packs_all_the_cards_of_a_rank_are_two_sets() -> None:
    sevens = tuple(2 * card(f"7{suit}") + copy for suit in SUITS for copy in (0, 1))
    for number, left in {3: 0, 4: 0, 5: 7, 6: 0, 7: 0, 8: 0}.items():
        assert TWO_PACKS.deadwood_value(sevens[:number]) == left
    assert TWO_PACKS.deadwood_value((*sevens, 0)) == 1
    assert [len(meld) for meld in TWO_PACKS.arrange(sevens)] == [4, 4]
    assert [len(meld) for meld in TWO_PACKS.arrange(sevens[:7])] == [3, 4]


def test_of_equal_cards_the_lowest_numbers_are_melded_first() -> None:
    seven = 2 * card("7C")
    five, six = (2 * card for card in cards("5C 6C"))
    hand = (seven + 1, five + 1, six, seven, six + 1)
    assert TWO_PACKS.arrange(hand) == ((five + 1, six, seven),)
    assert TWO_PACKS.deadwood(hand) == (seven + 1, six + 1)


def test_a_joker_is_in_no_meld() -> None:
    joker = 104
    hand = (joker, *(2 * card for card in cards("7C 7D 7H")))
    assert TWO_PACKS.deadwood(hand) == (joker,)
    assert TWO_PACKS.deadwood_value(hand) == 20
    assert TWO_PACKS.deadwood_value_without(hand) == (0, 34, 34, 34)
    assert not TWO_PACKS.is_meld((joker, joker + 1, hand[1]))
    assert not TWO_PACKS.fits(joker, hand[1:])


# The fixed order among equals.


def test_kinds_come_in_the_order_written() -> None:
    hand = cards("4C 5C 6C 5D 5H")  # 10 is left either way
    assert BASE.arrange(hand) == melds("5C 5D 5H")
    runs_first = melds_of(oracle_rules(run(*UP), SET))
    assert runs_first.arrange(hand) == melds("4C 5C 6C")


def test_sets_come_by_suits_in_deck_order() -> None:
    three = melds_of(oracle_rules(MeldKind(3, 3, "rank")))
    assert three.arrange(cards("9S 9H 9D 9C")) == melds("9C 9D 9H")


def test_runs_come_by_lowest_card_then_length() -> None:
    assert BASE.arrange(cards("8C 7C 6C 5C 4C 3C")) == melds("3C 4C 5C", "6C 7C 8C")
    assert BASE.arrange(cards("3C 4C 5C 6C 7C")) == melds("3C 4C 5C 6C 7C")
    # The two is the lowest card in the order written, the ace the highest.
    high = melds_of(oracle_rules(run(*UP[1:], 0, most=3)))
    assert high.arrange(cards("AC KC QC 2D 3D 4D")) == melds("QC KC AC", "2D 3D 4D")


def test_cards_that_count_nothing_are_melded_where_all_else_is_equal() -> None:
    free_kings = melds_of(oracle_rules(SET, run(*UP), values={0: 1, 10: 2, 11: 2}))
    assert free_kings.arrange(cards("KC KD KH AC AD AH")) == melds("AC AD AH", "KC KD KH")
    assert free_kings.deadwood(cards("KC KD KH")) == ()
    # The run leaves two kings, the set a jack and a queen.
    assert free_kings.arrange(cards("JC QC KC KD KH")) == melds("JC QC KC")
    assert free_kings.deadwood_value(cards("JC QC KC KD KH 2C")) == 0
    assert free_kings.deadwood_value_without(cards("JC QC KC KD KH 2C")) == (2, 2, 4, 0, 0, 0)


def test_deadwood_keeps_the_order_of_the_hand() -> None:
    assert BASE.deadwood(cards("KS 7C 2D 7D 9H 7H AS")) == cards("KS 2D 9H AS")


# Which discards allow a knock.


def test_the_deadwood_after_each_discard() -> None:
    hand = cards("AS 2S 3S 4S 2H AD 6D 9D KD 3C 5C")  # knock-legality-02
    after = dict(zip(hand, BASE.deadwood_value_without(hand), strict=True))
    for limit, discards in {10: "", 26: "KD", 27: "9D KD", 30: "6D 9D KD"}.items():
        assert {card for card in hand if after[card] <= limit} == set(cards(discards))


def test_eleven_cards_all_in_melds() -> None:
    hand = cards("8S JS 8H JH 3D 4D 5D 6D JD 8C JC")  # gin-hand-scoring-03
    assert BASE.deadwood_value(hand) == 0
    after = zip(hand, BASE.deadwood_value_without(hand), strict=True)
    assert {card for card, left in after if left == 0} == set(cards("JS JH 3D 6D JD JC"))


# Laying off.


@pytest.mark.parametrize(
    ("table", "hand", "left"),
    [
        # layoff-02: TS belongs on the run, so that 9S can follow; on the set it would leave 13.
        (["JS QS KS", "TH TD TC", "2H 3H 4H"], "5S 9S TS 8H AD 5D 8D 3C 5C 8C", "AD 3C"),
        # layoff-04: melding first and then laying off leaves 23.
        (["2D 3D 4D 5D", "3H 4H 5H"], "2S 2H 6H 7H 6D 7D 2C 4C 5C 6C", ""),
        # layoff-06: 8H is no meld of the hand, so it follows 7H.
        (["4H 5H 6H", "9S 9D 9C", "TS JS QS KS"], "2S 3S AH 7H 8H 2D 3D 2C 3C 8C", "AH 8C"),
        # layoff-08: nothing can be laid off but the fourth cards that nobody holds.
        (["8H 9H TH", "4S 4D 4C", "QS QD QC"], "2S 2H KH 2D 9D KD 5C 6C 7C 9C", "KH 9D KD 9C"),
        # A set takes a fourth card, never a fifth.
        (["JC JD JH JS"], "JC", "JC"),
        (["4C 5C 6C"], "8C 7C 3C TC 2C", "TC"),
        ([], "4C 5C 6C 8C", "8C"),
        (["7C 7D 7H"], "7S 8S 9S 8H", "8H"),
    ],
)
def test_melds_and_lay_offs_are_chosen_together(table: list[str], hand: str, left: str) -> None:
    laid = melds(*table)
    assert BASE.deadwood_against(cards(hand), laid) == cards(left)
    assert BASE.deadwood_value_against(cards(hand), laid) == sum(
        min(RANKS.index(card[0]) + 1, 10) for card in left.split()
    )


def test_without_laying_off_more_is_left() -> None:
    assert BASE.deadwood_value(cards("2S 3S AH 7H 8H 2D 3D 2C 3C 8C")) == 24  # layoff-06
    assert BASE.deadwood_value(cards("5S 9S TS 8H AD 5D 8D 3C 5C 8C")) == 23  # layoff-02


def test_the_knocker_lays_nothing_off() -> None:
    hand = cards("8H 9H TH 4S 4D 4C QS QD QC 8C")  # layoff-08
    assert BASE.deadwood(hand) == cards("8C")
    assert BASE.fits(card("8C"), cards("5C 6C 7C"))


def test_what_counts_nothing_is_laid_off_too_and_what_counts_less_is_kept() -> None:
    free_aces = melds_of(oracle_rules(SET, run(*UP), values={2: 3, 3: 4, 4: 5}))
    assert free_aces.deadwood_against(cards("AC 2C KD"), melds("3C 4C 5C")) == cards("KD")
    assert free_aces.deadwood_value_against(cards("AC 2C KD"), melds("3C 4C 5C")) == 0
    good_twos = melds_of(oracle_rules(SET, run(*UP), values={1: -2, 2: 3, 3: 4, 4: 5, 5: 6}))
    assert good_twos.deadwood_against(cards("2C 6C"), melds("3C 4C 5C")) == cards("2C")


def test_the_arrangement_that_leaves_the_other_most() -> None:
    hand = cards("6C 7C 8C 9C 9S 9H 9D 2S AH 3D")
    others = cards("QC QH QS QD KC KS KD TC 4H 4S")
    # The nine of clubs lies with the nines: then the ten finds no place.
    assert same_melds(BASE.arrange_against(hand, others), "6C 7C 8C", "9C 9D 9H 9S")
    assert BASE.deadwood_value_against(others, BASE.arrange_against(hand, others)) == 18
    # Among equals the first of all: without the ten both arrangements leave the same.
    assert BASE.arrange_against(hand, cards("QC QH QS QD 4H 4S")) == BASE.arrange(hand)


# Against the oracle.


def shuffled(rules: oracle.Rules) -> oracle.Rules:
    """The same cards under other numbers."""
    order = Random(1).sample(range(len(rules.ranks)), len(rules.ranks))
    return oracle.Rules(
        tuple(rules.ranks[card] for card in order),
        tuple(rules.suits[card] for card in order),
        tuple(rules.values[card] for card in order),
        rules.kinds,
    )


def without_first(rules: oracle.Rules) -> oracle.Rules:
    """The same pack without its first card, and its last suit counts double."""
    ranks, suits, values = rules.ranks[1:], rules.suits[1:], rules.values[1:]
    dearer = zip(values, suits, strict=True)
    return oracle.Rules(ranks, suits, tuple(v * (1 + (s == 3)) for v, s in dearer), rules.kinds)


FAMILIES = {
    "one pack, ace low": oracle_rules(SET, run(*UP)),
    "ace at both ends": oracle_rules(SET, run(*BOTH_ENDS)),
    "seven to ace": oracle_rules(
        SET, run(*range(8)), ranks=8, values={0: 7, 1: 8, 2: 9, 3: 10, 4: 10, 5: 10, 6: 10, 7: 11}
    ),
    "two packs and jokers": oracle_rules(SET, run(*BOTH_ENDS), copies=2, jokers=3, joker_value=20),
    "ranks in another order": oracle_rules(run(3, 0, 2, 5, 1, 4, 3), SET, ranks=6),
    "cards that count nothing": oracle_rules(
        MeldKind(3, None, "rank"), run(*range(6), most=4), ranks=6, copies=2, values={3: 1, 5: 2}
    ),
    "five or more in sequence": oracle_rules(run(*UP, least=5), MeldKind(4, 4, "rank")),
    "pairs, and four of one suit": oracle_rules(
        MeldKind(2, 3, "rank"), MeldKind(4, 5, "suit"), run(*range(6), most=3), ranks=6, suits=3
    ),
    "three packs of one suit": oracle_rules(SET, run(*range(5)), ranks=5, suits=1, copies=3),
    "two ranks twice": oracle_rules(
        SET, MeldKind(2, 3, "suit"), ranks=2, copies=2, values={0: 2, 1: 5}
    ),
    "groups of two or five": oracle_rules(
        MeldKind(2, 2, "suit"), MeldKind(5, 5, "suit"), run(0, 1, 2, 3), ranks=5, suits=2, copies=2
    ),
    "cards numbered at random": shuffled(oracle_rules(SET, run(*BOTH_ENDS))),
    "a dear suit, and a card missing": without_first(oracle_rules(SET, run(*range(7)), ranks=7)),
    "cards that count less than nothing": oracle_rules(
        SET, run(*range(7)), ranks=7, values={0: 1, 1: -2, 2: -5, 3: 4, 4: 0, 5: -1, 6: 10}
    ),
    "jokers below nothing": oracle_rules(
        SET, run(*BOTH_ENDS), copies=2, jokers=3, joker_value=-20, values={0: -3, 1: 2, 12: 10}
    ),
    "no melds at all": oracle_rules(),
}
BUILT = {name: melds_of(rules) for name, rules in FAMILIES.items()}


@st.composite
def two_hands(
    draw: st.DrawFn, least: int, most: int, most_of_other: int = 0
) -> tuple[oracle.Rules, MeldRules, tuple[int, ...], tuple[int, ...]]:
    """A rule set and two hands from a few neighbouring ranks, where melds compete for cards."""
    name = draw(st.sampled_from(sorted(FAMILIES)))
    rules = FAMILIES[name]
    # Dealt by a shuffle: hands drawn card by card are small and alike, and hold few melds.
    shuffle = Random(draw(st.integers(0, 1 << 32)))
    ranks = 1 + max(rank for rank in rules.ranks if rank is not None)
    lowest = shuffle.randrange(ranks)
    near = {None, *((lowest + step) % ranks for step in range(shuffle.randint(3, 6)))}
    pool = [card for card, rank in enumerate(rules.ranks) if rank in near]
    size = min(shuffle.randint(least, most), len(pool))
    other_size = min(shuffle.randint(0, most_of_other), len(pool) - size)
    dealt = shuffle.sample(pool, size + other_size)
    return rules, BUILT[name], tuple(dealt[:size]), tuple(dealt[size:])


@settings(max_examples=600, deadline=None)
@given(two_hands(0, 9))
def test_the_best_arrangement_is_the_oracles(
    case: tuple[oracle.Rules, MeldRules, tuple[int, ...], tuple[int, ...]],
) -> None:
    rules, found, hand, _ = case
    best = oracle.best_arrangements(rules, hand)[0]
    melded = set(chain(*best))
    left = tuple(card for card in hand if card not in melded)
    assert found.arrange(hand) == best
    assert found.deadwood(hand) == left
    assert found.deadwood_value(hand) == rules.value(left)
    assert found.deadwood_value(hand[::-1]) == rules.value(left)
    assert found.deadwood_value_against(hand, ()) == rules.value(left)


@settings(max_examples=100, deadline=None)
@given(two_hands(1, 8))
def test_each_discard_is_the_oracles(
    case: tuple[oracle.Rules, MeldRules, tuple[int, ...], tuple[int, ...]],
) -> None:
    rules, found, hand, _ = case
    expected = []
    for card in hand:
        rest = tuple(other for other in hand if other != card)
        melded = set(chain(*oracle.best_arrangements(rules, rest)[0]))
        expected.append(rules.value(tuple(other for other in rest if other not in melded)))
    assert found.deadwood_value_without(hand) == tuple(expected)


@settings(max_examples=30, deadline=None)
@given(two_hands(11, 14))
def test_fourteen_cards_are_arranged_exactly(
    case: tuple[oracle.Rules, MeldRules, tuple[int, ...], tuple[int, ...]],
) -> None:
    rules, found, hand, _ = case
    best = oracle.best_arrangements(rules, hand)[0]
    melded = set(chain(*best))
    assert found.arrange(hand) == best
    assert found.deadwood_value(hand) == rules.value(
        tuple(card for card in hand if card not in melded)
    )


@settings(max_examples=400, deadline=None)
@given(two_hands(3, 8, 6))
def test_laying_off_is_the_oracles(
    case: tuple[oracle.Rules, MeldRules, tuple[int, ...], tuple[int, ...]],
) -> None:
    rules, found, hand, others = case
    best = oracle.best_arrangements(rules, hand)
    for table in (best[0], best[-1]):
        left = oracle.deadwood_against(rules, others, table)
        assert found.deadwood_against(others, table) == left
        assert found.deadwood_value_against(others, table) == rules.value(left)
        for meld in table:
            for card in others:
                assert found.fits(card, meld) == oracle.is_meld(rules, (*meld, card))
    if len(best) <= 40:
        assert found.arrange_against(hand, others) == oracle.arrange_against(rules, hand, others)


# What is remembered, and what is refused.


def test_a_full_memory_changes_no_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    hands = [tuple((start + step * 7) % 104 for step in range(10)) for start in range(40)]
    expected = [TWO_PACKS.deadwood_value(hand) for hand in hands]
    without = [TWO_PACKS.deadwood_value_without(hand) for hand in hands]
    monkeypatch.setattr(deadwood_module, "MEMO_SIZE", 3)
    monkeypatch.setattr(deadwood_module, "FIELDS_SIZE", 3)
    forgetful = melds_of(FAMILIES["two packs and jokers"])
    for _ in range(2):
        assert [forgetful.deadwood_value(hand) for hand in hands] == expected
        assert [forgetful.deadwood_value_without(hand) for hand in hands] == without
    for ask in (forgetful.deadwood_value, forgetful.deadwood_value_without):
        variables = getclosurevars(ask).nonlocals
        assert len(variables["memo"]) <= 3
    assert {len(table) for table in forgetful._deadwood._tables} <= {1, 2, 3}


def test_the_answers_do_not_depend_on_what_was_asked_before() -> None:
    hand = cards("6S 7S 8S 8H 4D 5D 6D 7D 8D 8C")
    fresh = melds_of(oracle_rules(SET, run(*UP)))
    assert fresh.deadwood_value_without(hand) == BASE.deadwood_value_without(hand)
    assert fresh.deadwood_value(hand) == BASE.deadwood_value(hand)


def test_the_rules_can_be_sent_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(ACE_BOTH))
    hand = cards("QC KC AC 2D 3D 4D 9H")
    assert copy.arrange(hand) == ACE_BOTH.arrange(hand) == melds("QC KC AC", "2D 3D 4D")
    assert copy.deadwood_value(hand) == 9


def test_rules_that_make_no_sense_are_refused() -> None:
    with pytest.raises(ValueError, match="cards of one rank cannot be a sequence"):
        MeldRules([0], [0], [1], [MeldKind(3, 4, "rank", (0, 1, 2))])
    with pytest.raises(ValueError, match="suit 4"):
        MeldRules([0], [4], [1], [])
    with pytest.raises(ValueError, match=r"equal cards .* of different value"):
        MeldRules([0, 0], [0, 0], [1, 2], [])
    with pytest.raises(ValueError, match="shorter"):
        MeldRules([0, 0], [0], [1, 1], [])
