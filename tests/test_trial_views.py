"""Who sees what in games: hands, passed cards, cards on the forehead, what is shown."""

from __future__ import annotations

from functools import cache

import rulerun
from rulerun.interpreter.examples import playing as examples
from rulerun.interpreter.loading import read_rules

from .playing import rule_file

Cards = tuple[str | None, ...]


@cache
def game(name: str, players: int, *overlays: str) -> rulerun.Game:
    return rulerun.load(rule_file(name), players=players, overlays=overlays)


def example(name: str, title: str) -> rulerun.State:
    """Where an example leaves a game."""
    checked = read_rules(rule_file(name)).checked
    assert checked is not None
    (shown,) = (e for e in checked.rules.examples if e.name == title)
    return examples.position(checked, shown)


def seen(state: rulerun.State, seat: int | None, pile: str, owner: int | None = None) -> Cards:
    """A pile as a seat (None: somebody who looks on) sees it; cards that are not seen are None."""
    piles = [p for p in state.view(seat).piles if p.name == pile and p.seat == owner]
    return tuple(card for p in piles for card in p.cards)


def known(state: rulerun.State, seat: int, pile: str, owner: int | None = None) -> set[str]:
    """The cards that a seat does not see and knows to lie in a pile."""
    number = state.game.layout.pile_base[pile] + (owner or 0)
    labels = [state.game.deck.labels[card] for card in state.piles[number]]
    return {label for label in labels if label in str(state.view(seat).known)}


def test_cards_that_are_passed_are_known_to_those_who_passed_them() -> None:
    state = example("hearts", "three cards go to the left at once")
    assert state.moves_made == 5
    nora, otto, pia, quentin = range(4)
    assert seen(state, otto, "hand", otto) == ("5S", "2H", "3H", "4H")
    assert set(seen(state, nora, "hand", otto)) == {None}
    assert known(state, nora, "hand", otto) == {"2H", "3H", "4H"}
    assert known(state, pia, "hand", otto) == set() == known(state, quentin, "hand", otto)
    # Quentin has played his deuce; what else he was passed Pia still knows.
    assert seen(state, nora, "trick") == ("2C",)
    assert known(state, pia, "hand", quentin) == {"2D", "3D", "4D"}


def test_nobody_sees_what_is_passed_before_all_have_chosen() -> None:
    state = game("hearts", 4).start(seed=3)
    before = state.view(1)
    first, *_ = state.legal_moves
    state.apply(first)
    assert state.view(1).piles == before.piles
    assert str(first).split()[1] not in str(state.view(2))


def test_the_trump_of_durak_lies_open_under_the_stock() -> None:
    state = game("durak", 3).start(seed=5)
    for seat in (0, 1, 2, None):
        stock = seen(state, seat, "stock")
        assert stock[0] is not None and set(stock[1:]) == {None}
    trump = seen(state, None, "stock")[0]
    assert trump is not None
    while seen(state, 0, "stock"):
        state.apply(
            next(m for m in state.legal_moves if m.name != "take_up" or len(state.legal_moves) == 1)
        )
    holder = [owner for owner in range(3) if trump in str(seen(state, owner, "hand", owner))]
    for owner in holder:
        assert all(
            known(state, seat, "hand", owner) >= {trump} for seat in range(3) if seat != owner
        )


def test_the_hole_card_is_turned_when_all_have_played() -> None:
    state = game("blackjack", 1).start(deck=["KS", "6D", "9C", "7D", "4C", "2H", "3S"])
    state.apply("bet 1")
    for seat in (0, None):
        assert seen(state, seat, "house") == ("9C", None)
        assert seen(state, seat, "hands", 0) == ("KS", "6D")
    state.apply("hit")
    assert seen(state, None, "house") == ("9C", None)
    state.apply("stand")
    assert seen(state, 0, "used") == ("KS", "6D", "4C", "9C", "7D", "2H")


def test_hands_are_shown_down_and_folded_hands_are_not() -> None:
    state = game("holdem", 3).start(seed=2)
    dealer = next(seat for seat in range(3) if state.view(seat).memories[0][1] == f"P{seat + 1}")
    assert state.actor == dealer
    state.apply("fold")
    while dict(state.view(None).memories).get("live") and not state.is_over:
        shown = {seat: seen(state, dealer, "hand", seat) for seat in range(3)}
        round_before = state.cells[state.game.layout.cell_base["count deal"]]
        state.apply("call" if "call" in state.legal_moves else "check")
        if state.cells[state.game.layout.cell_base["count deal"]] != round_before:
            break
        for seat in range(3):
            assert (None in shown[seat]) == (seat != dealer)


def test_the_last_showdown_stays_open() -> None:
    chosen = rulerun.load(rule_file("holdem"), players=3, options={"deals": 1})
    state = chosen.start(seed=2)
    folded = state.actor
    state.apply("fold")
    while not state.is_over:
        state.apply("call" if "call" in state.legal_moves else "check")
    for seat in range(3):
        assert (None in seen(state, None, "hand", seat)) == (seat == folded)


