"""From a path to a game: every stage in order, all that is wrong collected on the way."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from rulerun.grammar.diagnostics import Diagnostic, has_errors, in_order

from .errors import RulesetError
from .examples import prepare
from .flow import FlowChecker
from .game import Checked, Game
from .overlay import Stack, stack, with_both_places, with_what_is_gone
from .ruleset import Ruleset
from .scope import Findings
from .structure import build
from .symbols import collect


@dataclass(frozen=True, slots=True)
class Loaded:
    """What came of reading a rule file: as far as the stages got, and all that is wrong.

    `checked` is there when the rules are right, even if something is wrong in an example.
    """

    stack: Stack
    ruleset: Ruleset | None
    checked: Checked | None
    diagnostics: tuple[Diagnostic, ...]


def read_rules(path: str | os.PathLike[str], overlays: Iterable[str] = ()) -> Loaded:
    """Read a game or house rule with further house rules on it, and check all of it. Never raises."""
    stacked = stack(path, overlays)
    found = list(stacked.diagnostics)
    ruleset = checked = None
    if stacked.root is not None:
        ruleset, wrong = build(
            stacked.root,
            name=stacked.game,
            overlays=stacked.files,
            whole=not has_errors(found),
        )
        found += wrong
    if ruleset is not None:
        symbols, wrong = collect(ruleset)
        found += wrong
        findings = Findings()
        program = FlowChecker(symbols, findings).program()
        found += findings.diagnostics
        if not has_errors(found):
            checked = Checked(ruleset, symbols, program, stacked.file)
            for example in ruleset.examples:
                found += prepare(checked, example)[1]
    if stacked.root is not None:
        found = with_both_places(found, stacked.root)
        found = with_what_is_gone(found, stacked.changes)
    return Loaded(stacked, ruleset, checked, tuple(in_order(found)))


def load(
    path: str | os.PathLike[str],
    *,
    overlays: Iterable[str] = (),
    options: Mapping[str, object] | None = None,
    players: int | None = None,
) -> Game:
    """Load a game to play.

    `path` is a rule file, a house rule's file, or the name of a game that comes with rulerun;
    `overlays` are names of house rules found beside the game, or paths; `options` maps names to
    values; `players` is the number of seats (without it the fewest that the game allows).

    Raises RulesetError with all that is wrong with the files, GameSetupError for options or a
    number of players that the game does not allow.
    """
    loaded = read_rules(path, overlays)
    if loaded.checked is None or has_errors(loaded.diagnostics):
        raise RulesetError(loaded.diagnostics)
    return Game(loaded.checked, options, players)
