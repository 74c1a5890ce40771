"""What the rule sheets say of the source games and no example can show: seats, and who sees what.

`seeds/` names these tests as proofs.
"""

from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

import rulerun
from rulerun import Game, GameSetupError, State

RULESETS = Path(__file__).resolve().parents[1] / "rulesets"

Cards = tuple[str | None, ...]


def load(
    name: str,
    players: int,
    *,
    overlays: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
) -> Game:
    path = RULESETS / f"{name}.yaml"
    return rulerun.load(path, overlays=overlays, options=options, players=players)


def seen(state: State, seat: int | None, pile: str, owner: int | None = None) -> Cards:
    """A pile as a seat (None: somebody who looks on) sees it; cards that are not seen are None."""
    (found,) = (p for p in state.view(seat).piles if p.name == pile and p.seat == owner)
    return found.cards


def play(state: State, *moves: str) -> None:
    for move in moves:
        state.apply(move)


@pytest.mark.parametrize(
    ("name", "fewest", "most"), [("in_between", 2, 8), ("aussenseiter", 3, 6), ("gin", 2, 2)]
)
def test_the_number_of_players(name: str, fewest: int, most: int) -> None:
    for players in range(fewest, most + 1):
        assert load(name, players).players == players
    for players in (fewest - 1, most + 1):
        with pytest.raises(GameSetupError, match=str(players)):
            load(name, players)


def test_everybody_sees_the_cards_of_in_between() -> None:
    state = load("in_between", 2).start(deck=["4H", "QS", "9C", "5H", "KS"])
    for seat in (0, 1, None):
        assert seen(state, seat, "posts") == ("4H", "QS")
        assert set(seen(state, seat, "stock")) == {None}
    play(state, "bet 1")
    for seat in (0, 1, None):
        assert seen(state, seat, "posts") == ("5H", "KS")
        assert seen(state, seat, "discard") == ("4H", "QS", "9C")


def test_the_home_game_lays_its_cards_away_face_down() -> None:
    game = load("in_between", 2, overlays=["home_game"])
    state = game.start(deck=["4H", "QS", "3C", "9C", "5H", "2D", "8S"])
    assert seen(state, None, "posts") == ("3C", "9C")
    play(state, "bet 1")
    assert seen(state, None, "discard") == (None, None, None)


def test_no_side_bets_on_an_ace_called_beside_its_neighbour() -> None:
    game = load("in_between", 2, overlays=["side_bets", "ace_either"])
    state = game.start(deck=["AH", "2S", "5C", "9D"])
    play(state, "call low")
    assert state.actor == 1
    assert seen(state, None, "posts") == ("5C", "9D")


OUTSIDERS = ["9D", "3D", "JD", "4D", "2D", "10D", "QD"]  # three hands, the outsider, the stock


def test_a_card_of_aussenseiter_is_for_its_owner() -> None:
    state = load("aussenseiter", 3).start(deck=OUTSIDERS)
    assert seen(state, 0, "hand", 0) == ("9D",)
    for seat in (1, 2, None):
        assert seen(state, seat, "hand", 0) == (None,)
    assert set(seen(state, None, "stock")) == {None}
    assert seen(state, None, "outsider") == ("4D",)
    play(state, "swap")
    assert set(seen(state, 0, "hand", 0)) == {"9D", "2D"}
    assert seen(state, 1, "hand", 0) == (None, None)
    play(state, "lay_down 2D", "new_outsider")
    for seat in (0, 1, 2, None):
        assert seen(state, seat, "front", 0) == ("2D",)
        assert seen(state, seat, "outsider")[-1] == "10D"


def last_round(*fights: str) -> State:
    """A game of one round, after the fight step."""
    state = load("aussenseiter", 3, options={"bank": 2}).start(deck=OUTSIDERS)
    play(state, "new_outsider", "new_outsider", "new_outsider", *fights)
    assert state.ended_by == "last_round"
    return state


def test_fighters_show_their_cards_and_the_others_do_not() -> None:
    state = last_round("fight", "fight", "pass")
    assert seen(state, None, "hand", 0) == ("9D",)
    assert seen(state, None, "hand", 1) == ("3D",)
    assert seen(state, None, "hand", 2) == (None,)


def test_a_lone_fighter_shows_nothing() -> None:
    state = last_round("pass", "fight", "pass")
    assert state.winners == (1,)
    for owner in (0, 1, 2):
        assert seen(state, None, "hand", owner) == (None,)


def test_hands_of_gin_are_hidden_until_the_knock() -> None:
    mine = ["4D", "5D", "6D", "7D", "JH", "JD", "JS", "AH", "2S", "3C"]
    yours = ["JC", "QC", "KC", "2H", "2D", "2C", "9S", "5H", "3H", "AS"]
    dealt = [card for pair in zip(mine, yours, strict=True) for card in pair]
    state = load("gin", 2, options={"target": 10}).start(deck=[*dealt, "8S", "10C"])
    dealer, other = 0, 1
    assert state.actor == other
    assert set(seen(state, other, "hand", other)) == set(mine)
    assert seen(state, dealer, "hand", other) == (None,) * 10
    assert set(seen(state, None, "stock")) == {None}
    assert seen(state, None, "discard") == ("8S",)
    play(state, "decline", "decline", "draw_from_stock")
    assert seen(state, dealer, "hand", other) == (None,) * 11
    play(state, "knock 10C")
    assert state.ended_by == "target_reached"
    laid = [set(p.cards) for p in state.view(None).piles if p.name == "table"]
    assert {"4D", "5D", "6D", "7D"} in laid and {"JH", "JD", "JS"} in laid
    assert set(seen(state, None, "hand", other)) == {"AH", "2S", "3C"}
    assert set(seen(state, None, "hand", dealer)) == set(yours)
