"""What was recorded of melds: the least deadwood after every step, and what was counted in the end.

A decision is recorded with what was so before it: what the player may do, and for each player the
least deadwood; of eleven cards, the least after any discard.
"""

from __future__ import annotations

import functools
import gzip
import json
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rulerun.interpreter.machine.meld_kinds import MeldKind
from rulerun.interpreter.machine.melds import MeldRules

from .. import brute_force_melds as oracle
from .gin import MISJUDGED

TRACES = Path(__file__).with_name("gin.jsonl.gz")

TAKE_UPCARD, DRAW = 52, 53  # below 52 a card; 54 to pass; 55 to knock; from 56 on a meld
NAMES = [rank + suit for suit in "scdh" for rank in "A23456789TJQK"]  # as the recorder writes them

RULES = oracle.Rules(
    ranks=tuple(card % 13 for card in range(52)),
    suits=tuple(card // 13 for card in range(52)),
    values=tuple(min(card % 13 + 1, 10) for card in range(52)),
    kinds=((3, 4, "rank", None), (3, None, "suit", tuple(range(13)))),
)
MELDS = MeldRules(RULES.ranks, RULES.suits, RULES.values, [MeldKind(*kind) for kind in RULES.kinds])


@dataclass(frozen=True)
class Decision:
    """What one player could do and did, as recorded, and what lay where before it."""

    phase: str
    player: int
    legal: frozenset[int]
    least: tuple[int, int]
    hands: tuple[tuple[int, ...], tuple[int, ...]]
    size: int  # of a hand when there is nothing to discard
    limit: int  # the most deadwood to knock with
    table: tuple[tuple[int, ...], ...]  # while laying off: the knocker's melds, grown so far
    final: tuple[int, int]  # the deadwood that was counted in the end


def replay(record: dict[str, Any]) -> Iterator[Decision]:
    """The decisions of a game, up to where the last card was laid off."""
    size = 7 if "hand_size=7" in record["game"] else 10
    limit = 0 if "knock_card=0" in record["game"] else 10
    hands: tuple[list[int], list[int]] = ([], [])
    melds = laid_melds(record["end"])
    table: list[tuple[int, ...]] = []
    upcard = drawer = dealt = 0
    for player, action, *seen in record["steps"]:
        if player < 0:
            if dealt < 2 * size:
                hands[dealt // size].append(action)
            elif dealt == 2 * size:
                upcard = action
                if "oklahoma" in record["game"]:  # an ace demands gin
                    limit = RULES.values[upcard] if RULES.ranks[upcard] else 0
            else:
                hands[drawer].append(action)
            dealt += 1
            continue
        legal, phase, least = seen
        if phase == "LAYOFF" and not table:
            table = melds[1 - player]
        yield Decision(
            phase,
            player,
            frozenset(legal),
            tuple(least),
            (tuple(hands[0]), tuple(hands[1])),
            size,
            limit,
            tuple(table),
            tuple(record["final_deadwood"]),
        )
        if phase == "LAYOFF":
            if action >= TAKE_UPCARD:  # the lay-offs are over, or none are allowed
                return
            fitting = [n for n, meld in enumerate(table) if MELDS.fits(action, meld)]
            if len(fitting) > 1:  # nobody recorded on which
                return
            table[fitting[0]] = (*table[fitting[0]], action)
            hands[player].remove(action)
        elif action == TAKE_UPCARD:
            hands[player].append(upcard)
        elif action == DRAW:
            drawer = player
        elif action < TAKE_UPCARD and phase == "DISCARD":
            hands[player].remove(action)
            upcard = action


def laid_melds(end: str) -> list[list[tuple[int, ...]]]:
    """The melds that each player laid, as the final text shows them."""
    lines = re.findall(r"Player[01]: .*\n(?:Layed melds: (.*)\n)?", end)
    return [
        [tuple(NAMES.index(name) for name in re.findall("..", meld)) for meld in line.split()]
        for line in lines
    ]


@functools.cache
def decisions() -> tuple[Decision, ...]:
    """All the recorded decisions, those of dealing and drawing left out."""
    with gzip.open(TRACES, "rt", encoding="utf-8") as lines:
        return tuple(decision for line in lines for decision in replay(json.loads(line)))


def least(hand: tuple[int, ...], size: int) -> int:
    if len(hand) > size:
        return min(MELDS.deadwood_value_without(hand))
    return MELDS.deadwood_value(hand)


def names(cards: Iterable[int]) -> str:
    return " ".join(NAMES[card] for card in sorted(cards))


def test_the_least_deadwood_is_what_was_recorded() -> None:
    checked = set()
    differ = {}
    for decision in decisions():
        if decision.phase in {"KNOCK", "LAYOFF"}:
            continue  # cards already laid are no longer counted
        for hand, recorded in zip(decision.hands, decision.least, strict=True):
            key = frozenset(hand), recorded
            if key not in checked:
                checked.add(key)
                if least(hand, decision.size) != recorded:
                    differ[names(hand)] = hand, recorded
    assert len(checked) > 30_000
    assert {hand.upper() for hand in differ} == set(MISJUDGED)
    for hand, recorded in differ.values():
        assert len(hand) == 11
        assert least(hand, 10) == min(
            oracle_least(tuple(other for other in hand if other != card)) for card in hand
        )
        assert least(hand, 10) < recorded


def test_the_hand_that_the_recorder_is_known_to_misjudge() -> None:
    # It says 12 is left after the best discard.
    hand = tuple(NAMES.index(name) for name in re.findall("..", "2s4s5s6s3d5d6d3h4h5h6h"))
    after = dict(zip(hand, MELDS.deadwood_value_without(hand), strict=True))
    assert after[NAMES.index("6d")] == min(after.values()) == 10


def oracle_least(hand: tuple[int, ...]) -> int:
    melded = {card for meld in oracle.best_arrangements(RULES, hand)[0] for card in meld}
    return RULES.value(tuple(card for card in hand if card not in melded))


def test_the_defender_is_left_with_no_more_than_was_counted() -> None:
    lower = equal = 0
    for decision in decisions():
        if decision.phase == "LAYOFF" and decision.final[1 - decision.player] > 0:
            hand = decision.hands[decision.player]
            left = MELDS.deadwood_value_against(hand, decision.table)
            counted = decision.final[decision.player]
            assert left <= counted
            lower += left < counted
            equal += left == counted
    assert equal > 50 and lower > 50
