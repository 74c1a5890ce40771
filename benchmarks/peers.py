"""Other engines that play the same games with random legal moves, where they are installed.

    pip install 'rulerun[peers]'

They are asked in the way that their own documentation shows.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

OPEN_SPIEL = {
    "gin": "gin_rummy",
    "hearts": "hearts",
    "crazy_eights": "crazy_eights",
    "oh_hell": "oh_hell",
    "leduc": "leduc_poker",
    "cribbage": "cribbage",
    "kuhn": "kuhn_poker",
    "blackjack": "blackjack",
    "euchre": "euchre",
    "go_fish": "go_fish",
    "spades": "spades",
}
RLCARD = {"gin": "gin-rummy", "leduc": "leduc-holdem", "blackjack": "blackjack"}
PETTING_ZOO = {"gin": "gin_rummy_v4", "leduc": "leduc_holdem_v4"}

Playing = Callable[[int], int]
"""Plays so many games; how many decisions players made in them."""


def open_spiel(game: str) -> Playing:
    """OpenSpiel from Python; ImportError without it, KeyError for a game that it does not have."""
    import pyspiel

    loaded = pyspiel.load_game(OPEN_SPIEL[game])

    def play(games: int) -> int:
        rng = Random(1)
        decisions = 0
        root = loaded.new_initial_state()
        for _ in range(games):
            state = root.clone()
            while not state.is_terminal():
                if state.is_chance_node():
                    state.apply_action(_drawn(state.chance_outcomes(), rng))
                else:
                    moves = state.legal_actions()
                    state.apply_action(moves[int(rng.random() * len(moves))])
                    decisions += 1
        return decisions

    return play


def open_spiel_in_a_deal(game: str, decisions: int = 20) -> Any:
    """A state of OpenSpiel so many decisions after a deal; ImportError without it."""
    import pyspiel

    rng = Random(1)
    state = pyspiel.load_game(OPEN_SPIEL[game]).new_initial_state()
    while decisions:
        if state.is_chance_node():
            state.apply_action(_drawn(state.chance_outcomes(), rng))
        else:
            moves = state.legal_actions()
            state.apply_action(moves[int(rng.random() * len(moves))])
            decisions -= 1
    return state


def _drawn(outcomes: list[tuple[int, float]], rng: Random) -> int:
    """One of them by chance; nearly always all are alike."""
    if outcomes[0][1] == outcomes[-1][1]:
        return outcomes[int(rng.random() * len(outcomes))][0]
    left = rng.random()
    for action, share in outcomes:
        left -= share
        if left < 0:
            return action
    return outcomes[-1][0]


def rlcard(game: str) -> Playing:
    """RLCard's environments; ImportError without it, KeyError for a game that it does not have."""
    import rlcard as library

    env: Any = library.make(RLCARD[game], config={"seed": 1})

    def play(games: int) -> int:
        rng = Random(1)
        decisions = 0
        for _ in range(games):
            state, _ = env.reset()
            while not env.is_over():
                moves = list(state["legal_actions"])
                state, _ = env.step(moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return play


def petting_zoo(game: str) -> Playing:
    """PettingZoo's environments; ImportError without it, KeyError for a game that it does not have."""
    from importlib import import_module
    from importlib.util import find_spec

    name = PETTING_ZOO[game]
    classic = import_module("pettingzoo.classic").__name__
    if find_spec(f"{classic}.{name}") is None:
        raise KeyError(name)  # other versions have it
    env: Any = import_module(f"{classic}.{name}").env()

    def play(games: int) -> int:
        rng = Random(1)
        decisions = 0
        for number in range(games):
            env.reset(seed=number)
            for _ in env.agent_iter():
                seen, _, ended, cut, _ = env.last()
                if ended or cut:
                    env.step(None)
                    continue
                moves = [i for i, legal in enumerate(seen["action_mask"]) if legal]
                env.step(moves[int(rng.random() * len(moves))])
                decisions += 1
        return decisions

    return play


PEERS = {"OpenSpiel": open_spiel, "RLCard": rlcard, "PettingZoo": petting_zoo}
