"""What a table looks like: golden screens of games that lie on it in all sorts of ways.

Each file has the same moment at 60, 80 and 200 columns, and at 80 with nothing but letters.
"""

import random
from collections.abc import Callable
from itertools import islice

import pytest

from rulerun.cli.board import Board
from rulerun.cli.offer import Offer
from rulerun.cli.paint import Paint, columns
from rulerun.cli.watching import WatchedGame
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.state import State

from ..playing import rule_file

Golden = Callable[[str, str], None]

MOMENTS = {
    "klondike": 60,  # columns, most of them face down
    "freecell": 25,  # columns and rows of single cards
    "spider": 40,  # ten columns
    "golf": 20,  # a grid for each player
    "canasta": 60,  # groups of teams
    "rummy_500": 60,  # groups of nobody
    "hearts": 25,  # a trick
    "holdem": 5,  # chips, and ranges of numbers
    "blackjack": 5,  # several hands
    "durak": 30,
}
WIDTHS = (60, 80, 200)
_MOST = 300


def moment(name: str, moves: int) -> State:
    """A decision after so many moves by chance."""
    checked = read_rules(rule_file(name)).checked
    assert checked is not None
    game = WatchedGame(checked, None, checked.rules.players.low)
    rng = random.Random(name)
    state = game.start(11)
    for _ in range(moves):
        following = state.clone()
        # By their texts: in which order moves are found is nobody's business here.
        following.apply(rng.choice(sorted(map(str, islice(following.legal_moves, _MOST)))))
        if following.is_over:
            break
        state = following
    return state


def screen(state: State, paint: Paint) -> list[str]:
    board = Board(state.game, paint)
    lines = board.lines(state.view(state.actor))
    return [*lines, "", "You may:", *Offer(state, board).lines()]


@pytest.mark.parametrize("name", MOMENTS)
def test_a_table(golden: Golden, name: str) -> None:
    state = moment(name, MOMENTS[name])
    told = []
    for width in WIDTHS:
        lines = screen(state, Paint(symbols=True, width=width))
        assert all(columns(line) <= width for line in lines)
        told += [f"[{width} columns]", *lines, ""]
    lines = screen(state, Paint(width=80))
    assert all(line.isascii() and len(line) <= 80 for line in lines)
    told += ["[80 columns, letters]", *lines, ""]
    text = "\n".join(told)
    assert not any(line != line.rstrip() for line in told)
    golden(f"screens/{name}.txt", text)
    colored = screen(state, Paint(color=True, symbols=True, width=80))
    assert [_plain(line) for line in colored] == screen(state, Paint(symbols=True, width=80))


def _plain(line: str) -> str:
    import re

    return re.sub(r"\x1b\[[0-9;]*m", "", line)


def test_moves_fit_the_window_as_it_is_now() -> None:
    state = moment("freecell", 25)
    board = Board(state.game, Paint(width=200))
    offer = Offer(state, board)
    assert max(map(columns, offer.lines())) > 60
    board.paint = Paint(width=60)
    assert max(map(columns, offer.lines())) <= 60
