"""Values as text, and text as values: cards, players, words, numbers, and whole moves."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import product
from typing import TYPE_CHECKING, Any

from rulerun.grammar.diagnostics import did_you_mean, shortened

from ..checking.core import Call, Domain, MoveRule
from ..checking.sayable import (
    Sayable,
    in_members,
    is_number,
    is_of_several,
    nth_of_like,
    number,
    unreadable,
    without_articles,
    wrong_number,
)
from ..checking.symbols import COLORS, SUITS
from ..checking.types import Type
from ..errors import IllegalMoveError
from ..labels import seat_name
from .moves import Move, MoveKind
from .subsets import LikeCard

if TYPE_CHECKING:
    from .game import Game
    from .state import State


class Values:
    """The texts of one game's values."""

    def __init__(self, game: Game) -> None:
        self.game = game

    # ---------------------------------------------------------------- showing

    def text(self, type_: Type, value: Any) -> str:
        """A value as people write it; `nothing` for nothing."""
        game = self.game
        if value is None:
            return "nothing"
        if type_.is_list or isinstance(value, tuple | list):
            item = type_.item or type_
            return " ".join(self.text(item, v) for v in value) or "nothing"
        match type_.name:
            case "yes/no":
                return "yes" if value else "no"
            case "word":
                return str(game.words[value])
            case "card":
                label = str(game.deck.labels[value])
                return f"{label}#{value.nth}" if isinstance(value, LikeCard) else label
            case "rank":
                return str(game.deck.rank_names[value])
            case "suit":
                return SUITS[value]
            case "color":
                return COLORS[value]
            case "player":
                return seat_name(value)
            case "team":
                return f"team {value + 1}"
            case "pile":
                return self.pile_name(value)
        return str(value)

    def pile_name(self, number: int) -> str:
        """A pile: its number in its family, or its owner, or its name."""
        layout = self.game.layout
        if number >= layout.fixed_piles:
            return str(number - layout.fixed_piles + 1)
        pile, owner = layout.pile_of[number], self._owner_name(number)
        if pile.count is not None:
            place = (number - layout.pile_base[pile.name]) % pile.count + 1
            return f"{owner} {place}".lstrip()
        return owner or pile.name

    def _owner_name(self, number: int) -> str:
        """Who has a pile, `P1` or `team 1`; empty for nobody."""
        layout = self.game.layout
        seat, team = layout.pile_seat[number], layout.pile_team[number]
        if seat is None and team is None:
            return ""
        return seat_name(seat) if seat is not None else f"team {(team or 0) + 1}"

    def pile_label(self, number: int) -> str:
        """A pile with what it is called: `P1's hand`, `tableau 2`, `row`."""
        layout = self.game.layout
        name = self.pile_name(number)
        if number >= layout.fixed_piles:
            return f"group {name}"
        pile, owner = layout.pile_of[number], self._owner_name(number)
        whose = f"{owner}'s " if owner else ""
        place = "" if pile.count is None else f" {name.rpartition(' ')[2]}"
        return f"{whose}{pile.name}{place}"

    def shower(self, rule: MoveRule) -> Callable[[str, tuple[Any, ...]], str]:
        """The function that prints a move of that kind."""
        types = [d.type for d in rule.choices]

        def show(name: str, choices: tuple[Any, ...]) -> str:
            if not types:
                return name
            shown = ", ".join(
                self.text(t, c) if c != () else "" for t, c in zip(types, choices, strict=True)
            )
            return f"{name} {shown}".rstrip()

        return show

    def said(self, state: State, move: Move) -> str:
        """The text of a move as one says it in a state: a meld on the table is called by a card in it,
        and one of several piles of one's own by its number.

        It is `str(move)` where no card will do, as when all of them lie in other melds, too.
        """
        choices = zip(move.kind.rule.choices, move.choices, strict=True)
        shown = [self.said_value(state, domain.type, c) if c != () else "" for domain, c in choices]
        said, whole = f"{move.name} {', '.join(shown)}".rstrip(), str(move)
        if said == whole:
            return said
        try:
            return said if self.game.parse_move(state, said) == move else whole
        except IllegalMoveError:
            return whole

    def said_value(self, state: State, type_: Type, value: Any) -> str:
        """A value as whoever decides says it."""
        if type_.item is not None and type_.item.name == "pile":
            return " ".join(self.said_value(state, type_.item, pile) for pile in value)
        if type_.name != "pile":
            return self.text(type_, value)
        layout = self.game.layout
        if value >= layout.fixed_piles:
            return self._card_of_its_own(state, value) or self.text(type_, value)
        text = self.text(type_, value)
        of_actor = layout.pile_seat[value] == state.actor is not None
        return text.rpartition(" ")[2] if of_actor and layout.pile_of[value].count else text

    def _card_of_its_own(self, state: State, number: int) -> str | None:
        """The first card of a group that everybody sees and that lies in no other group."""
        if self.game.runtime.declaration(state, number).face != "up":
            return None
        labels = self.game.deck.labels
        others = {
            labels[card]
            for other in range(self.game.layout.fixed_piles, len(state.piles))
            if other != number
            for card in state.piles[other]
        }
        return next((labels[c] for c in state.piles[number] if labels[c] not in others), None)

    # ---------------------------------------------------------------- reading

    def parse_move(self, state: State, text: str, names: Mapping[str, int]) -> Move:
        """The move that a text says; see `Game.parse_move`."""
        words = text.split(None, 1)
        if not words:
            raise IllegalMoveError("nothing was said", text)
        name, rest = words[0], words[1].strip() if len(words) > 1 else ""
        here = self.game.kinds[state.at]
        kinds = [k for k in here if k.name == name]
        if not kinds:
            kinds = [k for group in self.game.kinds.values() for k in group if k.name == name]
        if not kinds:
            known = [k.name for k in here]
            hint = did_you_mean(name, known)
            listed = ", ".join(known) or "nothing"
            raise IllegalMoveError(
                f"no move is called '{shortened(name)}'; {hint or 'moves here: ' + listed}",
                text,
                legal=known,
            )
        return self._move(state, kinds[0], rest, text, names)

    def _move(
        self, state: State, kind: MoveKind, rest: str, text: str, names: Mapping[str, int]
    ) -> Move:
        domains = kind.rule.choices
        parts = [without_articles(p) for p in rest.split(",")] if rest else []
        if is_of_several(domains):
            parts = [without_articles(rest.replace(",", " "))] if rest else []
        if len(domains) == 1 and not parts and domains[0].how == "some":
            parts = [""]
        problem = wrong_number(kind.rule, parts)
        if problem is not None:
            raise IllegalMoveError(problem, text)
        # A written card may be any of its copies: the first that is legal is meant.
        first: Move | None = None
        for choices in self._readings(state, domains, parts, text, names):
            move = Move(kind, choices)
            first = first or move
            if kind.at == state.at and not kind.check(state, *choices):
                return move
        assert first is not None
        return first

    def _readings(
        self,
        state: State,
        domains: Sequence[Domain],
        parts: Sequence[str],
        text: str,
        names: Mapping[str, int],
        earlier: tuple[Any, ...] = (),
    ) -> Iterator[tuple[Any, ...]]:
        """All that the parts of a text may say, each after what the `earlier` ones say."""
        if len(earlier) == len(domains):
            yield earlier
            return
        place = len(earlier)
        chosen = {d.variable.name: c for d, c in zip(domains, earlier, strict=False)}
        for value in self.read_choice(state, domains[place], parts[place], text, names, chosen):
            yield from self._readings(state, domains, parts, text, names, (*earlier, value))

    def read_choice(
        self,
        state: State,
        domain: Domain,
        part: str,
        text: str,
        names: Mapping[str, int],
        earlier: Mapping[str, Any] | None = None,
    ) -> Sequence[Any]:
        """The values that a text may say for a choice; IllegalMoveError if it says none.

        `earlier` are the choices made before it, by the names of their variables.
        """
        type_ = domain.type
        if domain.how == "one" and type_.item is not None and type_.item.name == "card":
            return self._list_of_cards(state, domain, part, text, names, earlier or {})
        if domain.how == "some" or type_.is_list:
            item = type_.item or type_
            members = []
            for word in self.in_members(item, part.split(), names, state):
                found = self.read(item, word, names, state)
                if not found:
                    raise self._unreadable(domain, word, text, names)
                if item.name == "card" and nth_of_like(word)[1]:
                    offered = self._offered(state, domain, earlier or {})
                    found = self._of_those_alike(word, found, offered, text)
                members.append(found)
            if domain.how == "some":
                return self._ordered(state, domain, members, earlier or {})
            return [tuple(found) for found in product(*members)]
        found = self.read(type_, part, names, state)
        if not found:
            raise self._unreadable(domain, part, text, names)
        if type_.name == "card" and len(found) > 1 and domain.source is not None:
            # Of the copies the one that the list of moves has.
            there = self._offered(state, domain, earlier or {})
            return self._of_those_alike(part, found, there, text)
        return found

    def in_members(
        self, type_: Type, words: Sequence[str], names: Mapping[str, int], state: State | None
    ) -> Iterator[str]:
        """The words of each of several things of a type: `P1 2 P1 3` are `P1 2` and `P1 3`."""
        at = 0
        for size in in_members(
            type_, words, lambda said: bool(self.read(type_, said, names, state))
        ):
            yield " ".join(words[at : at + size])
            at += size

    def _of_those_alike(
        self, word: str, copies: Sequence[int], there: Sequence[int], text: str
    ) -> list[int]:
        """The cards that a word may say, those on offer in their order; or just the one it says."""
        on_offer = [card for card in there if card in copies]
        label, nth = nth_of_like(word)
        if nth > len(on_offer):
            raise IllegalMoveError(f"there are only {len(on_offer)} {label} to choose from", text)
        if nth:
            return [on_offer[nth - 1]]
        return [*on_offer, *(card for card in copies if card not in on_offer)]

    def _offered(self, state: State, domain: Domain, earlier: Mapping[str, Any]) -> list[Any]:
        """What a choice is made from; nothing where it is a move of a phase nobody was in yet."""
        assert domain.source is not None
        for decision in self.game.program.decisions:
            if any(domain is d for move in decision.moves for d in move.choices):
                cell = self.game.layout.cell_base[decision.you.key]
                if state.cells[cell] is None:
                    return []
        return list(self.game.evaluate(domain.source, state, earlier))

    def _list_of_cards(
        self,
        state: State,
        domain: Domain,
        part: str,
        text: str,
        names: Mapping[str, int],
        earlier: Mapping[str, Any],
    ) -> Sequence[Any]:
        """The melds or lists of cards that a text may say: all their cards, any card, the number."""
        assert domain.source is not None
        members = self._offered(state, domain, earlier)
        # All that can be made of a hand have cards in common: only all of its cards name one.
        made = isinstance(domain.source, Call) and domain.source.function == "melds_made_of"
        if not made and part.isascii() and part.isdigit() and 0 < number(part) <= len(members):
            return [members[number(part) - 1]]
        labels = []
        for word in part.split():
            copies = self.game.deck.find(word)
            if not copies:
                raise self._unreadable(domain, word, text, names)
            labels.append(self.game.deck.labels[copies[0]])
        shown = [Counter(self.game.deck.labels[c] for c in member) for member in members]
        said = Counter(labels)
        exact = [m for m, look in zip(members, shown, strict=True) if look == said]
        holding = [m for m, look in zip(members, shown, strict=True) if said <= look and not made]
        return exact or holding or [tuple(self.game.deck.numbers[label][0] for label in labels)]

    def _ordered(
        self,
        state: State,
        domain: Domain,
        members: Sequence[Sequence[Any]],
        earlier: Mapping[str, Any],
    ) -> Sequence[Any]:
        """The choice in the order of what it is chosen from, however it was said."""
        assert domain.source is not None
        source = self._offered(state, domain, earlier)
        chosen: list[Any] = []
        for found in members:
            fresh = [f for f in found if f not in chosen]
            inside = [f for f in source if f in fresh]
            if domain.type.item is not None and domain.type.item.name == "pile":
                inside.sort(key=fresh.index)  # one's own before those of others
            chosen.append((inside or fresh or list(found))[0])
        if all(c in source for c in chosen):
            chosen.sort(key=source.index)
        return [tuple(chosen)]

    def read(
        self, type_: Type, word: str, names: Mapping[str, int], state: State | None = None
    ) -> Sequence[Any]:
        """The values of a type that a word may say: none, one, or each copy of a card."""
        game = self.game
        match type_.name:
            case "number":
                return [number(word)] if is_number(word) else []
            case "yes/no":
                return {"yes": [True], "no": [False]}.get(word, [])
            case "word":
                return [game.symbols.words[word]] if word in game.symbols.words else []
            case "card":
                return game.deck.find(nth_of_like(word)[0])
            case "rank":
                ranks = game.deck.rank_names
                label = word if word in ranks else word.upper()
                return [ranks.index(label)] if label in ranks else []
            case "suit":
                return [SUITS.index(word)] if word in SUITS else []
            case "color":
                return [COLORS.index(word)] if word in COLORS else []
            case "player":
                return self._player(word, names)
            case "team":
                seats = self._player(word, names)  # somebody's team is called by any of them
                of_player = [seats[0] % self.game.teams] if seats and self.game.teams else []
                return self._team(word) or self._team(f"team {word}") or of_player
            case "pile":
                return self._pile(type_, word, names, state)
        return []

    def _player(self, word: str, names: Mapping[str, int]) -> Sequence[int]:
        if word in names:
            return [names[word]]
        match = re.fullmatch(r"[Pp]([0-9]{1,3})", word)
        seat = int(match.group(1)) - 1 if match else -1
        return [seat] if 0 <= seat < self.game.players else []

    def _team(self, word: str) -> Sequence[int]:
        match = re.fullmatch(r"team ?([0-9]{1,3})", word)
        team = int(match.group(1)) - 1 if match else -1
        return [team] if 0 <= team < self.game.teams else []

    def _pile(
        self, type_: Type, word: str, names: Mapping[str, int], state: State | None
    ) -> Sequence[int]:
        """A pile by its number in its family, by its owner, by its name or by a card in it."""
        layout = self.game.layout
        declared = [p for p in layout.piles.values() if type_.pile in (None, p.name)]
        if state is not None:
            cards = self.game.deck.find(nth_of_like(word)[0])
            holding = [i for i in range(len(state.piles)) if self._sees(state, i, cards)]
            if holding:
                return holding
        owner, _, digits = word.rpartition(" ")
        seats, teams = self._player(owner, names), self._team(owner)
        if digits.isascii() and digits.isdigit() and (not owner or seats or teams):
            place = number(digits)
            if not owner:
                seats, teams = range(self.game.players), range(self.game.teams)
                if state is not None and state.actor is not None:  # one's own goes first
                    seats = sorted(seats, key=lambda seat: seat != state.actor)
            found = []
            for pile in declared:
                if pile.groups and state is not None:
                    at = layout.fixed_piles + place - 1
                    found += [at] if layout.fixed_piles <= at < len(state.piles) else []
                elif pile.count and 1 <= place <= pile.count:
                    base = layout.pile_base[pile.name]
                    whose = {None: (0,), "player": seats, "team": teams}[pile.per]
                    found += [base + o * pile.count + place - 1 for o in whose]
            return found
        seats, teams = self._player(word, names), self._team(word)
        if seats or teams:
            return [
                layout.pile_base[p.name] + owner
                for p in declared
                if not p.count
                for owner in {None: (), "player": seats, "team": teams}[p.per]
            ]
        return [layout.pile_base[word]] if word in layout.pile_base else []

    def _sees(self, state: State, number: int, cards: Sequence[int]) -> bool:
        """Whether the actor sees one of the cards in a pile: where others lie, no answer may tell."""
        actor = state.actor
        if actor is None:
            return False
        seen = self.game.runtime.visible
        decided = state.piles[number][state.undecided[number] :]
        return any(card in decided and seen(state, number, card) >> actor & 1 for card in cards)

    def _unreadable(
        self, domain: Domain, part: str, text: str, names: Mapping[str, int]
    ) -> IllegalMoveError:
        known = Sayable(self.game.symbols, names).known(domain.type)
        return IllegalMoveError(unreadable(domain, part, known), text)
