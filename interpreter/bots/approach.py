"""Which of several moves come nearer to one that is refused yet: numbers in the rules say how far it is.

A move is refused while a number is too large, as knocking is with too many points in hand; the same
card can be chosen for it and for another move that is always there. Whoever plays on then chooses
what would leave least to be wanted, and makes the wanted move as soon as it is legal. No more is known of
what is good in a game than such conditions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from ..checking.core import Expr, Local, MoveRule, Op, walk
from ..checking.types import NUMBER
from ..machine.game import Game
from ..machine.moves import LegalMoves, Move, MoveKind
from ..machine.state import State


class Approach:
    """How far the choices of a decision are from a move that is wanted there."""

    __slots__ = ("_far", "_others", "_wanted")

    def __init__(self, wanted: MoveKind, others: list[MoveKind], far: Callable[..., int]) -> None:
        self._wanted = wanted
        self._others = frozenset(others)
        self._far = far

    def measured(self, state: State, moves: list[Move]) -> list[float]:
        """For each legal move how far it is from what is wanted; what has no such choice is nearest."""
        far, others, wanted = self._far, self._others, self._wanted
        known: dict[Any, float] = {}
        found = []
        for move in moves:
            if move.kind in others or move.kind is wanted:
                (choice,) = move.choices
                if choice not in known:
                    known[choice] = far(state, choice)
                found.append(known[choice] - (move.kind is wanted))
            else:
                found.append(float("-inf"))
        return found

    def choose(self, state: State, moves: LegalMoves, rng: Random) -> Move:
        """What is wanted if it is legal, or else what comes nearest to it; among equals by chance."""
        far, wanted = self._far, self._wanted
        nearest: list[tuple[MoveKind, Any]] = []
        least = float("inf")
        for kind in self._others:
            for (choice,) in kind.legal(state):
                distance = far(state, choice)
                if distance < least:
                    least, nearest = distance, [(kind, choice)]
                elif distance == least:
                    nearest.append((kind, choice))
        if not nearest:
            return moves.pick(rng)
        kind, choice = nearest[int(rng.random() * len(nearest))]
        if least <= 0 and not wanted.check(state, choice):
            return Move(wanted, (choice,))
        return Move(kind, (choice,))


def approaches(game: Game) -> dict[int, Approach]:
    """The decisions of a game, by their numbers, at which there is such a move."""
    found = {}
    for at, kinds in game.kinds.items():
        for wanted in kinds:
            lack = _lack(wanted.rule)
            if lack is None:
                continue
            others = [
                kind for kind in kinds
                if kind is not wanted and _alike(kind.rule, wanted.rule) and _lack(kind.rule) is None
            ]  # fmt: skip
            if others:
                variable = wanted.rule.choices[0].variable
                far = game.function_of(lack, (variable.name,))
                found[at] = Approach(wanted, others, far)
                break
    return found


def _alike(one: MoveRule, other: MoveRule) -> bool:
    """Whether the same is chosen in two moves."""
    return len(one.choices) == 1 and one.choices[0].source == other.choices[0].source


def _lack(rule: MoveRule) -> Expr | None:
    """By how much a number is too large for a move, in which one thing is chosen; None if it has none."""
    if len(rule.choices) != 1 or rule.choices[0].how != "one":
        return None
    variable = rule.choices[0].variable
    for may in rule.may:
        for part in _all_of(may.condition):
            if isinstance(part, Op) and part.op in ("<", "<="):
                less, more = part.operands
                numbers = less.type == more.type == NUMBER and not less.maybe and not more.maybe
                if numbers and variable in _locals(part):
                    return Op(NUMBER, False, "-", (less, more))
    return None


def _all_of(condition: Expr) -> Iterator[Expr]:
    if isinstance(condition, Op) and condition.op == "and":
        for part in condition.operands:
            yield from _all_of(part)
    else:
        yield condition


def _locals(expr: Expr) -> set[Local]:
    return {part for part in walk(expr) if isinstance(part, Local)}
