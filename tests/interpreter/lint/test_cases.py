"""Cases counted with few values are those that all values give."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from itertools import permutations, product
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rulerun.interpreter.checking.core import Expr, If, Local, Loop, Op, Program, Slot, Stmt, walk
from rulerun.interpreter.checking.types import YESNO
from rulerun.interpreter.lint.cases.cases import Cases, Counting
from rulerun.interpreter.lint.cases.consulting import TableReader
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.game import Game

from ...playing import go_on, rule_file

RULES = """\
game: Small
players: 2
deck:
  ranks: 2 to 4, A
  suits: hearts, spades
  starts in: stock
options:
  fee: number from 0 to 2, normally 1
  ace: high or low, normally high
piles:
  stock: face down
  posts: face up
  third: face up
remember:
  bid: number from 0 to 1
  tally: number
  debt: number
  final: yes or no
  leader: player
phases:
  turn:
    who: each player
    moves:
      pass: consult asked
tables:
  height of card:
    gives: number
    low:   when ace is low and rank of card is A -> 0
    other: otherwise                             -> position of rank of card
payouts:
  asked:
"""
SIZES = {"posts": (2,), "third": (1,)}
OF_CARDS = (
    "third matches posts",
    "third < lowest of posts",
    "third is between lowest of posts and highest of posts",
    "rank of third = 3",
    "rank of third > rank of top of posts",
    "suit of third is hearts",
    "third is 3H",
    "third is in (2S, AH)",
    "lowest of posts matches highest of posts",
    "rank of highest of posts - rank of lowest of posts = 1",
    "posts are suited",
    "posts are consecutive",
    "(any card in posts has rank is A)",
    "every card in posts is red",
    "(exactly 1 card in posts has suit is suit of top of third)",
    "total value of posts > value of third + 2",
    "first card in posts with lowest value is red",
    "rank of (first card in posts with highest height) is A",
    "height of third > height of (first card in posts with lowest height)",
)
OF_NUMBERS = (
    "bid < fee",
    "bid + 1 <= fee",
    "fee > 1",
    "tally < bid",
    "tally >= fee + 2",
    "tally - bid > 1",
    "2 = tally - fee",
    "smaller of tally and 3 > fee",
    "tally != 0",
    "bid * fee = 2",
    "tally < debt",
    "tally + 1 < debt",
    "debt > 3",
    "debt < 2 + bid",
    "debt - tally = 3",
)
OTHERS = ("ace is high", "final", "leader is you", "leader is nothing")


def joined(atoms: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    """Conditions made of others."""
    return st.recursive(
        atoms,
        lambda inner: st.one_of(
            st.tuples(inner, st.sampled_from(("and", "or", "unless")), inner).map(
                lambda parts: f"({parts[0]}) {parts[1]} ({parts[2]})"
            ),
            inner.map(lambda text: f"not ({text})"),
        ),
        max_leaves=3,
    )


def conditions(*atoms: str) -> st.SearchStrategy[list[str]]:
    """The conditions of a table."""
    return st.lists(joined(st.sampled_from(atoms)), min_size=2, max_size=3)


@cache
def games() -> tuple[Game, ...]:
    """The game with each value of its options."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "small.yaml"
        path.write_text(RULES + "    row: otherwise -> do nothing\n")
        checked = read_rules(path).checked
    assert checked is not None
    return tuple(
        Game(checked, {"fee": fee, "ace": ace}, 2)
        for fee, ace in product(range(3), ("high", "low"))
    )


def all_answers(asked: list[Expr], text: str) -> Iterator[tuple[bool, tuple[bool, ...]]]:
    """Whether everything is there, and the answers, for all values of what is spoken of."""
    for game in games():
        state = game.start()
        base, piles = game.layout.cell_base, game.layout.pile_base
        state.cells[base["you turn"]] = 0
        values: dict[str, Any] = {
            "bid": (0, 1), "tally": range(-5, 9), "debt": range(-5, 9),
            "final": (False, True), "leader": (None, 0, 1),
        }  # fmt: skip
        names = [name for name in values if name in text]
        cards = range(len(game.deck)) if "third" in text or "posts" in text else range(3)
        lying = permutations(cards, 3) if len(cards) > 3 else iter([(0, 1, 2)])
        for a, b, c in lying:
            state.piles[piles["posts"]], state.piles[piles["third"]] = [a, b], [c]
            for some in product(*(values[name] for name in names)):
                for name, value in zip(names, some, strict=True):
                    state.cells[base[f"memory {name}"]] = value
                yield None not in some, tuple(bool(game.evaluate(e, state)) for e in asked)


