"""All the mistakes of a rule file in one run, and none that only follows from another."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.interpreter.loading import read_rules

GAME = """\
game: Frame
players: 2
deck:
  ranks: 2 to 10, J, Q, K, A
  starts in: stock
chips:
  each player: 10
  pot: 0
piles:
  stock: face down
  discard: face up
  hand: per player, seen by owner
remember:
  counter: number
terms:
  rich: counter > 3
phases:
  turn:
    who: each player
    moves:
      throw:
        choose: card in your hand
        may: { rich: rich }
        do: move card to discard
      pass: do nothing
"""


def told(text: str, folder: Path) -> list[str]:
    """What is told of a text: each code with the place it points at."""
    path = folder / "game.yaml"
    path.write_text(text)
    return [f"{d.code} {d.span.line}:{d.span.column}" for d in read_rules(path).diagnostics]


@pytest.mark.parametrize(
    ("was", "now"),
    [
        ("rich: counter > 3", "rich: counter > > 3"),
        ("choose: card in your hand", "choose: card in in your hand"),
        ("counter: number", "counter: numbr"),
        ("hand: per player", "hand: pr player"),
    ],
)
def test_a_line_that_cannot_be_read_hides_no_other_mistake(
    was: str, now: str, tmp_path: Path
) -> None:
    broken = GAME.replace(was, now)
    assert broken != GAME
    alone = told(broken, tmp_path)
    assert len(alone) == 1, alone
    both = told(broken.replace("move card to discard", "move card to discrad"), tmp_path)
    assert both == sorted([*alone, "T401 24:26"], key=lambda d: int(d.split()[1].split(":")[0]))


def test_a_good_file_has_none(tmp_path: Path) -> None:
    assert told(GAME, tmp_path) == []


def test_terms_that_double_with_every_level_are_refused_soon(tmp_path: Path) -> None:
    doubling = "".join(f"  t{n}: t{n - 1} + t{n - 1}\n" for n in range(1, 40))
    text = GAME.replace("rich: counter > 3\n", f"rich: t39 > 3\n  t0: counter\n{doubling}")
    path = tmp_path / "game.yaml"
    path.write_text(text)
    (told,) = {d.code: d for d in read_rules(path).diagnostics}.values()
    assert told.code == "T414"
    assert "written out" in told.message
