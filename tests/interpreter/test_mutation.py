"""Mutants of rule files, and which of them examples notice."""

from __future__ import annotations

import os
from collections import Counter
from pathlib import Path

import pytest

from rulerun.interpreter.examples.mutants import Mutant
from rulerun.interpreter.examples.mutation import Fate, Mutation
from rulerun.interpreter.loading import read_rules

RULESETS = Path(__file__).resolve().parents[2] / "rulesets"

GAME = """\
game: Odds
about: 3 is not changed here, nor is a pile that lies face up.
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
options:
  prize: number from 1 to 9, normally 2   -- chips for 3 odd cards
chips:
  each player: 10
  pot: 0
  bank: 4
piles:
  stock: face down
  shown: face up
  spent: face up
setup: shuffle stock
phases:
  turn:
    who: each player
    moves:
      bet:
        choose: { amount: number from 1 to 3 }
        may: { enough: your chips >= amount }
        do:
          pay:  pay amount to pot
          card: deal 1 card from stock to shown; say "7 is told"
          win:  when value of top of shown > 7 and pot > 1 -> take up to prize from pot
      pass: do nothing
winner: all players with most chips
titles:
  de: { pot: Topf }
examples:
  a good card:
    players: Anna, Ben
    shuffle: 9H 3C
    play:
      - Anna: bet 2
      - expect: Anna's chips = 10
      - Ben cannot: bet 4
      - Ben: bet 1
      - expect: Ben's chips = 9 and winners is Anna
"""


def mutation(folder: Path, text: str = GAME) -> Mutation:
    path = folder / "odds.yaml"
    path.write_text(text, encoding="utf-8")
    loaded = read_rules(path)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    return Mutation(str(path), loaded)


def changes(mutants: list[Mutant]) -> set[tuple[int, str, str]]:
    return {(m.span.line, m.before, m.after) for m in mutants}


def line(words: str) -> int:
    """The number of the line of `GAME` that has some words."""
    return next(n for n, text in enumerate(GAME.splitlines(), 1) if words in text)


def test_what_is_changed(tmp_path: Path) -> None:
    found = changes(mutation(tmp_path).mutants)
    option, choice, may = line("prize:"), line("choose:"), line("may:")
    pay, card, win = line("pay:"), line("card:"), line("win:")
    assert {
        (option, "2", "3"),  # what it normally is
        (choice, "1", "2"), (choice, "3", "4"),
        (may, ">=", ">"), (may, "your chips >= amount", "not (your chips >= amount)"),
        (pay, "pot", "bank"), (pay, "pay amount to pot", "do nothing"),
        (card, "1", "2"), (card, "shown", "spent"),
        (win, ">", ">="), (win, "and", "or"), (win, "top", "bottom"), (win, "up to", ""),
        (win, "take up to prize from pot", "do nothing"),
        (line("winner:"), "most", "fewest"),
        (line("stock: face"), "face down", "face up"), (line("shown: face"), "face up", "face down"),
    } <= found  # fmt: skip


def test_what_no_example_can_show_is_left_as_it_is(tmp_path: Path) -> None:
    mutants = mutation(tmp_path).mutants
    lines = {m.span.line for m in mutants}
    assert not {line("game:"), line("about:"), line("Topf")} & lines
    assert max(lines) < line("titles:")
    assert not any("8 is told" in m.after for m in mutants)
    on_option = {(m.before, m.after) for m in mutants if m.span.line == line("prize:")}
    assert on_option == {("2", "3")}  # neither its bounds nor its help


def test_a_mutant_is_one_change_of_the_file(tmp_path: Path) -> None:
    tried = mutation(tmp_path)
    assert len({m.text for m in tried.mutants}) == len(tried.mutants)
    for mutant in tried.mutants:
        assert mutant.text != GAME
        at = mutant.span.start
        assert mutant.place.text == mutant.before.lstrip()  # people are shown where words begin
        assert mutant.text == GAME[:at] + mutant.after + GAME[at + len(mutant.before) :]


def fates(tried: Mutation) -> dict[tuple[int, int, str], Fate]:
    """What became of each mutant, by its line, by which of its kind on that line it is, and text."""
    return {(o.mutant.span.line, o.mutant.span.column, o.mutant.after): o.fate
            for o in tried.outcomes()}  # fmt: skip


def test_examples_notice_or_do_not(tmp_path: Path) -> None:
    tried = mutation(tmp_path)
    assert tried.loaded.ruleset is not None
    found = fates(tried)
    seven = GAME.splitlines()[line("win:") - 1].index(" > 7") + 2
    assert found[line("win:"), seven, ">="] is Fate.SURVIVED  # nobody draws a seven
    noticed = next(o for o in tried.outcomes() if o.mutant.before == "pay amount to pot")
    assert (noticed.fate, noticed.by) == (Fate.KILLED, "a good card")
    assert not any(place == line("players:") for place, *_ in found)  # no example seats three


def test_an_example_that_shows_it_kills_the_survivor(tmp_path: Path) -> None:
    more = (
        GAME
        + """\
  a seven is too low:
    players: Anna, Ben
    shuffle: 7H 3C
    play:
      - Anna: bet 2
      - expect: Anna's chips = 8
"""
    )
    seven = GAME.splitlines()[line("win:") - 1].index(" > 7") + 2
    assert fates(mutation(tmp_path, more))[line("win:"), seven, ">="] is Fate.KILLED