def counted(texts: list[str], folder: Path) -> tuple[list[Expr], Cases | None]:
    """The conditions of a table, checked, and their cases."""
    path = folder / "small.yaml"
    rows = "".join(f"    row_{i}: when {text} -> do nothing\n" for i, text in enumerate(texts))
    path.write_text(RULES + rows)
    loaded = read_rules(path)
    assert loaded.checked is not None, loaded.diagnostics
    reader = TableReader(loaded.checked.symbols)
    program = reader.read()
    (use,) = [use for use in reader.uses if use.value is None]
    return list(use.conditions), Counting(loaded.checked.symbols, program).cases(
        use.conditions, (), SIZES
    )


def same_as_all(texts: list[str], folder: Path) -> None:
    """The cases of a table are those that going through all values finds."""
    asked, cases = counted(texts, folder)
    assert cases is not None and cases.sure
    found = set(all_answers(asked, " ".join(texts)))
    assert cases.all == {answer for _, answer in found}
    assert set(cases.plain) == {answer for there, answer in found if there}


SOME = settings(
    max_examples=30, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)


@SOME
@given(conditions(*OF_CARDS))
def test_cards_are_gone_through_without_loss(tmp_path: Path, texts: list[str]) -> None:
    same_as_all(texts, tmp_path)


@SOME
@given(conditions(*OF_NUMBERS, *OTHERS))
def test_numbers_words_and_players_are_gone_through_without_loss(
    tmp_path: Path, texts: list[str]
) -> None:
    same_as_all(texts, tmp_path)


# ------------------------------------------------------------------------------- in play

PLAYED = (
    "aussenseiter", "gin", "in_between/home_game", "blackjack", "crazy_eights",
    "durak/short_pack", "holdem", "spades",
)  # fmt: skip


def asked_in(program: Program) -> list[Expr]:
    """The conditions of a program that speak of nothing but the state, and their parts."""
    found: list[Expr] = []

    def look(body: Iterable[Stmt]) -> None:
        for statement in body:
            if isinstance(statement, If):
                found.append(statement.condition)
                look((*statement.body, *statement.otherwise))

    for block in program.blocks:
        look(block.body)
    for decision in program.decisions:
        for move in decision.moves:
            found.extend(rule.condition for rule in move.may)
            look(move.do)
    parts = [p for c in found for p in (c, *(c.children if isinstance(c, Op) else ()))]
    return [
        part
        for part in dict.fromkeys(parts)
        if part.type == YESNO
        and not any(isinstance(p, Local) and p.name.startswith("choice_") for p in walk(part))
        and not any(
            isinstance(p, Slot) and p.key.startswith(("you ", "next ", "queue "))
            for p in walk(part)
        )
        and {p.name for p in walk(part) if isinstance(p, Local)}
        <= {p.variable.name for p in walk(part) if isinstance(p, Loop)}
    ]


@pytest.mark.parametrize("name", PLAYED)
def test_whatever_is_so_in_play_is_among_the_cases(name: str) -> None:
    checked = read_rules(rule_file(name)).checked
    assert checked is not None
    asked = asked_in(checked.program)
    assert asked
    counting = Counting(checked.symbols, checked.program)
    tables = [asked[i : i + 3] for i in range(len(asked))]
    counted = [counting.cases(table) for table in tables]
    game = Game(checked)
    state = game.start(seed=3)
    for step in range(20):
        if state.is_over:
            break
        for table, cases in zip(tables, counted, strict=True):
            answer = tuple(bool(game.evaluate(condition, state)) for condition in table)
            assert cases is not None and answer in cases.all, table
        go_on(state, seed=step, most=1)
