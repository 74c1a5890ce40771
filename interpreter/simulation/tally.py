"""What was counted while games were played: only whole numbers that add up.

So it does not matter in which order games are played, nor by how many processes: the same games
give the same tally.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field, fields

from .estimates import Ratio
from .measuring import Played


@dataclass(slots=True)
class Tally:
    """Counts over some games.

    `games` are those that came to an end. `winners` counts who won together, by seats; `reasons`
    why games ended; `failures` rules that failed, by their code and message, each with the lowest
    index of a game in which it did. By game: `decisions`, `turns`, `leads` (how often the lead
    changed), `dramas`, `behind` and `decided` (in parts of 100), `margins`, `pots` (by their names, the
    most that lay in them), `reshuffles`. By decision: `choices`, how many moves were legal. By seat:
    `payoffs`, `ruined` (without a chip in the end), and of all seats `ruins`: in which pass.
    By the number of a unit of the rule file: `times` it applied, `applied` in how many games.
    What is known by game and hangs together within one: `moves`, of decisions how many were legal, and
    `forced`, how many had one alone; `ruin_passes`, of seats without a chip in which pass that was; of each
    seat `wagers`, of the chips staked what was won, over the games in which it staked or won any.
    """

    games: int = 0
    winners: Counter[tuple[int, ...]] = field(default_factory=Counter)
    reasons: Counter[str] = field(default_factory=Counter)
    failures: Counter[tuple[str, str]] = field(default_factory=Counter)
    first_failures: dict[tuple[str, str], int] = field(default_factory=dict)
    decisions: Counter[int] = field(default_factory=Counter)
    turns: Counter[int] = field(default_factory=Counter)
    choices: Counter[int] = field(default_factory=Counter)
    leads: Counter[int] = field(default_factory=Counter)
    dramas: Counter[int] = field(default_factory=Counter)
    behind: Counter[int] = field(default_factory=Counter)
    decided: Counter[int] = field(default_factory=Counter)
    margins: Counter[int] = field(default_factory=Counter)
    pots: Counter[tuple[str, int]] = field(default_factory=Counter)
    reshuffles: Counter[int] = field(default_factory=Counter)
    payoffs: Counter[tuple[int, float]] = field(default_factory=Counter)
    ruined: Counter[int] = field(default_factory=Counter)
    ruins: Counter[int] = field(default_factory=Counter)
    times: Counter[int] = field(default_factory=Counter)
    applied: Counter[int] = field(default_factory=Counter)
    moves: Ratio = field(default_factory=Ratio)
    forced: Ratio = field(default_factory=Ratio)
    ruin_passes: Ratio = field(default_factory=Ratio)
    wagers: defaultdict[int, Ratio] = field(default_factory=lambda: defaultdict(Ratio))

    def add(self, other: Tally) -> None:
        """Count the games of another tally, too."""
        for of in fields(self):
            mine, others = getattr(self, of.name), getattr(other, of.name)
            if isinstance(mine, int):
                setattr(self, of.name, mine + others)
            elif isinstance(mine, Counter):
                mine.update(others)
            elif isinstance(mine, Ratio):
                mine.add(others)
            elif isinstance(mine, defaultdict):
                for seat, wagers in others.items():
                    mine[seat].add(wagers)
            else:
                for what, index in others.items():
                    mine[what] = min(index, mine.get(what, index))

    def note(self, played: Played) -> None:
        """Count a game that came to an end."""
        self.games += 1
        self.winners[played.winners] += 1
        self.reasons[played.reason] += 1
        self.decisions[len(played.choices)] += 1
        self.turns[played.turns] += 1
        self.choices.update(played.choices)
        self.moves.note(len(played.choices), sum(played.choices))
        self.forced.note(len(played.choices), played.choices.count(1))
        lead = played.lead
        if lead is not None:
            self.leads[lead.changes] += 1
            if lead.drama is not None and lead.behind is not None and lead.decided is not None:
                self.dramas[lead.drama] += 1
                self.behind[lead.behind] += 1
                self.decided[lead.decided] += 1
        if played.margin is not None:
            self.margins[played.margin] += 1
        for pot in played.pots.items():
            self.pots[pot] += 1
        if played.reshuffles is not None:
            self.reshuffles[played.reshuffles] += 1
        for payoff in enumerate(played.payoffs):
            self.payoffs[payoff] += 1
        for seat, passed in played.ruined:
            self.ruined[seat] += 1
            self.ruins[passed] += 1
        if played.ruined:
            self.ruin_passes.note(len(played.ruined), sum(passed for _, passed in played.ruined))
        for seat, (chips, profit) in enumerate(zip(played.wagered, played.profits, strict=True)):
            if chips or profit:
                self.wagers[seat].note(chips, profit)
        for unit, often in played.times.items():
            self.times[unit] += often
            self.applied[unit] += 1

    def note_failure(self, code: str, message: str, index: int) -> None:
        """A rule failed in the game of that index."""
        self.failures[code, message] += 1
        self.first_failures[code, message] = min(
            index, self.first_failures.get((code, message), index)
        )
