"""A move with several cards, or other things, said bit by bit: which of them, and what is still missing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import shortened

from .offer import Offer, Some
from .paint import wrapped
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.machine.game import Game
    from rulerun.interpreter.machine.moves import Move, MoveKind


class Begun(Exception):
    """A move of which a part is said: some of the cards that go with it."""

    def __init__(self, some: Some, chosen: tuple[str, ...] = ()) -> None:
        super().__init__()
        self.some = some
        self.kind = some.kind
        self.chosen = chosen


class Several:
    """The things that go with the moves of an offer, as they are said."""

    def __init__(self, offer: Offer) -> None:
        self.offer = offer
        self.state = offer.state
        self.kinds = offer.kinds

    def begin(self, name: str, rest: list[str]) -> None:
        """Raise Begun if some of the things that go with a move are said, and more are needed."""
        kind = next((k for k in self.kinds if k.name == name), None)
        domain = None if kind is None else self.offer.list_chosen(kind)
        if kind is None or domain is None:
            return
        moves = [m for m in self.offer.moves if m.kind is kind]
        some = next((s for s in self.offer.somes if s.kind is kind), None)
        if some is None and not rest and len(moves) > 1:
            some = self._some_listed(kind, moves)
        if some is None:
            return
        words = self.things(kind, [w.strip(",") for w in rest if w.strip(",")])
        chosen = self.members(kind, words, some.members)
        if chosen is not None and len(chosen) < some.low:
            raise Begun(some, chosen)

    def _some_listed(self, kind: MoveKind, moves: list[Move]) -> Some:
        """The things that a short list of moves is made of."""
        item = kind.rule.choices[0].type.item
        assert item is not None
        said = self.state.game.values.said_value
        texts = [[said(self.state, item, value) for value in move.choices[0]] for move in moves]
        members = list(dict.fromkeys(word for words in texts for word in words))
        members.sort(key=self.offer.table.place)
        sizes = [len(words) for words in texts]
        return Some(kind, tuple(members), min(sizes), max(sizes), f"{len(moves)} ways")

    def things(self, kind: MoveKind, words: list[str]) -> list[str]:
        """Words put together where one of several things is called by more than one: `P1 2`."""
        item = kind.rule.choices[0].type.item
        assert item is not None
        return list(self.state.game.values.in_members(item, words, {}, self.state))

    def members(
        self, kind: MoveKind, words: Sequence[str], members: tuple[str, ...]
    ) -> tuple[str, ...] | None:
        """Which of the things to choose from words say, each one once; None if one of them is none."""
        chosen: list[str] = []
        values = self.state.game.values
        item = kind.rule.choices[0].type.item
        assert item is not None
        for word in words:
            left = _left(members, chosen)
            read = values.read(item, word, {}, self.state)
            said = [values.said_value(self.state, item, v) for v in read]
            same = [m for m in left if m.casefold() == word.casefold()]
            same += [one for one in said if one in left]
            begun = [m for m in dict.fromkeys(left) if begins(self.state.game, m, word.casefold())]
            if same:
                chosen.append(same[0])
            elif len(begun) == 1:
                chosen.append(begun[0])
            else:
                return None
        return tuple(chosen)

    def lines(self, begun: Begun) -> Iterator[str]:
        """What is chosen so far, and what there is."""
        some = begun.some
        left = _left(some.members, begun.chosen)
        name = self.state.game.label(begun.kind.name)
        chosen = " ".join(map(self.offer.word, begun.chosen)) or "nothing yet"
        yield f"{name}{self.offer.goes_to(begun.kind)}: {chosen} ({len(begun.chosen)} of {some.many})"
        yield from wrapped(
            ["  of", *(self.offer.word(m) for m in left)], self.offer.paint.width, "     ", gap=" "
        )
        done = ", 'done' ends" if some.low != some.high else ""
        yield self.offer.paint.dim(f"  one or more at a time; -CARD takes one back{done}; "
                             "nothing: no such move")  # fmt: skip

    def no_member(self, some: Some, word: str, chosen: list[str]) -> str:
        """Why a word says none of the things that are still to be chosen, or not which."""
        left = _left(some.members, chosen)
        meant = [m for m in dict.fromkeys(left) if begins(self.state.game, m, word.casefold())]
        said = f"'{shortened(harmless(word))}'"
        if meant:
            return f"{said} may be {', '.join(meant[:-1])} or {meant[-1]}: say which"
        if self.members(some.kind, [word], tuple(chosen)):
            return f"{said} is chosen already"
        return f"{said} is not among them"


def begins(game: Game, choice: str, word: str) -> bool:
    """Whether a word is the beginning of what is chosen: of a card its rank."""
    if choice in game.deck.numbers:
        return choice[:-1].casefold() == word
    return choice[:1].isalpha() and not word.isdigit() and choice.casefold().startswith(word)


def _left(members: Iterable[str], chosen: Iterable[str]) -> list[str]:
    """The things that are still to be chosen from."""
    left = list(members)
    for one in chosen:
        left.remove(one)
    return left
