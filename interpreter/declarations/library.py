"""Where rule files lie: games, and their house rules beside them.

A shelf is a folder with games in it (`GAME.yaml`) and, beside them, `overlays/GAME/NAME.yaml`. One
shelf comes with rulerun; every folder in which somebody keeps a game is another. Files are found and
read here, and listed; what stands in them is nobody's business here.
"""

from __future__ import annotations

import os
import re
from codecs import BOM_UTF16_BE, BOM_UTF16_LE
from collections.abc import Iterator
from dataclasses import field
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from rulerun.grammar.diagnostics import Diagnostic, did_you_mean
from rulerun.grammar.files import LIMIT, decode, load_file
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.reader import read
from rulerun.grammar.record import record
from rulerun.grammar.source import SourceFile
from rulerun.grammar.vocabulary.keys import keys_at

if TYPE_CHECKING:
    from importlib.resources.abc import Traversable

SUFFIXES = (".yaml", ".yml")
_KEY = re.compile(r"""^(["']?)([a-z](?:[a-z ]*[a-z])?)\1[ \t]*:""", re.MULTILINE)
_FIRST_LINE = re.compile(r"^(?![ \t]*(?:#|$))[ \t]*", re.MULTILINE)

_TITLES = frozenset({"game", "house rule", "form"})
_SAYS_ENOUGH = 3
"""So many keys of a rule file on the top level make one of it, whatever its first line says; with the
`for` of a house rule one less."""


@record
class RuleFile:
    """A file that may be a game or a house rule.

    `name` is its short name (`gin` of `rulesets/gin.yaml`), `shown` the path as people see it.
    `given` is the text where it does not come from the disk: what an editor has not saved yet, or
    what was kept; `shelf` is the one that it lies on if that is no folder.
    """

    name: str
    shown: str
    where: Traversable = field(repr=False, compare=False)
    given: bytes | None = field(default=None, repr=False, compare=False)
    shelf: Shelf | None = field(default=None, repr=False, compare=False)

    @property
    def identity(self) -> str:
        """The same for two ways to one file."""
        if not isinstance(self.where, Path):
            return self.shown
        try:
            return os.path.realpath(self.where)
        except ValueError:  # a zero byte: no file is called so, and reading it says so
            return self.shown

    def read(self) -> SourceFile | Diagnostic:
        """Its text, or the one error that says why it cannot be had."""
        if self.given is not None:
            return decode(self.given, self.shown)
        if isinstance(self.where, Path):
            return load_file(self.where, self.shown)
        return decode(self.where.read_bytes(), self.shown)


def titles_of(file: RuleFile) -> frozenset[str] | None:
    """What a game is called by people, in small letters; None for a file that is no game."""
    source = file.read()
    if not isinstance(source, SourceFile) or _GAME.search(source.text) is None:
        return None
    said = ",".join(found["titles"] for found in _GAME.finditer(source.text))
    return frozenset(title.strip(" '\"").casefold() for title in said.split(",") if title.strip())


_GAME = re.compile(r"^(?:game|also known as)[ \t]*:[ \t]*(?P<titles>[^\n#]*)", re.MULTILINE)

_SAYING_WHAT = ("game", "house rule", "form")
"""Keys by which a file says what it is."""

_LONGEST = 240
"""Bytes of a short name: file systems have no longer ones."""


@record
class Shelf:
    """A folder with games, and house rules in `overlays/GAME/`; `shown` is its path for people."""

    folder: Traversable = field(repr=False, compare=False)
    shown: str

    @property
    def is_of_rules(self) -> bool:
        """Whether it is the folder of a game's house rules rather than a shelf of its own."""
        return isinstance(self.folder, Path) and self.folder.absolute().parent.name == "overlays"

    def path(self, *parts: str) -> str | None:
        """Where a file of the shelf would be on the disk; None for a shelf that lies elsewhere."""
        return str(self.folder.joinpath(*parts)) if isinstance(self.folder, Path) else None

    def game(self, name: str) -> RuleFile | None:
        """The game of that short name, or None."""
        return self._file(self.folder, name)

    def house_rule(self, game: str, name: str) -> RuleFile | None:
        """The house rule of that short name for a game, or None."""
        return self._file(self.folder, "overlays", game, name)

    def games(self) -> list[RuleFile]:
        """Its games, by name."""
        return list(self._files())

    def house_rules(self, game: str) -> list[RuleFile]:
        """The house rules of a game, by name."""
        return list(self._files("overlays", game))

    def form(self, name: str) -> RuleFile | None:
        """The form of that short name, or None."""
        return self._file(self.folder, "forms", name)

    def forms(self) -> list[RuleFile]:
        """Its forms, by name."""
        return list(self._files("forms"))

    def _file(self, folder: Traversable, *parts: str) -> RuleFile | None:
        if not all(_is_short(part) for part in parts):
            return None
        *inner, name = parts
        found = folder
        for part in (*inner, f"{name}.yaml"):
            found = found.joinpath(part)
        if not found.is_file():
            return None
        return RuleFile(name, self._shown(found, *inner, f"{name}.yaml"), found)

    def _files(self, *inner: str) -> Iterator[RuleFile]:
        folder = self.folder
        for part in inner:
            folder = folder.joinpath(part)
        if not folder.is_dir():
            return
        for found in sorted(folder.iterdir(), key=lambda f: f.name):
            stem, suffix = os.path.splitext(found.name)
            if suffix == ".yaml" and found.is_file():
                yield RuleFile(stem, self._shown(found, *inner, found.name), found)

    def _shown(self, found: Traversable, *parts: str) -> str:
        return os.path.normpath(os.path.join(self.shown, *parts))


