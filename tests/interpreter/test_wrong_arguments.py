"""What Python code hands over that is of no use: said in words, at the call."""

from __future__ import annotations

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import pytest

import rulerun

GAME = """\
game: Small
players: 2 to 3
options:
  held: number from 1 to 4, normally 2
deck: { ranks: '2 to 4', starts in: stock }
piles: { stock: face down, hand: 'per player, seen by owner', gone: face up }
setup: { mix: 'shuffle stock', deal: 'deal held cards from stock to each hand' }
phases:
  turns:
    who: each player
    moves:
      keep: do nothing
      lay: { choose: card in your hand, do: move card to gone }
winner: all players with fewest size of hand
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("rules") / "small.yaml"
    file.write_text(GAME, encoding="utf-8")
    return file


@cache
def loaded(path: Path) -> rulerun.Game:
    return rulerun.load(path)


def first(view: rulerun.View, rng: Random) -> str:
    """A strategy."""
    return view.moves[0]


Wrong = Callable[[Path], object]

NOTHING: Any = []
NOT_WHOLE: list[Any] = [None, "1", 1.0, True, [], b"1"]

TYPES: list[tuple[str, Wrong]] = [
    *(("is a whole number", lambda p, v=v: loaded(p).start(v)) for v in NOT_WHOLE),
    *(("a seat is a whole", lambda p, v=v: loaded(p).start().view(v)) for v in NOT_WHOLE[1:]),
    *(("a seat is a whole", lambda p, v=v: rulerun.bot("random", loaded(p), v)) for v in NOT_WHOLE),
    *(("a seed", lambda p, v=v: rulerun.bot("random", loaded(p), 0, v)) for v in NOT_WHOLE),
    *(("number of games", lambda p, v=v: rulerun.simulate(p, games=v)) for v in NOT_WHOLE),
    *(("number of jobs", lambda p, v=v: rulerun.simulate(p, jobs=v)) for v in NOT_WHOLE),
    *(("a seed is", lambda p, v=v: rulerun.simulate(p, seed=v)) for v in NOT_WHOLE),
    *(
        ("number of games", lambda p, v=v: rulerun.compare(p, games=v))
        for v in NOT_WHOLE
        if v is not None
    ),
    *(("a seed is", lambda p, v=v: rulerun.compare(p, seed=v)) for v in NOT_WHOLE),
    *(("a game is a name", lambda p, v=v: rulerun.load(v)) for v in (None, 5, b"gin", ["gin"])),
    *(
        ("a list of house rules", lambda p, v=v: rulerun.load(p, overlays=v))
        for v in (None, 5, "knock", b"x", {"a": 1})
    ),
    *(
        ("a house rule is a name", lambda p, v=v: rulerun.load(p, overlays=[v]))
        for v in (None, 1, b"x", ["x"])
    ),
    *(
        ("options are names", lambda p, v=v: rulerun.load(p, options=v))
        for v in ("a", 5, [("a", 1)], {1: 2}, {None: 2})
    ),
    *(
        ("options are names", lambda p, v=v: rulerun.simulate(p, options=v, games=1))
        for v in ("a", [("a", 1)], {1: 2})
    ),
    *(("a list of cards", lambda p, v=v: loaded(p).start(deck=v)) for v in ("2H", 5, {"2H": 1})),
    *(
        ("a card is a text", lambda p, v=v: loaded(p).start(deck=["2H", v]))
        for v in (None, 5, b"2H")
    ),
    *(("a bot is a name", lambda p, v=v: rulerun.bot(v, loaded(p), 0)) for v in (None, 5, first)),
    ("a game that was loaded", lambda p: rulerun.bot("random", "gin", 0)),  # type: ignore[arg-type]
    *(("names or strategies", lambda p, v=v: rulerun.simulate(p, bots=v)) for v in (None, 5, b"x")),
    ("address of its scheduler", lambda p: rulerun.simulate(p, cluster=5)),  # type: ignore[arg-type]
    *(("a place among", lambda p, v=v: loaded(p).start().legal_moves[v]) for v in ("a", None, 1.0)),
    ("a place among", lambda p: loaded(p).start().legal_moves["a":]),
    *(("a move is a Move", lambda p, v=v: loaded(p).start().apply(v)) for v in (None, 5, b"keep")),
    (
        "its legal_moves",
        lambda p: rulerun.bot("random", loaded(p), 0).choose(loaded(p).start(), NOTHING),
    ),
    ("a state", lambda p: rulerun.bot("random", loaded(p), 0).choose(None, [])),  # type: ignore[arg-type]
]

VALUES: list[tuple[str, Wrong]] = [
    *(("from 0 to 2**64 - 1", lambda p, v=v: loaded(p).start(v)) for v in (-1, 2**64, 10**9999)),
    *(("from 0 to 2**64 - 1", lambda p, v=v: rulerun.simulate(p, seed=v)) for v in (-1, 2**70)),
    *(("from 0 to 2**64 - 1", lambda p, v=v: rulerun.compare(p, seed=v)) for v in (-1, 2**70)),
    *(("there is no seat", lambda p, v=v: loaded(p).start().view(v)) for v in (-1, 2, 10**9999)),
    *(("there is no seat", lambda p, v=v: rulerun.bot("random", loaded(p), v)) for v in (-1, 2)),
    *(("games is a whole number from 1 on", lambda p, v=v: rulerun.simulate(p, games=v)) for v in (0, -1)),
    *(("jobs is a whole number from 1 to 256", lambda p, v=v: rulerun.simulate(p, jobs=v)) for v in (0, -1)),
    *(
        (f"for 2 to 3 players, not {v!r}", lambda p, v=v: rulerun.load(p, players=v))
        for v in (0, 4, "2", True, 2.0)
    ),
    ("no option 'helt'", lambda p: rulerun.load(p, options={"helt": 1})),
    ("'held' is a whole number", lambda p: rulerun.simulate(p, options={"held": True}, games=1)),
    ("the deck has no '9H'", lambda p: loaded(p).start(deck=["9H"])),
    ("no bot is called", lambda p: rulerun.simulate(p, bots="randm")),
    ("a seat is a whole number", lambda p: rulerun.simulate(p, bots={True: first})),
    ("seat 0 is to move", lambda p: chosen(p, 1)),
    ("nobody is to move", lambda p: chosen(p, 0, over=True)),
    ("no saved state", lambda p: rulerun.State.from_json(loaded(p), None)),  # type: ignore[arg-type]
    ("saved in another game", lambda p: rulerun.State.from_json(loaded(p), of_another(p))),
]  # fmt: skip


def chosen(path: Path, seat: int, *, over: bool = False) -> rulerun.Move:
    """What the bot of a seat chooses first, or when the game is over."""
    state = loaded(path).start()
    while over and not state.is_over:
        state.apply("keep")
    return rulerun.bot("random", loaded(path), seat).choose(state, state.legal_moves)


def of_another(path: Path) -> dict[str, Any]:
    """A state that says of itself that it is one of this edition, and is not."""
    return {**loaded(path).start().to_json(), "game": "0"}


@pytest.mark.parametrize(
    ("said", "wrong", "kind"),
    [(said, wrong, TypeError) for said, wrong in TYPES]
    + [(said, wrong, ValueError) for said, wrong in VALUES],
)
def test_what_is_handed_over_wrongly(
    path: Path, said: str, wrong: Wrong, kind: type[Exception]
) -> None:
    with pytest.raises(kind) as error:
        wrong(path)
    message = str(error.value)
    assert said.split(" players, not")[0] in message
    assert len(message) < 200
    for word in ("NoneType", "object", "iterable", "attribute", "unsupported", "not supported"):
        assert word not in message


@pytest.mark.parametrize("players", ["2", True, 2.0])
def test_players_that_look_right_are_quoted(path: Path, players: Any) -> None:
    with pytest.raises(rulerun.GameSetupError) as error:
        rulerun.load(path, players=players)
    told = f"Small is for 2 to 3 players, not {players!r}: that is no whole number"
    assert str(error.value) == told


def test_one_strategy_or_name_is_for_all_seats(path: Path) -> None:
    for bots, name in ((first, "first"), ("random", "random"), ([first], "first")):
        found = rulerun.simulate(path, bots=bots, games=2)
        assert [seat.bot for seat in found.seats] == [name, name]


def test_what_is_saved_wrongly_is_named(path: Path) -> None:
    saved = json.loads(json.dumps(loaded(path).start().to_json()))
    for key in saved.keys() - {"format", "game", "edition", "script"}:
        for junk in {None, 5.5, "x"} - ({None} if saved[key] is None else set()):
            with pytest.raises(ValueError, match=f"no saved state.*'{key}'"):
                rulerun.State.from_json(loaded(path), {**saved, key: junk})
        with pytest.raises(ValueError, match=f"no saved state.*'{key}'"):
            rulerun.State.from_json(loaded(path), {k: v for k, v in saved.items() if k != key})