SEEN = """\
game: Seen
players: 2
deck: { ranks: '2 to 10, J, Q, K, A', starts in: stock }
piles:
  stock: face down
  hand:  per player, seen by owner
  brow:  per player, seen by others
  row:   face up
  spent: face down
  laid:  2 piles, face either
  hidden: per player
setup:
  shuffle: shuffle stock
  deal: deal 2 cards from stock to each hand
  brow: deal 1 card from stock to each brow
  back: deal 1 card from stock to each hidden
phases:
  turn:
    who: each player
    moves:
      play:
        choose: card in your hand
        do:
          old: gather row into spent
          new: move card to row
          two: for each pile in laid -> deal 1 card from stock to pile face down
winner: all players
examples:
  who sees what:
    players: Anna, Ben
    shuffle: 2C 3C 4C 5C 6C 7C 8C 9C 10C JC QC KC
    play:
      - Anna: play 2C
      - Ben: play 3C
"""


SEES = """\
      - Ben sees: Ben's hand
      - Anna cannot see: Ben's hand
      - Anna sees: row, Ben's brow
      - Anna cannot see: stock, laid, Anna's brow, Anna's hidden
"""


def test_who_sees_cards_is_turned(tmp_path: Path) -> None:
    """What nobody but the players can tell survives without a step that says who sees it; a pile to which
    only open cards come is the same either way."""
    turned = {
        ("stock", "face up"), ("hand", "face up"), ("hand", "face down"), ("brow", "face up"),
        ("brow", "face down"), ("row", "face down"), ("hidden", "player, face up"), ("two", "up"),
    }  # fmt: skip

    def fate_of(text: str) -> dict[tuple[str, str], Fate]:
        tried = mutation(tmp_path, text)
        return {
            (o.mutant.span.file.line(o.mutant.span.line).split(":")[0].strip(), o.mutant.after): o.fate
            for o in map(tried.outcome, tried.mutants)
            if o.mutant.what in ("seen otherwise", "turned over")
        }  # fmt: skip

    same = {("spent", "face up"): Fate.SAME}
    refused = [("hand", "face down"), ("stock", "face up")]  # told by checking (L612, L622)
    warned = dict.fromkeys(refused, Fate.REFUSED)
    assert fate_of(SEEN) == dict.fromkeys(turned, Fate.SURVIVED) | warned | same
    assert fate_of(SEEN + SEES) == dict.fromkeys(turned, Fate.KILLED) | same


def score(path: Path) -> tuple[float, list[str]]:
    """The share of the mutants of a file that its examples kill, and those that survive."""
    counts: Counter[Fate] = Counter()
    survivors = []
    for outcome in Mutation(str(path), read_rules(path)).outcomes():
        counts[outcome.fate] += 1
        if outcome.fate is Fate.SURVIVED:
            mutant = outcome.mutant
            survivors.append(f"{mutant.span.place}: {mutant.before} -> {mutant.after}")
    killed = counts[Fate.KILLED]
    return killed / max(1, killed + counts[Fate.SURVIVED]) if counts else 1.0, survivors


def test_what_checking_warns_of_needs_no_example(tmp_path: Path) -> None:
    """An option that nothing asks any more has to go, though no game would be another with it."""
    (tmp_path / "overlays" / "odds").mkdir(parents=True)
    (tmp_path / "odds.yaml").write_text(GAME, encoding="utf-8")
    path = tmp_path / "overlays" / "odds" / "no_prize.yaml"
    path.write_text(
        "house rule: No prize\nfor: odds\nremove: [turn.do.win, options.prize]\nbreaks: all\n"
        "examples:\n  nothing is won:\n    players: Anna, Ben\n    shuffle: 9H\n    play:\n"
        "      - Anna: bet 2\n      - expect: Anna's chips = 8\n",
        encoding="utf-8",
    )
    tried = Mutation(str(path), read_rules(path))
    found = {o.mutant.what: o.fate for o in tried.outcomes()}
    assert found["'turn.do.win' is not removed"] is Fate.REFUSED
    assert found["'options.prize' is not removed"] is Fate.REFUSED


def test_a_house_rule_has_mutants_of_its_own() -> None:
    path = RULESETS / "overlays" / "gin" / "oklahoma_spades.yaml"
    tried = Mutation(str(path), read_rules(path))
    assert tried.mutants
    assert {m.span.file.name for m in tried.mutants} == {str(path)}
    share, survivors = score(path)
    assert share >= 0.9, survivors


_ALIKE = [
    "blackjack.yaml hole up", "blackjack.yaml card up",  # the cards are open as soon as somebody decides
    "freecell.yaml stock face down",  # all cards come to lie open at once
    "hearts.yaml passed seen by owner",  # who gets them has them in hand at once; down, that is
    "spider.yaml row up",  # what lies on top is turned up by itself
]  # fmt: skip
"""What nobody at the table would notice."""


@pytest.mark.soak
def test_examples_of_our_games_notice_who_sees_a_pile() -> None:
    survivors = []
    for path in sorted(RULESETS.glob("*.yaml")):
        tried = Mutation(str(path), read_rules(path))
        for mutant in tried.mutants:
            of_sight = mutant.what in ("seen otherwise", "turned over")
            if of_sight and tried.outcome(mutant).fate is Fate.SURVIVED:
                key = mutant.span.file.line(mutant.span.line).split(":")[0].strip()
                survivors.append(f"{path.name} {key} {mutant.before}")
    assert survivors == _ALIKE


@pytest.mark.soak
@pytest.mark.parametrize(
    "path",
    sorted(p for p in RULESETS.rglob("*.yaml") if p.parent.name != "forms"),
    ids=lambda p: os.path.relpath(p, RULESETS),
)
def test_the_examples_of_our_rule_files_kill_mutants(path: Path) -> None:
    share, survivors = score(path)
    assert share >= 0.9 or len(survivors) < 2, survivors  # some house rules have three mutants
