"""Games played by bots, and what there is to say of each."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..bots.chance import ChanceBot
from ..bots.seating import RANDOM, Kind
from ..bots.strategy import StrategyBot
from ..checking.marks import Mark
from ..machine.course import follow
from ..machine.standing import margin, standing_of
from .lead import Lead, Scores, changes, decided_at, drama, time_behind
from .measured_game import CountedMarks, MeasuredGame
from .seeding import game_seed


@dataclass(frozen=True, slots=True)
class LeadFigures:
    """Who was ahead when: how often that changed; and if one seat or team has won alone, the `drama`, how
    long the winner was `behind` and when it was `decided`, each in parts of 100."""

    changes: int
    drama: int | None
    behind: int | None
    decided: int | None


@dataclass(frozen=True, slots=True)
class Played:
    """A game that came to an end.

    `winners` are seats in order; there are so many `teams`, 0 where everybody plays alone. `reason` is why
    it ended. `choices` are how many moves were legal, decision by decision; a turn is all decisions of a seat without another between them.
    `margin` is None in games in which nothing is compared, or for one player; `lead` is all that is said
    of who was ahead when (see `lead`), None there, too, and where nobody looked but at the beginning.
    `pots` is the most that lay at any time in all holders that are empty in the beginning, under their
    names; `reshuffles` is None where nothing is ever shuffled. In games with chips `profits` are what
    each seat has won, `wagered` what it has staked (see `MeasuredGame`), `ruined` who has none in the end,
    with the pass of the game's first repeated phase in which the last chip went; else they are empty.
    `times` is how often each unit of the rule file applied, by its number.
    """

    players: int
    teams: int
    winners: tuple[int, ...]
    reason: str
    payoffs: tuple[int | float, ...]
    choices: tuple[int, ...]
    turns: int
    lead: LeadFigures | None
    margin: int | None
    pots: dict[str, int]
    reshuffles: int | None
    profits: tuple[int, ...]
    wagered: tuple[int, ...]
    ruined: tuple[tuple[int, int], ...]
    times: dict[int, int]

    @property
    def sides(self) -> int:
        """How many have won: players, or teams of them."""
        return len(sides_of(self.winners, self.teams))


def sides_of(winners: Iterable[int], teams: int) -> frozenset[int]:
    """Who has won: players by their seats, or teams by their numbers, from 0."""
    return frozenset(seat % teams if teams else seat for seat in winners)


class Measuring:
    """Plays games of a series, each from its index alone.

    `bots` are those of the seats; without them all choose by chance. `marks` are those of the rules, by which it is counted how often `units`, sets of places, apply.
    """

    def __init__(
        self,
        game: MeasuredGame,
        seed: int,
        bots: Sequence[Kind],
        marks: CountedMarks,
        units: Sequence[frozenset[Mark] | None],
    ) -> None:
        self.game = game
        self.seed = seed
        self._bots = bots or (RANDOM,) * game.players
        self._marks = marks
        self.standing = standing_of(game)
        layout = game.layout
        first = layout.cell_base["chips"]
        self._purses = slice(first, first + game.players if game.rules.purse is not None else first)
        self._passes = [
            layout.cell_base[f"count {phase.name}"]
            for phase in game.rules.phases
            if phase.repeat is not None and f"count {phase.name}" in layout.cells
        ]
        # In the middle of a deal who has staked most has least: chips are looked at between deals.
        self._looks_at_turns = self.standing is None or self.standing.name != "chips"
        asked = [x.span for x in (game.rules.winner, game.rules.payoff) if x is not None]
        self._ends = [("", span) for span in asked]
        self._ends += [(end.name, end.span) for end in game.rules.ends]
        self._units = [
            None if places is None else [marks.number(*place) for place in places]
            for places in units
        ]

    def play(self, index: int) -> Played:
        """Play the game of that index, from 0; RuleError for a rule that fails in it."""
        game, seed = self.game, game_seed(self.seed, index)
        game.begin_to_count()
        self._marks.begin()
        bots = [kind.seated(seed, seat) for seat, kind in enumerate(self._bots)]
        lead = Lead(self.standing if game.players > 1 else None)
        choices: list[int] = []
        turns, actor, passes = 0, None, 0
        state = game.new_state(seed)
        begun = state.cells[self._purses]
        owned_in = [0] * len(begun)
        first, without = self._purses.start, list(range(len(begun)))
        game.begin(state)
        if not all(isinstance(bot, ChanceBot | StrategyBot) for bot in bots):
            follow(state)  # others draw conclusions
        stakes, cells_of = game.bets, game.actor_cells
        while not state.is_over:
            cells, is_new_pass = state.cells, False
            if self._passes:
                now = 0
                for cell in self._passes:
                    now += cells[cell] or 0
                is_new_pass, passes = now != passes, now
            decides: int = cells[cells_of[state.at]]
            if actor != decides:
                actor = decides
                turns += 1
                if self._looks_at_turns:
                    lead.look(state)
            if is_new_pass:
                without = list(range(len(begun)))
                if not self._looks_at_turns:
                    lead.look(state)
            if without:  # in this pass nothing is known of these yet, or that they own nothing
                for seat in without[:]:
                    if cells[first + seat]:
                        owned_in[seat] = passes
                        without.remove(seat)
            moves = state.legal_moves
            count = moves.count()
            choices.append(count)
            bot = bots[decides]
            if isinstance(bot, ChanceBot):
                move = bot.one_of(moves, count)
            else:
                with self._uncounted():
                    move = bot.choose(state, moves)
            if stakes:
                game.stakes(move, decides)
            state.apply(move)
        scores = lead.look(state)
        chips = state.cells[self._purses]
        winners = tuple(sorted(state.winners))
        assert state.ended_by is not None
        for name, span in self._ends:
            if name in ("", state.ended_by) and self._marks.are_of("over", span):
                self._marks.note("over", span)
        return Played(
            players=game.players,
            teams=game.teams,
            winners=winners,
            reason=state.ended_by,
            payoffs=state.payoffs if game.functions.payoff else (),
            choices=tuple(choices),
            turns=turns,
            lead=self._of_lead(lead.looks, winners),
            margin=None if scores is None else margin(scores),
            pots=game.pots(),
            reshuffles=None if game.shuffled is None else max(0, game.shuffled - 1),
            profits=tuple(now - before for now, before in zip(chips, begun, strict=True)),
            wagered=tuple(game.wagered[: len(chips)]),
            ruined=tuple((seat, owned_in[seat]) for seat, owned in enumerate(chips) if not owned),
            times=self._times(self._marks.times),
        )

    def _of_lead(self, looks: list[Scores], winners: tuple[int, ...]) -> LeadFigures | None:
        if not looks or not (self._looks_at_turns or self._passes):
            return None
        count = len(looks[-1])
        first = {seat % count for seat in winners}
        if len(first) != 1 or len(looks) < 2:
            return LeadFigures(changes(looks), None, None, None)
        (winner,) = first
        return LeadFigures(
            changes(looks),
            drama(looks, winner),
            time_behind(looks, winner),
            decided_at(looks, winner),
        )

    @contextmanager
    def _uncounted(self) -> Iterator[None]:
        """What happens meanwhile, in games that a bot tries, does not count."""
        game, marks = self.game, self._marks
        kept = marks.times.copy(), game.counts()
        yield
        marks.times[:] = kept[0]
        game.take_counts(kept[1])

    @property
    def measure(self) -> str | None:
        """What the standing of players is measured by, in the words of the rules."""
        return None if self.standing is None else self.standing.name

    def begin_to_count(self) -> None:
        """Forget which units have applied."""
        self._marks.begin()

    def counted(self, units: Iterable[int]) -> Iterator[int]:
        """Those of some units that have applied since."""
        passed = self._marks.times
        for unit in units:
            numbers = self._units[unit]
            if numbers is None or any(passed[number] for number in numbers):
                yield unit

    def _times(self, passed: Sequence[int]) -> dict[int, int]:
        times: dict[int, int] = {}
        for unit, numbers in enumerate(self._units):
            often = 1
            if numbers is not None:
                often = 0
                for number in numbers:
                    often += passed[number]
            if often:
                times[unit] = often
        return times
