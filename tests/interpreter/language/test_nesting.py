"""Rules that stand too deep within one another for Python are refused; what is less deep plays."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

import rulerun
from rulerun.interpreter.loading import read_rules

FRAME = """\
game: Frame
players: 2 to 4
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
piles:
  stock: face down
remember:
  counter: number
phases:
  turn:
    who: each player
    moves:
      go: {do}
end:
  far: when counter > 100000
winner: first of players
"""


def rows(count: int, outcome: str) -> str:
    return "".join(f"    r{i}: when counter = {i} -> {outcome}\n" for i in range(count))


def action_rows(hit: str) -> Callable[[int], str]:
    def made(count: int) -> str:
        table = f"tables:\n  big:\n    hit: {hit}\n{rows(count, 'add 1 to counter')}"
        return FRAME.format(do="consult big") + table + "    rest: otherwise -> do nothing\n"

    return made


def value_rows(hit: str) -> Callable[[int], str]:
    def made(count: int) -> str:
        table = f"tables:\n  big:\n    gives: number\n    hit: {hit}\n{rows(count, '1')}"
        rest = "" if hit == "sum" else "    rest: otherwise -> 0\n"
        return FRAME.format(do="add big to counter") + table + rest

    return made


def terms(count: int) -> str:
    chain = "".join(f"  t{i}: 2 - (t{i - 1})\n" for i in range(1, count))
    return FRAME.format(do=f"add t{count - 1} to counter") + "terms:\n  t0: 1\n" + chain


def tables_in_tables(count: int) -> str:
    chain = "".join(
        f"  t{i}:\n    one: when counter < 9 -> for each player -> consult t{i + 1}\n"
        for i in range(count)
    )
    last = f"  t{count}:\n    one: otherwise -> add 1 to counter\n"
    return FRAME.format(do="consult t0") + "tables:\n" + chain + last


def rows_of_rows(count: int) -> str:
    text = FRAME.format(do="consult outer") + "tables:\n"
    inner = f"  inner:\n{rows(count, 'add 1 to counter')}"
    return text + f"  outer:\n{rows(count, 'consult inner')}" + inner


def each_in_each(count: int) -> str:
    return FRAME.format(do=f'"{"for each player -> " * count}add 1 to counter"')


def conditions(count: int) -> str:
    may = "".join(f"          c{i}: counter != {i + 1000}\n" for i in range(count))
    move = f"go:\n        may:\n{may}        do: add 1 to counter"
    return FRAME.replace("go: {do}", move)


def choices(count: int) -> str:
    chosen = "".join(f"          c{i}: number from 1 to 2\n" for i in range(count))
    move = f"go:\n        choose:\n{chosen}        do: add c0 to counter"
    return FRAME.replace("go: {do}", move)


DEPTHS: list[tuple[Callable[[int], str], int, int | None]] = [
    (action_rows("first"), 250, 500),
    (action_rows("unique"), 250, 500),
    (action_rows("all"), 500, None),
    (value_rows("first"), 250, 500),
    (value_rows("unique"), 100, 500),
    (value_rows("sum"), 250, 500),
    (terms, 25, 40),
    (tables_in_tables, 8, 40),
    (rows_of_rows, 30, 1000),
    (each_in_each, 10, 30),
    (conditions, 500, None),
    (choices, 8, 13),
]
"""What is made of a number, a number that plays, and one that is refused; None where none is."""


@pytest.mark.parametrize(("made", "fine", "refused"), DEPTHS)
def test_what_is_deep_plays_or_is_refused(
    made: Callable[[int], str], fine: int, refused: int | None, tmp_path: Path
) -> None:
    path = tmp_path / "deep.yaml"
    path.write_text(made(fine), encoding="utf-8")
    state = rulerun.load(path).start(seed=1)
    state.apply(next(iter(state.legal_moves)))
    if refused is not None:
        path.write_text(made(refused), encoding="utf-8")
        told = read_rules(path).diagnostics
        assert told and {d.code for d in told} <= {"T414", "S205"}, told


def cards_of_cards(count: int) -> str:
    """A list gone through for each card of another, so many times over."""
    terms_ = "".join(
        f"  t{i} of card: any other_card in stock where {f't{i - 1} of other_card' if i else 'value of other_card = 11 - value of card'}\n"
        for i in range(count - 1)
    )
    last = f"  whole: any card in stock where t{count - 2}\n"
    return FRAME.format(do="when not whole -> add 1 to counter") + f"terms:\n{terms_}{last}"


def for_each_in_each(count: int) -> str:
    each = "for each card in stock -> " * count
    return FRAME.format(do=f'"{each}when card is QS -> add 1 to counter"')


def numbers_of_numbers(count: int) -> str:
    inner = "counter = number"
    for _ in range(count):
        inner = f"any number in numbers from 1 to 5000 where ({inner})"
    return FRAME.format(do=f"when {inner} -> add 1 to counter")


@pytest.mark.parametrize(
    ("made", "most", "cases"),
    [
        (cards_of_cards, 4, "52 x 52 x 52 x 52 x 52"),
        (for_each_in_each, 4, "52 x 52 x 52 x 52 x 52"),
        (numbers_of_numbers, 2, "5000 x 5000 x 5000"),
    ],
)
def test_lists_within_one_another_are_counted(
    made: Callable[[int], str], most: int, cases: str, tmp_path: Path
) -> None:
    path = tmp_path / "cases.yaml"
    path.write_text(made(most), encoding="utf-8")
    assert not read_rules(path).diagnostics
    path.write_text(made(most + 1), encoding="utf-8")
    (told,) = read_rules(path).diagnostics
    assert told.code == "T416"
    assert told.message.endswith(f"up to {cases} cases")
