"""Pieces of rule files, laid on a game of frames/ and played.

Most of what the docs and the tests of the vocabulary show is a piece: a few keys. A frame is a whole
game; the piece's keys take the place of its own.
"""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import yaml

from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.interpreter.examples.playing import run
from rulerun.interpreter.loading import Loaded, read_rules
from rulerun.interpreter.machine.checked import Checked
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State

FRAMES = Path(__file__).parent / "frames"
LOADER = getattr(yaml, "CBaseLoader", yaml.BaseLoader)

#: Sections whose entries are joined with the frame's; of other keys the piece's content stands.
JOINED = {"options", "chips", "piles", "remember", "terms", "payouts", "tables", "titles", "end"}

Keys = dict[str, Any]


def keys_of(text: str) -> Keys:
    """The keys of a piece, every scalar as text."""
    found = yaml.load(text, LOADER)
    assert isinstance(found, dict), f"a piece is a map of keys:\n{text}"
    return found


def laid_on(frame: str, piece: str, at: str = "", *more: str) -> str:
    """The text of a frame with a piece in it; `at` is the dotted way to the map its keys go into.

    `more` are further pieces, laid on the frame before that one.
    """
    whole = keys_of((FRAMES / f"{frame}.yaml").read_text(encoding="utf-8"))
    for other in more:
        join(whole, keys_of(other))
    if at:
        place = whole
        for key in at.split("."):
            if not isinstance(place.get(key), dict):
                place[key] = {}
            place = place[key]
        place.update(keys_of(piece))
    else:
        join(whole, keys_of(piece))
    return yaml.dump(whole, sort_keys=False, allow_unicode=True, width=1000)


def join(whole: Keys, piece: Keys) -> None:
    """Put the keys of a piece in the place of a game's own."""
    for key, content in piece.items():
        if key in JOINED and isinstance(whole.get(key), dict):
            whole[key].update(content)
        else:
            whole[key] = content


def load_text(text: str, folder: Path, name: str = "piece.yaml", *, linted: bool = False) -> Loaded:
    """Read and check the text of a rule file that is written into a folder."""
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return read_rules(path, linted=linted)


def errors(loaded: Loaded) -> list[Diagnostic]:
    """What keeps the rules from being played."""
    return [d for d in loaded.diagnostics if d.severity is Severity.ERROR]


def told(diagnostics: tuple[Diagnostic, ...] | list[Diagnostic]) -> str:
    """Diagnostics without their places: those of a piece are of no use."""
    lines = []
    for found in diagnostics:
        advice = f"; {found.suggestion}" if found.suggestion else ""
        lines.append(f"{found.code}: {found.message}{advice}")
        lines += [f"    {note.message}" for note in found.notes]
    return "".join(f"{line}\n" for line in lines)


def play_examples(loaded: Loaded) -> str:
    """Play the examples of a rule file, and tell what goes otherwise than they say."""
    assert loaded.checked is not None and loaded.ruleset is not None
    wrong = []
    for example in loaded.ruleset.examples:
        failures = run(loaded.checked, example).failures
        wrong += [f"{example.name}: {told(list(failures))}"] if failures else []
    return "".join(wrong)


def play_at_random(checked: Checked, seeds: range = range(1, 3)) -> State:
    """Play random legal moves to the end for each seed, with the fewest and the most players."""
    counts = {checked.rules.players.low, checked.rules.players.high}
    for players in sorted(counts, reverse=True):
        game = Game(checked, None, players)
        for seed in seeds:
            chance = random.Random(seed)
            state = game.start(seed)
            while not state.is_over:
                state.apply(chance.choice(list(state.legal_moves)))
    return state
