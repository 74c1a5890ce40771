"""Skat told once more in Python: what may be played, who takes a trick, what the soloist scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import rulerun

from .test_trial_rules import SUITS, memory, pile, played

POINTS = {"A": 11, "10": 10, "K": 4, "Q": 3, "J": 2}
TRUMP_ORDER = ("A", "10", "K", "Q", "9", "8", "7")
NULL_ORDER = ("A", "K", "Q", "J", "10", "9", "8", "7")
BASES = {"C": 12, "S": 11, "H": 10, "D": 9}
NULL_VALUES = {(False, False): 23, (True, False): 35, (False, True): 46, (True, True): 59}
JACKS = ["JC", "JS", "JH", "JD"]


@dataclass(frozen=True)
class Named:
    """A game as the soloist names it, with the twelve cards of that moment."""

    contract: str
    trump: str | None
    ouvert: bool
    hand_game: bool
    cards: frozenset[str]

    @property
    def trumps(self) -> list[str]:
        """The trumps, the highest first."""
        if self.contract == "null":
            return []
        return JACKS + [rank + self.trump for rank in TRUMP_ORDER if self.trump]

    def colour(self, card: str) -> str:
        """What has to be followed to a card."""
        return "trump" if card in self.trumps else card[-1]

    def follow(self, hand: Sequence[str], trick: Sequence[str]) -> set[str]:
        """What may be played."""
        led = self.colour(trick[0]) if trick else None
        return {card for card in hand if self.colour(card) == led} or set(hand)

    def best(self, trick: Sequence[str]) -> int:
        """The place of the card that takes a trick."""
        order = NULL_ORDER if self.contract == "null" else TRUMP_ORDER
        following = [rank + trick[0][-1] for rank in order if trick[0] not in self.trumps]
        strongest = [card for card in (*self.trumps, *following) if card in trick]
        return trick.index(strongest[0])

    def score(self, bid: int, taken: Sequence[str], skat: Sequence[str]) -> int:
        """What the soloist scores with these cards taken in tricks, and those that lie in the skat."""
        if self.contract == "null":
            base = value = NULL_VALUES[self.hand_game, self.ouvert]
            made = not taken
        else:
            base = 24 if self.trump is None else BASES[self.trump]
            there = [card in self.cards for card in self.trumps]
            matadors = next((n for n, has in enumerate(there) if has != there[0]), len(there))
            points = sum(POINTS.get(card[:-1], 0) for card in (*taken, *skat))
            levels = (self.hand_game, points >= 90, points <= 30, len(taken) in (0, 30))
            value = base * (matadors + 1 + sum(levels))
            made = points > 60
        if value < bid:
            value = next(multiple for multiple in range(base, 300, base) if multiple >= bid)
            made = False
        return value if made else -2 * value


def named(before: rulerun.State, move: rulerun.Move) -> Named:
    """What a move names."""
    soloist = memory(before, "soloist")
    cards = [*pile(before, "hand", soloist), *pile(before, "skat")]
    assert len(cards) == 12
    trump = SUITS[move.choices[0]] if move.name == "suit_game" else None
    contract, ouvert = move.name.removesuffix("_ouvert"), move.name == "null_ouvert"
    return Named(contract, trump, ouvert, bool(memory(before, "hand_game")), frozenset(cards))


def test_skat_is_reckoned_as_it_should_be() -> None:
    contract: Named | None = None
    trick: list[str] = []
    seats: list[int] = []
    scored = 0
    for before, move, after in played("skat", 3, 12):
        if move.name in ("suit_game", "grand", "null", "null_ouvert"):
            contract = named(before, move)
        if move.name != "play" or not move.choices:
            continue
        assert contract is not None and before.actor is not None
        seats.append(before.actor)
        offered = {str(m).removeprefix("play ") for m in before.legal_moves}
        assert offered == contract.follow(pile(before, "hand", before.actor), trick)
        trick.append(str(move).removeprefix("play "))
        if len(trick) < 3:
            continue
        winner, soloist = seats[contract.best(trick)], memory(before, "soloist")
        taken = pile(before, "taken", soloist) + (trick if winner == soloist else [])
        trick, seats = [], []
        over = after.is_over or memory(after, "round") != memory(before, "round")
        assert over == (
            memory(before, "trick") == 10 or (contract.contract == "null" and winner == soloist)
        )
        if not over:
            assert after.actor == winner
            continue
        scores = [memory(after, "points", s) - memory(before, "points", s) for s in range(3)]
        expected = [0, 0, 0]
        expected[soloist] = contract.score(
            memory(before, "highest_bid"), taken, pile(before, "skat")
        )
        assert scores == expected
        scored += 1
    assert scored > 60
