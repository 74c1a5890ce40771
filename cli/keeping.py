"""Keeping a game on the disk while it is played, come what may: play never stops for want of a disk."""

from __future__ import annotations

import os
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from .exits import UNREADABLE, USAGE, Failed
from .savefile import SaveFile
from .saves import (
    Made,
    NewRules,
    Saved,
    ended_line,
    folder,
    free_names,
    made_line,
    new_rules_line,
    short_name,
    undone_line,
)
from .terminal import complain

_MOST_TRIED = 1000


class Keeping:
    """A game that is played, and its save.

    What cannot be written is tried again with whatever comes next; that it could not be is told
    once, and told again when it could.
    """

    def __init__(self, saved: Saved, file: SaveFile | None, trouble: str = "") -> None:
        self.saved = saved
        self._file = file
        self._trouble = trouble
        self._waiting: list[Mapping[str, Any]] = []
        # Of a damaged save it is not known what was done.
        self._is_worth_it = bool(saved.events) or saved.damage is not None

    @classmethod
    def begun(cls, saved: Saved, path: str | None) -> Keeping:
        """A new game in a new file, in the folder of saves if no path is given.

        Failed if the file that is asked for cannot be made. In the folder of saves that is told, and
        the game is played without.
        """
        if path is not None:
            try:
                return cls(saved, SaveFile.create(path, [saved.head()]))
            except FileExistsError:
                raise Failed(
                    f"'{path}' is there already; to go on with a game: rulerun resume {path}", USAGE
                ) from None
            except (OSError, ValueError) as error:
                raise Failed(f"'{path}' cannot be written ({why(error)})", UNREADABLE) from None
        try:
            os.makedirs(folder(), mode=0o700, exist_ok=True)
            for _, name in zip(range(_MOST_TRIED), free_names(_stem(saved)), strict=False):
                try:
                    return cls(saved, SaveFile.create(name, [saved.head()]))
                except FileExistsError:
                    continue
            raise OSError("there are too many saves")
        except (OSError, ValueError) as error:
            complain(f"This game is not saved: {folder()} cannot be written ({why(error)}).")
            return cls(saved, None, why(error))

    @property
    def name(self) -> str | None:
        """What the save is called; None where there is none, or not all is in it."""
        return None if self._file is None or self._waiting else short_name(self._file.path)

    @property
    def path(self) -> str | None:
        """Where the save is."""
        return None if self._file is None else self._file.path

    # ---------------------------------------------------------------- what happens

    def made(self, seat: int, move: str, by_person: bool) -> None:
        """A move was made."""
        made = Made(seat, move)
        self.saved = replace(self.saved, events=(*self.saved.events, made))
        self._is_worth_it |= by_person
        self._add(made_line(made))

    def undone(self, moves: int) -> None:
        """The game went back to where so many moves had been made."""
        events = list(self.saved.events)
        while sum(isinstance(e, Made) for e in events) > moves:
            events.pop()
        self.saved = replace(self.saved, events=tuple(events), ended=None)
        self._add(undone_line(moves))

    def changed(self, change: NewRules) -> None:
        """Other rules hold from the next deal on."""
        self.saved = replace(self.saved, events=(*self.saved.events, change))
        self._is_worth_it = True
        self._add(new_rules_line(change))

    def ended(self, reason: str) -> None:
        """The game is over."""
        self.saved = replace(self.saved, ended=reason)
        self._add(ended_line(reason))

    def _add(self, record: Mapping[str, Any]) -> None:
        self._waiting.append(record)
        if self._file is None:
            return
        try:
            while self._waiting:
                self._file.add(self._waiting[0])
                del self._waiting[0]
        except OSError as error:
            if not self._trouble:
                self._trouble = why(error)
                complain(f"The game is not saved any more ({self._trouble}); play goes on. "
                         "'save FILE' saves it elsewhere.")  # fmt: skip
            return
        if self._trouble:
            self._trouble = ""
            complain("The game is saved again.")

    # ---------------------------------------------------------------- otherwise

    def copy(self, path: str) -> None:
        """Save the game in another file, which becomes its save if it has none that is whole.

        Raises FileExistsError if there is something of that name, OSError if it cannot be written.
        """
        lines = [self.saved.head(), *(_line(event) for event in self.saved.events)]
        if self.saved.ended is not None:
            lines.append(ended_line(self.saved.ended))
        made = SaveFile.create(path, lines)
        if self.name is not None:
            made.close()
            return
        if self._file is not None:
            self._file.close()
        self._file, self._waiting, self._trouble = made, [], ""

    def close(self) -> None:
        """The game is left. A save of one in which nobody has done anything is taken away."""
        if self._file is None:
            return
        if self._is_worth_it:
            self._file.close()
        else:
            self._file.discard()
            self._file = None


def _line(event: Made | NewRules) -> dict[str, Any]:
    return made_line(event) if isinstance(event, Made) else new_rules_line(event)


def _stem(saved: Saved) -> str:
    return next(f.name for f in saved.rules.files if f.what == "game")


def why(error: Exception) -> str:
    """The reason of an error of the system, in small letters."""
    return (getattr(error, "strerror", None) or str(error)).lower()
