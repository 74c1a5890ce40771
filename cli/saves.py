"""Saved games: what a save says, where saves lie, and which one somebody means."""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any

from .exits import FOUND, UNREADABLE, USAGE, Failed
from .savefile import FORMAT, Damage, Read, SaveError, read, read_bytes
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.kept import KeptFile
    from rulerun.interpreter.loading import Loaded

    from .watching import WatchedGame

SUFFIX = ".rulerun"
FOLDER = "RULERUN_SAVES"
"""The variable of the environment that names the folder of saves."""

_NUMBERED = re.compile(r"(.+)-([0-9]{1,9})")


@dataclass(frozen=True, slots=True)
class Rules:
    """The rules of a saved game: its files with their texts, and what was agreed on.

    `overlays` are short names of house rules, in their order.
    """

    files: tuple[KeptFile, ...]
    overlays: tuple[str, ...]
    settings: Mapping[str, str]
    players: int

    def loaded(self) -> Loaded:
        """The rules, read from the texts that were saved; Failed if they are not right."""
        from rulerun.interpreter.declarations.kept import game_of
        from rulerun.interpreter.loading import read_rules

        try:
            loaded = read_rules(game_of(self.files), self.overlays)
        except ValueError as error:
            raise SaveError(str(error)) from None
        if loaded.checked is None:
            from .rule_files import tell

            tell(loaded.diagnostics)
            raise Failed("this version of rulerun cannot play these rules any more", FOUND)
        return loaded

    def game(self, code: int = UNREADABLE) -> WatchedGame:
        """The game; Failed, with an exit code, if there is none."""
        from rulerun.interpreter.errors import GameSetupError

        from .watching import WatchedGame

        loaded = self.loaded()
        assert loaded.checked is not None
        try:
            return WatchedGame(loaded.checked, self.settings, self.players)
        except GameSetupError as error:
            raise Failed(f"these rules cannot be played: {error}", code) from None

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON data."""
        return {
            "files": [f.to_json() for f in self.files], "with": list(self.overlays),
            "set": dict(self.settings), "players": self.players,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> Rules:
        """The rules that `to_json` gave; ValueError for other data."""
        from rulerun.interpreter.declarations.kept import KeptFile, shelf_of

        if not isinstance(data, dict):
            raise ValueError("the rules are not as they were saved")  # noqa: TRY004 - of a file, not a caller
        files, overlays, settings = (data.get(k) for k in ("files", "with", "set"))
        if not (
            isinstance(files, list) and isinstance(overlays, list) and isinstance(settings, dict)
            and all(isinstance(f, dict) for f in files)
            and all(isinstance(t, str) for t in (*overlays, *settings, *settings.values()))
            and _is_number(data.get("players"))
        ):  # fmt: skip
            raise ValueError("the rules are not as they were saved")
        kept = tuple(KeptFile.from_json(f) for f in files)
        shelf_of(kept)
        return cls(kept, tuple(overlays), settings, data["players"])


@dataclass(frozen=True, slots=True)
class Made:
    """A move that was made, as its own text, and the seat that made it."""

    seat: int
    move: str


@dataclass(frozen=True, slots=True)
class NewRules:
    """Other rules that hold from the next pass of a phase on."""

    rules: Rules
    added: tuple[str, ...]
    phase: str


@dataclass(frozen=True, slots=True)
class Saved:
    """A saved game: how it was set up, and what happened in it, without what was taken back.

    `people` are the seats at which somebody sits, `bots` the names of those at all seats.
    """

    title: str
    file: str
    rules: Rules
    seed: int
    people: tuple[int, ...]
    bots: tuple[str, ...]
    started: str
    events: tuple[Made | NewRules, ...] = ()
    ended: str | None = None
    damage: Damage | None = field(default=None, compare=False)

    @property
    def moves_made(self) -> int:
        """How many moves were made."""
        return sum(isinstance(event, Made) for event in self.events)

    def head(self) -> dict[str, Any]:
        """The first line of the file."""
        from rulerun import __version__

        return {
            "save": FORMAT, "rulerun": __version__, "title": self.title, "game": self.file,
            "started": self.started, "seed": self.seed, "people": [s + 1 for s in self.people],
            "bots": list(self.bots), "rules": self.rules.to_json(),
        }  # fmt: skip


def new_game(
    loaded: Loaded,
    game: WatchedGame,
    file: str,
    settings: Mapping[str, str],
    seed: int,
    people: tuple[int, ...],
    bots: Iterable[str] = (),
) -> Saved:
    """A game that is about to begin; without `bots` all seats have one that moves by chance.

    Failed if its rules cannot be saved.
    """
    from datetime import datetime

    from rulerun.interpreter.bots.seating import RANDOM
    from rulerun.interpreter.declarations.kept import HOUSE_RULE, kept_files

    try:
        files = tuple(kept_files(loaded.stack))
    except ValueError as error:
        raise Failed(f"the game cannot be saved: {error}", USAGE) from None
    overlays = tuple(f.name for f in files if f.what == HOUSE_RULE)
    rules = Rules(files, overlays, dict(settings), game.players)
    named = tuple(bots) or (str(RANDOM),) * game.players
    started = datetime.now().astimezone().isoformat(timespec="seconds")
    return Saved(game.title, file, rules, seed, people, named, started)


def made_line(made: Made) -> dict[str, Any]:
    """A move as a line of a save."""
    return {"seat": made.seat + 1, "move": made.move}


def undone_line(moves: int) -> dict[str, Any]:
    """That the game went back to where so many moves had been made."""
    return {"undone to": moves}


def new_rules_line(change: NewRules) -> dict[str, Any]:
    """That house rules are taken in, as a line of a save."""
    return {
        "house rules": list(change.added),
        "from next": change.phase,
        "rules": change.rules.to_json(),
    }


def ended_line(reason: str) -> dict[str, Any]:
    """That the game is over."""
    return {"ended": reason}


def understood(done: Read) -> Saved:
    """What a save that was read says; SaveError if it is none."""
    if not done.records:
        raise SaveError("its first line, which has the rules of the game, is damaged")
    head, *lines = done.records
    if "save" not in head:
        raise SaveError("it is no saved game")
    if head["save"] != FORMAT:
        raise SaveError("it was saved by another version of rulerun")
    try:
        saved = _begun(head)
        return replace(_gone_on(saved, lines), damage=done.damage)
    except (ValueError, KeyError, TypeError) as error:
        raise SaveError(f"it is no saved game ({error})") from None


def _begun(head: Mapping[str, Any]) -> Saved:
    people, bots, seed = head["people"], head["bots"], head["seed"]
    texts = [head["title"], head["game"], head["started"], *bots]
    rules = Rules.from_json(head["rules"])
    seats = range(1, rules.players + 1)
    if not (
        all(isinstance(t, str) for t in texts) and len(bots) == rules.players
        and _is_number(seed) and people and len(set(people)) == len(people)
        and all(_is_number(p) and p in seats for p in people)
    ):  # fmt: skip
        raise ValueError("its first line is not as it was saved")
    return Saved(
        head["title"], head["game"], rules, seed, tuple(p - 1 for p in people), tuple(bots),
        head["started"],
    )  # fmt: skip


def _gone_on(saved: Saved, lines: Iterable[Mapping[str, Any]]) -> Saved:
    events: list[Made | NewRules] = []
    ended = None
    for line in lines:
        if "move" in line:
            if not isinstance(line["move"], str) or not _is_number(line["seat"]):
                raise ValueError("a move is not as it was saved")
            events.append(Made(line["seat"] - 1, line["move"]))
        elif "undone to" in line:
            ended = None
            while sum(isinstance(e, Made) for e in events) > line["undone to"]:
                events.pop()
        elif "house rules" in line:
            rules = Rules.from_json(line["rules"])
            events.append(NewRules(rules, tuple(line["house rules"]), line["from next"]))
        elif "ended" in line:
            ended = str(line["ended"])
        else:
            raise ValueError("a line of it says nothing that is known")
    return replace(saved, events=tuple(events), ended=ended)


def _is_number(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


# -------------------------------------------------------------------- where they lie


def folder() -> str:
    """The folder of saves, which need not be there."""
    own = os.environ.get(FOLDER)
    if own:
        return own
    from platformdirs import user_data_path

    return str(user_data_path("rulerun", appauthor=False) / "saves")


def short_name(path: str) -> str:
    """What a save is called: its name in the folder of saves, its path elsewhere."""
    inside = os.path.dirname(os.path.abspath(path)) == os.path.abspath(folder())
    return os.path.basename(path).removesuffix(SUFFIX) if inside else path


def free_names(game: str) -> Iterator[str]:
    """Paths in the folder of saves for a new game, the likeliest first: `gin-3`."""
    stem = re.sub(r"[^\w-]+", "_", game)[:60] or "game"
    number = 1 + max((n for name, n in map(_split, _names()) if name == stem), default=0)
    while True:
        yield os.path.join(folder(), f"{stem}-{number}{SUFFIX}")
        number += 1


def _names() -> list[str]:
    """The names of the saves in the folder."""
    try:
        found = os.listdir(folder())
    except OSError:
        return []
    return sorted((n.removesuffix(SUFFIX) for n in found if n.endswith(SUFFIX)), key=_split)


def _split(name: str) -> tuple[str, int]:
    found = _NUMBERED.fullmatch(name)
    return (found[1], int(found[2])) if found else (name, 0)


def _latest_first(names: Iterable[str]) -> list[str]:
    def age(name: str) -> tuple[float, tuple[str, int]]:
        try:
            return os.stat(_path(name)).st_mtime, _split(name)
        except OSError:
            return 0, _split(name)

    return sorted(names, key=age, reverse=True)


def _path(name: str) -> str:
    return os.path.join(folder(), name + SUFFIX)


def find(name: str | None, going_on: bool = False) -> str:
    """The path of the save that somebody means: by its path, its name, or that of its game.

    Of several games it is the one played last; `going_on`: of those that are not over. Without a
    name it is the one played last of all. Failed if there is none.
    """
    if name is not None:
        if os.path.exists(name) and not os.path.isdir(name):
            return name
        if os.sep in name or "/" in name or name.endswith(SUFFIX):
            raise Failed(f"there is no saved game '{harmless(name)}'", UNREADABLE)
        if os.path.exists(_path(name)):
            return _path(name)
    known = _names()
    fitting = [n for n in known if name is None or _split(n)[0] == name]
    if not fitting:
        raise Failed(_none_there(name, known), UNREADABLE)
    latest = _latest_first(fitting)
    for one in latest if going_on else ():
        if _goes_on(_path(one)):
            return _path(one)
    if going_on:
        of = "" if name is None else f" of {name}"
        what = "they are all" if len(latest) > 1 else "it is"
        raise Failed(
            f"there is no saved game{of} to go on with: {what} over; "
            f"to see it again: rulerun replay {latest[0]}",
            USAGE,
        )
    return _path(latest[0])


def _none_there(name: str | None, known: list[str]) -> str:
    from rulerun.grammar.diagnostics import did_you_mean, shortened

    if not known:
        return "there are no saved games; rulerun saves each game that you play"
    assert name is not None
    names = [*known, *(_split(n)[0] for n in known)]
    near = did_you_mean(name, names) or f"'rulerun resume --list' lists the {len(known)} there are"
    return f"there is no saved game '{shortened(name)}'; {near}"


def _goes_on(path: str) -> bool:
    """Whether a save can be gone on with, as far as its last line tells."""
    try:
        lines = read_bytes(path).rstrip(b"\n").rsplit(b"\n", 1)
        last = json.loads(lines[-1])
    except (OSError, ValueError, SaveError):
        return True  # the reason is told when it is opened
    return not (isinstance(last, dict) and "ended" in last)


def listed() -> list[str]:
    """The paths of all saves, the one played last first."""
    return [_path(name) for name in _latest_first(_names())]


def looked_into(path: str) -> Saved:
    """A save as it is on the disk, only to be read; Failed if it cannot be."""
    try:
        return understood(read(read_bytes(path)))
    except OSError as error:
        raise Failed(f"'{path}' cannot be read ({_why(error)})", UNREADABLE) from None
    except SaveError as error:
        raise Failed(f"'{path}' cannot be played: {error}", UNREADABLE) from None


def _why(error: OSError) -> str:
    return (error.strerror or str(error)).lower()


def told_damage(saved: Saved) -> str | None:
    """What is said of a damaged save: what could be recovered; None for one that is whole."""
    damage = saved.damage
    if damage is None:
        return None
    moves = f"{saved.moves_made} move{'' if saved.moves_made == 1 else 's'}"
    if damage.cut:
        return f"its last line was cut off while it was written; the {moves} before it are there"
    lost = "it is" if damage.lost == 1 else f"that and {damage.lost - 1} more are"
    return f"line {damage.line} of it is damaged: {lost} left out, the {moves} before it are there"
