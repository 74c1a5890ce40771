"""Games played by bots, and what is counted in them."""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from rulerun.grammar.source import Span

from ..bots.chance import chance_bots
from ..checking.core import Do
from ..checking.marks import Mark, Marks, What
from ..compiling.emitter import Emitter
from ..errors import RuleError
from ..machine.checked import Checked
from ..machine.game import Game
from ..machine.runtime import Runtime
from ..machine.state import State
from .seeding import game_seed
from .standing import leader, margin, standing_of
from .tally import Tally

_PAYING = (
    "pay", "pay_up_to", "pay_all", "pay_noted", "pay_up_to_noted", "pay_all_noted",
)  # fmt: skip


class CountedMarks(Marks):
    """Places of a rule file, and how often each was passed since the last look."""

    def __init__(self) -> None:
        super().__init__()
        self.times: Counter[int] = Counter()

    def note(self, what: What, span: Span) -> None:
        """A place is passed."""
        self.times[self.number(what, span)] += 1

    def passing(self, state: object, number: int, site: int) -> None:
        """The place of that number is passed."""
        self.times[number] += 1

    def marked(self, state: object, number: int, value: Any) -> Any:
        """The place of that number gives a value."""
        self.times[number] += 1
        return value


class _Emitter(Emitter):
    """Makes code that calls the procedures of payments, where others write them out."""

    def payment(self, statement: Do) -> list[ast.stmt]:
        """Chips change hands by the procedure."""
        return [ast.Expr(self.procedure(statement))]


class MeasuredGame(Game):
    """A game that plays like any other, and counts what no state tells afterwards.

    `reshuffled` is how often a pile was shuffled because it had run out; `wagered` what each seat
    has put into a pot, or anything else that is nobody's purse.
    """

    emitting = _Emitter

    def __init__(
        self,
        checked: Checked,
        options: Mapping[str, object] | None = None,
        players: int | None = None,
    ) -> None:
        self.reshuffled = 0
        super().__init__(checked, options, players)
        self.wagered = [0] * self.players

    def _namespace(self, runtime: Runtime) -> dict[str, Any]:
        refill = runtime.refill_if_empty

        def counted_refill(state: State, number: int) -> None:
            before = len(state.piles[number])
            refill(state, number)
            self.reshuffled += not before and bool(state.piles[number])

        vars(runtime)["refill_if_empty"] = counted_refill
        space = super()._namespace(runtime)
        for name in _PAYING:
            space[name] = self._counted(space[name])
        return space

    def _counted(self, pay: Callable[..., None]) -> Callable[..., None]:
        first = self.layout.cell_base["chips"]
        purses = range(first, first + self.players)

        def counted(state: State, source: int, to: int, *rest: Any) -> None:
            if source not in purses or to in purses:
                pay(state, source, to, *rest)
                return
            before = state.cells[source]
            pay(state, source, to, *rest)
            self.wagered[source - first] += before - state.cells[source]

        return counted


class Measuring:
    """Plays games of a series, each from its index alone, and counts.

    `marks` are those of the rules, where it is counted which of `units`, sets of places, apply.
    """

    def __init__(
        self,
        game: MeasuredGame,
        seed: int,
        marks: CountedMarks | None = None,
        units: Sequence[frozenset[Mark] | None] = (),
    ) -> None:
        self.game = game
        self.seed = seed
        self.marks = marks
        self.standing = standing_of(game)
        layout = game.layout
        self._purses = slice(layout.cell_base["chips"], layout.cell_base["chips"] + game.players)
        self._begun: list[int] = []
        self._has_chips = game.rules.purse is not None
        self._pots = {
            holder.name: layout.cell_base[f"chips {holder.name}"]
            for holder in game.rules.chips
            if layout.cells[f"chips {holder.name}"].per == ""
        }
        self._numbers = [
            None if marks is None or places is None else [marks.number(*p) for p in places]
            for places in units
        ]

    def play(self, index: int, tally: Tally) -> None:
        """Play the game of that index, and count it."""
        game, seed = self.game, game_seed(self.seed, index)
        game.reshuffled, game.wagered = 0, [0] * game.players
        if self.marks is not None:
            self.marks.times.clear()
        try:
            self._play(seed, tally)
        except RuleError as error:
            tally.note_failure(error.code, error.message, index)

    def _play(self, seed: int, tally: Tally) -> None:
        game, standing = self.game, self.standing
        bots = chance_bots(seed, game.players)
        choices: list[int] = []
        pots = dict.fromkeys(self._pots, 0)
        turns = leads = 0
        ahead = actor = None
        state = game.new_state(seed)
        self._begun = state.cells[self._purses]
        game.begin(state)
        while not state.is_over:
            if actor != state.actor:
                actor = state.actor
                turns += 1
                now = None if standing is None else standing.at(state)
                first = None if now is None else leader(now)
                if first is not None and first != ahead:
                    leads += ahead is not None
                    ahead = first
            for name, cell in self._pots.items():
                pots[name] = max(pots[name], state.cells[cell])
            moves = state.legal_moves
            choices.append(moves.count())
            assert actor is not None
            state.apply(bots[actor].choose(moves))
        tally.games += 1
        self._note_end(state, tally)
        final = None if standing is None else standing.at(state)
        if final is not None:
            first = leader(final)
            leads += first is not None and ahead is not None and first != ahead
            tally.margins[margin(final)] += 1
            tally.leads[leads] += 1
        tally.decisions[len(choices)] += 1
        tally.turns[turns] += 1
        tally.choices.update(choices)
        for name, most in pots.items():
            tally.pots[name, most] += 1
        if game.runtime.refill:
            tally.reshuffles[game.reshuffled] += 1

    def _note_end(self, state: State, tally: Tally) -> None:
        assert state.ended_by is not None
        tally.reasons[state.ended_by] += 1
        tally.winners[tuple(sorted(state.winners))] += 1
        for seat, payoff in enumerate(state.payoffs):
            tally.payoffs[seat, payoff] += 1
        if self._has_chips:
            self._note_chips(state.cells[self._purses], tally)
        if self.marks is not None:
            self._note_units(self.marks.times, tally)

    def _note_chips(self, chips: Sequence[int], tally: Tally) -> None:
        for seat, (begun, now) in enumerate(zip(self._begun, chips, strict=True)):
            tally.ruined[seat] += not now
            wagered, profit = self.game.wagered[seat], now - begun
            if wagered:
                tally.wagers[seat, "games"] += 1
                tally.wagers[seat, "chips"] += wagered
                tally.wagers[seat, "chips²"] += wagered * wagered
                tally.wagers[seat, "profit"] += profit
                tally.wagers[seat, "profit²"] += profit * profit
                tally.wagers[seat, "chips·profit"] += wagered * profit

    def _note_units(self, passed: Mapping[int, int], tally: Tally) -> None:
        for unit, numbers in enumerate(self._numbers):
            times = 1 if numbers is None else sum(passed[number] for number in numbers)
            if times:
                tally.times[unit] += times
                tally.applied[unit] += 1