def test_who_takes_the_open_card_is_known_to_have_it() -> None:
    state = example("german_whist", "the winner takes the open card")
    anna, ben = 0, 1
    assert "AS" in known(state, ben, "hand", anna)
    assert known(state, anna, "hand", ben) == set()
    assert seen(state, ben, "hand", ben) == ("2H", "2C")


def test_columns_of_a_patience_lie_face_down_but_for_their_tops() -> None:
    state = game("klondike", 1).start(seed=1)
    columns = [p.cards for p in state.view(0).piles if p.name == "tableau"]
    assert [len(column) for column in columns] == [1, 2, 3, 4, 5, 6, 7]
    for column in columns:
        assert set(column[:-1]) <= {None} and column[-1] is not None
    assert set(seen(state, 0, "stock")) == {None}


def test_cards_on_the_forehead_are_seen_by_the_others() -> None:
    state = game("kuhn", 2, "foreheads").start(deck=["KS", "QS"])
    assert seen(state, 0, "hand", 0) == (None,) and seen(state, 0, "hand", 1) == ("QS",)
    assert seen(state, 1, "hand", 0) == ("KS",) and seen(state, 1, "hand", 1) == (None,)
    assert seen(state, None, "hand", 0) == (None,)


def test_a_secret_bid_is_seen_by_its_player_alone() -> None:
    state = game("oh_hell", 3, "secret_bids").start(seed=1)
    for bid in ("bid 1", "bid 0", "bid 1"):
        state.apply(bid)
    for seat in range(3):
        bids = dict(state.view(seat).memories)["bid"]
        assert [b != "?" for b in bids] == [s == seat for s in range(3)]
    assert set(dict(state.view(None).memories)["bid"]) == {"?"}


def test_cards_laid_away_go_into_a_crib_that_nobody_sees() -> None:
    state = example("cribbage", "two cards each go to the crib at once")
    for seat in (0, 1, None):
        assert seen(state, seat, "crib") == (None,) * 4
    assert known(state, 0, "crib") == {"5C", "6C"} and known(state, 1, "crib") == {"5D", "6D"}
    counted = example("cribbage", "out is out")
    assert None in seen(counted, None, "crib")  # out before the crib is counted


def test_the_exchange_of_president_is_between_two() -> None:
    state = example("president", "cards for the president")
    anna, ben, carla, dirk = range(4)
    assert known(state, carla, "hand", dirk) == {"3H", "2C"}
    assert known(state, anna, "hand", ben) == {"4C"}
    assert known(state, ben, "hand", anna) == {"AH"}
    for other in (anna, ben):
        assert known(state, other, "hand", dirk) == set() == known(state, other, "hand", carla)
    for other in (carla, dirk):
        assert known(state, other, "hand", anna) == set() == known(state, other, "hand", ben)


def test_a_hand_laid_as_melds_is_open_and_the_rest_is_not() -> None:
    state = example("rummy_500", "taking deep")
    anna, ben = 0, 1
    assert seen(state, ben, "table") == ("8H", "8S", "8D")
    assert set(seen(state, ben, "hand", anna)) == {None}
    assert known(state, ben, "hand", anna) == {"KC"}  # she took it from the discard pile


def test_what_the_soloist_puts_away_only_he_knows() -> None:
    state = game("skat", 3).start(seed=3)
    for move in ("bid", "hold", "pass", "pass", "pick_up"):
        state.apply(move)
    soloist = state.actor
    assert soloist is not None
    others = [seat for seat in range(3) if seat != soloist]
    cards = seen(state, soloist, "hand", soloist)[:2]
    assert None not in cards
    state.apply(f"put_away {' '.join(map(str, cards))}")
    for seat in range(3):
        assert seen(state, seat, "skat") == (None, None)
    assert known(state, soloist, "skat") == set(cards)
    assert all(known(state, seat, "skat") == set() for seat in others)
    # Null ouvert is played with open cards.
    assert all(set(seen(state, seat, "hand", soloist)) == {None} for seat in others)
    state.apply("null_ouvert")
    assert all(None not in seen(state, seat, "hand", soloist) for seat in others)


def test_the_card_that_the_dealer_lays_away_nobody_else_knows() -> None:
    state = game("euchre", 4).start(seed=1)
    upcard = seen(state, None, "upcard")
    for move in ("order_up", "with_partner"):
        state.apply(move)
    dealer = state.actor
    assert dealer is not None
    card = seen(state, dealer, "hand", dealer)[0]
    state.apply(f"discard {card}")
    others = [seat for seat in range(4) if seat != dealer]
    assert known(state, dealer, "stock") == {card}
    assert all(known(state, seat, "stock") == set() for seat in others)
    assert all(known(state, seat, "hand", dealer) == set(upcard) for seat in others)
