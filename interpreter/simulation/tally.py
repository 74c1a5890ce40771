"""What was counted while games were played: only whole numbers that add up.

So it does not matter in which order games are played, nor by how many processes: the same games
give the same tally.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field, fields

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
    `wagers` by seat, over the games in which it staked any: chips, their squares, profit, its squares,
    profit times chips.
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
    wagers: Counter[tuple[int, str]] = field(default_factory=Counter)

    def add(self, other: Tally) -> None:
        """Count the games of another tally, too."""
        for of in fields(self):
            mine, others = getattr(self, of.name), getattr(other, of.name)
            if isinstance(mine, int):
                setattr(self, of.name, mine + others)
            elif isinstance(mine, Counter):
                mine.update(others)
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
        for seat, (chips, profit) in enumerate(zip(played.wagered, played.profits, strict=True)):
            if chips:
                self.wagers[seat, "chips"] += chips
                self.wagers[seat, "chips²"] += chips * chips
                self.wagers[seat, "profit"] += profit
                self.wagers[seat, "profit²"] += profit * profit
                self.wagers[seat, "chips·profit"] += chips * profit
        for unit, often in played.times.items():
            self.times[unit] += often
            self.applied[unit] += 1

    def note_failure(self, code: str, message: str, index: int) -> None:
        """A rule failed in the game of that index."""
        self.failures[code, message] += 1
        self.first_failures[code, message] = min(
            index, self.first_failures.get((code, message), index)
        )
