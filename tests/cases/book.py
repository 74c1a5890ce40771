"""The published cases, and games laid out as they tell.

A case is somebody's trouble with a card program: a small situation, and what a right program makes
of it. They lie in `../shared/cases/cases.yaml`, beside the repository; their numbers are read there
and nowhere copied. Cards there are `TH` for 10H, players A, B, C, D: here Anna, Ben, Carla, Dirk.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml

from rulerun.grammar import syntax
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.parser import parse
from rulerun.interpreter.declarations import ruleset as rules
from rulerun.interpreter.examples.playing import position
from rulerun.interpreter.loading import read_rules
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State
from rulerun.interpreter.machine.view import View

from ..interpreter.language.tables import scalar, value

ROOT = Path(__file__).resolve().parents[2]
BOOK = ROOT.parent / "shared" / "cases" / "cases.yaml"
RULESETS = ROOT / "tests" / "rulesets"

PEOPLE = ("Anna", "Ben", "Carla", "Dirk", "Eva", "Finn")
SEATS = {name: seat for seat, name in enumerate(PEOPLE)}


@dataclass(frozen=True)
class Case:
    """One case: `scenario` and `expected` are what the file has there."""

    id: str
    scenario: Any
    expected: Any


@cache
def book() -> dict[str, Case]:
    """All cases by their id. Without the file the test is skipped, under CI it fails."""
    if not BOOK.exists():
        why = "the published cases do not lie beside the repository (../shared/cases/cases.yaml)"
        if os.environ.get("CI"):
            pytest.fail(why, pytrace=False)
        pytest.skip(why)
    found = yaml.safe_load(BOOK.read_text(encoding="utf-8"))["cases"]
    return {c["id"]: Case(c["id"], c["scenario"], c["expected"]) for c in found}


def the_case(case_id: str) -> Case:
    """The case of that id."""
    return book()[case_id]


def cards(written: str | Iterable[str]) -> str:
    """Cards as rule files write them: `TH 5H` is `10H 5H`."""
    listed = written.split() if isinstance(written, str) else written
    return " ".join(re.sub("^T", "10", card) for card in listed)


def the_rest(checked: Checked, *placed: str) -> str:
    """All cards of a pack but those placed, for a `given` after which cards are dealt anew."""
    lying = " ".join(placed).split()
    return " ".join(c for c in the_game(checked, None, {}).deck.labels if c not in lying)


def last_number(text: str) -> int:
    """The last number in a text: the 27 of `undercut, defender scores 25+2=27`."""
    return int(re.findall(r"[0-9]+", text)[-1])


# --------------------------------------------------------------------------------------------
# Rules, and games on them


def rules_of(name: str, *overlays: str) -> Checked:
    """The rules of a game or house rule that comes with rulerun, or lies in tests/rulesets."""
    return _read(found(name), tuple(found(o) for o in overlays))


@cache
def _read(path: str, overlays: tuple[str, ...]) -> Checked:
    loaded = read_rules(path, overlays)
    assert loaded.checked is not None, [str(d) for d in loaded.diagnostics]
    return loaded.checked


def found(name: str) -> str:
    """Where a rule file for tests lies; any other name is left to rulerun."""
    path = RULESETS / f"{name}.yaml"
    return str(path) if path.exists() else name


def game_of(name: str, *overlays: str, players: int | None = None, **options: object) -> Game:
    """A game with these options."""
    return the_game(rules_of(name, *overlays), players, options)


_GAMES: dict[tuple[int, int | None, tuple[tuple[str, str], ...]], Game] = {}


def the_game(checked: Checked, players: int | None, options: Mapping[str, object]) -> Game:
    """A game with these options, made once: to compile it takes longer than to play a case."""
    settings = {name: str(content) for name, content in options.items()}
    key = (id(checked), players, tuple(sorted(settings.items())))  # the game keeps `checked` alive
    if key not in _GAMES:
        _GAMES[key] = Game(checked, settings, players)
    return _GAMES[key]


def lay_out(
    checked: Checked,
    given: Mapping[str, object] | None = None,
    *,
    players: int = 2,
    start_at: str | None = None,
    shuffle: str | None = None,
    options: Mapping[str, object] | None = None,
    play: Sequence[str] = (),
) -> State:
    """A state as an example of the language lays it out (LANGUAGE part 9), after its moves.

    `given` and `options` have the texts of an example, `play` its steps (`Anna: bet 3`). With
    `start_at` it is the turn of whoever moves first in `play`, or else of Anna.
    """
    steps = [step.split(": ", 1) for step in play]
    example = rules.Example(
        name="a case",
        span=scalar("a case").span,
        proves=(),
        players=PEOPLE[:players],
        people=scalar("a case").span,
        set=tuple((scalar(n), scalar(str(v))) for n, v in (options or {}).items()),
        shuffle=None if shuffle is None else scalar(shuffle),
        start_at=None if start_at is None else scalar(start_at),
        given=tuple(_given(target, str(content)) for target, content in (given or {}).items()),
        play=tuple(
            rules.PlayStep(kind="move", player=who, text=scalar(said), span=scalar(said).span)
            for who, said in steps
        ),
        overlay=None,
    )
    return position(checked, example, the_game(checked, players, options or {}))


def _given(target: str, content: str) -> rules.GivenValue:
    name: Scalar = scalar(target)
    tree, wrong = parse("expr", name)
    assert isinstance(tree, syntax.Expr), wrong
    return rules.GivenValue(target=tree, value=scalar(content), span=name.span)


# --------------------------------------------------------------------------------------------
# What a state tells


def tell(state: State, expression: str) -> str:
    """What an expression of the language gives in a state (`Anna's points`), as text."""
    return value(state, expression, SEATS)


def number(state: State, expression: str) -> int:
    """What an expression of the language gives, a number."""
    return int(tell(state, expression))


def moves(state: State, name: str | None = None) -> list[str]:
    """The legal moves as texts; with a name the choices of that move alone."""
    texts = [str(move) for move in state.legal_moves]
    if name is None:
        return texts
    return [t.removeprefix(f"{name} ") for t in texts if t == name or t.startswith(f"{name} ")]


def pile(view: View, name: str, seat: int | None = None) -> list[str | None]:
    """The cards that a view shows in a pile; None for each card that is not seen."""
    return [c for p in view.piles if p.name == name and p.seat == seat for c in p.cards]


def groups(view: View, name: str) -> set[frozenset[str | None]]:
    """The groups of a pile, whatever their order."""
    return {frozenset(p.cards) for p in view.piles if p.name == name}


def everybody(state: State) -> list[View]:
    """What each seat sees, and last what somebody sees who only looks on."""
    return [state.view(seat) for seat in [*range(state.game.players), None]]
