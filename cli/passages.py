"""Which cards went where between two looks, as far as one seat can tell.

Two views of the same seat are compared, and a card is named only where that seat sees it or knows
it to lie. A card whose trace is lost, because it was shuffled away, is named no more: whoever
guessed where it went would tell what nobody at the table can know.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rulerun.interpreter.machine.view import PileView, View

Place = tuple[str, int | None, int | None, int | None]
"""A pile: its name, its owner's seat, its number in a family or among groups."""


@dataclass(frozen=True, slots=True)
class Passage:
    """Cards that went from one pile to another; None for one that cannot be named.

    Where `source` is `to` they were shown there, or `covered`. `shuffled` are those that were
    shuffled on the way.
    """

    source: Place
    to: Place
    cards: tuple[str | None, ...]
    covered: bool = False
    shuffled: bool = False


@dataclass(frozen=True, slots=True)
class _Card:
    """A card that a seat can tell apart, in a pile: one it sees there, or knows to lie there."""

    label: str
    place: Place
    is_seen: bool


class _Look:
    """What a view says of where cards are: those that can be named, and how many others there are."""

    def __init__(self, view: View) -> None:
        self.named: list[_Card] = []
        self.others: Counter[Place] = Counter()
        for pile in view.piles:
            place = place_of(pile)
            self.named += [_Card(c, place, True) for c in pile.cards if c is not None]
            self.others[place] += pile.cards.count(None)
        for label, number in view.known:
            place = place_of(view.piles[number])
            self.named.append(_Card(label, place, False))
            self.others[place] -= 1


def place_of(pile: PileView) -> Place:
    """Where the cards of a pile are."""
    return pile.name, pile.seat, pile.position, pile.team


def passages(before: View, after: View) -> list[Passage]:
    """Which cards went where. Equal cards are not told apart."""
    old, new = _Look(before), _Look(after)
    found: dict[tuple[Place, Place, bool], list[str | None]] = {}

    def note(source: Place, to: Place, card: str | None, covered: bool = False) -> None:
        found.setdefault((source, to, covered), []).append(card)

    gone, came = list(old.named), list(new.named)
    for is_same_place in (True, False):
        for was, now in _followed(gone, came, is_same_place):
            if not is_same_place:
                note(was.place, now.place, now.label)
            elif was.is_seen is not now.is_seen:
                note(was.place, now.place, now.label, was.is_seen)

    # What is left is shown for the first time, or its trace is lost.
    left, arrived = old.others - new.others, new.others - old.others
    for card in list(came):
        if left[card.place] > 0:
            left[card.place] -= 1
            came.remove(card)
            if card.is_seen:
                note(card.place, card.place, card.label)
    for card in list(gone):
        if arrived[card.place] > 0:
            arrived[card.place] -= 1
            gone.remove(card)
            if card.is_seen:
                note(card.place, card.place, card.label, True)
    sources, targets = list((+left).elements()), list((+arrived).elements())
    for card, source in zip(came, sources, strict=False):
        is_sure = len(set(sources)) == 1 and old.others[card.place] == new.others[card.place]
        note(source, card.place, card.label if is_sure else None)
    for card, target in zip(gone, targets, strict=False):
        # Among cards that are not told apart it may have stayed while another one left.
        is_sure = len(set(targets)) == 1 and not new.others[card.place]
        note(card.place, target, card.label if is_sure else None)
    for source, target in zip(sources[len(came) :], targets[len(gone) :], strict=False):
        note(source, target, None)
    # As they lie where they went, or as they lay where they came from if they are covered there.
    seen = {(card.place, card.label) for card in new.named if card.is_seen}
    lay = {(card.place, card.label): i for i, card in enumerate(old.named)}
    for (source, to, _), cards in found.items():
        if any((to, card) not in seen for card in cards):
            cards[:] = _as_they_lay(cards, source, lay)
    order = {place_of(pile): i for view in (after, before) for i, pile in enumerate(view.piles)}
    return [
        Passage(source, to, tuple(cards), covered)
        for (source, to, covered), cards in sorted(
            found.items(), key=lambda f: (order[f[0][1]], order[f[0][0]])
        )
    ]


def _as_they_lay(
    cards: list[str | None], source: Place, lay: dict[tuple[Place, str], int]
) -> list[str | None]:
    """Cards in the order in which they lay in a pile, those that cannot be named last."""
    return sorted(cards, key=lambda card: lay.get((source, card or ""), len(lay)))


def _followed(
    gone: list[_Card], came: list[_Card], is_same_place: bool
) -> Iterator[tuple[_Card, _Card]]:
    """Cards that can be named before and after, which leave both lists."""
    for now in list(came):
        for was in gone:
            if was.label == now.label and (was.place == now.place) is is_same_place:
                gone.remove(was)
                came.remove(now)
                yield was, now
                break


def joined(found: Iterable[Passage]) -> list[Passage]:
    """The same with cards that went the same way in one passage.

    Not those between which the pile was shuffled, or others went away from where they came to.
    """
    told: list[Passage] = []
    for passage in found:
        for i in reversed(range(len(told))):
            earlier = told[i]
            if replace(earlier, cards=passage.cards) == passage:
                told[i] = replace(earlier, cards=earlier.cards + passage.cards)
                break
            if earlier.shuffled or earlier.source == passage.to:
                told.append(passage)
                break
        else:
            told.append(passage)
    return told
