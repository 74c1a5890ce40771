"""What is true of every state of every game: no card and no chip is lost, a move is always there, what
is said is understood, nobody is told what is hidden, a copy and a saved game go on the same.

A law looks at a state, without changing it, and raises Broken if it does not hold. What it tries by
chance comes from the `Random` that it is given.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from itertools import islice
from random import Random
from typing import NamedTuple, TypeAlias

from rulerun.grammar.source import Span

from ..errors import IllegalMoveError
from ..labels import seat_name
from ..machine.moves import Move
from ..machine.state import State
from ..machine.unseen import hidden_from, renamed
from ..machine.view import View, report
from .choices import EASY, choices_at

_FOLLOWED = 6
"""So many moves a copy, or a saved game, is played on."""
_LISTED = 20
"""So many legal moves are looked at one by one, and a few of the others."""
_TRIED = 5
"""So many moves that are not offered are tried."""
_NUMBERS = (-1, 0, 1, 7, 10**12)


class Broken(Exception):
    """A law that does not hold; the message says what was found, `law` is its name in `LAWS`, `span`
    the place in the rules that is to blame, where one is, and `code` the page that says more of it."""

    def __init__(
        self, law: str, message: str, span: Span | None = None, code: str | None = None
    ) -> None:
        super().__init__(message)
        self.law = law
        self.message = message
        self.span = span
        self.code = code


Law: TypeAlias = Callable[[State, Random], None]


@dataclass(frozen=True, slots=True)
class Material:
    """What a game is played with: how many cards, and the chips in all purses and holders."""

    cards: int
    chips: int

    @classmethod
    def of(cls, state: State) -> Material:
        """What there is in a state."""
        return cls(len(state.game.deck), chips_of(state))

    def is_complete(self, state: State) -> None:
        """Nothing is lost, nothing is there twice, nobody owes chips; Broken else."""
        if cards_of(state) != list(range(self.cards)):
            raise Broken("material", f"of {self.cards} cards {_missing(state, self.cards)}")
        chips = chips_of(state)
        if chips != self.chips:
            raise Broken("material", f"of {self.chips} chips {chips} are there")
        cells = state.cells
        if any(cells[cell] < 0 for cell in state.game.layout.holders()):
            raise Broken("material", "somebody has fewer than no chips")
        for holder, base in state.game.runtime.paid.items():
            paid = cells[base : base + state.game.players]
            if any(part < 0 for part in paid) or (any(paid) and not cells[holder]):
                raise Broken("material", "nobody can tell who paid the chips of a pot")


def chips_of(state: State) -> int:
    """All chips of a state, in purses and in holders."""
    return sum([state.cells[cell] for cell in state.game.layout.holders()])


def are_many(state: State) -> bool:
    """Whether it takes long to list the moves of a state: that is not to be done again and again."""
    return not state.is_over and choices_at(state).number > EASY


def cards_of(state: State) -> list[int]:
    """All cards of a state, in the order of their numbers."""
    return sorted([card for pile in state.piles for card in pile])


def _missing(state: State, count: int) -> str:
    there = cards_of(state)
    labels = state.game.deck.labels
    lost = [labels[card] for card in range(count) if card not in there]
    twice = [labels[card] for card in set(there) if there.count(card) > 1]
    said = [f"{', '.join(lost)} is lost"] * bool(lost) + [
        f"{', '.join(twice)} is there twice"
    ] * bool(twice)
    return " and ".join(said)


# -- moves -----------------------------------------------------------------------------------------


def moves_are_there(state: State, rng: Random) -> None:
    """Somebody may do something until the game is over, and nobody anything afterwards."""
    if bool(state.legal_moves) == state.is_over:
        said = "there are moves after the end" if state.is_over else "there is no move, and no end"
        raise Broken("moves", said)
    if state.is_over and state.ended_by is None:
        raise Broken("moves", "the game is over, and nobody can say why")


def moves_are_understood(state: State, rng: Random) -> None:
    """Every legal move is read again as itself, is accepted, and is in its place in the list."""
    legal = state.legal_moves
    count = legal.count()
    first = list(islice(legal, _LISTED))
    if len(first) != min(count, _LISTED):
        raise Broken("understood", f"{count} moves are counted, and {len(first)} listed")
    made = rng.sample(range(count), min(count, 4)) if count < 1 << 32 else [0, count - 1]
    for number, move in [*enumerate(first), *((number, legal[number]) for number in made)]:
        text = str(move)
        if state.game.parse_move(state, text) != move:
            raise Broken("understood", f"'{text}' is read as another move")
        if move not in legal or text not in legal or legal[number] != move:
            raise Broken("understood", f"'{text}' is offered, and not accepted")
        if number in made:
            _try(_copy(state), move)


def _copy(state: State) -> State:
    """A copy of a state in which nothing is to be changed but by moves: what was listed holds there."""
    twin = state.clone()
    twin.listed = state.listed
    return twin


def _try(state: State, move: Move) -> None:
    try:
        state.apply(move)
    except IllegalMoveError as error:
        raise Broken("understood", f"'{move}' is offered, and refused: {error}") from None


def refusals_change_nothing(state: State, rng: Random) -> None:
    """A move that is not offered is refused with a reason, and leaves everything as it was."""
    before = state.clone()
    listed = state.listed
    for text in _tries(state, rng):
        if text in state.legal_moves:
            continue
        state.listed = listed  # a move that is refused leaves them as they were
        try:
            state.apply(text)
        except IllegalMoveError as error:
            if not str(error):
                raise Broken("refused", f"'{text}' is refused without a word") from None
            if state != before:
                raise Broken("refused", f"'{text}' is refused, and changes something") from None
        else:
            raise Broken("refused", f"'{text}' is not offered, and may be made")


def _tries(state: State, rng: Random) -> list[str]:
    """Moves of all kinds, most of which cannot be made now."""
    kinds = [kind for kinds in state.game.kinds.values() for kind in kinds]
    if not kinds:
        return []
    labels = state.game.deck.labels
    tries = [kind.name for kind in rng.sample(kinds, min(len(kinds), _TRIED))]
    for _ in range(_TRIED):
        name = rng.choice(kinds).name
        tries += [f"{name} {rng.choice(labels)}", f"{name} {rng.choice(_NUMBERS)}"]
    return tries


# -- who sees what ---------------------------------------------------------------------------------


def hidden_cards_tell_nothing(state: State, rng: Random) -> None:
    """Two cards that a seat does not see are exchanged: nothing that this seat is told changes."""
    for seat in range(state.game.players):
        hidden = hidden_from(state, seat)
        if len(hidden) < 2:
            continue
        one, other = _two(state, hidden, rng)
        twin = renamed(state, {one: other, other: one})
        if are_many(twin):
            twin.list_moves()
        told = _difference(state, state.view(seat), twin.view(seat))
        for text in _tries(state, rng) if told is None and state.actor == seat else ():
            if _refusal(twin, text) != _refusal(state, text):
                told = _Told(f"the refusal of '{text}'", _place_of_move(state, text), "L612")
        if told is not None:
            labels = state.game.deck.labels
            said = f"{labels[one]} and {labels[other]} lies where, and is told by {told.by}"
            message = f"{seat_name(seat)} cannot see which of {said}"
            raise Broken("hidden", message, told.span, told.code)


def _two(state: State, hidden: list[int], rng: Random) -> tuple[int, int]:
    """Two of the cards by chance, the first of any pile: most lie in the stock, and nobody asks there."""
    unseen = set(hidden)
    lying = [found for pile in state.piles if (found := [card for card in pile if card in unseen])]
    one = rng.choice(rng.choice(lying))
    other = rng.choice([card for card in hidden if card != one])
    return one, other


class _Told(NamedTuple):
    """What tells of hidden cards: in words, the place in the rules, the code of such a mistake."""

    by: str
    span: Span | None
    code: str | None


def _difference(state: State, one: View, other: View) -> _Told | None:
    """In what two views differ."""
    if one.moves != other.moves:
        only = [move for move in one.moves if move not in other.moves]
        only += [move for move in other.moves if move not in one.moves]
        by = f"the move '{only[0]}'" if only else "the order of the moves"
        return _Told(by, _place_of_move(state, (only or one.moves)[0]), "L612")
    for part in View.__slots__:
        if getattr(one, part) != getattr(other, part):
            return _Told(f"the {part} that are shown", None, None)
    return None


def _place_of_move(state: State, text: str) -> Span | None:
    """Where the move of a text is declared, of those at the decision that comes now."""
    kinds = state.game.kinds[state.at]
    names = [kind for kind in kinds if f"{text} ".startswith(f"{kind.name} ")]
    return max(names, key=lambda kind: len(kind.name)).rule.span if names else None


def _refusal(state: State, text: str) -> str | None:
    """What the actor is told when they try a move, if they may not make it."""
    try:
        _copy(state).apply(text)
    except IllegalMoveError as error:
        return str(error)
    return None


def reports_name_no_hidden_card(state: State, rng: Random) -> None:
    """What the others are told of a move names no card that is hidden from them."""
    if not state.is_over:
        report_of(state, state.legal_moves.pick(rng))


def report_of(state: State, move: Move) -> None:
    """The same of one move, which is not made in the state itself."""
    actor = state.actor
    assert actor is not None
    state = _copy(state)
    state.apply(move)
    for seat in range(state.game.players):
        told = report(state, actor, move, seat)
        if seat == actor:
            if told != str(move):
                raise Broken("reported", f"who plays '{move}' is told '{told}'")
            continue
        unseen = hidden_from(state, seat)
        # With two packs the copy that is seen has the name of one that is hidden.
        seen = {card for pile in state.piles for card in pile} - set(unseen)
        labels = state.game.deck.labels
        hidden = {labels[card] for card in unseen} - {labels[card] for card in seen}
        named = hidden & set(told.replace(",", " ").split())
        if named:
            said = (
                f"{seat_name(seat)} is told '{told}', and does not see {', '.join(sorted(named))}"
            )
            raise Broken("reported", said)


# -- going on --------------------------------------------------------------------------------------


def go_on(state: State, rng: Random, most: int) -> list[Move]:
    """Make some moves by chance, as long as these are soon listed; these moves."""
    made: list[Move] = []
    while not state.is_over and len(made) < most and not (made and are_many(state)):
        move = state.legal_moves.pick(rng)
        made.append(move)
        state.apply(move)
    return made


def copies_are_apart(state: State, rng: Random) -> None:
    """What happens to a copy does not happen to the state, and may happen to it later just so."""
    before = json.dumps(state.to_json())
    twin = _copy(state)
    moves = go_on(twin, rng, _FOLLOWED)
    if json.dumps(state.to_json()) != before:
        raise Broken("copies", "a move made in a copy changes the state")
    again = _copy(state)
    for move in moves:
        again.apply(move)
    if again != twin:
        raise Broken("copies", f"{_said(moves)} lead elsewhere in a copy")


def saved_goes_on(state: State, rng: Random) -> None:
    """A state that was saved and read again goes on just so."""
    again = State.from_json(state.game, json.loads(json.dumps(state.to_json())))
    if again != state:
        raise Broken("saved", "a saved state is another one when it is read")
    twin = _copy(state)
    moves = go_on(twin, rng, _FOLLOWED)
    for move in moves:
        again.apply(str(move))
    seats = (None, *range(state.game.players))
    if are_many(twin):
        # As those of a saved game are not listed before, both lists are still compared.
        twin.list_moves()
    if again != twin or any(again.view(seat) != twin.view(seat) for seat in seats):
        raise Broken("saved", f"{_said(moves)} lead elsewhere in a saved game")


def _said(moves: list[Move]) -> str:
    return ", ".join(f"'{move}'" for move in moves)


LAWS: dict[str, Law] = {
    "moves": moves_are_there,
    "understood": moves_are_understood,
    "refused": refusals_change_nothing,
    "hidden": hidden_cards_tell_nothing,
    "reported": reports_name_no_hidden_card,
    "copies": copies_are_apart,
    "saved": saved_goes_on,
}
"""The laws of a state by itself; what a game begins with is needed for `Material.is_complete`."""

OF_RULES = frozenset({"hidden"})
"""Laws that rules may break; whatever else does not hold is a fault of rulerun."""
