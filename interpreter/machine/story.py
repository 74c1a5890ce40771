"""What a seat can tell from the course of a game: deals that could have led here, and those that could not.

Somebody who did not follow suit has none of it; a house that looked at its hole card and goes on has no
natural. No rule of inference is written down for that: a deal is played from where it was made, with the
moves that were made, and could not have been if one of them is not legal or something that the seat
perceives would have come otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random

from ..errors import RuleError
from .course import UNSEEN, Course, seen_cards, sight_of
from .moves import LegalMoves, Move
from .state import State
from .unseen import choices_renamed, fresh, hidden_from, memories_renamed, renamed

TRIED = 3000
"""Moves that are played again at most in search of a deal that could have led here, by dealing anew."""
WALKED = 6000
"""Moves that are played again at most after that, each time with two cards exchanged."""
_OFTEN = 0.6
"""How often one of two cards to be exchanged is one of the player whose move was not possible."""
_AGAIN = 2
"""So many exchanges for each hidden card make a deal that was found like any other."""


_ALLOWED = -1
"""Marks a move of which it need not be asked again whether it is legal."""


class _Impossible(Exception):
    """A card is wanted that is not where it would have to come from."""


class _Track:
    """A card from where chance gave it (or the story begins) until it goes into a shuffled pile.

    `card` is the one that it was; `begin` the number of the draw, counted from the beginning of the
    story, -1 if it lay there; `end` where it went, None while it lies. `is_seen`: the seat saw it meanwhile.
    """

    __slots__ = ("begin", "card", "end", "is_seen")

    def __init__(self, card: int, begin: int) -> None:
        self.card = card
        self.begin = begin
        self.end: int | None = None
        self.is_seen = False


class Story:
    """What led to a state, as a seat has perceived it, from the last moment that matters.

    That is the deal before which all was gathered, or a moment at which the seat lost track of a card
    that it knew; what went before is forgotten. Deals are told by `names`: of each card that lies where
    the seat does not see it, which one lies there instead.
    """

    def __init__(self, course: Course, seat: int) -> None:
        self.seat = seat
        self.state = course.after
        self.game = self.state.game
        moments = course.moments()
        self.base, self.is_new_deal = _beginning(moments, seat)
        self.moments = moments[self.base :]
        self.hidden = hidden_from(self.state, seat)
        self._undecided = {
            card
            for pile, count in zip(self.state.piles, self.state.undecided, strict=True)
            for card in pile[:count]
        }
        self._follow_cards()
        self._order_places()
        self._of_seat: dict[int, list[int]] = {}
        for card, _ in self.placed:
            owner = self._owner(card)
            if owner is not None:
                self._of_seat.setdefault(owner, []).append(card)
        self._pending = self._choices_unknown()
        self.played_again = 0

    # ---------------------------------------------------------------- what is known

    @property
    def is_certain(self) -> bool:
        """Whether a deal of the cards that lie hidden now could or could not have led here, without
        any chance in it."""
        return not self._pending and not any(
            track.end is not None and not track.is_seen and not self._is_given(track)
            for track in self.tracks
        )

    def _is_given(self, track: _Track) -> bool:
        """Whether it lay there before everything was gathered for the deal: it makes no difference."""
        return self.is_new_deal and track.begin == -1

    def _follow_cards(self) -> None:
        """Find the tracks: of each card that chance gave, from there to where it was shuffled."""
        begun = self.moments[0].after
        self.tracks: list[_Track] = []
        current: dict[int, _Track] = {}
        for pile, undecided in zip(begun.piles, begun.undecided, strict=True):
            for card in pile[undecided:]:
                current[card] = _Track(card, -1)
                self.tracks.append(current[card])
        self.drawn: list[_Track] = []
        self._perceive(self.moments[0], current)
        for moment in self.moments[1:]:
            # When in a move a card was shuffled is not known: before all that chance gave in it.
            first = len(self.drawn)
            for card in moment.drawn:
                if card in current:
                    current[card].end = max(first, current[card].begin + 1)
                current[card] = _Track(card, len(self.drawn))
                self.tracks.append(current[card])
                self.drawn.append(current[card])
            after = moment.after
            for pile, undecided in zip(after.piles, after.undecided, strict=True):
                for card in pile[:undecided]:
                    if card in current:
                        track = current.pop(card)
                        track.end = max(first, track.begin + 1)
            self._perceive(moment, current)
        self._current = current

    def _perceive(self, moment: Course, current: Mapping[int, _Track]) -> None:
        for pile in seen_cards(moment.sight(self.seat)):
            for card in pile:
                if card != UNSEEN:
                    current[card].is_seen = True

    def _owner(self, card: int) -> int | None:
        """The seat in whose pile a card lies."""
        layout = self.game.layout
        number = self.game.runtime.place_of(self.state, card)
        return (
            layout.pile_seat[number] if number is not None and number < layout.fixed_piles else None
        )

    def _choices_unknown(self) -> frozenset[int]:
        """The moments in which others have chosen, at once, what is not told yet."""
        state, game = self.state, self.game
        if state.ended is not None:
            return frozenset()
        decision = game.program.decisions[state.at - game.decision_base]
        if not decision.at_once:
            return frozenset()
        chosen = state.cells[game.layout.cell_base[f"chosen {decision.phase}"]]
        made = sum(number >= 0 for _, number, _ in chosen)
        count = len(self.moments)
        return frozenset(
            place
            for place in range(max(1, count - made), count)
            if self.moments[place].seat != self.seat
        )

    # ---------------------------------------------------------------- deals

    def worlds(self, rng: Random) -> Iterator[State]:
        """States that could be this one for all that the seat knows, one after the other, without end;
        none if none is found in reasonable time.

        The cards are dealt anew for each, and each deal that could have led here is as likely as any
        other. Where hardly one of them could, the next is sought among those like the last.
        """
        best: tuple[int, dict[int, int]] | None = None
        until = self.played_again + TRIED
        while self.played_again < until:
            names = self._dealt(rng)
            reached, world = self.played(names, rng)
            if world is not None:
                yield fresh(world, rng)
                until, best = self.played_again + TRIED, None
            elif best is None or reached > best[0]:
                best = reached, names
        if best is not None:
            yield from self._walk(*best, rng)

    def _order_places(self) -> None:
        """The hidden cards, by how long they have lain where they lie, and which may lie there.

        A card that the seat saw elsewhere meanwhile may not. So the longer a card lies the fewer may
        be there, and those for a place are among those for the next.
        """
        seen_until = dict.fromkeys(self.hidden, -1)
        for track in self.tracks:
            if track.is_seen and track.card in seen_until and track.end is not None:
                seen_until[track.card] = max(seen_until[track.card], track.end)
        placed = [card for card in self.hidden if card not in self._undecided]
        placed.sort(key=lambda card: self._current[card].begin)
        begins = [self._current[card].begin for card in placed]
        waiting = sorted(self.hidden, key=lambda card: (seen_until[card], card))
        self.placed: list[tuple[int, list[int]]] = []
        for card, begin in zip(placed, begins, strict=True):
            more = [other for other in waiting if seen_until[other] <= begin]
            waiting = waiting[len(more) :]
            self.placed.append((card, more))

    def _dealt(self, rng: Random) -> dict[int, int]:
        """The cards that are hidden, by chance where they may lie: each such deal is equally likely."""
        names: dict[int, int] = {}
        free: list[int] = []
        for card, more in self.placed:
            free += more
            place = rng.randrange(len(free))
            free[place], free[-1] = free[-1], free[place]
            names[card] = free.pop()
        return names

    def _walk(self, reached: int, names: dict[int, int], rng: Random) -> Iterator[State]:
        """From a deal that fails late to one that does not, two cards at a time.

        Then so many exchanges more, of those that are possible, that it matters no more from where
        it came: a chain whose states are all equally likely in the long run.
        """
        if not self.placed or len(self.hidden) < 2:
            return
        placed = [card for card, _ in self.placed]
        used = set(names.values())
        rest = sorted(card for card in self.hidden if card not in used)
        undecided = [card for card in self.hidden if card not in names]
        names = {**names, **dict(zip(undecided, rest, strict=True))}
        until = self.played_again + WALKED
        found: State | None = None
        left = _AGAIN * len(placed)
        while found is not None or self.played_again < until:
            one, other = self._pair(placed, reached, rng)
            names[one], names[other] = names[other], names[one]
            now, world = self.played(names, rng)
            if now < reached:
                names[one], names[other] = names[other], names[one]
            else:
                reached = now
                found = world or found
            if found is not None:
                left -= 1
                if not left:
                    yield fresh(found.clone(), rng)
                    left = len(placed)

    def _pair(self, placed: Sequence[int], reached: int, rng: Random) -> tuple[int, int]:
        """Two places whose cards are exchanged; mostly one is of the player whose move failed."""
        among = placed
        if reached < len(self.moments) and rng.random() < _OFTEN:
            among = self._of_seat.get(self.moments[reached].seat, placed)
        one = other = rng.choice(among)
        while other == one:
            other = rng.choice(self.hidden)
        return one, other

    def played(
        self, names: Mapping[int, int], rng: Random, *, followed: bool = False
    ) -> tuple[int, State | None]:
        """Play the story again with other cards where the seat does not see them.

        How many moments went as they did, and the state at the end if all of them. With `followed` it
        has a course of its own.
        """
        return _Replay(self, names, rng, followed).run()


def _beginning(moments: Sequence[Course], seat: int) -> tuple[int, bool]:
    """The moment from which on all counts, and whether all that was hidden then was dealt anew."""
    for place in range(len(moments) - 1, 0, -1):
        moment, before = moments[place], moments[place - 1]
        hidden = _hidden_in(moment, seat)
        if not hidden:
            return place, False
        if hidden <= set(moment.drawn):
            return place - 1, True
        if _lost(before, moment, seat):
            return place, False
    return 0, False


def _hidden_in(moment: Course, seat: int) -> set[int]:
    """The cards that lie somewhere at a moment, not in any order, where the seat does not see them."""
    state = moment.after
    return {
        card
        for pile, seen, undecided in zip(
            state.piles, seen_cards(moment.sight(seat)), state.undecided, strict=True
        )
        for card, perceived in zip(pile[undecided:], seen[undecided:], strict=True)
        if perceived == UNSEEN
    }


def _lost(before: Course, moment: Course, seat: int) -> bool:
    """Whether the seat lost track, in a move, of a card that it saw: it lies somewhere, but where?"""
    seen = {card for pile in seen_cards(before.sight(seat)) for card in pile}
    return not (seen & _hidden_in(moment, seat)).issubset(moment.drawn)


def story_of(course: Course, seat: int) -> Story:
    """What a seat can tell at a moment of a game that is followed."""
    stories = course.stories
    if seat not in stories:
        stories[seat] = Story(course, seat)
    return stories[seat]


class _Replay:
    """A story with other cards, played again."""

    def __init__(self, story: Story, names: Mapping[int, int], rng: Random, followed: bool) -> None:
        self.story = story
        self.rng = rng
        self.followed = followed
        self.wanted: dict[_Track, int] = {}
        for track in story.tracks:
            if track.is_seen or story._is_given(track):
                self.wanted[track] = track.card
            elif track.end is None:
                self.wanted[track] = names.get(track.card, track.card)
        self.names: dict[int, int] = {}
        self.real: dict[int, int] = {}
        self.dealt: list[int] = []

    def run(self) -> tuple[int, State | None]:
        """Play it; see `Story.played`."""
        story = self.story
        story.played_again += 1
        world = self.begun()
        if world is None:
            return 0, None
        table = story.game.runtime
        drawn = 0
        try:
            table.dealer = self.draw
            for place, moment in enumerate(story.moments[1:], 1):
                story.played_again += 1
                before = len(self.dealt)
                drawn += len(moment.drawn)
                if not self.made(world, moment, place) or len(self.dealt) != drawn:
                    return place, None
                if sight_of(world, story.seat) != moment.sight(story.seat):
                    return place, None
                if self.followed:
                    self.note(world, before)
        except (_Impossible, RuleError):
            return place, None
        finally:
            table.dealer = None
        return len(story.moments), world

    def begun(self) -> State | None:
        """The beginning of the story with the other cards; None if one would have to lie twice."""
        story = self.story
        first = story.moments[0].after
        lying = [card for pile in first.piles for card in pile]
        names: dict[int, int] = {}
        free: list[int] = []
        for track in story.tracks:
            if track.begin != -1:
                break
            if track in self.wanted:
                names[track.card] = self.wanted[track]
            else:
                free.append(track.card)
        used = set(names.values())
        if len(used) < len(names):
            return None
        rest = sorted(set(lying) - used)
        undecided = [card for card in lying if card not in names and card not in set(free)]
        if free:
            self.rng.shuffle(rest)
        names.update(zip([*free, *undecided], rest, strict=True))
        self.names = names
        world = renamed(first, names)
        self.real = {name: card for card, name in names.items()}
        memories_renamed(world, story.seat, names, self.rng)
        world.course = Course(None, -1, None, world.clone()) if self.followed else None
        return world

    def made(self, world: State, moment: Course, place: int) -> bool:
        """Make a move as it would have been made; whether it is legal."""
        assert moment.move is not None
        if world.actor != moment.seat:
            world.game.let_choose_first(world, moment.seat)
        if place in self.story._pending:
            move: Move = LegalMoves(world).pick(self.rng)
        else:
            kind = moment.move.kind
            choices = choices_renamed(kind.rule, moment.move.choices, self.names)
            # What the seat itself did was legal by what it sees.
            if moment.seat != self.story.seat and kind.check(world, *choices):
                return False
            world.offered = _ALLOWED
            move = Move(kind, choices, _ALLOWED)
        world.script = []
        world.apply(move)
        return True

    def draw(self, pile: list[int], undecided: int) -> int:
        """Which card chance gives, by its place in the pile."""
        number = len(self.dealt)
        if number == len(self.story.drawn):
            raise _Impossible
        track = self.story.drawn[number]
        card = self.wanted.get(track)
        if card is None:
            card = self.any_card(track, pile[:undecided])
        try:
            place = pile.index(card, 0, undecided)
        except ValueError:
            raise _Impossible from None
        self.dealt.append(card)
        before = self.names[track.card]
        if before != card:  # the two change places, for all that comes
            other = self.real[card]
            self.names[track.card], self.names[other] = card, before
            self.real[card], self.real[before] = track.card, other
        return place

    def any_card(self, track: _Track, cards: Sequence[int]) -> int:
        """One that nobody saw, by chance, of those that are not wanted while it lies there."""
        taken = set(self._wanted_until(track.end))
        left = sorted(set(cards) - taken)
        if not left:
            raise _Impossible
        return self.rng.choice(left)

    def _wanted_until(self, end: int | None) -> Iterator[int]:
        for other in self.story.drawn[len(self.dealt) + 1 : end]:
            if other in self.wanted:
                yield self.wanted[other]

    def note(self, world: State, before: int) -> None:
        """The move, in the world's own course, with what chance gave in it."""
        noted = world.course
        assert noted is not None and noted.previous is not None and noted.move is not None
        drawn = tuple(self.dealt[before:])
        world.course = noted.previous.told(noted.seat, noted.move, world.clone(), drawn)
