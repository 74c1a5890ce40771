"""Melds with wild cards in them, against an oracle that puts every card in a wild one's place."""

from __future__ import annotations

import pickle
from functools import cache, partial
from itertools import combinations, product
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rulerun import load
from rulerun.interpreter.machine.meld_kinds import MeldKind
from rulerun.interpreter.machine.melds import MeldRules

from ..brute_force_melds import lay_offs

SETTINGS = settings(max_examples=60, deadline=None)
RANKS, SUITS = 6, 2
FACES = tuple(product(range(RANKS), range(SUITS)))
Meld = tuple[int, ...]


class Pack(NamedTuple):
    """Two of each card and two jokers. What is wild, and the kinds of melds."""

    ranks: tuple[int | None, ...]
    suits: tuple[int | None, ...]
    values: tuple[int, ...]
    wild: tuple[bool, ...]
    looks: tuple[str, ...]
    kinds: tuple[MeldKind, ...]

    def rules(self) -> MeldRules:
        return MeldRules(
            self.ranks, self.suits, self.values, self.kinds, self.wild, self.looks
        )  # fmt: skip

    def value(self, cards: Meld | frozenset[int]) -> int:
        return sum(self.values[card] for card in cards)

    def deadwood(self, cards: Meld | frozenset[int]) -> tuple[int, int]:
        """Least is best, and of equals that with the fewest cards that count nothing."""
        return self.value(cards), sum(self.values[card] == 0 for card in cards)


def is_plain(kind: MeldKind, faces: tuple[tuple[int, int], ...]) -> bool:
    """Whether cards are a meld that stand for nothing but themselves; sizes are asked elsewhere."""
    ranks = [rank for rank, _ in faces]
    suits = {suit for _, suit in faces}
    if kind.same == "rank":
        return len(set(ranks)) == 1
    if kind.order is None:
        return len(suits) == 1
    windows = [kind.order[n : n + len(ranks)] for n in range(len(kind.order))]
    return len(suits) == 1 and any(
        sorted(window) == sorted(ranks) and len(set(window)) == len(window) for window in windows
    )


def is_meld(pack: Pack, cards: Meld, kinds: tuple[MeldKind, ...] | None = None) -> bool:
    natural = [card for card in cards if not pack.wild[card]]
    wild = len(cards) - len(natural)
    if not natural or any(pack.ranks[card] is None for card in natural):
        return False
    faces = [(pack.ranks[card], pack.suits[card]) for card in natural]
    for kind in pack.kinds if kinds is None else kinds:
        size_fits = kind.least <= len(cards) <= (kind.most or len(cards))
        if not size_fits or wild > kind.wild or len(natural) < kind.natural:
            continue
        if any(is_plain(kind, (*faces, *stood)) for stood in product(FACES, repeat=wild)):  # type: ignore[arg-type]
            return True
    return False


def least(pack: Pack, hand: Meld) -> tuple[int, int]:
    melds = [
        frozenset(cards)
        for size in range(1, len(hand) + 1)
        for cards in combinations(hand, size)
        if is_meld(pack, cards)
    ]

    @cache
    def left(cards: frozenset[int]) -> tuple[int, int]:
        return min([pack.deadwood(cards), *(left(cards - meld) for meld in melds if meld <= cards)])

    return left(frozenset(hand))


