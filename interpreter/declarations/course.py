"""The course of a game: phases, turns and moves, and how to find one's way among them."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import cast

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Note
from rulerun.grammar.nodes import Entry, Mapping, Scalar
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.builtins import BUILTINS
from rulerun.grammar.vocabulary.words import EFFECT_WORDS, GRAMMAR_WORDS

from .material import SUITS, read_memories
from .ruleset import Choice, Condition, Move, Phase
from .sections import Section, SectionReader

#: The sub-phase that a phase with `moves` consists of (LANGUAGE 5.4).
MOVES = "moves"

#: Keys that speak of turns, so need a `who` beside them.
_OF_TURNS = ("until", "before turn", "skip turn when", "after turn")

MOST_CHOICES = 12
"""The most choices of a move: each is a loop, and Python compiles only so many in one another."""


# -- finding one's way -----------------------------------------------------------------------------


def walk(phases: Iterable[Phase]) -> Iterator[Phase]:
    """All phases, each before its sub-phases, in the order written."""
    for phase in phases:
        yield phase
        yield from walk(phase.phases)


def find(phases: Iterable[Phase], name: str) -> Phase | None:
    """The phase of a name, or None.

    The sub-phases that hold moves are all called `moves`; they are found by their path
    (`round.turn.moves`), as is every other phase.
    """
    every = list(walk(phases))
    by_path = next((p for p in every if p.path == name), None)
    if by_path is not None or name == MOVES:
        return by_path
    return next((p for p in every if p.name == name), None)


def ancestors(phases: Iterable[Phase], path: str) -> tuple[Phase, ...]:
    """The phase at a path and those around it, the outermost first; empty when there is none."""
    for phase in phases:
        if phase.path == path:
            return (phase,)
        if path.startswith(f"{phase.path}."):
            inner = ancestors(phase.phases, path)
            return (phase, *inner) if inner else ()
    return ()


# -- reading ---------------------------------------------------------------------------------------


class CourseReader:
    """Reads the phases of one ruleset."""

    def __init__(self, reader: SectionReader, seats: syntax.Seats | None) -> None:
        self.reader = reader
        self.seats = seats
        self.first_at: dict[str, Span] = {}
        #: Where `repeat: always` stands, for the check that the game can end.
        self.endless: list[Span] = []

    def phases(self, entries: Iterable[Entry], around: str = "", you: bool = False) -> list[Phase]:
        """The phases of a map; `around` is the path of the phase they stand in, `you` whether
        somebody's turn is around them."""
        found = [self._phase(e, around, you) for e in entries]
        return [p for p in found if p is not None]

    def _phase(self, entry: Entry, around: str, you: bool) -> Phase | None:
        name = entry.key.text
        if name != MOVES:
            if name in self.first_at:
                first = Note("first at", self.first_at[name], equal=True)
                self.reader.report(
                    "S211", f"two phases are called '{name}'", entry.key.span, None, first
                )
            self.first_at.setdefault(name, entry.key.span)
        section = self.reader.section(entry.value, "phase", entry.key)
        if section is None:
            return None
        self.reader.used_elsewhere(section)
        path = f"{around}.{name}" if around else name
        return self._read(section, entry.key, path, you)

    def _read(self, section: Section, key: Scalar, path: str, you: bool) -> Phase:
        reader = self.reader
        who = cast("syntax.Who | None", reader.tree(section, "who"))
        repeat = cast("syntax.Repeat | None", reader.tree(section, "repeat"))
        if repeat is not None and repeat.always:
            self.endless.append(repeat.span)
        has_who = section.speaks_of("who")
        self._check_turns(section, has_who)
        sub_entries = self._sub_phases(section, key)
        if isinstance(who, syntax.AtOnce):
            self._check_at_once(section, sub_entries, key)
        leaf = key.text == MOVES
        here = you or has_who
        if "moves" in section and not here:
            reader.report(
                "S215",
                f"nobody is to move in '{key.text}': there is no 'who' here or around",
                section.key_span("moves"),
                "write 'who: each player', or name the player",
            )
            here = True  # said once
        moves: tuple[Move, ...] = ()
        if leaf:
            moves = self._moves(section)
        block = {k: reader.lines(section, k) for k in ("at start", "before turn")}
        phases = tuple(self.phases(sub_entries, path, here))
        has_moves = leaf and "moves" in section
        return Phase(
            name=key.text,
            span=key.span,
            path=path,
            repeat=repeat,
            skip_when=cast("syntax.Expr | None", reader.tree(section, "skip when")),
            memories=read_memories(reader, section, path if leaf else key.text, self.seats),
            at_start=block["at start"],
            who=who,
            until=cast("syntax.Expr | None", reader.tree(section, "until")),
            before_turn=block["before turn"],
            skip_turn_when=cast("syntax.Expr | None", reader.tree(section, "skip turn when")),
            moves=moves,
            phases=phases,
            if_stuck=reader.lines(section, "if stuck")
            if has_moves and "if stuck" in section
            else None,
            after_turn=reader.lines(section, "after turn"),
            at_end=reader.lines(section, "at end"),
        )

    def _sub_phases(self, section: Section, key: Scalar) -> list[Entry]:
        """The entries of the sub-phases; `moves` becomes one of them (LANGUAGE 5.4)."""
        reader = self.reader
        leaf = key.text == MOVES
        moves, stuck = section.found.get("moves"), section.found.get("if stuck")
        if leaf:
            if "phases" in section:
                reader.report(
                    "S210",
                    "the sub-phase 'moves' holds moves and no phases",
                    section.key_span("phases"),
                    "put them beside 'moves'",
                )
            elif not section.speaks_of("moves"):
                reader.report(
                    "S216",
                    "the sub-phase 'moves' has no moves",
                    key.span,
                    "a phase of one's own has another name",
                )
            return []
        if "phases" not in section:
            if moves is None:
                if stuck is not None and not section.meant:
                    reader.report(
                        "S214",
                        f"'if stuck' in '{key.text}' has no moves to be stuck with",
                        stuck.key.span,
                        "it stands beside 'moves'",
                    )
                return []
            return [_as_sub_phase(moves, stuck, None)]
        entries = reader.map_of_names(section, "phases")
        inner = next((e for e in entries if e.key.text == MOVES), None)
        if moves is None:
            if stuck is not None:
                reader.report(
                    "S214",
                    f"'if stuck' in '{key.text}' has no moves to be stuck with",
                    stuck.key.span,
                    "it stands beside 'moves', in the phase that has them",
                )
            return entries
        if inner is None or (isinstance(inner.value, Mapping) and inner.value.entry("moves")):
            reader.report(
                "S210",
                f"'{key.text}' has moves and phases together",
                section.key_span("phases"),
                "put the moves into a phase of their own",
                Note("the moves", moves.key.span),
            )
            return [*entries, _as_sub_phase(moves, stuck, None)] if inner is None else entries
        return [_as_sub_phase(moves, stuck, e) if e is inner else e for e in entries]

    def _check_turns(self, section: Section, has_who: bool) -> None:
        if has_who:
            return
        for key in _OF_TURNS:
            if key in section:
                self.reader.report(
                    "S214",
                    f"'{key}' speaks of turns, and the phase has no 'who'",
                    section.key_span(key),
                    _INSTEAD[key],
                )

    def _check_at_once(self, section: Section, entries: list[Entry], key: Scalar) -> None:
        reader = self.reader
        why = Note("everyone chooses at once", section.key_span("who"))
        for name in _OF_TURNS:
            if name in section:
                reader.report(
                    "S213",
                    f"'{name}' speaks of turns, but everyone chooses at once",
                    section.key_span(name),
                    _INSTEAD[name],
                    why,
                )
        moves = False
        for entry in entries:
            if entry.key.text != MOVES:
                reader.report(
                    "S213",
                    f"everyone chooses at once in '{key.text}', so it has no phases",
                    entry.key.span,
                    "put the phase before or after it",
                    why,
                )
                continue
            moves = True
            for extra in entry.value if isinstance(entry.value, Mapping) else ():
                if extra.key.text not in ("moves", "if stuck"):
                    reader.report(
                        "S213",
                        f"everyone chooses at once in '{key.text}', "
                        f"so its moves have no '{extra.key.text}'",
                        extra.key.span,
                        f"put it into '{key.text}' itself",
                        why,
                    )
        if not moves and key.text != MOVES and not section.meant:
            reader.report(
                "S213",
                f"everyone chooses at once in '{key.text}', but it has no moves",
                key.span,
                None,
                why,
            )

    # -- moves -------------------------------------------------------------------------------------

    def _moves(self, section: Section) -> tuple[Move, ...]:
        found = (self._move(e) for e in self.reader.map_of_names(section, "moves"))
        return tuple(m for m in found if m is not None)

    def _move(self, entry: Entry) -> Move | None:
        reader, key = self.reader, entry.key
        if isinstance(entry.value, Scalar):  # `pass: do nothing`
            return Move(name=key.text, span=key.span, choices=(), may=(), do=reader.block(entry))
        section = reader.section(entry.value, "move", key)
        if section is None:
            return None
        return Move(
            name=key.text,
            span=key.span,
            choices=self._choices(section),
            may=tuple(
                Condition(
                    name=row.name,
                    span=row.key.span,
                    expr=cast("syntax.Expr", row.tree),
                    source=row.text,
                )
                for row in reader.one_or_named(section, "may")
                if row.tree is not None
            ),
            do=reader.lines(section, "do"),
        )

    def _name_used(self, section: Section) -> str:
        """By what name a move speaks of what is chosen: one that nobody knows."""
        texts = [
            value for key in ("may", "do") if (entry := section.found.get(key)) is not None
            for value in re.findall(r"[^\W\d][a-z_]*", entry.value.span.text)
        ]  # fmt: skip
        file = next(iter(section.found.values())).key.span.file
        known = {*file.words_of_keys, *GRAMMAR_WORDS, *BUILTINS, *EFFECT_WORDS, *SUITS}
        return next((word for word in texts if word not in known and word.islower()), "amount")

    def _choices(self, section: Section) -> tuple[Choice, ...]:
        entry = section.found.get("choose")
        named = entry is not None and isinstance(entry.value, Mapping)
        choices: list[Choice] = []
        for row in self.reader.one_or_named(section, "choose"):
            if row.tree is None:
                continue
            choice = cast("syntax.Choice", row.tree)
            name = row.name
            if not named:
                if isinstance(choice, syntax.ChooseNumber | syntax.ChooseWord):
                    what = "number" if isinstance(choice, syntax.ChooseNumber) else "word"
                    self.reader.report(
                        "S206",
                        f"the chosen {what} has no name",
                        choice.span,
                        f"write 'choose: {{ {self._name_used(section)}: {row.text.text} }}'"
                        if what == "number"
                        else f"write 'choose: {{ answer: {row.text.text} }}'",
                    )
                else:
                    name = choice.noun
            if len(choices) == MOST_CHOICES:
                message = f"a move has at most {MOST_CHOICES} choices"
                self.reader.report("S205", message, row.key.span)
                break
            choices.append(Choice(name=name, span=row.key.span, choice=choice, source=row.text))
        return tuple(choices)


_INSTEAD = {
    "until": "the end of passes is written 'repeat: until ...'",
    "before turn": "what is done once stands under 'at start'",
    "skip turn when": "a pass is passed over by 'skip when'",
    "after turn": "what is done once stands under 'at end'",
}


def _as_sub_phase(moves: Entry, stuck: Entry | None, written: Entry | None) -> Entry:
    """The sub-phase `moves`, with the keys that house rules gave it (`written`)."""
    entries = [moves] if stuck is None else [moves, stuck]
    if written is None:
        return Entry(moves.key, Mapping(tuple(entries), moves.value.span))
    if not isinstance(written.value, Mapping):
        return written
    own = [e for e in written.value.entries if e.key.text not in ("moves", "if stuck")]
    late = written.value.entry("if stuck")
    if late is not None:
        entries = [moves, late]
    return Entry(written.key, Mapping((*own, *entries), written.value.span))
