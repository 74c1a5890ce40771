"""Rule files that were kept as texts: a game can be read from them when its files have changed or are gone."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.files import load_file
from rulerun.grammar.record import record

from .library import RuleFile, Shelf

if TYPE_CHECKING:
    from .overlay import Stack

GAME, HOUSE_RULE, FORM = "game", "house rule", "form"


@record
class KeptFile:
    """A rule file with its text. `what` it is, its short `name`, its path as people saw it (`shown`)
    and, where it lay on the disk, the whole `path`."""

    what: str
    name: str
    shown: str
    path: str | None
    text: str

    @property
    def sha256(self) -> str:
        """The hash of its text in UTF-8."""
        return hashlib.sha256(self.text.encode("utf-8", "surrogatepass")).hexdigest()

    def change(self) -> str | None:
        """What has become of the file since it was kept: `changed`, `gone`, or None for nothing."""
        if self.path is None:
            return None
        if not os.path.lexists(self.path):
            return "gone"
        source = load_file(self.path)
        same = not isinstance(source, Diagnostic) and source.text == self.text
        return None if same else "changed"

    def to_json(self) -> dict[str, Any]:
        """The same as plain JSON data, with the hash."""
        return {
            "what": self.what, "name": self.name, "shown": self.shown, "path": self.path,
            "sha256": self.sha256, "text": self.text,
        }  # fmt: skip

    @classmethod
    def from_json(cls, data: Mapping[str, Any]) -> KeptFile:
        """The file that `to_json` gave; ValueError for other data, and for a text of another hash."""
        words = [data.get(key) for key in ("what", "name", "shown", "text")]
        path = data.get("path")
        if not all(isinstance(w, str) for w in words) or not isinstance(path, str | None):
            raise ValueError("a rule file is not as it was saved")
        what, name, shown, text = map(str, words)
        kept = cls(what, name, shown, path, text)
        if what not in (GAME, HOUSE_RULE, FORM) or kept.sha256 != data.get("sha256"):
            raise ValueError(f"the text of {shown} is not as it was saved")
        return kept


def kept_files(stack: Stack) -> list[KeptFile]:
    """All files of a game with house rules, the game first.

    Raises ValueError where two house rules of one short name are on it: they could not be told apart.
    """
    assert stack.written is not None
    found = [_kept(GAME, stack.game, stack.written.span.file.name, stack.written.span.file.text)]
    for used in stack.forms:
        file = used.form.node.span.file
        found.append(_kept(FORM, used.form.name, file.name, file.text))
    for rule in stack.overlays:
        file = rule.node.span.file
        found.append(_kept(HOUSE_RULE, rule.name, file.name, file.text))
    names = [(f.what, f.name) for f in found]
    for what, name in names:
        if what == HOUSE_RULE and names.count((what, name)) > 1:
            raise ValueError(f"two house rules are called '{name}'")
    return list(dict.fromkeys(found))


def _kept(what: str, name: str, shown: str, text: str) -> KeptFile:
    path = os.path.abspath(shown)
    return KeptFile(what, name, shown, path if os.path.isfile(path) else None, text)


class KeptShelf(Shelf):
    """A shelf whose files are texts: one game, its house rules and its forms.

    House rules that are not among them lie where the game lay.
    """

    files: tuple[KeptFile, ...]

    def house_rule(self, game: str, name: str) -> RuleFile | None:
        """The house rule of that short name for a game, or None."""
        found, behind = super().house_rule(game, name), self._behind
        return found if found is not None or behind is None else behind.house_rule(game, name)

    def house_rules(self, game: str) -> list[RuleFile]:
        """The house rules of a game, by name."""
        behind = self._behind
        found = {f.name: f for f in (behind.house_rules(game) if behind else [])}
        found |= {f.name: f for f in super().house_rules(game)}
        return [found[name] for name in sorted(found)]

    @property
    def _behind(self) -> Shelf | None:
        game = next(f for f in self.files if f.what == GAME)
        if game.path is None:
            return None
        return Shelf(Path(game.path).parent, os.path.dirname(game.shown))

    def _file(self, folder: object, *parts: str) -> RuleFile | None:
        return next((f for at, f in self._all() if at == parts), None)

    def _files(self, *inner: str) -> Iterator[RuleFile]:
        yield from (f for at, f in self._all() if at[:-1] == inner)

    def path(self, *parts: str) -> str | None:
        """None: nothing lies on the disk."""
        return None

    def _all(self) -> Iterator[tuple[tuple[str, ...], RuleFile]]:
        game = next(f.name for f in self.files if f.what == GAME)
        inner = {GAME: (), HOUSE_RULE: ("overlays", game), FORM: ("forms",)}
        for file in self.files:
            where = Path(file.path or file.shown)
            given = file.text.encode("utf-8", "surrogatepass")
            yield (
                (*inner[file.what], file.name),
                RuleFile(file.name, file.shown, where, given, self),
            )


def shelf_of(files: Iterable[KeptFile]) -> KeptShelf:
    """The shelf with these files; ValueError if there is not just one game among them."""
    listed = tuple(files)
    if [f.what for f in listed].count(GAME) != 1:
        raise ValueError("the rules of the game are missing")
    shelf = KeptShelf(Path(), "")
    object.__setattr__(shelf, "files", listed)
    return shelf


def game_of(files: Iterable[KeptFile]) -> RuleFile:
    """The game among kept files, to be read like any other; its house rules and forms are found
    by their short names among these files. ValueError if there is not just one."""
    listed = tuple(files)
    name = next((f.name for f in listed if f.what == GAME), "")
    game = shelf_of(listed).game(name)
    assert game is not None
    return game