@record
class Listed:
    """A game or a house rule in a list: its file, what it calls itself, and its house rules."""

    file: RuleFile
    title: str
    house_rules: tuple[Listed, ...] = ()


def shipped() -> Shelf:
    """The shelf that comes with rulerun."""
    package = find_spec("rulerun.rulesets")
    places = [] if package is None else package.submodule_search_locations or []
    folder = next((place for place in places if os.path.isdir(place)), None)
    if folder is None:
        from importlib.resources import files  # where rulerun lies in an archive

        return Shelf(files("rulerun.rulesets"), os.path.join("rulerun", "rulesets"))
    real = os.path.realpath(folder)
    near = os.path.relpath(real)
    return Shelf(Path(real), real if near.startswith(os.pardir) else near)


def here() -> Shelf:
    """The folder one is in: house rules of one's own for any game may lie in its `overlays/GAME/`."""
    return Shelf(Path(), "")


def shelf_beside(file: RuleFile) -> Shelf | None:
    """The shelf on which a game lies; None for a file that lies in no folder."""
    if file.shelf is not None:
        return file.shelf
    if not isinstance(file.where, Path):
        return None
    return Shelf(file.where.parent, os.path.dirname(file.shown))


def shelves_of_house_rule(file: RuleFile) -> list[Shelf]:
    """The shelves on which the game of a house rule is looked for, the likeliest first.

    `overlays/GAME/NAME.yaml` lies on a shelf; a house rule of one's own may lie beside a game, or
    anywhere, and then changes a game that comes with rulerun.
    """
    found = []
    if isinstance(file.where, Path):
        parent = file.where.absolute().parent
        shown = os.path.dirname(file.shown)
        if parent.parent.name == "overlays":
            found.append(
                Shelf(parent.parent.parent, os.path.normpath(os.path.join(shown, "..", "..")))
            )
        found.append(Shelf(parent, shown))
    return [*found, shipped()]


def file_at(path: str | os.PathLike[str], given: bytes | None = None) -> RuleFile:
    """The rule file at a path, whether it is there or not; its text may be given instead."""
    shown = os.fspath(path)
    where = Path(shown)
    return RuleFile(where.stem, shown, where, given)


def find_game(path: str | os.PathLike[str] | RuleFile) -> RuleFile:
    """The file at a path or, where there is none, the game that comes with rulerun of that name."""
    if isinstance(path, RuleFile):
        return path
    at = file_at(path)
    name = os.fspath(path)
    if _is_short(name) and not os.path.exists(name):
        return shipped().game(name) or at
    return at


def is_path(name: str) -> bool:
    """Whether it is the path of a rule file rather than a short name."""
    return name.endswith(SUFFIXES) or os.sep in name or "/" in name


def advice_for(file: RuleFile) -> str | None:
    """What somebody may have meant who named a game that is not there."""
    beside = shelf_beside(file)
    known = [f.name for s in (beside, shipped()) if s is not None for f in s.games()]
    return did_you_mean(file.name, known)


def rule_files_in(folder: str | os.PathLike[str]) -> tuple[list[str], list[str]]:
    """The paths of the rule files in a folder and the folders in it, and those of other YAML files.

    A rule file has a line that begins with `game:`, `house rule:` or `form:`, or other keys by which it is
    one: then that line is misspelt. Folders and files whose names begin with a dot are left out. A file
    that cannot be opened is listed as a rule file, so that reading it says why.
    """
    found: list[str] = []
    others: list[str] = []
    for path in yaml_files_in(folder):
        (found if looks_like_rules(path) else others).append(path)
    return found, others


