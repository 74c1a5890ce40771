"""`rulerun rules`, and the word `rules` at the prompt: the rules in words."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from rulerun.cli.paint import Paint, columns
from rulerun.cli.rulebook import Rulebook
from rulerun.interpreter.declarations.ruleset import Phase, Ruleset

from ..playing import SHIPPED, rules
from .command import Rulerun

Golden = Callable[[str, str], None]
IN_THE_SUITE = {"durak", "gin", "in_between", "klondike"}
"""Of all games these are tried always; the others by the soak."""
TEAMS = """
game: Pairs
players: 4 in 2 teams
deck:
  ranks: 7 to 10, J, Q, K, A
  copies: 2
  jokers: small_joker, big_joker
  wild: card is big_joker
  values: A = 11, big_joker = 20
  starts in: stock
melds:
  set: 3 or 4 cards of one rank with at most 1 wild
options:
  first_bid: number from 1 to 9, normally 2    -- what is bid at least
piles:
  stock:  face down, refilled from rest except top
  rest:   top face up
  hand:   per player, seen by owner
  laid:   per team, groups, face up
  heaps:  3 heaps, face up
  trick:  face up, remembers who played
chips:
  each player: 5
  pot: 0, remembers who paid
  bets: 1 per suit
remember:
  dealer: player, starts as last of players
  points: number per team
  told:   number, secret
terms:
  enough of player: size of player's hand >= 2
at any time:
  broke: when any player has chips = 0 -> that player drops out
phases:
  deal:
    repeat: 3 times or until size of stock < 9
    skip when: deal_number mod 2 = 0
    remember:
      bid: number per player
    at start:
      hands: deal 2 cards from stock to each hand
    phases:
      bidding:
        who: everyone at once where chips > 0
        moves:
          bid:
            choose: { amount: number from first_bid to 9 }
            may:
              has_enough: you is enough
            do: your bid becomes amount; say "{you} bids {first_bid}"
      lay:
        who: players in turn starting with left of dealer where hand is not empty
        until: pot > 3
        before turn: { ante: pay 1 to pot }
        skip turn when: your chips = 1
        moves:
          play:
            choose: { card: card in your hand, suit: suit }
            do:
              - for each heap in heaps where heap is empty -> move card to heap
              - when card is in your hand -> move card to trick
              - add 1 to told
          pass: do nothing
        if stuck: end lay
        after turn: { next: dealer becomes you }
    at end:
      pay: each player consults gain
payouts:
  gain:
    hit: all
    most: when your bid > 4 -> score 1
    rest: otherwise         -> do nothing
tables:
  worth of card:
    gives: number
    ace:  when rank of card is A -> 3
    less: otherwise      -> 1
end:
  far: after deal, when told > 0 and (total worth of rest) > 0 and any team has points > first_bid
winner: all teams with most points
payoff: chips
rulings:
  first: The first bid is the lowest.
"""


def names(rules: Ruleset) -> Iterator[str]:
    """All that has a name of its own in the rules."""
    for declared in (
        *rules.melds, *rules.options, *rules.piles, *rules.chips, *rules.memories, *rules.terms,
        *rules.at_any_time, *rules.tables, *rules.ends,
    ):  # fmt: skip
        yield declared.name
    for table in rules.tables:
        yield from (row.name for row in table.rows)
    yield from in_phases(rules.phases)
    yield from (topic for topic, _ in rules.rulings)


def in_phases(phases: tuple[Phase, ...]) -> Iterator[str]:
    for phase in phases:
        if not phase.moves:
            yield phase.name
        yield from (memory.name for memory in phase.memories)
        for move in phase.moves:
            yield move.name
            yield from (c.name for c in move.may if c.name != "may")
        yield from in_phases(phase.phases)


def test_all_that_rules_can_say(rulerun: Rulerun, golden: Golden, tmp_path: Path) -> None:
    path = tmp_path / "pairs.yaml"
    path.write_text(TEAMS, encoding="utf-8")
    done = rulerun("rules", str(path), "--set", "first_bid=3")
    assert (done.code, done.err) == (0, "")
    golden("cli/rulebook.txt", done.out)


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(
            path, marks=() if path.stem in IN_THE_SUITE else pytest.mark.soak, id=path.stem
        )
        for path in sorted(SHIPPED.glob("*.yaml"))
    ],
)
def test_whatever_has_a_name_is_found_under_it(path: Path) -> None:
    ruleset = rules(path).ruleset
    assert ruleset is not None
    book = Rulebook(ruleset, {}, Paint(width=60))
    lines = book.lines()
    assert all(columns(line) <= 60 and line == line.rstrip() for line in lines)
    assert not any("_" in line for line in lines if "`" not in line)
    for name in names(ruleset):
        assert book.part(name), name
    assert not book.part("no such thing")


def test_at_the_prompt(rulerun: Rulerun) -> None:
    typed = "rules\nrules bet\nrules the end\nrules file\nrules bett\nquit\n"
    done = rulerun(
        "play", "in_between", "--seed", "3", "--seat", "1", "--set", "rounds=7", typed=typed
    )
    assert (done.code, done.err) == (0, "")
    whole, bet, end, file, no = done.out.split("P1> ")[1:6]
    assert "\nWhat is paid and scored\n" in whole and "rounds  7 (number from" in whole
    assert "        bet: choose number from 0 to smaller of pot and your chips (amount)." in bet
    assert (
        end.splitlines()[1] == "The end"
        and "who wins: all players in everyone with most chips" in end
    )
    assert "\ngame: In-Between\n" in file and "examples:" not in file
    assert "The rules have no part 'bett'" in no
