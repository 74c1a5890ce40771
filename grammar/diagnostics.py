"""What is wrong with a rule file, as a value.

Every stage returns diagnostics and goes on; nothing here raises or prints.
Codes and their families are listed in `vocabulary.CODES`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import IntEnum
from itertools import pairwise

from .source import Span


class Severity(IntEnum):
    """How bad it is; higher is worse."""

    NOTE = 1
    WARNING = 2
    ERROR = 3

    def __str__(self) -> str:
        return self.name.lower()


@dataclass(frozen=True, slots=True)
class Note:
    """A second place, or a remark without one: "first at", "over gin.yaml:41".

    `equal` says that the mistake may as well be at this place: of two things that do not go together
    either may be the wrong one.
    """

    message: str
    span: Span | None = None
    equal: bool = False

    def __post_init__(self) -> None:
        object.__setattr__(self, "message", _sayable(self.message))


@dataclass(frozen=True, slots=True)
class Sought:
    """What was looked for by its name and is not there: for those who put findings together.

    `under` is the key under which it would have its name (`phases`, `moves`, `titles`), empty for
    things of the table, `per player` for a thing that is there and not for each player.
    """

    name: str
    under: str = ""


@dataclass(frozen=True, slots=True)
class Diagnostic:
    """One thing that is wrong, where, and what would be right.

    `message` is one sentence in the words of the card table, in lower case, without a full stop;
    `suggestion` is the nearest right spelling or the advice shown beside the caret; `sought` what
    was not found, where that is what is wrong.
    """

    code: str
    message: str
    span: Span
    suggestion: str | None = None
    notes: tuple[Note, ...] = ()
    severity: Severity = Severity.ERROR
    sought: Sought | None = None

    def __post_init__(self) -> None:
        # YAML has an apostrophe in single quotes twice; people read it once, but where it is told how
        # to write a text for YAML.
        for part in ("message", "suggestion"):
            said: str | None = getattr(self, part)
            if said and "''s" in said and not self.code.startswith("Y"):
                said = said.replace("''s", "'s")
            if said:
                object.__setattr__(self, part, _sayable(said))

    def __str__(self) -> str:
        hint = f"; {self.suggestion}" if self.suggestion else ""
        return f"{self.span.place}: {self.severity}[{self.code}]: {self.message}{hint}"


LONGEST = 500
"""Characters of a message, and of what is suggested; what would be longer quotes a text too long to be
read."""

_SHOWN = 57  # characters of such a text; three dots follow


def _sayable(said: str) -> str:
    """A message in which very long words and quoted texts are cut, if it would be too long else."""
    if len(said) <= LONGEST:
        return said
    for long in (rf"([^\s',;]{{{_SHOWN}}})[^\s',;]{{3,}}", rf"('[^']{{{_SHOWN}}})[^']{{3,}}(?=')"):
        said = re.sub(long, r"\1...", said)
        if len(said) <= LONGEST:
            return said
    return shortened(said, LONGEST)


def in_order(diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
    """Sorted by file, place and code, each once; what is wrong in no file comes first."""
    return sorted(dict.fromkeys(diagnostics), key=_rank)


def _rank(diagnostic: Diagnostic) -> tuple[bool, str, int, str, str]:
    file, start = diagnostic.span.file, diagnostic.span.start
    return file.is_file, file.name, start, diagnostic.code, diagnostic.message


def has_errors(diagnostics: Iterable[Diagnostic]) -> bool:
    """Whether any of them is an error."""
    return any(d.severity is Severity.ERROR for d in diagnostics)


_MANY = 500  # names, more than any honest file has


def nearest(word: str, known: Iterable[str]) -> str | None:
    """The known word that was probably meant, or None.

    Swapped neighbours count as near: `discrad` finds `discard`.
    """
    candidates = [k for k in dict.fromkeys(known) if k]
    if word in candidates:
        return word
    small = word.lower()
    if len(candidates) > _MANY:
        from .likeness import alike  # needed where a file is as good as hostile

        candidates = alike(small, candidates)
    # `MAY`, `dealPasses` and `hand size` have all the letters of another word.
    same = [k for k in candidates if letters_of(k) == letters_of(word)]
    if same:
        return min(same, key=lambda near: slips_between(word, near))
    found: Sequence[str] = difflib.get_close_matches(word, candidates, n=8, cutoff=0.6)
    if small != word:
        found = [*found, *difflib.get_close_matches(small, candidates, n=8, cutoff=0.6)]
    # Letters in common say which words may be meant; how many slips of the fingers, which one is.
    # Two letters exchanged, or one struck twice, are likelier than another one, and that than one
    # lost.
    # Where more than a third of the letters are wrong, another word is meant: `trick` is no `stock`.
    letters = sorted(word)
    return min(
        (n for n in found if slips_between(word, n) <= _most_slips(word, n)),
        key=lambda near: (
            slips_between(word, near), sorted(near) != letters and not _has_twice(word, near),
            len(near) != len(word),
        ),
        default=None,
    )  # fmt: skip


def _most_slips(word: str, near: str) -> int:
    """With how many slips one word is still meant by another.

    More where a part of it is right, or all its letters are: `when stuck` is `if stuck`, `facing` is
    `face`, `steak` is `stake`.
    """
    is_part = word[:3] == near[:3] or not set(word.split()).isdisjoint(near.split())
    is_near = is_part or sorted(word) == sorted(near)
    return max(1, max(len(word), len(near)) // (2 if is_near else 3))


def _has_twice(word: str, near: str) -> bool:
    """Whether a word is another one with one letter struck twice."""
    return len(word) == len(near) + 1 and any(
        one == other and word[:at] + word[at + 1 :] == near
        for at, (one, other) in enumerate(pairwise(word))
    )


def letters_of(word: str) -> str:
    """The letters of a word, small ones, without what joins its parts.

    >>> letters_of("Hand size") == letters_of("hand_size") == letters_of("handSize")
    True
    """
    return word.lower().replace("_", "").replace(" ", "").replace("-", "")


def slips_between(word: str, other: str) -> int:
    """How many slips lead from one word to another: a letter more, less, other, or two swapped.

    Capitals in the place of small letters are one slip, however many they are.
    """
    if word.isupper() and not other.isupper() and len(word) > 1:
        return min(_slips(word, other), 1 + _slips(word.lower(), other.lower()))
    return _slips(word, other)


def _slips(word: str, other: str) -> int:
    above: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, 1):
        before, above, row = above, row, [i]
        for j, meant in enumerate(other, 1):
            least = min(above[j] + 1, row[j - 1] + 1, above[j - 1] + (letter != meant))
            if before and j > 1 and letter == other[j - 2] and word[i - 2] == meant:
                least = min(least, before[j - 2] + 1)
            row.append(least)
    return row[-1]


def worst(found: Iterable[Diagnostic], most: int | None) -> list[Diagnostic]:
    """The worst ones, at most so many, in the order in which they stand."""
    found = list(found)
    if most is None or len(found) <= most:
        return found
    numbers = sorted(range(len(found)), key=lambda n: -found[n].severity)[:most]
    return [found[n] for n in sorted(numbers)]


def listed(names: Iterable[str], most: int = 8) -> str:
    """Some names in a message: `stock, hand, discard`; of very many, the first ones."""
    names = list(names)
    more = len(names) - most
    return ", ".join(names[:most]) + (f" and {more} more" if more > 0 else "")


def joined(parts: Sequence[str], word: str = "and") -> str:
    """`one`, `one and two`, `one, two and three`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} {word} {parts[-1]}"


