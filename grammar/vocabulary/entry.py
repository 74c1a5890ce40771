"""The shape of an entry of the vocabulary."""

from __future__ import annotations

from ..record import record


@record
class Entry:
    """One word or form of the language.

    `name` is how it is found (`pays`, `at start`, `size`); `where` the places it may stand at
    (`ruleset`, `phase`, `card`, ...); `template` how it is written, with capitals for what is filled
    in; `gives` the type of its result, empty where it has none; `help` one line in plain words;
    `example` a piece of a rule file that uses it.
    """

    name: str
    where: tuple[str, ...]
    template: str
    help: str
    example: str
    gives: str = ""


@record
class Code:
    """A diagnostic code: its title, what and why, a bad example and a good one.

    `silenceable`: it is told as a warning or a note, which a comment `# allow CODE` silences.
    """

    code: str
    title: str
    why: str
    bad: str
    good: str
    silenceable: bool = False
