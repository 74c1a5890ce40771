"""Games played by bots, and what there is to say of each."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass

from ..bots.chance import ChanceBot
from ..bots.seating import RANDOM, BotKind
from ..checking.marks import Mark
from ..machine.course import follow
from ..machine.standing import Standing, leader, margin, standing_of
from ..machine.state import State
from .measured_game import CountedMarks, MeasuredGame
from .seeding import game_seed


@dataclass(frozen=True, slots=True)
class Played:
    """A game that came to an end.

    `winners` are seats in order, `reason` is why it ended. `choices` are how many moves were legal,
    decision by decision; a turn is all decisions of a seat without another between them.
    `lead_changes` and `margin` are None in games in which nothing is compared. `pots` is the most
    that lay in each pot at a decision; `reshuffles` is None where no pile is filled up again. In
    games with chips `profits` are what each seat has won, `paid` what left its purse for anything
    but another purse, `ruined` who has none in the end; else they are empty. `times` is how often
    each unit of the rule file applied, by its number.
    """

    players: int
    winners: tuple[int, ...]
    reason: str
    payoffs: tuple[int | float, ...]
    choices: tuple[int, ...]
    turns: int
    lead_changes: int | None
    margin: int | None
    pots: dict[str, int]
    reshuffles: int | None
    profits: tuple[int, ...]
    paid: tuple[int, ...]
    ruined: tuple[int, ...]
    times: dict[int, int]


class Measuring:
    """Plays games of a series, each from its index alone.

    `bots` are those of the seats; without them all choose by chance. `marks` are those of the rules, by which it is counted how often `units`, sets of places, apply.
    """

    def __init__(
        self,
        game: MeasuredGame,
        seed: int,
        bots: Sequence[BotKind],
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
        self._pots = {
            holder.name: layout.cell_base[f"chips {holder.name}"]
            for holder in game.rules.chips
            if layout.cells[f"chips {holder.name}"].per == ""
        }
        self._units = [
            None if places is None else [marks.number(*place) for place in places]
            for places in units
        ]

    def play(self, index: int) -> Played:
        """Play the game of that index, from 0; RuleError for a rule that fails in it."""
        game, seed = self.game, game_seed(self.seed, index)
        game.reshuffled, game.wagered = 0, [0] * game.players
        self._marks.times.clear()
        bots = [kind.seated(seed, seat) for seat, kind in enumerate(self._bots)]
        lead = _Lead(self.standing)
        pots = dict.fromkeys(self._pots, 0)
        choices: list[int] = []
        turns, actor = 0, None
        state = game.new_state(seed)
        begun = state.cells[self._purses]
        game.begin(state)
        if not all(isinstance(bot, ChanceBot) for bot in bots):
            follow(state)  # others draw conclusions
        while not state.is_over:
            if actor != state.actor:
                actor = state.actor
                turns += 1
                lead.look(state)
            for name, cell in self._pots.items():
                pots[name] = max(pots[name], state.cells[cell])
            moves = state.legal_moves
            choices.append(moves.count())
            assert actor is not None
            bot = bots[actor]
            if isinstance(bot, ChanceBot):
                move = bot.choose(state, moves)
            else:
                with self._uncounted():
                    move = bot.choose(state, moves)
            state.apply(move)
        scores = lead.look(state)
        chips = state.cells[self._purses]
        assert state.ended_by is not None
        return Played(
            players=game.players,
            winners=tuple(sorted(state.winners)),
            reason=state.ended_by,
            payoffs=state.payoffs if game.functions.payoff else (),
            choices=tuple(choices),
            turns=turns,
            lead_changes=None if scores is None else lead.changes,
            margin=None if scores is None else margin(scores),
            pots=pots,
            reshuffles=game.reshuffled if game.runtime.refill else None,
            profits=tuple(now - before for now, before in zip(chips, begun, strict=True)),
            paid=tuple(game.wagered[: len(chips)]),
            ruined=tuple(seat for seat, owned in enumerate(chips) if not owned),
            times=self._times(self._marks.times),
        )

    @contextmanager
    def _uncounted(self) -> Iterator[None]:
        """What happens meanwhile, in games that a bot tries, does not count."""
        game, marks = self.game, self._marks
        kept = marks.times.copy(), game.wagered[:], game.reshuffled
        yield
        marks.times, game.wagered, game.reshuffled = kept

    @property
    def measure(self) -> str | None:
        """What the standing of players is measured by, in the words of the rules."""
        return None if self.standing is None else self.standing.name

    def begin_to_count(self) -> None:
        """Forget which units have applied."""
        self._marks.times.clear()

    def counted(self, units: Iterable[int]) -> Iterator[int]:
        """Those of some units that have applied since."""
        passed = self._marks.times
        for unit in units:
            numbers = self._units[unit]
            if numbers is None or any(number in passed for number in numbers):
                yield unit

    def _times(self, passed: Counter[int]) -> dict[int, int]:
        times = {
            unit: 1 if numbers is None else sum(passed[number] for number in numbers)
            for unit, numbers in enumerate(self._units)
        }
        return {unit: often for unit, often in times.items() if often}


class _Lead:
    """Who is ahead alone, looked at again and again, and how often that changed."""

    def __init__(self, standing: Standing | None) -> None:
        self._standing = standing
        self._ahead: int | None = None
        self.changes = 0

    def look(self, state: State) -> tuple[int, ...] | None:
        """The scores now; None if there are none."""
        scores = None if self._standing is None else self._standing.at(state)
        first = None if scores is None else leader(scores)
        if first is not None and first != self._ahead:
            self.changes += self._ahead is not None
            self._ahead = first
        return scores
