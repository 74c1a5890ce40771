"""How an address is best written in a house rule: as few words as say what is meant."""

from __future__ import annotations

from collections.abc import Iterator

from rulerun.grammar.nodes import Scalar
from rulerun.grammar.source import Span

from .addresses import Kind, Path, find
from .house_rule import Address
from .lookup import Container, Lookup

_SETTLING = ("payouts", "tables")


class Speller:
    """Spells paths (in the long form) of one game as addresses.

    `later` is the game as it will be: an address shall not mean something else there, as house rules
    are done one deed after the other.
    """

    def __init__(self, lookup: Lookup, later: Lookup) -> None:
        self.lookup = lookup
        self.later = later
        self.kinds = {place.canonical: place.kind for place in lookup.places}

    def existing(self, path: Path) -> str:
        """The address of something that is there."""
        for words in self._ways(path):
            if self._is_only(path, words):
                return ".".join(words)
        return ".".join(path)

    def new(self, path: Path, span: Span) -> str:
        """The address of something that is to be added."""
        *above, name = path
        for words in self._ways(tuple(above)):
            if not words:
                break
            scalars = tuple(Scalar(word, span) for word in (*words, name))
            address = Address(scalars[-1], scalars)
            found = self.lookup.container(address, words, name)
            is_it = isinstance(found, Container) and found.canonical == tuple(above)
            if is_it and self._is_only(path, (*words, name)):
                return ".".join((*words, name))
        return ".".join(path)

    def _is_only(self, path: Path, words: Path) -> bool:
        """Whether some words mean that path alone, before and after."""
        found = [p.canonical for p in find(self.lookup.places, words)]
        found += [p.canonical for p in find(self.later.places, words)]
        return set(found) == {path}

    def _ways(self, path: Path) -> Iterator[Path]:
        """Ways to write a path, the shortest that are still good to read first."""
        if len(path) < 2 or path[0] != "phases":
            if path[:1] and path[0] in _SETTLING and len(path) > 1:
                yield path[1:]
            yield path
            return
        named = [i for i in range(1, len(path)) if self._has_own_name(path[: i + 1])]
        if not named:
            yield path
            return
        names = tuple(path[i] for i in named)
        tail = path[named[-1] + 1 :]
        for start in range(len(names) - 1, -1, -1):
            for rest in self._tails(tail):
                yield (*names[start:], *rest)
        yield path

    def _has_own_name(self, path: Path) -> bool:
        kind = self.kinds.get(path)
        return kind is Kind.MOVE or (kind is Kind.PHASE and path[-1] != "moves")

    def _tails(self, tail: Path) -> Iterator[Path]:
        if tail == ("phases", "moves", "moves"):
            yield ("moves",)
        yield tail
