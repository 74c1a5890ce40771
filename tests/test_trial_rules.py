"""Games against their rules, told once more in Python: who takes a trick, what a hand scores.

Each test plays by chance and compares what the rule file did with what the rules of the game say,
computed here from the cards alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations
from math import comb
from random import Random
from typing import Any

import pytest

import rulerun

from .playing import no_giving_up, rule_file

RANKS = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
SUITS = "CDHS"
PACK = [rank + suit for suit in SUITS for rank in RANKS]


@cache
def game(name: str, players: int, **options: object) -> rulerun.Game:
    return rulerun.load(rule_file(name), players=players, options=options)


def pile(state: rulerun.State, name: str, seat: int = 0) -> list[str]:
    """The cards of a pile from the bottom, whoever sees them."""
    number = state.game.layout.pile_base[name] + seat
    return [state.game.deck.labels[card] for card in state.piles[number]]


def memory(state: rulerun.State, name: str, seat: int = 0) -> Any:
    """What a memory, a chip holder or a count of passes holds."""
    base = state.game.layout.cell_base
    key = next(k for k in (f"memory {name}", f"chips {name}", f"count {name}", name) if k in base)
    return state.cells[base[key] + seat]


def suit(card: str) -> str:
    return card[-1]


def rank(card: str) -> int:
    """The place of a card's rank, the deuce's is 0."""
    return RANKS.index(card[:-1])


def played(
    name: str, players: int, games: int, **options: object
) -> Iterator[tuple[rulerun.State, rulerun.Move, rulerun.State]]:
    """Each random move of some games: the state before it, the move, the state after it."""
    for seed in range(games):
        state = game(name, players, **options).start(seed=seed)
        rng = Random(seed)
        while not state.is_over:
            before = state.clone()
            move = no_giving_up(state, rng)
            state.apply(move)
            yield before, move, state


# --------------------------------------------------------------------------------------------
# Tricks


def takes(trick: Sequence[tuple[int, str]], trump: str | None) -> int:
    """Who takes a trick: seats with their cards, in the order in which they were played."""
    led = suit(trick[0][1])
    trumps = [(seat, card) for seat, card in trick if suit(card) == trump]
    running = trumps or [(seat, card) for seat, card in trick if suit(card) == led]
    return max(running, key=lambda played: rank(played[1]))[0]


def may_follow(hand: Sequence[str], trick: Sequence[str]) -> set[str]:
    """The cards that follow suit, or all."""
    following = {card for card in hand if trick and suit(card) == suit(trick[0])}
    return following or set(hand)


TRUMPS: dict[str, Callable[[rulerun.State], str | None]] = {
    "hearts": lambda state: None,
    "spades": lambda state: "S",
    "oh_hell": lambda state: suit(pile(state, "trump_card")[-1]),
    "german_whist": lambda state: SUITS[memory(state, "trump")],
}


@pytest.mark.parametrize(("name", "players"), [("hearts", 4), ("spades", 4), ("oh_hell", 5),
                                               ("oh_hell", 3), ("german_whist", 2)])  # fmt: skip
def test_tricks_go_to_whom_they_belong(name: str, players: int) -> None:
    """Cards follow suit, and the next to play is who took the trick."""
    lying: list[tuple[int, str]] = []
    tricks = 0
    for before, move, after in played(name, players, 2):
        if not str(move).startswith("play "):
            continue
        seat, card = before.actor, str(move).removeprefix("play ")
        assert seat is not None
        trump = TRUMPS[name](before)
        offered = {str(m).removeprefix("play ") for m in before.legal_moves}
        follow = may_follow(pile(before, "hand", seat), [c for _, c in lying])
        assert offered <= follow
        if lying and name != "hearts":
            assert offered == follow
        lying.append((seat, card))
        if len(lying) == players:
            tricks += 1
            winner = takes(lying, trump)
            lying = []
            # Unless that was the last trick of a deal, who took it plays next.
            same_deal = name == "german_whist" or memory(after, "round") == memory(before, "round")
            if same_deal and not after.is_over:
                assert after.actor == winner
    assert tricks > 20


def test_hearts_and_the_queen_are_counted() -> None:
    """Of each deal come 26 points, or 78 when somebody shoots the moon."""
    deals = 0
    moons = Counter[bool]()
    for before, _, after in played("hearts", 4, 6):
        old, new = ([memory(s, "points", seat) for seat in range(4)] for s in (before, after))
        if old == new:
            continue
        gained = [n - o for n, o in zip(new, old, strict=True)]
        deals += 1
        moons[sum(gained) == 78] += 1
        assert sum(gained) == 26 or sorted(gained) == [0, 26, 26, 26]
        assert all(g >= 0 for g in gained)
    assert deals > 20


def test_spades_are_scored_by_the_bids() -> None:
    """Made, set, overtricks, nil, and a hundred off for ten bags."""
    deals = 0
    for before, _, after in played("spades", 4, 8):
        old = [memory(before, "points", team) for team in range(2)]
        new = [memory(after, "points", team) for team in range(2)]
        if old == new and not after.is_over:
            continue
        deals += 1
        # The last card of the deal is on its way: the trick in progress decides who gets it.
        seat = before.actor
        assert seat is not None
        lying = pile(before, "trick") + pile(before, "hand", seat)
        seats = [(seat + 1 + i) % 4 for i in range(4)]
        won = [memory(before, "won", s) for s in range(4)]
        won[takes(list(zip(seats, lying, strict=True)), "S")] += 1
        bid = [memory(before, "bid", s) for s in range(4)]
        assert sum(won) == 13
        for team in range(2):
            members = (team, team + 2)
            contract, tricks = sum(bid[s] for s in members), sum(won[s] for s in members)
            over = max(0, tricks - contract)
            score = 10 * contract + over if tricks >= contract else -10 * contract
            score += sum(100 if won[s] == 0 else -100 for s in members if bid[s] == 0)
            bags = memory(before, "bags", team) + over
            if bags >= 10:
                score -= 100
                bags -= 10
            assert new[team] - old[team] == score
            assert memory(after, "bags", team) == bags
    assert deals > 20


# --------------------------------------------------------------------------------------------
# Cribbage


def crib_value(card: str) -> int:
    return {"A": 1, "J": 10, "Q": 10, "K": 10}.get(card[:-1]) or int(card[:-1])


def crib_rank(card: str) -> int:
    """The place of a rank with the ace low."""
    return (rank(card) + 1) % 13


def show_score(hand: Sequence[str], starter: str, crib: bool) -> int:
    """What four cards and the starter count, with every pair and run looked for by hand."""
    five = [*hand, starter]
    score = 2 * sum(
        sum(map(crib_value, some)) == 15 for n in range(2, 6) for some in combinations(five, n)
    )
    score += 2 * sum(a[:-1] == b[:-1] for a, b in combinations(five, 2))
    count = Counter(map(crib_rank, five))
    start = 0
    while start < 13:
        length, ways = 0, 1
        while count[start + length]:
            ways *= count[start + length]
            length += 1
        score += length * ways if length >= 3 else 0
        start += length + 1
    if len(set(map(suit, hand))) == 1:
        score += 5 if suit(starter) == suit(hand[0]) else 0 if crib else 4
    return score + sum(card == "J" + suit(starter) for card in hand)


def test_cribbage_hands_are_counted() -> None:
    """The show of random hands, and of hands made of few ranks and suits, which score more."""
    chosen = game("cribbage", 2)
    rng = Random(1)
    state = chosen.start(seed=1)
    packs = [PACK, [c for c in PACK if c[:-1] in ("4", "5", "6", "J")], PACK[:13]]
    worth = chosen_worth(chosen)
    scores = Counter[int]()
    for number in range(240):
        *hand, starter = rng.sample(packs[number % 3], 5)
        for name in ("played", "crib"):
            set_pile(state, name, hand)
            set_pile(state, "starter", [starter])
            scores[show_score(hand, starter, name == "crib")] += 1
            assert worth(state, name) == show_score(hand, starter, name == "crib")
    assert len(scores) > 8


def set_pile(state: rulerun.State, name: str, cards: Sequence[str]) -> None:
    number = state.game.layout.pile_base[name]
    state.piles[number] = [state.game.deck.find(card)[0] for card in cards]


def chosen_worth(chosen: rulerun.Game) -> Callable[[rulerun.State, str], int]:
    from .interpreter.language.tables import value

    def worth(state: rulerun.State, name: str) -> int:
        owner = "your " if name == "played" else ""
        return int(value(state, f"worth of {owner}{name}"))

    return worth


def pegged(row: Sequence[str]) -> int:
    """What the last card of a row scores, but for the last card of the count."""
    total = sum(map(crib_value, row))
    score = 2 * (total in (15, 31))
    alike = 1
    while alike < len(row) and row[-alike - 1][:-1] == row[-1][:-1]:
        alike += 1
    score += alike * (alike - 1)
    for length in range(len(row), 2, -1):
        ranks = sorted(map(crib_rank, row[-length:]))
        if ranks == list(range(ranks[0], ranks[0] + length)):
            return score + length
    return score


def test_cribbage_is_pegged() -> None:
    """Each card laid scores what the cards before it make of it."""
    cards = 0
    for before, move, after in played("cribbage", 2, 4):
        if move.name != "play" or after.is_over:
            continue
        seat = before.actor
        assert seat is not None
        row = [*pile(before, "row"), str(move).removeprefix("play ")]
        total = sum(map(crib_value, row))
        offered = {str(m).removeprefix("play ") for m in before.legal_moves}
        room = 31 - sum(map(crib_value, row[:-1]))
        assert offered == {c for c in pile(before, "hand", seat) if crib_value(c) <= room}
        gained = [memory(after, "points", s) - memory(before, "points", s) for s in range(2)]
        if not pile(after, "row") and not pile(after, "played"):
            continue  # the deal is over, and the hands were counted
        last_one = not pile(after, "row") and total < 31
        expected = [0, 0]
        expected[seat] = pegged(row) + last_one
        assert gained == expected
        cards += 1
    assert cards > 100


# --------------------------------------------------------------------------------------------
# Poker


def hand_rank(five: Sequence[str]) -> tuple[int, ...]:
    """How five cards rank, as numbers to be compared one after the other."""
    count = Counter(map(rank, five))
    groups = sorted(((n, r) for r, n in count.items()), reverse=True)
    kickers = tuple(r for _, r in groups)
    shape = tuple(n for n, _ in groups)
    straight = len(count) == 5 and max(count) - min(count) == 4
    if set(count) == {12, 0, 1, 2, 3}:
        straight, kickers = True, (3,)
    flush = len(set(map(suit, five))) == 1
    kind = {(4, 1): 7, (3, 2): 6, (3, 1, 1): 3, (2, 2, 1): 2, (2, 1, 1, 1): 1}.get(shape, 0)
    if straight and flush:
        kind = 8
    elif flush:
        kind = 5
    elif straight:
        kind, kickers = 4, kickers[:1]
    return (kind, *kickers)


def test_poker_hands_are_ranked() -> None:
    """Of two hands with a board the same one is better as by comparing each five of the seven."""
    chosen = game("holdem", 2)
    rank_of = chosen.runtime.poker_strength
    rng = Random(2)
    packs = [
        PACK,
        [c for c in PACK if rank(c) < 5 or rank(c) == 12],
        [c for c in PACK if suit(c) in "CD"],
    ]
    kinds = Counter[int]()
    for number in range(300):
        nine = rng.sample(packs[number % 3], 9)
        seven = (nine[:7], nine[2:])
        best = [max(hand_rank(five) for five in combinations(cards, 5)) for cards in seven]
        kinds.update(b[0] for b in best)
        ours = [rank_of([chosen.deck.find(card)[0] for card in cards]) for cards in seven]
        assert (ours[0] > ours[1]) - (ours[0] < ours[1]) == (best[0] > best[1]) - (
            best[0] < best[1]
        )
    assert len(kinds) >= 8


def test_the_best_hand_takes_the_pot() -> None:
    """Hands that are shown down share the pot by rank; one that is left takes it all."""
    shown = 0
    for _, _, after in played("holdem", 3, 12, deals=1):
        if not after.is_over:
            continue
        live = memory(after, "live")
        chips = [memory(after, "chips", seat) for seat in range(3)]
        assert sum(chips) == 600
        if len(live) > 1:
            board = pile(after, "board")
            assert len(board) == 5
            best = {
                s: max(map(hand_rank, combinations(pile(after, "hand", s) + board, 5)))
                for s in live
            }
            top = [seat for seat in live if best[seat] == max(best.values())]
            losers = [seat for seat in range(3) if seat not in top]
            assert all(chips[seat] <= 200 for seat in losers)
            assert max(chips) == max(chips[seat] for seat in top)
            shown += 1
    assert shown


# --------------------------------------------------------------------------------------------
# Kuhn and Leduc: the whole tree


def histories(
    state: rulerun.State, said: tuple[str, ...], places: set[tuple[object, ...]]
) -> Iterator[tuple[tuple[str, ...], rulerun.State]]:
    """All ends with the moves that lead there; `places` gets what each player knows on the way."""
    if state.is_over:
        yield said, state
        return
    actor = state.actor
    assert actor is not None
    board = tuple(pile(state, "board")) if "board" in state.game.layout.pile_base else ()
    places.add((actor, tuple(pile(state, "hand", actor)), board, said))
    for move in list(state.legal_moves):
        following = state.clone()
        following.apply(move)
        yield from histories(following, (*said, str(move)), places)


def test_kuhn_poker_is_the_game_of_the_books() -> None:
    """Six deals of five histories, twelve places of decision, and worth -1/18 to the first player."""
    chosen = game("kuhn", 2)
    places: set[tuple[object, ...]] = set()
    # One of the best ways to play: the first player never bets first and calls with a queen once in
    # three times; the second bets a king, bluffs a jack and calls with a queen once in three times.
    third = Fraction(1, 3)
    bets = (
        {"J": Fraction(0), "Q": Fraction(0), "K": Fraction(0)},
        {"J": third, "Q": Fraction(0), "K": Fraction(1)},
    )
    calls = (
        {"J": Fraction(0), "Q": third, "K": Fraction(1)},
        {"J": Fraction(0), "Q": third, "K": Fraction(1)},
    )
    value, ends = Fraction(0), 0
    for deck in permutations(("JS", "QS", "KS"), 2):
        start = chosen.start(deck=list(deck))
        for said, end in histories(start, (), places):
            ends += 1
            chance = Fraction(1)
            seat = 0
            for move in said:
                card = deck[seat][0]
                yes = bets[seat][card] if move in ("bet", "check") else calls[seat][card]
                chance *= yes if move in ("bet", "call") else 1 - yes
                seat = 1 - seat
            value += chance * Fraction(end.payoffs[0])
            assert sum(end.payoffs) == 0
    assert (len(places), ends) == (12, 30)
    assert value / 6 == Fraction(-1, 18)


def test_leduc_poker_is_the_game_of_the_books() -> None:
    """The 936 places of decision that the literature counts, and chips that only change hands."""
    chosen = game("leduc", 2)
    places: set[tuple[object, ...]] = set()
    pack = ["JH", "QH", "KH", "JS", "QS", "KS"]
    ends = 0
    for deck in permutations(pack, 3):
        for _, end in histories(chosen.start(deck=list(deck)), (), places):
            ends += 1
            assert sum(end.payoffs) == 0 and max(end.payoffs) <= 13
    assert len(places) == 936
    assert ends


# --------------------------------------------------------------------------------------------
# The others


def test_crazy_eights_are_matched_and_counted() -> None:
    values = {"A": 1, "8": 50, "J": 10, "Q": 10, "K": 10}
    rounds = 0
    for before, _, after in played("crazy_eights", 4, 2):
        seat = before.actor
        assert seat is not None
        top = pile(before, "discard")[-1]
        wanted = SUITS[memory(before, "wanted")]
        offered = {str(m).removeprefix("play ") for m in before.legal_moves if m.name == "play"}
        if any(m.name == "name_suit" for m in before.legal_moves):
            assert top[:-1] == "8" and len(before.legal_moves) == 4
            continue
        assert offered == {c for c in pile(before, "hand", seat)
                           if c[:-1] in ("8", top[:-1]) or suit(c) == wanted}  # fmt: skip
        gained = [memory(after, "points", s) - memory(before, "points", s) for s in range(4)]
        if any(gained):
            rounds += 1
            left = [c for s in range(4) if s != seat for c in pile(before, "hand", s)]
            counted = sum(values.get(c[:-1]) or int(c[:-1]) for c in left)
            assert gained[seat] == counted
            assert sum(gained) == gained[seat]
    assert rounds >= 2


def test_durak_beats_by_suit_and_by_trumps() -> None:
    beaten = 0
    for before, _, _ in played("durak", 3, 6):
        seat = before.actor
        assert seat is not None
        trump = SUITS[memory(before, "trump")]
        hand = pile(before, "hand", seat)
        there = {c[:-1] for c in (*pile(before, "open"), *pile(before, "beaten"))}
        offered = {str(m) for m in before.legal_moves}
        if seat == memory(before, "defender"):
            (attack,) = pile(before, "open")
            able = {c for c in hand if suit(c) == suit(attack) and rank(c) > rank(attack)}
            if suit(attack) != trump:
                able |= {c for c in hand if suit(c) == trump}
            assert offered == {f"beat {attack}, {c}" for c in able} | {"take_up"}
            beaten += len(able)
        elif there:
            able = {c for c in hand if c[:-1] in there}
            assert offered == {f"throw_in {c}" for c in able} | {"content"}
        else:
            assert offered == {f"attack {c}" for c in hand}
    assert beaten > 100


def test_go_fish_lays_down_fours() -> None:
    asked = 0
    for before, move, after in played("go_fish", 4, 3):
        seat = before.actor
        assert seat is not None
        other, wanted = str(move).removeprefix("ask ").split(", ")
        assert wanted in {c[:-1] for c in pile(before, "hand", seat)}
        theirs = [c for c in pile(before, "hand", int(other[1]) - 1) if c[:-1] == wanted]
        if theirs and not after.is_over and pile(after, "hand", seat):
            assert after.actor == seat
        for s in range(4):
            books = Counter(c[:-1] for c in pile(after, "books", s))
            assert set(books.values()) <= {4}
            assert memory(after, "points", s) == len(books)
            assert 4 not in Counter(c[:-1] for c in pile(after, "hand", s)).values()
        asked += 1
        if after.is_over:
            assert sum(memory(after, "points", s) for s in range(4)) == 13
    assert asked > 50


def test_president_offers_what_beats_the_last_cards_and_ranks_players() -> None:
    def height(card: str) -> int:
        return [*RANKS[1:], "2"].index(card[:-1])

    leads = deals = 0
    for players in (3, 5, 7):
        points = [0] * players
        finished: list[int] = []
        ranking: list[int] = []
        for before, move, after in played("president", players, 1, target=4):
            seat = before.actor
            assert seat is not None
            last, hand = pile(before, "to_beat"), pile(before, "hand", seat)
            if move.name == "give":
                many = 2 if seat == ranking[0] else 1
                assert len(list(before.legal_moves)) == comb(len(hand), many)
                continue
            able = {
                frozenset(some)
                for n in ([len(last)] if last else range(1, 5))
                for some in combinations(hand, n)
                if len({c[:-1] for c in some}) == 1
                and (not last or height(some[0]) > height(last[0]))
            }
            plays = [m for m in before.legal_moves if m.name == "play"]
            assert {frozenset(str(m).split()[1:]) for m in plays} == able
            assert len(plays) == len(able)
            assert ("pass" in before.legal_moves) == bool(last)
            leads += not last
            if move.name == "play" and len(hand) == len(str(move).split()) - 1:
                finished.append(seat)
            if len(finished) < players - 1:
                continue
            deals += 1
            ranking = [*finished, *({*range(players)} - {*finished})]
            points[ranking[0]] += 2
            points[ranking[1]] += 1
            finished = []
            assert [*memory(after, "ranking")] == ranking
            assert [memory(after, "points", s) for s in range(players)] == points
            if not after.is_over:
                rich, poor = pile(after, "hand", ranking[0]), pile(after, "hand", ranking[-1])
                assert min(map(height, rich[-2:])) >= max(map(height, poor))
                sizes = [len(pile(after, "hand", s)) for s in range(players)]
                assert sum(sizes) == 52
                assert len(rich) - len(poor) in (4, 5)
        assert max(points) >= 4
    assert leads > 10
    assert deals >= 6


def counted(cards: Iterable[str]) -> int:
    """A hand at blackjack."""
    values = [{"A": 1, "J": 10, "Q": 10, "K": 10}.get(c[:-1]) or int(c[:-1]) for c in cards]
    return sum(values) + (10 if 1 in values and sum(values) <= 11 else 0)


def wins(hand: Sequence[str], house: Sequence[str], is_split: bool) -> Fraction:
    """What a hand at blackjack wins for each chip."""
    mine, its = counted(hand), counted(house)
    if mine > 21:
        return Fraction(-1)
    if mine == 21 and len(hand) == 2 and not is_split and (its != 21 or len(house) > 2):
        return Fraction(3, 2)
    return Fraction(1 if its > 21 or mine > its else 0 if mine == its else -1)


def test_blackjack_pays() -> None:
    """What the only player wins or loses, from the cards that come to lie on the used pile."""
    rounds = Counter[tuple[Fraction, ...]]()
    start: rulerun.State | None = None
    for before, move, after in played("blackjack", 1, 15, rounds=40):
        if move.name == "bet":
            start, stakes, sizes = before, [int(str(move).split()[1])], [2]
        elif move.name == "split":
            stakes, sizes = stakes * 2, [2, 2]
        elif move.name != "stand":
            place = memory(before, "hand") - 1
            sizes[place] += 1
            stakes[place] *= 2 if move.name == "double" else 1
        assert start is not None
        if memory(after, "round") == memory(start, "round") and not after.is_over:
            continue
        used = pile(after, "used")[len(pile(start, "used")) :]
        if not used:
            continue  # the used cards went into the shoe again
        hands = [used[: sizes[0]], *([used[sizes[0] : sum(sizes)]] if sizes[1:] else [])]
        house = used[sum(sizes) :]
        results = [wins(hand, house, len(hands) > 1) for hand in hands]
        won = sum(result * stake // 1 for result, stake in zip(results, stakes, strict=True))
        assert memory(after, "chips") - memory(start, "chips") == won
        assert memory(after, "bank") - memory(start, "bank") == -won
        if all(counted(hand) > 21 for hand in hands):
            assert len(house) == 2
        else:
            assert len(house) == 2 or counted(house[:-1]) < 17
            assert counted(house) >= 17
        rounds[tuple(results)] += 1
    assert len([results for results in rounds if len(results) == 1]) == 4
    assert sum(many for results, many in rounds.items() if len(results) == 2) > 5


@pytest.mark.parametrize("seed", range(6))
def test_war_goes_as_its_cards_lie(seed: int) -> None:
    """A whole war from a known order of the cards, against one fought here."""
    deck = Random(seed).sample(PACK, 52)
    state = game("war", 2).start(deck=deck)
    while not state.is_over:
        state.apply("turn_up")
    # Bottom first: of the cards dealt, the last one lies on top.
    packs: list[list[str]] = [deck[0::2], deck[1::2]]
    fronts: list[list[str]] = [[], []]
    battle = 0
    while packs[0] and packs[1] and battle < 1000:
        battle += 1
        for pack, front in zip(packs, fronts, strict=True):
            front.append(pack.pop())
        tops = [rank(front[-1]) for front in fronts]
        if tops[0] == tops[1]:
            for pack, front in zip(packs, fronts, strict=True):
                front += [pack.pop() for _ in range(min(3, len(pack)))]
        else:
            winner = int(tops[1] > tops[0])
            packs[winner] = fronts[0] + fronts[1] + packs[winner]
            fronts = [[], []]
    assert memory(state, "battle") == battle
    left = sum(bool(pack) for pack in packs)
    assert state.ended_by == ("all_out", "last_one", "too_long")[left]
    most = max(len(pack) for pack in packs)
    assert state.winners == tuple(s for s in range(2) if len(packs[s]) == most)


def test_klondike_offers_every_way_of_going_on() -> None:
    """Moves on the tableau and the foundations, told from the cards that lie open."""
    order = ("A", *RANKS[:12])
    red = "DH"
    states = 0
    for before, _, after in played("klondike", 1, 1):
        if after.is_over:
            continue
        if states > 250:
            break
        states += 1
        columns = [pile(before, "tableau", i) for i in range(7)]
        up = before.face_up
        number = {label: n for n, label in enumerate(before.game.deck.labels)}
        waste = pile(before, "waste")
        piles = [pile(before, "foundations", i) for i in range(4)]
        place = {c: i for i, column in enumerate(columns) for c in column}

        def fits(card: str, column: list[str]) -> bool:
            if not column:
                return card[:-1] == "K"
            top = column[-1]
            return (suit(card) in red) != (suit(top) in red) and (
                order.index(top[:-1]) - order.index(card[:-1]) == 1
            )

        movable = waste[-1:] + [c for column in columns for c in column if up >> number[c] & 1]
        build = {f"build {c}, {i + 1}" for c in movable for i, column in enumerate(columns)
                 if place.get(c) != i and fits(c, column)}  # fmt: skip
        tops = waste[-1:] + [column[-1] for column in columns if column]
        put_up = {f"put_up {c}" for c in tops if any(
            (c[:-1] == "A" and not p)
            or (p and suit(p[-1]) == suit(c) and order.index(c[:-1]) - order.index(p[-1][:-1]) == 1)
            for p in piles)}  # fmt: skip
        back = {f"take_back {p[-1]}, {i + 1}" for p in piles if p for i, column in enumerate(columns)
                if fits(p[-1], column)}  # fmt: skip
        offered = {str(m) for m in before.legal_moves} - {"draw", "redeal", "give_up"}
        assert offered == build | put_up | back
        assert all(up >> number[column[-1]] & 1 for column in columns if column)
    assert states > 100