def quoted(names: Iterable[str]) -> list[str]:
    """Names as a message says them."""
    return [f"'{name}'" for name in names]


def shortened(text: str, most: int = 60) -> str:
    """A text that somebody gave, as a message says it: of a very long one, how it begins."""
    return text if len(text) <= most else text[: most - 3] + "..."


#: Cyrillic and Greek letters that look like Latin ones.
_ALIKE = str.maketrans("аеорсхуіѕјһԁԛԝкмтвнοναικρτυ", "aeopcxyisjhdqwkmtbhovaikpty")


def did_you_mean(word: str, known: Iterable[str]) -> str | None:
    """The suggestion "did you mean 'x'?", or None when nothing is near."""
    known = list(known)
    if not word.isascii() and (meant := word.translate(_ALIKE)) in known and meant != word:
        foreign = next(letter for letter in word if ord(letter) in _ALIKE)
        return f"did you mean '{meant}'? The '{foreign}' is a letter of another alphabet"
    near = nearest(word, known)
    if near != word and not word.isascii():
        near = next((name for name in known if composed(name) == composed(word)), near)
    if near in (None, word):
        return None
    assert near is not None
    if not (word.isascii() or near.isascii()) and composed(word) == composed(near):
        return (
            f"it looks like '{near}', but its letters are made of other characters, "
            "such as a letter and a mark: copy the name from there"
        )
    return f"did you mean '{near}'?"


def looks_like(code: str, name: str, span: Span, other: Span) -> Diagnostic:
    """The mistake of a second name that looks like another one and has other characters."""
    message = (
        f"'{name}' looks like '{composed(name)}' in line {other.line}, but its letters are made of "
        "other characters, such as a letter and a mark"
    )
    note = Note("first here", other, equal=True)
    return Diagnostic(code, message, span, "give one of them another name", (note,))


def composed(word: str) -> str:
    """A word with each letter as one character, where there is such a one."""
    from unicodedata import normalize  # needed where something is wrong

    return normalize("NFC", word)
