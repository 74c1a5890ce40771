"""In-Between as somebody would write it by hand, without rule files: the peer of the machine's speed.

Plain lists, the standard library's random numbers, no checks. It plays the base game of
`rulesets/in_between.yaml` with random legal bets.
"""

from __future__ import annotations

from random import Random

DECK = [(rank, suit) for suit in range(4) for rank in range(13)]


def play(rng: Random, players: int = 4, rounds: int = 10, stake: int = 20, ante: int = 1) -> int:
    """Play a game; the number of decisions made in it."""
    chips = [stake] * players
    pot = 0
    stock = DECK[:]
    rng.shuffle(stock)
    discard: list[tuple[int, int]] = []
    dealer = players - 1
    decisions = 0

    def draw() -> tuple[int, int]:
        nonlocal stock, discard
        if not stock:
            stock, discard = discard, []
            rng.shuffle(stock)
        return stock.pop()

    def collect_ante() -> int:
        total = 0
        for player in range(players):
            paid = min(ante, chips[player])
            chips[player] -= paid
            total += paid
        return total

    for _ in range(rounds):
        pot += collect_ante()
        if not any(chips):
            break
        for step in range(1, players + 1):
            player = (dealer + step) % players
            if not chips[player]:
                continue
            if pot == 0:
                pot += collect_ante()
                if not chips[player]:
                    continue
            posts = [draw(), draw()]
            low, high = sorted(rank for rank, _ in posts)
            if high - low != 1:
                bet = rng.randint(0, min(pot, chips[player]))
                decisions += 1
                if bet:
                    third = draw()
                    rank = third[0]
                    if low == high:
                        change = bet if rank != low else -min(3 * bet, chips[player])
                    elif low < rank < high:
                        change = bet
                    elif rank in (low, high):
                        change = -min(2 * bet, chips[player])
                    else:
                        change = -bet
                    chips[player] += change
                    pot -= change
                    discard.append(third)
            discard += posts
            if sum(1 for owned in chips if owned) == 1:
                return decisions
        dealer = (dealer + 1) % players
    return decisions