@st.composite
def packs(draw: st.DrawFn) -> Pack:
    wild_rank = draw(st.sampled_from([0, 3]))
    jokers_are_wild = draw(st.booleans())
    cards: list[tuple[int | None, int | None]] = [*FACES, *FACES, (None, None), (None, None)]
    worth = draw(st.sampled_from([[2, 5, 1, 3, -1, 4], [2, 0, 0, 3, 0, 4]]))
    values = tuple(1 if rank is None else worth[rank] for rank, _ in cards)
    wild = tuple(jokers_are_wild if rank is None else rank == wild_rank for rank, _ in cards)
    shares = st.tuples(st.integers(0, 2), st.integers(1, 2))
    order = draw(st.sampled_from([tuple(range(RANKS)), (*range(RANKS), 0)]))
    kinds = [
        MeldKind(3, draw(st.sampled_from([None, 4])), "rank", None, *draw(shares)),
        MeldKind(3, None, "suit", order, *draw(shares)),
    ]
    if draw(st.booleans()):  # sets alone
        kinds[1:] = [MeldKind(2, 3, "rank", None, *draw(shares))]
    elif draw(st.booleans()):
        kinds.append(MeldKind(4, 4, "suit", None, *draw(shares)))
    looks = tuple("joker" if rank is None else f"{rank} of {suit}" for rank, suit in cards)
    ranks, suits = zip(*cards, strict=True)
    return Pack(ranks, suits, values, wild, looks, tuple(draw(st.permutations(kinds))))


def hands(most: int) -> st.SearchStrategy[Meld]:
    return st.lists(st.integers(0, 25), unique=True, max_size=most).map(tuple)


@SETTINGS
@given(packs(), hands(7))
def test_what_is_a_meld(pack: Pack, hand: Meld) -> None:
    rules = pack.rules()
    for size in range(5):
        for cards in combinations(hand, size):
            assert rules.is_meld(cards) == is_meld(pack, cards)
            for number, kind in enumerate(pack.kinds):
                assert rules.is_meld(cards, number) == is_meld(pack, cards, (kind,))


@SETTINGS
@given(packs(), hands(8), st.integers(-1, 1))
def test_all_that_can_be_made_are_made_once_and_in_order(
    pack: Pack, hand: Meld, number: int
) -> None:
    asked = pack.kinds if number < 0 else (pack.kinds[number],)
    first_of_look: dict[tuple[str, ...], Meld] = {}
    for size in range(1, len(hand) + 1):
        for cards in combinations(hand, size):
            if is_meld(pack, cards, asked):
                first_of_look.setdefault(tuple(sorted(pack.looks[c] for c in cards)), cards)
    made = pack.rules().made_of(hand, number)
    assert [tuple(sorted(m, key=hand.index)) for m in made] == list(first_of_look.values())
    for needed in hand:
        made_with = pack.rules().made_of(hand, number, needed)
        assert all(needed in m and is_meld(pack, m, asked) for m in made_with)
        looks = [tuple(sorted(pack.looks[c] for c in m)) for m in made_with]
        assert len(looks) == len(set(looks))
        assert set(looks) == {look for look in first_of_look if pack.looks[needed] in look}
    assert pack.rules().made_of(hand, number, None) == [] == pack.rules().made_of(hand, number, 99)


@SETTINGS
@given(packs(), hands(8))
def test_the_least_deadwood(pack: Pack, hand: Meld) -> None:
    rules = pack.rules()
    wanted = least(pack, hand)
    assert rules.deadwood_value(hand) == wanted[0]
    arranged = rules.arrange(hand)
    assert all(is_meld(pack, meld) for meld in arranged)
    laid = [card for meld in arranged for card in meld]
    assert len(set(laid)) == len(laid) and set(laid) <= set(hand)
    assert rules.deadwood(hand) == tuple(card for card in hand if card not in laid)
    assert pack.deadwood(rules.deadwood(hand)) == wanted
    assert rules.deadwood_value_without(hand) == tuple(
        least(pack, hand[:n] + hand[n + 1 :])[0] for n in range(len(hand))
    )
    assert pickle.loads(pickle.dumps(rules)).arrange(hand) == arranged


@settings(max_examples=25, deadline=None)
@given(packs(), hands(8), hands(4))
def test_laying_off_with_wild_cards(pack: Pack, hand: Meld, other: Meld) -> None:
    rules = pack.rules()
    loose = tuple(card for card in other if card not in hand)
    table = rules.arrange(hand)
    wanted = min(
        least(pack, tuple(left))
        for left in lay_offs(partial(is_meld, pack), table, frozenset(loose), set())
    )
    assert rules.deadwood_value_against(loose, table) == wanted[0]
    assert pack.deadwood(rules.deadwood_against(loose, table)) == wanted


