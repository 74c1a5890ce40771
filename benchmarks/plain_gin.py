"""Gin as somebody would write it by hand, without rule files: a peer of the machine's speed.

Plain lists and a search for the least deadwood that remembers the hands it has seen, no checks. It
plays the rules of `rulesets/gin.yaml` with random legal moves, to the end of the match or its limit.
"""

from __future__ import annotations

from random import Random

HAND, KNOCK, BONUS, TARGET = 10, 10, 25, 100
VALUES = [min(card % 13 + 1, 10) for card in range(52)]
_known: dict[tuple[int, ...], int] = {}


def melds_of(hand: list[int]) -> list[tuple[int, ...]]:
    """All sets and runs in a hand; cards are 13 * suit + rank, the ace low."""
    found: list[tuple[int, ...]] = []
    ranks: dict[int, list[int]] = {}
    for card in hand:
        ranks.setdefault(card % 13, []).append(card)
    for same in ranks.values():
        if len(same) > 2:
            found.append(tuple(same))
            if len(same) == 4:
                found += [tuple(c for c in same if c != left) for left in same]
    there = set(hand)
    for card in hand:
        run = [card]
        while run[-1] % 13 < 12 and run[-1] + 1 in there:
            run.append(run[-1] + 1)
            if len(run) > 2:
                found.append(tuple(run))
    return found


def deadwood(hand: list[int]) -> int:
    """The least deadwood of a hand."""
    key = tuple(sorted(hand))
    if key in _known:
        return _known[key]
    masks = [(sum(1 << c for c in meld), sum(VALUES[c] for c in meld)) for meld in melds_of(hand)]

    def best(first: int, used: int) -> int:
        most = 0
        for place in range(first, len(masks)):
            mask, value = masks[place]
            if not mask & used:
                most = max(most, value + best(place + 1, used | mask))
        return most

    if len(_known) > 200_000:
        _known.clear()
    result = _known[key] = sum(VALUES[c] for c in hand) - best(0, 0)
    return result


def split(hand: list[int]) -> tuple[list[tuple[int, ...]], list[int]]:
    """The melds of an arrangement with the least deadwood, and what is left."""
    wanted = sum(VALUES[c] for c in hand) - deadwood(hand)
    found = melds_of(hand)

    def search(first: int, used: frozenset[int], value: int) -> list[tuple[int, ...]] | None:
        if value == wanted:
            return []
        for place in range(first, len(found)):
            meld = found[place]
            if used.isdisjoint(meld):
                worth = value + sum(VALUES[c] for c in meld)
                rest = search(place + 1, used | set(meld), worth)
                if rest is not None:
                    return [meld, *rest]
        return None

    melds = search(0, frozenset(), 0) or []
    laid = {card for meld in melds for card in meld}
    return melds, [card for card in hand if card not in laid]


def laid_off(cards: list[int], melds: list[tuple[int, ...]]) -> int:
    """Deadwood after laying off what fits, one card after the other."""
    left, table = cards[:], [list(meld) for meld in melds]
    again = True
    while again:
        again = False
        for card in left:
            for meld in table:
                is_set = meld[0] % 13 == meld[1] % 13
                fits = (
                    card % 13 == meld[0] % 13
                    if is_set
                    else card // 13 == meld[0] // 13 and card in (min(meld) - 1, max(meld) + 1)
                )
                if fits:
                    meld.append(card)
                    left.remove(card)
                    again = True
                    break
            if again:
                break
    return min(deadwood(left), deadwood(cards))


def play(rng: Random, limit: int = 5000) -> int:
    """Play a match; the number of decisions made in it."""
    points = [0, 0]
    dealer = rng.randrange(2)
    decisions = 0
    while max(points) < TARGET and decisions < limit:
        decisions = _deal(rng, points, dealer, decisions, limit)
        dealer = 1 - dealer
    return decisions


def _deal(rng: Random, points: list[int], dealer: int, decisions: int, limit: int) -> int:
    stock = list(range(52))
    rng.shuffle(stock)
    hands = [[stock.pop() for _ in range(HAND)] for _ in range(2)]
    discard = [stock.pop()]
    player, taken, refused = 1 - dealer, -1, False
    for _ in range(2):  # the upcard is offered
        decisions += 1
        if rng.randrange(2):
            taken = discard.pop()
            hands[player].append(taken)
            break
        player = 1 - player
    else:
        player, refused = 1 - dealer, True
    while decisions < limit:
        hand = hands[player]
        if taken < 0:
            decisions += 1
            if not refused and discard and rng.randrange(2):
                taken = discard.pop()
                hand.append(taken)
            else:
                hand.append(stock.pop())
            refused = False
        moves = []
        for card in hand:
            if card != taken:
                moves.append((card, False))
        for card in hand:
            if card != taken and deadwood([c for c in hand if c != card]) <= KNOCK:
                moves.append((card, True))
        decisions += 1
        card, knocks = moves[rng.randrange(len(moves))]
        hand.remove(card)
        discard.append(card)
        if knocks:
            _score(points, hands, player)
            return decisions
        taken = -1
        if len(stock) <= 2:
            return decisions
        player = 1 - player
    return decisions


def _score(points: list[int], hands: list[list[int]], knocker: int) -> None:
    melds, left = split(hands[knocker])
    own = sum(VALUES[c] for c in left)
    other = hands[1 - knocker]
    theirs = deadwood(other) if not own else laid_off(other, melds)
    if not own:
        points[knocker] += theirs + BONUS
    elif own < theirs:
        points[knocker] += theirs - own
    else:
        points[1 - knocker] += own - theirs + BONUS
