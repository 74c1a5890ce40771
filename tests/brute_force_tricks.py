"""Whist, said once more in a few lines that know nothing of rule files: to count ways to play."""

from __future__ import annotations

from collections.abc import Sequence

_RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")


def ways(
    hands: Sequence[frozenset[str]],
    trump: str,
    moves: int,
    trick: tuple[str, ...] = (),
    leader: int = 0,
) -> int:
    """In how many ways so many cards may be played; `trick` lies there, led by `leader`."""
    if moves == 0:
        return 1
    if len(trick) == len(hands):
        order = [
            (card[-1] == trump, card[-1] == trick[0][-1], _RANKS.index(card[:-1])) for card in trick
        ]
        leader = (leader + order.index(max(order))) % len(hands)
        trick = ()
    seat = (leader + len(trick)) % len(hands)
    hand = hands[seat]
    following = [card for card in hand if trick and card[-1] == trick[0][-1]]
    found = 0
    for card in following or hand:
        left = [*hands]
        left[seat] = hand - {card}
        found += ways(left, trump, moves - 1, (*trick, card), leader)
    return found
