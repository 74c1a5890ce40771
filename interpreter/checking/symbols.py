"""What a ruleset declares, by name: the first thing the checker asks.

`collect` also finds what names alone can tell: two things of one name, reserved words used as names.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, fields

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Note, composed, did_you_mean, looks_like
from rulerun.grammar.nouns import singular_of
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary import RESERVED
from rulerun.grammar.vocabulary.words import (
    EFFECT_WORDS,
    OTHER_KINDS,
    PICKING_WORDS,
    YAML_WORDS,
)

from ..declarations import ruleset as declared
from .builtins import BUILT_IN_NAMES
from .marks import Marks
from .types import (
    CARD,
    CARDS,
    COLOR,
    KINDS,
    MELD,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    RANK,
    SUIT,
    TEAM,
    TEAMS,
    UNKNOWN,
    Type,
    pile_of,
    words_of,
)

SUITS = ("clubs", "diamonds", "hearts", "spades")
COLORS = ("black", "red")
NOUNS: dict[str, Type] = {
    "card": CARD,
    "cards": CARDS,
    "player": PLAYER,
    "players": PLAYERS,
    "team": TEAM,
    "teams": TEAMS,
    "rank": RANK,
    "suit": SUIT,
    "color": COLOR,
    "pile": PILE,
    "group": PILE,
    "column": PILE,
    "meld": MELD,
    "number": NUMBER,
}
"""The nouns of the language and what they stand for; families and hands add theirs."""
_OWNERS = {"player": PLAYER, "team": TEAM, "suit": SUIT, "rank": RANK}
"""Who or what may have one each, beside the piles of a family."""
PLAYED_OUT, ABANDONED = "played_out", "abandoned"
PAID_TO = "paid_to_"
"""So begins the name of what each player has paid into a holder that `remembers who paid`."""


@dataclass(slots=True)
class Symbols:
    """The names of a ruleset. `melds` are its kinds of melds by their place. `words` are numbered by their place; `phases` by short name.

    `reasons` are the words that `ended_by` may be; `contributions` what each player has paid into a
    holder, under the name by which rules ask it (`paid_to_pot`: `pot`). With `marks`, rules are
    checked into a program that notes what it passes.
    """

    rules: declared.Ruleset
    options: dict[str, declared.Option] = field(default_factory=dict)
    holders: dict[str, declared.ChipHolder] = field(default_factory=dict)
    contributions: dict[str, str] = field(default_factory=dict)
    piles: dict[str, declared.Pile] = field(default_factory=dict)
    memories: dict[str, declared.Memory] = field(default_factory=dict)
    terms: dict[str, declared.Term] = field(default_factory=dict)
    tables: dict[str, declared.Table] = field(default_factory=dict)
    phases: dict[str, declared.Phase] = field(default_factory=dict)
    parents: dict[str, declared.Phase | None] = field(default_factory=dict)
    words: dict[str, int] = field(default_factory=dict)
    ranks: dict[str, int] = field(default_factory=dict)
    suits: dict[str, int] = field(default_factory=dict)
    jokers: dict[str, int] = field(default_factory=dict)
    nouns: dict[str, Type] = field(default_factory=dict)
    melds: dict[str, int] = field(default_factory=dict)
    reasons: tuple[str, ...] = ()
    has_teams: bool = False
    marks: Marks | None = None
    _passing: set[str] | None = field(default=None, repr=False, compare=False)

    def word(self, name: str) -> int:
        """The number of a word, given one if it has none yet."""
        return self.words.setdefault(name, len(self.words))

    def singular(self, noun: str) -> str:
        """The noun in the singular: `cards` is `card`, `columns` is `column`."""
        if noun in self.nouns and noun not in ("cards", "players", "teams"):
            return noun
        return singular_of(noun)

    def noun_type(self, noun: str) -> Type | None:
        """What a noun stands for, `other_card` like `card`; None for an unknown one."""
        plain = noun.removeprefix("other_")
        if plain in self.nouns:
            return self.nouns[plain]
        single = self.singular(plain)
        return None if single in ("cards", "players", "teams") else self.nouns.get(single)

    def family_of(self, noun: str) -> declared.Pile | None:
        """The family of piles that consists of such things, if there is just one."""
        families = [
            p for p in self.piles.values() if p.family and noun in (p.family, singular_of(p.family))
        ]
        return families[0] if len(families) == 1 else None

    def owner_type(self, per: str) -> Type | None:
        """What has one each of a thing that is `per` such a noun; None where nothing can be meant."""
        owner = _OWNERS.get(per)
        if owner is None:
            family = self.family_of(per)
            return None if family is None or per != singular_of(per) else pile_of(family.name)
        return owner if owner != TEAM or self.has_teams else None

    def all_names(self) -> list[str]:
        """Every declared name, for suggestions."""
        named = (self.options, self.holders, self.piles, self.memories, self.terms, self.tables)
        return [
            *(n for group in named for n in group),
            *self.contributions,
            *self.melds,
            *self.jokers,
        ]

    def is_passing(self, name: str) -> bool:
        """Whether a name means something only where it is in force: a noun, a choice, a `let`."""
        if self._passing is None:
            self._passing = self._passing_names()
        return name in self._passing

    def is_chosen(self, name: str) -> bool:
        """Whether a choice, a `let` or a `for each` has that name somewhere."""
        return name in self._chosen_names()

    def _passing_names(self) -> set[str]:
        return self._chosen_names() | set(self.nouns)

    def _chosen_names(self) -> set[str]:
        names: set[str] = set()
        for phase, _ in all_phases(self.rules.phases):
            names.update(choice.name for move in phase.moves for choice in move.choices)
        for node in syntax_in(self.rules):
            if isinstance(node, syntax.Let):
                names.add(node.name)
            elif isinstance(node, syntax.ForEach | syntax.Each):
                names.add(self.singular(node.noun))
        return names

    def headed(self) -> list[declared.Term | declared.Table]:
        """All terms and tables, which may be said of something."""
        return [*self.terms.values(), *self.tables.values()]

    def kind_type(self, kind: syntax.Kind) -> Type:
        """The type that a kind declares; one that fits everywhere if there is no such kind."""
        if kind.name == "words":
            return words_of(kind.words)
        return KINDS.get(kind.name, UNKNOWN)


def all_phases(
    phases: tuple[declared.Phase, ...], parent: declared.Phase | None = None
) -> Iterator[tuple[declared.Phase, declared.Phase | None]]:
    """Every phase with the one around it, outer ones first."""
    for phase in phases:
        yield phase, parent
        yield from all_phases(phase.phases, phase)


def collect(ruleset: declared.Ruleset) -> tuple[Symbols, list[Diagnostic]]:
    """The names of a ruleset and what is wrong with them (T404)."""
    symbols = Symbols(ruleset, has_teams=bool(ruleset.players.teams))
    symbols.ranks = {label: i for i, label in enumerate(ruleset.deck.ranks)}
    symbols.suits = {s: i for i, s in enumerate(SUITS)}
    symbols.jokers = {j: i for i, j in enumerate(ruleset.deck.jokers)}
    symbols.nouns = dict(NOUNS)
    found: list[Diagnostic] = []
    seen: dict[str, tuple[str, Span]] = {}
    counted = {
        f"{p.name}_number": ("the number of a pass", "the phase", p.span)
        for p, _ in all_phases(ruleset.phases)
    }
    for holder in ruleset.chips:
        if holder.chips.remembers_who_paid:
            symbols.contributions[f"{PAID_TO}{holder.name}"] = holder.name
            said = f"what somebody paid to '{holder.name}'"
            counted[f"{PAID_TO}{holder.name}"] = (said, "the chips", holder.span)

    def declare(what: str, name: str, span: Span) -> None:
        taken = _taken(what, name)
        if taken is not None:
            found.append(Diagnostic("T404", taken, span))
        elif name in counted:
            means, called, place = counted[name]
            found.append(
                Diagnostic(
                    "T404",
                    f"{what} cannot be called '{name}': {means} is called so",
                    span,
                    notes=(Note(called, place, equal=True),),
                )
            )
        elif name in seen:
            other, first = seen[name]
            found.append(
                Diagnostic(
                    "T404",
                    f"{what} cannot be called '{name}': {_another(other, what)} is called so",
                    span,
                    notes=(Note("first here", first, equal=True),),
                )
            )
        elif not name.isascii():
            same = next((n for n in seen if composed(n) == composed(name)), None)
            if same is not None:
                found.append(looks_like("T404", name, span, seen[same][1]))
        seen.setdefault(name, (what, span))

    def local(what: str, thing: declared.Declared) -> None:
        """A name that is found by where it stands may be any but a word of the language."""
        why = _reserved(what, thing.name)
        if why is not None:
            found.append(Diagnostic("T404", why, thing.span))

    for option in ruleset.options:
        declare("an option", option.name, option.span)
        symbols.options[option.name] = option
        found += _take_in(symbols, option.option.kind)
    for holder in ruleset.chips:
        declare("a chip holder", holder.name, holder.span)
        symbols.holders[holder.name] = holder
    for pile in ruleset.piles:
        if not (pile.per and pile.name == "melds"):  # said of players, never of cards
            declare("a pile", pile.name, pile.span)
        symbols.piles[pile.name] = pile
        if pile.family is not None:
            # A noun that says of several families what they consist of is any pile.
            noun = singular_of(pile.family)
            symbols.nouns[noun] = PILE if noun in symbols.nouns else pile_of(pile.name)
        if pile.per and pile.family is None and not pile.groups:
            symbols.nouns.setdefault(pile.name, pile_of(pile.name))
    for number, meld in enumerate(ruleset.melds):
        if meld.name in NOUNS:
            why = f"'{meld.name}' is a word of the language and cannot be the name of a meld"
            found.append(Diagnostic("T404", why, meld.span))
            continue
        declare("a meld", meld.name, meld.span)
        symbols.melds[meld.name] = number
        symbols.nouns.setdefault(meld.name, MELD)
    for memory in ruleset.memories:
        found += _remember(symbols, memory, declare)
    for phase, parent in all_phases(ruleset.phases):
        if phase.name != "moves":
            symbols.phases[phase.name] = phase
            symbols.parents[phase.name] = parent
            local("a phase", phase)
            if phase.name == "game":
                said = "a phase cannot be called 'game': 'end game' says that somebody gives up"
                found.append(Diagnostic("T404", said, phase.span))
        for memory in phase.memories:
            found += _remember(symbols, memory, declare)
        for move in phase.moves:
            local("a move", move)
            for choice in move.choices:
                local("a choice", choice)
                if isinstance(choice.choice, syntax.ChooseWord):
                    found += _take_words(symbols, choice.choice.words, choice.choice.span)
    for term in ruleset.terms:
        declare("a term", term.name, term.span)
        symbols.terms[term.name] = term
    for table in ruleset.tables:
        declare("a table", table.name, table.span)
        symbols.tables[table.name] = table
        if table.gives is not None:
            found += _take_in(symbols, table.gives)
            for row in table.rows:
                if row.row.outcome is None:
                    symbols.word(row.name)
    for name in ruleset.deck.jokers:
        declare("a joker", name, ruleset.deck.span)
    kinds = set(symbols.words)
    reasons = {end.name: end.span for end in ruleset.ends}
    for end in ruleset.ends:
        declare("an end condition", end.name, end.span)
    for phase, _ in all_phases(ruleset.phases):
        reasons |= {move.name: move.span for move in phase.moves if _ends_game(move.do)}
    for reason in reasons:
        symbols.word(reason)
        if reason in kinds:
            said = f"'{reason}' is a reason of the end and another word at once"
            found.append(Diagnostic("T404", said, reasons[reason]))
    symbols.reasons = (*reasons, PLAYED_OUT, ABANDONED)
    for reason in (PLAYED_OUT, ABANDONED):
        symbols.word(reason)
    for word in symbols.words:
        if word in seen and word not in {end.name for end in ruleset.ends}:
            what, span = seen[word]
            found.append(Diagnostic("T404", f"'{word}' is {what} and a word at once", span))
    return symbols, found


def _remember(symbols: Symbols, memory: declared.Memory, declare: object) -> list[Diagnostic]:
    assert callable(declare)
    declare("a memory", memory.name, memory.span)
    symbols.memories[memory.name] = memory
    return _take_in(symbols, memory.remember.kind)


def _take_in(symbols: Symbols, kind: syntax.Kind) -> list[Diagnostic]:
    """The words of a kind become words of the game; what is wrong with the kind."""
    if kind.name not in KINDS:
        known = [name for name in KINDS if name != "words"]
        hint = did_you_mean(kind.name, known)
        if kind.name in OTHER_KINDS:
            hint = f"write '{OTHER_KINDS[kind.name]}'"
        hint = hint or f"write {', '.join(known)}, or several words: '{kind.name} or other'"
        message = f"'{kind.name}' is no kind of thing that can be kept"
        return [Diagnostic("T401", message, kind.span, hint)]
    low, high = _plain_number(kind.low), _plain_number(kind.high)
    if low is not None and high is not None and low > high:
        message = f"there is no number from {low} to {high}: the smaller one stands first"
        hint = f"write 'number from {high} to {low}'"
        return [Diagnostic("T411", message, kind.span, hint)]
    return _take_words(symbols, kind.words, kind.span)


def _take_words(symbols: Symbols, words: tuple[str, ...], span: Span) -> list[Diagnostic]:
    if set(words) == YAML_WORDS:
        message = f"'{' or '.join(words)}' is 'yes or no' here"
        return [Diagnostic("T404", message, span, "write 'yes or no'")]
    found = []
    for place, word in enumerate(words):
        known = word in symbols.words or word in SUITS or word in COLORS
        taken = None if known else _taken("a word", word)
        symbols.word(word)
        if taken is not None:
            found.append(Diagnostic("T404", taken, span))
        if word in words[:place]:
            found.append(Diagnostic("T414", f"the word '{word}' stands here twice", span))
    return found


def _another(what: str, same: str) -> str:
    """A thing that bears a name already: `another memory` beside a memory."""
    return f"another {what.split(' ', 1)[1]}" if what == same else what


def _reserved(what: str, name: str) -> str | None:
    """Why nothing at all can have that name; None if something can."""
    if name in RESERVED:
        return f"'{name}' is a word of the language and cannot be the name of {what}"
    if name in YAML_WORDS:
        return f"'{name}' cannot be the name of {what}: other programs read it as a value of YAML"
    return None


def _taken(what: str, name: str) -> str | None:
    """Why nothing that is known by its name alone can have that name; None if it can."""
    why = _reserved(what, name)
    if why is not None:
        return why
    if name in BUILT_IN_NAMES:
        return f"{what} cannot be called '{name}': the language has that word"
    if name in SUITS or name in COLORS:
        kind = "suit" if name in SUITS else "color"
        return f"{what} cannot be called '{name}': a {kind} is called so"
    if name in EFFECT_WORDS or name in PICKING_WORDS:
        return f"{what} cannot be called '{name}': lines and phrases begin so"
    return None


def is_taken(name: str) -> bool:
    """Whether nothing can be called so because the language has that word."""
    return _taken("a thing", name) is not None


def _plain_number(bound: syntax.Expr | None) -> int | None:
    """The number of a bound that is written out, or None."""
    if isinstance(bound, syntax.Negative) and isinstance(bound.operand, syntax.Number):
        return -bound.operand.value
    return bound.value if isinstance(bound, syntax.Number) else None


def _ends_game(block: declared.Block) -> bool:
    return any(
        isinstance(effect, syntax.End) and effect.phase == "game"
        for named in block
        for effect in effects_of(named.line)
    )


def syntax_in(thing: object) -> Iterator[syntax.Node]:
    """All syntax nodes in a declaration or node."""
    if isinstance(thing, tuple):
        for member in thing:
            yield from syntax_in(member)
    elif isinstance(thing, syntax.Node | declared.Declared | declared.NamedLine | declared.Ruleset):
        if isinstance(thing, syntax.Node):
            yield thing
        for part in fields(thing):
            yield from syntax_in(getattr(thing, part.name))


def effects_of(line: syntax.Line) -> Iterator[syntax.Effect]:
    """The effects of a line, under whatever guards."""
    while not isinstance(line, syntax.Steps):
        line = line.line
    yield from line.effects