def test_wild_cards_lie_in_the_place_of_those_they_stand_for() -> None:
    ranks, suits = tuple(range(8)), (0,) * 8
    run = MeldKind(3, None, "suit", tuple(range(7)), wild=2)
    rules = MeldRules(ranks, suits, ranks, [run], [rank == 7 for rank in ranks])
    assert rules.laid((4, 2, 7)) == (2, 7, 4)  # the gap
    assert rules.laid((7, 3, 2)) == (2, 3, 7)  # above
    assert rules.laid((7, 6, 5)) == (7, 5, 6)  # there is nothing above
    assert rules.arrange((4, 2, 7, 0)) == ((2, 7, 4),)


def test_the_dearest_wild_card_is_used() -> None:
    ranks = (0, 0, None, None)
    kinds = [MeldKind(3, None, "rank", None, 1)]
    rules = MeldRules(ranks, (0, 1, None, None), (1, 1, 20, 50), kinds, (False, False, True, True))
    assert rules.deadwood((0, 1, 2, 3)) == (2,)
    assert rules.deadwood_value((0, 1, 2, 3)) == 20


def test_sets_of_a_large_hand_take_no_time() -> None:
    """All ways to take sets out of two packs would be more than a computer has room for."""
    ranks = (*[n % 13 for n in range(104)], *[None] * 4)
    suits = (*[n // 13 % 4 for n in range(104)], *[None] * 4)
    wild = [rank in (0, None) for rank in ranks]
    kinds = [MeldKind(3, None, "rank", None, 3, 2)]
    rules = MeldRules(ranks, suits, [20 if w else 5 for w in wild], kinds, wild, range(108))
    assert rules.deadwood_value(range(108)) == 0
    # A pair takes three wild cards, eight of a rank four times as many.
    assert rules.deadwood_value((1, 14, 0, 13, 26, 39)) == 20
    assert rules.deadwood_value((*range(1, 104, 13), *range(0, 104, 13), *range(104, 108))) == 0


def test_a_hand_of_one_suit_takes_no_longer_than_its_runs() -> None:
    """All lists of 26 cards would be 67 million."""
    ranks = (*range(13), *range(13))
    kinds = [MeldKind(3, 4, "rank"), MeldKind(3, None, "suit", tuple(range(13)))]
    looks = list(range(13)) * 2
    rules = MeldRules(ranks, (0,) * 26, ranks, kinds, None, looks)
    assert sum(len(meld) > 4 for meld in rules.made_of(range(26))) == 45


ORDERED = """\
game: Ordered
players: 1
deck:
  ranks: A, 2 to 10, J, Q, K
  copies: 2
  jokers: joker
  wild: rank is 2 or card is joker
  starts in: stock
melds:
  set: 3 or 4 cards of one rank with at most 2 wild
  run: 3 or more cards of one suit in sequence with at most 1 wild
piles:
  stock: face down
  hand: per player, seen by owner
  table: groups, face up
setup: { shuffle: shuffle stock, deal: deal 13 cards from stock to each hand }
phases:
  turn:
    who: each player
    moves:
      lay:
        choose: { card: card in your hand, meld: meld in your hand CONDITION }
        may: { with_it: card is in meld }
        do: lay meld on table
      pass: do nothing
"""


@pytest.mark.parametrize("condition", ["where card is in meld", "where not (card is not in meld)"])
def test_the_cards_of_a_meld_have_one_order_whatever_is_asked(
    condition: str, tmp_path: Path
) -> None:
    """Cards that look the same lie beside one another, and wild ones behind the others."""
    said = []
    for text in ("", condition):
        file = tmp_path / "ordered.yaml"
        file.write_text(ORDERED.replace(" CONDITION", f" {text}" if text else ""))
        states = [load(file).start(seed) for seed in (1, 11, 27)]
        said.append([sorted(map(str, state.legal_moves)) for state in states])
    assert said[0] == said[1]
    assert "lay 10D, 10D 10D 10S 2D" in said[0][1]
