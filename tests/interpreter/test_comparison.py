"""What differs between two games, by name; how a thing is written makes no difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from rulerun.grammar.nodes import Mapping, Scalar
from rulerun.grammar.reader import read
from rulerun.grammar.source import SourceFile
from rulerun.grammar.writing import Writer
from rulerun.interpreter.declarations.addresses import in_long_form
from rulerun.interpreter.declarations.overlay import stack
from rulerun.interpreter.variants.comparison import differences

ROOT = Path(__file__).resolve().parents[2]
FILES = sorted(ROOT.glob("rulesets/*.yaml"))
OVERLAYS = sorted(ROOT.glob("rulesets/overlays/*/*.yaml"))

GAME = """\
game: A game
players: 2
deck: { ranks: '2 to 10', starts in: stock }
options:
  ante: number from 0 to 5, normally 1 -- chips paid before a round
  most: number from 0 to 5, normally 2
piles: { stock: face down, hand: 'per player, seen by owner' }
phases:
  round:
    repeat: 2 times
    at start:
      shuffle: shuffle stock
      deal: deal 1 card from stock to each hand
    who: each player
    moves:
      wait: do nothing
      draw:
        do: draw 1 from stock
payouts:
  prize:
    hit: unique
    high: when first of hand is 10D -> score 2
    low: otherwise -> score 1
end:
  over: after round, when round_number = 2
"""


MOVES = """\
    moves:
      wait: do nothing
      draw:
        do: draw 1 from stock
"""
LONG_MOVES = """\
    phases:
      moves:
        moves:
          wait: do nothing
          draw: draw 1 from stock
"""


def nodes(text: str) -> Mapping:
    root, wrong = read(SourceFile("game.yaml", text))
    assert root is not None and not wrong, [str(d) for d in wrong]
    return root


def told(*changes: tuple[str, str]) -> list[tuple[str, ...]]:
    """What differs when texts of the game are exchanged: how, where, and what was and is there."""
    text = GAME
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return [
        (d.how, d.address.partition("phases.round.")[2] or d.address, ", ".join(d.where))
        + tuple(n.text if isinstance(n, Scalar) else "" for n in (d.before, d.after))
        + (() if d.behind is None else (d.behind,))
        for d in differences(nodes(GAME), nodes(text))
    ]


def test_a_normal_value() -> None:
    assert told(("normally 1", "normally 3")) == [
        ("changed", "options.ante.normally", "option 'ante'", "1", "3")
    ]


def test_an_option_as_a_whole() -> None:
    ((how, address, *_),) = told(("5, normally 1", "9, normally 3"))
    assert (how, address) == ("changed", "options.ante")


def test_halves_of_rows() -> None:
    row = "payouts.prize.high"
    assert told(("10D -> score 2", "10D -> score 3")) == [
        ("changed", f"{row}.then", "table 'prize', row 'high', outcome", "score 2", "score 3")
    ]
    assert told(("hand is 10D", "hand is 9D")) == [
        (
            "changed", f"{row}.when", "table 'prize', row 'high', condition",
            "first of hand is 10D", "first of hand is 9D",
        )
    ]  # fmt: skip
    assert [d[1] for d in told(("10D -> score 2", "9D -> score 3"))] == [row]
    assert told(("after round, when round_number = 2", "after round, when round_number = 3"))[0][
        1
    ] == ("end.over.when")
    assert told(("after round, when", "when"))[0][1] == "end.over"


def test_what_is_new_says_what_it_stands_behind_where_the_order_is_a_rule() -> None:
    assert told(("      shuffle:", "      more: do nothing\n      shuffle:")) == [
        ("added", "at start.more", "phase 'round', at start, line 'more'", "", "do nothing", "")
    ]
    assert told(("    low:", "    middle: when first of hand is 9D -> score 1\n    low:"))[0][
        -1
    ] == ("high")
    assert told(("  most:", "  least: number from 0 to 5, normally 2\n  most:"))[0][-1] != "ante"


def test_what_is_gone() -> None:
    assert told(("      wait: do nothing\n", "")) == [
        ("removed", "phases.moves.moves.wait", "phase 'round', move 'wait'", "", "")
    ]


def test_an_order_that_is_a_rule() -> None:
    one = "      shuffle: shuffle stock\n"
    other = "      deal: deal 1 card from stock to each hand\n"
    assert told((one + other, other + one)) == [
        (
            "moved", "at start.deal", "phase 'round', at start, line 'deal'",
            "deal 1 card from stock to each hand", "deal 1 card from stock to each hand", "",
        )
    ]  # fmt: skip
    rows = [line + "\n" for line in GAME.splitlines() if line.startswith("  ante:")]
    most = [line + "\n" for line in GAME.splitlines() if line.startswith("  most:")]
    assert told((rows[0] + most[0], most[0] + rows[0])) == []


@pytest.mark.parametrize(
    "change",
    [
        ("wait: do nothing", "wait:\n        do: do nothing"),
        ("{ ranks: '2 to 10', starts in: stock }", "\n  ranks: 2  to   10\n  starts in: stock"),
        (MOVES, LONG_MOVES),
    ],
)  # fmt: skip
def test_how_a_thing_is_written_makes_no_difference(change: tuple[str, str]) -> None:
    assert told(change) == []


@pytest.mark.parametrize("path", [*FILES, *OVERLAYS], ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_a_game_does_not_differ_from_itself_written_anew(path: Path) -> None:
    root = stack(path).root
    assert root is not None
    again = nodes("\n".join(Writer([]).lines(root)))
    assert differences(root, again) == []
    assert differences(again, in_long_form(root)) == []


@pytest.mark.parametrize("path", OVERLAYS, ids=lambda p: f"{p.parent.name}-{p.stem}")
def test_whatever_a_house_rule_does_is_a_difference(path: Path) -> None:
    """Each change of it, and of those it is built on, is found at its address or around it."""
    found = stack(path)
    assert found.base is not None and found.root is not None
    paths = [d.path for d in differences(found.base, found.root)]
    for change in found.changes:
        assert any(
            change.path[: len(p)] == p or p[: len(change.path)] == change.path for p in paths
        )
    for path_ in paths:
        if path_[0] not in ("examples", "rulings", "titles", "source"):
            assert any(c.path[: len(path_)] == path_ or path_[: len(c.path)] == c.path
                       for c in found.changes)  # fmt: skip
