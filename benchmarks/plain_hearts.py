"""Hearts as somebody would write it by hand, without rule files: a peer of the machine's speed.

Plain lists, no checks. It plays the rules of `rulesets/hearts.yaml` with random legal moves, to the
end of the match.
"""

from __future__ import annotations

from random import Random

TARGET, QUEEN = 100, 3 * 13 + 10
"""Cards are 13 * suit + rank: clubs, diamonds, hearts, spades; the ace is rank 12."""


def play(rng: Random) -> int:
    """Play a match; the number of decisions made in it."""
    points = [0] * 4
    decisions = deal = 0
    while max(points) < TARGET:
        decisions += _deal(rng, points, deal)
        deal += 1
    return decisions


def _deal(rng: Random, points: list[int], deal: int) -> int:
    pack = list(range(52))
    rng.shuffle(pack)
    hands = [pack[13 * seat : 13 * seat + 13] for seat in range(4)]
    decisions = 0
    way = (1, 3, 2, 0)[deal % 4]
    if way:
        passed = []
        for hand in hands:
            decisions += 1
            passed.append(rng.sample(hand, 3))
        for seat, given in enumerate(passed):
            for card in given:
                hands[seat].remove(card)
            hands[(seat + way) % 4] += given
    leader = next(seat for seat, hand in enumerate(hands) if 0 in hand)
    taken = [0] * 4
    broken = False
    for trick in range(13):
        cards: list[int] = []
        for step in range(4):
            hand = hands[(leader + step) % 4]
            if not cards:
                legal = [0] if not trick else hand
                if trick and not broken:
                    legal = [c for c in hand if c // 13 != 2] or hand
            else:
                legal = [c for c in hand if c // 13 == cards[0] // 13]
                if not legal:
                    legal = hand
                    if not trick:
                        legal = [c for c in hand if c // 13 != 2 and c != QUEEN] or hand
            decisions += 1
            card = legal[rng.randrange(len(legal))]
            hand.remove(card)
            cards.append(card)
            broken = broken or card // 13 == 2
        led = cards[0] // 13
        best = max(c for c in cards if c // 13 == led)
        leader = (leader + cards.index(best)) % 4
        taken[leader] += sum((c // 13 == 2) + 13 * (c == QUEEN) for c in cards)
    if 26 in taken:
        taken = [0 if score == 26 else 26 for score in taken]
    for seat, score in enumerate(taken):
        points[seat] += score
    return decisions
