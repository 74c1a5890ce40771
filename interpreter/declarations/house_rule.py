"""A house rule as its file says it, before it meets a game.

The keys and forms of an overlay file are checked here: which there are, that a list is a list, how
`for` and the addresses are spelt. What an address means is for `addresses`, what comes of it for
`overlay`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from rulerun.grammar.diagnostics import Diagnostic, did_you_mean
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar, Sequence
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.keys import keys_at

from .sections import SectionReader

Verb: TypeAlias = Literal["set", "change", "add", "remove"]
How: TypeAlias = Literal["first", "last", "before", "after"]

_FOR = re.compile(r"(?P<game>[^\s,]+)(?:\s+with\s+(?P<rules>[^\s,]+(?:\s*,\s*[^\s,]+)*))?")
_ORDER = re.compile(r"(?P<how>\w+)(?:\s+(?P<name>\S.*))?")
_HOW: dict[str, How] = {"first": "first", "last": "last", "before": "before", "after": "after"}
_ALONE = ("first", "last")


@record
class Order:
    """Where among its neighbours something is added: `first`, `last`, `before gin`, `after gin`."""

    how: How
    name: Scalar | None
    span: Span = field(repr=False)


@record
class Address:
    """`turn.phases.side_bets, after moves`: the words between the dots, and where it is to stand."""

    text: Scalar
    words: tuple[Scalar, ...]
    order: Order | None = None

    @property
    def span(self) -> Span:
        """Where it is written, without its place."""
        return self.words[0].span.to(self.words[-1].span)

    def __str__(self) -> str:
        return ".".join(word.text for word in self.words)


@record
class Deed:
    """One thing that a house rule does. `value` is None where something is removed."""

    verb: Verb
    address: Address
    value: Node | None


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRule:
    """An overlay file, read.

    `name` is its short name, `title` what it calls itself. `game` and `built_on` are the two halves
    of its `for`. `deeds` are in the order of work. `breaks` names examples; `breaks_all` says that
    none of the base's hold.
    """

    name: str
    title: str
    node: Mapping = field(repr=False)
    game: Scalar
    built_on: tuple[Scalar, ...] = ()
    about: str | None = None
    sources: tuple[Scalar, ...] = ()
    deeds: tuple[Deed, ...] = field(default=(), repr=False)
    breaks: tuple[Scalar, ...] = field(default=(), repr=False)
    breaks_all: bool = False
    over: tuple[Scalar, ...] = ()
    examples: tuple[Entry, ...] = field(default=(), repr=False)
    rulings: Mapping | None = field(default=None, repr=False)
    titles: Mapping | None = field(default=None, repr=False)

    @property
    def file(self) -> str:
        """The path of its file, as people see it."""
        return self.node.span.file.name

    def overrules(self, name: str) -> bool:
        """Whether it names an earlier house rule under `over`."""
        return any(scalar.text == name for scalar in self.over)


def is_house_rule(root: Mapping) -> bool:
    """Whether a file is meant as a house rule: it says so, or it says `for` and names no game."""
    return root.get("game") is None and any(root.get(k) for k in ("house rule", "for"))


def read_house_rule(
    name: str, root: Mapping, *, whole: bool = True
) -> tuple[HouseRule | None, list[Diagnostic]]:
    """An overlay file as a house rule; None where nobody can tell which game it is for.

    `whole` is False when part of the file could not be read: then nothing is said to be missing.
    """
    reading = _Reading(root, whole)
    rule = reading.house_rule(name)
    return rule, reading.reader.diagnostics


class _Reading:
    """Goes through the keys of one overlay file and collects what is wrong with them."""

    def __init__(self, root: Mapping, whole: bool) -> None:
        self.reader = SectionReader(whole=whole)
        self.tell = self.reader.report
        self.root = root
        section = self.reader.section(root, "overlay")
        assert section is not None  # None only for what is no map
        self.section = section

    def house_rule(self, name: str) -> HouseRule | None:
        title = self.reader.words(self.section, "house rule")
        about = self.reader.words(self.section, "about")
        game, built_on = self.game_and_rules()
        deeds = self.deeds()
        written = self.root.get("breaks")
        breaks_none = isinstance(written, Sequence) and not written.items  # `breaks: []`
        sources, breaks, over = (
            () if key == "breaks" and breaks_none else self.reader.texts(self.section, key)
            for key in ("source", "breaks", "over")
        )
        breaks_all = isinstance(written, Scalar) and written.text == "all"
        examples, rulings, titles = (self.map(key) for key in ("examples", "rulings", "titles"))
        if game is None:
            return None
        return HouseRule(
            name=name,
            title=name if title is None else title.text,
            node=self.root,
            game=game,
            built_on=built_on,
            about=None if about is None else about.text,
            sources=sources,
            deeds=deeds,
            breaks=() if breaks_all else breaks,
            breaks_all=breaks_all,
            over=over,
            examples=() if examples is None else examples.entries,
            rulings=rulings,
            titles=titles,
        )

    def map(self, key: str) -> Mapping | None:
        """The map under a key; None, told where it is wrong, if there is none."""
        entry = self.section.found.get(key)
        holds = keys_at("overlay")[key].holds
        if entry is None or self.reader.nothing(entry.value, entry.key, holds):
            return None
        if isinstance(entry.value, Mapping):
            return entry.value
        self.reader.wrong_kind(entry.value, entry.key, holds.value)
        return None

    def game_and_rules(self) -> tuple[Scalar | None, tuple[Scalar, ...]]:
        """Both halves of `for: GAME with RULE, RULE`."""
        text = self.reader.words(self.section, "for")
        if text is None:
            return None, ()
        found = _FOR.fullmatch(text.text)
        if found is None and not re.search(r",|\bwith\b", text.text):
            return text, ()  # `Gin Rummy`: there is no such file, but perhaps such a game
        if found is None:
            message = f"'{text.text}' does not say which game this is for"
            advice = f"it is written {keys_at('overlay')['for'].template}, as the files are called"
            game, comma, others = text.text.partition(",")
            if comma and re.fullmatch(r"\s*\S+(?:\s*,\s*\S+)*\s*", others) and " " not in game:
                advice = f"write 'for: {game} with {others.strip()}'"
            self.tell("O506", message, text.span, advice)
            return None, ()
        rules = []
        if found["rules"] is not None:
            start = found.start("rules")
            rules = [
                text.part(start + word.start(), start + word.end())
                for word in re.finditer(r"[^\s,]+", found["rules"])
            ]
        named: dict[str, Scalar] = {}
        for rule in rules:
            if named.setdefault(rule.text, rule) is not rule:
                message = f"the house rule '{rule.text}' is asked for twice"
                self.tell("O506", message, rule.span, "once is enough")
        return text.part(*found.span("game")), tuple(named.values())

    def deeds(self) -> tuple[Deed, ...]:
        """What it does, in the order of work."""
        deeds: list[Deed] = []
        verbs: tuple[Verb, ...] = ("set", "change", "add")
        for verb in verbs:
            for entry in self.map(verb) or ():
                address = self.address(entry.key, verb)
                if address is None:
                    continue
                if _is_empty(entry.value):
                    advice = "write after the colon what it shall be"
                    if verb == "change":
                        advice = "to take it away, list it under 'remove'"
                    message = f"nothing stands under '{address}'"
                    self.tell("S203", message, entry.key.span, advice)
                    continue
                deeds.append(Deed(verb, address, entry.value))
        for text in self.reader.texts(self.section, "remove"):
            address = self.address(text, "remove")
            if address is not None:
                deeds.append(Deed("remove", address, None))
        return tuple(deeds)

    def address(self, text: Scalar, verb: Verb) -> Address | None:
        """The parts of an address; None, told where it is wrong, if it cannot be one."""
        comma = text.text.find(",")
        path_end = len(text.text) if comma < 0 else comma
        words = []
        at = 0
        for part in text.text[:path_end].split("."):
            word = part.strip()
            start = at + len(part) - len(part.lstrip())
            at += len(part) + 1
            if not word:
                message = f"a name is missing in the address '{text.text[:path_end].strip()}'"
                here = text.span_at(start, min(start + 1, len(text.text)))
                self.tell("O501", message, here, "write the names with one dot between them")
                return None
            words.append(_single_spaced(text.part(start, start + len(word))))
        if comma < 0:
            lacking = _NO_COMMA.search(text.text)
            joined = "_".join(words[-1].text.split())
            if lacking is not None and joined in text.span.file.words:
                message = f"'{words[-1].text}' is no name: a name is one word"
                better = ".".join([*(word.text for word in words[:-1]), joined])
                self.tell("E301", message, words[-1].span, f"write '{better}'")
                return None
            if verb == "add" and lacking is not None:
                written = " ".join(f"{text.text[: lacking.start()]}, {lacking[1]}".split())
                message = f"a comma is missing before '{lacking['how']}'"
                self.tell("O501", message, text.span_at(*lacking.span("how")), f"write '{written}'")
                return None
            return Address(text, tuple(words))
        at = comma + 1 + len(text.text[comma + 1 :]) - len(text.text[comma + 1 :].lstrip())
        if verb == "add":
            order = self.order(text, at)
            return None if order is None else Address(text, tuple(words), order)
        advice = "leave out what follows the comma"
        if verb == "remove":
            advice = "several addresses are a list: remove: [ONE, ANOTHER]"
        message = f"only what is added gets a place, not what is {_DONE[verb]}"
        self.tell("O508", message, text.span_at(comma, len(text.text)), advice)
        return None

    def order(self, text: Scalar, start: int) -> Order | None:
        """What follows the comma of an address."""
        said = text.text[start:]
        span = text.span_at(start, len(text.text)) if said else text.span_at(start - 1, start)
        found = _ORDER.fullmatch(said)
        how = None if found is None else _HOW.get(found["how"])
        if found is None or how is None or (found["name"] is None) is not (how in _ALONE):
            message = f"'{said}' is no place" if said else "nothing stands after the comma"
            near = did_you_mean(said.split(" ")[0], _HOW) if how is None else None
            advice = "a place is written first, last, before NAME or after NAME"
            self.tell("O501", message, span, near or advice)
            return None
        name = None
        if found["name"] is not None:
            name = _single_spaced(text.part(start + found.start("name"), start + found.end("name")))
        return Order(how, name, span)


_NO_COMMA = re.compile(r"\s+((?P<how>before|after|first|last)(?:(?<=[er])\s+[^.,]*)?)\s*$")
_DONE = {"set": "set", "change": "changed", "remove": "removed"}


def _is_empty(node: Node) -> bool:
    if isinstance(node, Scalar):
        return not node.text
    return not (node.entries if isinstance(node, Mapping) else node.items)


def _single_spaced(text: Scalar) -> Scalar:
    """The text with each run of blanks as one, as keys are compared; it stands where it stood."""
    wanted = " ".join(text.text.split())
    return text if wanted == text.text else Scalar(wanted, text.span)