def yaml_files_in(folder: str | os.PathLike[str]) -> Iterator[str]:
    """The paths of the YAML files in a folder and the folders in it, without the hidden ones."""
    for inner, folders, names in os.walk(folder):
        folders[:] = sorted(name for name in folders if not name.startswith("."))
        for name in sorted(names):
            path = os.path.normpath(os.path.join(inner, name))
            # A pipe between files is nobody's rule file, and to read it may take for ever.
            if name.endswith(SUFFIXES) and not name.startswith(".") and not _is_odd(path):
                yield path


def _is_odd(path: str) -> bool:
    """Whether there is something that is neither a file nor a folder: a pipe, a device."""
    return os.path.exists(path) and not os.path.isfile(path) and not os.path.isdir(path)


def looks_like_rules(path: str) -> bool:
    """Whether a file is plainly meant as a game, a house rule or a form, or cannot be opened."""
    try:
        with open(path, "rb") as stream:
            data = stream.read(LIMIT)
    except OSError:
        return True
    is_wide = data.startswith((BOM_UTF16_LE, BOM_UTF16_BE))
    text = data.decode("utf-16" if is_wide else "utf-8-sig", errors="replace").replace("\r", "\n")
    first = _FIRST_LINE.search(text)
    if first is not None and first[0]:  # all of it is indented
        text = text.replace(f"\n{first[0]}", "\n")[len(first[0]) :]
    keys = {key for _, key in _KEY.findall(text)}
    of_rules = keys & (keys_at("ruleset").keys() | keys_at("overlay").keys())
    enough = _SAYS_ENOUGH - ("for" in keys)
    return not keys.isdisjoint(_TITLES) or len(of_rules) >= enough


def listing(shelf: Shelf, more: Shelf | None = None) -> list[Listed]:
    """The games of a shelf with their house rules, each with its title.

    `more` is a shelf whose house rules for these games are listed too.
    """
    games = []
    for game in shelf.games():
        title = _title(game, "game")
        if title is None:  # a house rule that lies beside games
            continue
        found = shelf.house_rules(game.name)
        if more is not None:
            known = {f.name for f in found}
            found += [f for f in more.house_rules(game.name) if f.name not in known]
        rules = [(f, _title(f, "house rule", game.name)) for f in found]
        house_rules = tuple(Listed(f, said) for f, said in rules if said is not None)
        games.append(Listed(game, title, house_rules))
    return games


def forms_of(shelf: Shelf) -> list[Listed]:
    """The forms of a shelf, each with its title."""
    found = [(file, _title(file, "form")) for file in shelf.forms()]
    return [Listed(file, title) for file, title in found if title is not None]


def house_rules_for(game: RuleFile) -> list[RuleFile]:
    """The house rules that a game can be played with by their short names, in that order."""
    found: dict[str, RuleFile] = {}
    for shelf in (shelf_beside(game), here(), shipped()):
        for file in shelf.house_rules(game.name) if shelf is not None else ():
            if _title(file, "house rule", game.name) is not None:
                found.setdefault(file.name, file)
    return [found[name] for name in sorted(found)]


def house_rules_of_shipped(shelf: Shelf) -> list[Listed]:
    """The games that come with rulerun for which house rules lie on another shelf, with those."""
    found = []
    for game in shipped().games():
        rules = [(f, _title(f, "house rule", game.name)) for f in shelf.house_rules(game.name)]
        house_rules = tuple(Listed(f, said) for f, said in rules if said is not None)
        if house_rules and shelf.game(game.name) is None:
            found.append(Listed(game, _title(game, "game") or game.name, house_rules))
    return found


def _title(file: RuleFile, key: str, of_game: str | None = None) -> str | None:
    """What a file calls itself under a key; None if it has another such key, and so is no such file,
    or if it is a house rule for another game than `of_game`.

    A file that cannot be read goes by its short name, so that a list shows that it is there.
    """
    source = file.read()
    root = None if isinstance(source, Diagnostic) else read(source)[0]
    if root is None:
        return file.name
    if root.get(key) is None and any(root.get(k) is not None for k in _SAYING_WHAT):
        return None
    game = root.get("for")
    if of_game is not None and isinstance(game, Scalar) and game.text.split()[:1] != [of_game]:
        return None
    title = root.get(key)
    return title.text if isinstance(title, Scalar) and title.text else file.name


def _is_short(name: str) -> bool:
    """Whether it can be a short name: a path with a separator or a lone dot never is."""
    is_one = re.fullmatch(r"[^\W_][\w-]*", name) is not None
    return is_one and len(name.encode(errors="replace")) <= _LONGEST
