"""Records are frozen dataclasses in everything but what they cost to declare."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, is_dataclass, replace
from typing import Any

import pytest

from rulerun.grammar.record import _MANY, record


@record(kw_only=True)
class Place:
    """With a keyword that takes no part."""

    at: int = field(compare=False, repr=False)


@record
class Card(Place):
    """With values, defaults and a list."""

    rank: str
    suit: str = "hearts"
    marks: tuple[int, ...] = field(default_factory=tuple)


@record
class Joker(Place):
    """With the same fields as another."""

    rank: str
    suit: str = "hearts"
    marks: tuple[int, ...] = ()


@record
class Deck:
    """With a list that is made anew for each, and a name like that of a variable."""

    cards: list[str] = field(default_factory=list)
    fields: int = 52
    init: int = 0


@dataclass(frozen=True, kw_only=True)
class PlainPlace:
    at: int = field(compare=False, repr=False)


@dataclass(frozen=True)
class Plain(PlainPlace):
    rank: str
    suit: str = "hearts"
    marks: tuple[int, ...] = field(default_factory=tuple)


@pytest.fixture(params=["few", "many"], autouse=True)
def made(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of which many were made has an `__init__` of its own: nobody notices."""
    kind: Any
    for kind in (Card, Joker):
        monkeypatch.setattr(kind, "__init__", kind.__init__)
        monkeypatch.setattr(kind, "_made", 0)
        before = kind.__init__
        for _ in range(_MANY if request.param == "many" else 0):
            kind("Q", at=3)
        assert (kind.__init__ is before) == (request.param == "few")


def test_a_record_is_made_like_a_dataclass() -> None:
    assert Card("Q", at=3) == Card(rank="Q", suit="hearts", marks=(), at=4)
    assert Card("Q", "spades", (1,), at=3) != Card("Q", "spades", (2,), at=3)
    card: object = Card("Q", at=3)
    assert card != Joker("Q", at=3)
    assert card != 3
    assert hash(Card("Q", at=3)) == hash(Card("Q", at=4))
    assert {Card("Q", at=3), Card("Q", at=4), Joker("Q", at=3)} == {
        Card("Q", at=1),
        Joker("Q", at=1),
    }


def test_each_has_a_list_of_its_own() -> None:
    first, second = Deck(), Deck()
    first.cards.append("QH")
    assert (first.cards, second.cards) == (["QH"], [])
    assert Deck([]).cards == []
    for _ in range(_MANY):
        Deck().cards.append("QH")
    assert Deck().cards == []
    assert (Deck(fields=3).fields, Deck([], 4, 5).init) == (3, 5)


def test_it_looks_like_one() -> None:
    assert all(map(is_dataclass, (Card, Plain)))
    kind: Any = Card
    assert [f.name for f in fields(Card)] == [f.name for f in fields(Plain)]
    assert kind.__match_args__ == Plain.__match_args__ == ("rank", "suit", "marks")
    assert repr(Card("Q", at=3)) == repr(Plain("Q", at=3)).replace("Plain", "Card")
    assert replace(Card("Q", at=3), suit="clubs") == Card("Q", "clubs", at=0)
    match Card("Q", at=3):
        case Card(rank, "hearts"):
            assert rank == "Q"
        case _:
            pytest.fail("it does not match")


def test_it_is_frozen() -> None:
    card: Any = Card("Q", at=3)
    with pytest.raises(FrozenInstanceError):
        card.rank = "K"
    with pytest.raises(FrozenInstanceError):
        del card.rank
    with pytest.raises(FrozenInstanceError):
        card.new = 1
    assert card.rank == "Q"


def test_it_can_be_copied_and_stored() -> None:
    card = Card("Q", marks=(1, 2), at=3)
    for other in (copy.copy(card), copy.deepcopy(card), pickle.loads(pickle.dumps(card))):
        assert other == card
        assert other.at == 3


@pytest.mark.parametrize(
    ("values", "named"),
    [
        ((), {}),
        ((), {"at": 1}),
        (("Q",), {}),
        (("Q", "hearts", (), 4), {"at": 1}),
        (("Q",), {"at": 1, "rank": "K"}),
        (("Q",), {"at": 1, "color": "red"}),
        (("Q", "hearts"), {"at": 1, "color": "red"}),
        (("Q", "hearts", ()), {"color": "red"}),
    ],
)
def test_a_wrong_call_is_a_type_error(values: tuple[Any, ...], named: dict[str, Any]) -> None:
    for kind in (Card, Plain):
        with pytest.raises(TypeError):
            kind(*values, **named)
