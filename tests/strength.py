"""How strong a bot is: games against bots that choose by chance, with intervals; and in Kuhn's poker,
whose best play is known, the exact value of what it does.

`python -m tests.strength [--share S] [GAME ...]` plays what the soak plays, or a share of it.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from fractions import Fraction
from time import process_time

import rulerun
from rulerun.interpreter.bots.seating import BotKind
from rulerun.interpreter.simulation.estimates import Interval, Moments, wilson

from .playing import rule_file

CONFIDENCE = 0.99


@dataclass(frozen=True)
class Trial:
    """So many games of so many players in which a bot thinks so far ahead, and the share of wins that is
    to be passed: a fair one of so many `sides` if nothing is said. At least `fewest` are played, however short the
    soak. If the game `pays`, chips are to be won as well."""

    name: str
    players: int
    iterations: int
    games: int
    fewest: int
    bar: float | None = None
    sides: int = 2
    pays: bool = False


TRIALS = [
    Trial("gin", 2, 8, 200, 10, 0.95),
    Trial("hearts", 4, 10, 300, 20, sides=4),
    Trial("spades", 4, 5, 300, 16),
    Trial("oh_hell", 3, 16, 1000, 150, sides=3),
    Trial("crazy_eights", 2, 6, 200, 30),
    Trial("aussenseiter", 3, 30, 1500, 150, sides=3),
    Trial("leduc", 2, 30, 6000, 1500, pays=True),
]


@dataclass
class Played:
    """What came of the games of a trial."""

    games: int = 0
    won: float = 0.0
    payoffs: Counter[float] = field(default_factory=Counter)
    seconds: float = 0.0
    moves: int = 0

    def wins(self) -> Interval:
        """The share of games won; of a win that is shared a part."""
        return wilson(self.won, self.games, CONFIDENCE)

    def payoff(self) -> Interval:
        """What a game was worth on the average."""
        return Moments.of(self.payoffs).interval(CONFIDENCE)


def played(trial: Trial, games: int, first: int = 0) -> Played:
    """Games in which the bot has each seat in turn, with its partners if there are teams; all others
    choose by chance."""
    game = rulerun.load(rule_file(trial.name), players=trial.players)
    thinking, chance = BotKind("ismcts", iterations=trial.iterations), BotKind()
    found = Played()
    for seed in range(first, first + games):
        seat = seed % game.players
        side = set(range(seat % game.teams, game.players, game.teams)) if game.teams else {seat}
        bots = [(thinking if s in side else chance).seated(seed, s) for s in range(game.players)]
        state = game.start(seed)
        while not state.is_over:
            assert state.actor is not None
            began = process_time()
            move = bots[state.actor].choose(state, state.legal_moves)
            if state.actor in side:
                found.seconds += process_time() - began
                found.moves += 1
            state.apply(move)
        found.games += 1
        if state.winners:
            found.won += len(side.intersection(state.winners)) / len(state.winners)
        found.payoffs[state.payoffs[seat]] += 1
    return found


# --------------------------------------------------------------------------------------------
# Kuhn's poker: cards J, Q, K; a situation is a seat, its card, and the moves before

Situation = tuple[int, str, tuple[str, ...]]
Plan = dict[Situation, dict[str, Fraction]]
"""How likely each move is in each situation."""

KUHN_VALUE = Fraction(-1, 18)
"""What the game is worth to the first player if both play their best."""
CARDS = "JQK"
_HISTORIES: dict[int, tuple[tuple[str, ...], ...]] = {
    0: ((), ("check", "bet")),
    1: (("check",), ("bet",)),
}


def situations(seat: int) -> Iterator[Situation]:
    """All in which a seat decides."""
    for card in CARDS:
        for before in _HISTORIES[seat]:
            yield seat, card, before


def kuhn_plan(kind: BotKind, seat: int, often: int) -> Plan:
    """What a bot does in each situation, asked so often with other seeds; the unseen card varies."""
    game = rulerun.load("kuhn")
    plan: Plan = {}
    for situation in situations(seat):
        _, card, before = situation
        others = [other for other in CARDS if other != card]
        made: Counter[str] = Counter()
        for seed in range(often):
            cards = [card, others[seed % 2]] if seat == 0 else [others[seed % 2], card]
            state = game.start(seed, deck=[f"{card}S" for card in cards])
            for move in before:
                state.apply(move)
            made[str(kind.seated(seed, seat).choose(state, state.legal_moves))] += 1
        plan[situation] = {move: Fraction(n, often) for move, n in made.items()}
    return plan


def equilibrium(bluffs: Fraction) -> Plan:
    """A pair of plans against each of which nobody does better than the value (Kuhn, A Simplified
    Two-Person Poker, 1950); the first player bets with the jack so often, from 0 to 1/3."""
    third, one = Fraction(1, 3), Fraction(1)
    bets: dict[Situation, Fraction] = {
        (0, "J", ()): bluffs, (0, "Q", ()): 0 * one, (0, "K", ()): 3 * bluffs,
        (1, "J", ("check",)): third, (1, "Q", ("check",)): 0 * one, (1, "K", ("check",)): one,
    }  # fmt: skip
    calls: dict[Situation, Fraction] = {
        (0, "J", ("check", "bet")): 0 * one, (0, "Q", ("check", "bet")): bluffs + third,
        (0, "K", ("check", "bet")): one,
        (1, "J", ("bet",)): 0 * one, (1, "Q", ("bet",)): third, (1, "K", ("bet",)): one,
    }  # fmt: skip
    return {
        **{at: {"bet": p, "check": 1 - p} for at, p in bets.items()},
        **{at: {"call": p, "fold": 1 - p} for at, p in calls.items()},
    }


def kuhn_value(first: Plan, second: Plan) -> Fraction:
    """What a deal is worth on the average to the first player."""
    deals = [(one, other) for one in CARDS for other in CARDS if one != other]
    return sum((_value(first, second, deal, ()) for deal in deals), Fraction(0)) / len(deals)


def _value(first: Plan, second: Plan, deal: tuple[str, str], before: tuple[str, ...]) -> Fraction:
    higher = 1 if CARDS.index(deal[0]) > CARDS.index(deal[1]) else -1
    match before:
        case (*_, "fold"):
            return Fraction(-1 if len(before) == 3 else 1)
        case (*_, "call"):
            return Fraction(2 * higher)
        case ("check", "check"):
            return Fraction(higher)
    seat = len(before) % 2
    moves = (first, second)[seat][seat, deal[seat], before]
    return sum((p * _value(first, second, deal, (*before, m)) for m, p in moves.items() if p),
               Fraction(0))  # fmt: skip


def main() -> None:
    """Prints a line for each trial, and the values in Kuhn's poker."""
    arguments = argparse.ArgumentParser(description="How strong bots are.")
    arguments.add_argument("--share", type=float, default=1.0, help="of the games of the soak")
    arguments.add_argument("--iterations", type=int, help="games in thought for a decision")
    arguments.add_argument("names", nargs="*")
    said = arguments.parse_args()
    for trial in TRIALS:
        if said.names and trial.name not in said.names:
            continue
        if said.iterations:
            trial = replace(trial, iterations=said.iterations)
        found = played(trial, max(trial.fewest, round(trial.games * said.share)))
        wins, gains = found.wins(), found.payoff()
        print(
            f"{trial.name}: {trial.players} players, ismcts:{trial.iterations}, {found.games} games; won "
            f"{wins.value:.3f} ({wins.low:.3f} to {wins.high:.3f}), payoff {gains.value:.3f} "
            f"({gains.low:.3f} to {gains.high:.3f}); {1000 * found.seconds / found.moves:.1f} ms a move, "
            f"{found.seconds / found.games:.2f} s a game",
            flush=True,
        )
    if not said.names or "kuhn" in said.names:
        kind = BotKind("ismcts", iterations=said.iterations or 100)
        for seat in (0, 1):
            plan = kuhn_plan(kind, seat, round(max(40, 400 * said.share)))
            for bluffs in (Fraction(0), Fraction(1, 6), Fraction(1, 3)):
                best = equilibrium(bluffs)
                value = kuhn_value(plan, best) if seat == 0 else -kuhn_value(best, plan)
                loss = (KUHN_VALUE if seat == 0 else -KUHN_VALUE) - value
                print(f"kuhn: {kind} in seat {seat + 1}, bluffs {bluffs}: loses {float(loss):.4f}")


if __name__ == "__main__":
    main()
