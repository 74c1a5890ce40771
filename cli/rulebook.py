"""The rules of a game as people read them, section by section, made from its rule file alone."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any

from rulerun.grammar import syntax as s
from rulerun.grammar.unparse import unparse
from rulerun.interpreter.labels import label

from .paint import Paint, count, entries, plain
from .terminal import harmless

if TYPE_CHECKING:
    from rulerun.interpreter.declarations.ruleset import (
        Block,
        Move,
        Phase,
        Pile,
        Row,
        Ruleset,
        Table,
    )

_STEP = 2
"""Columns by which a part stands further in than what it is a part of."""
_FACES = {"up": "face up", "down": "face down", "either": "each card face up or face down"}
_HITS = {
    "first": "the first row that holds counts",
    "unique": "just one row holds",
    "all": "every row that holds counts",
    "sum": "the sum of all rows that hold",
}
_SIGNS = {"<=": "\u2264", ">=": "\u2265"}
_QUOTED = re.compile(r'("[^"]*")')
_VALUE = re.compile(r"\{[^}]*\}")


FILE = "file"
"""What asks for the rule file itself in place of the rulebook."""


class Rulebook:
    """The rules of a game in lines. `options` has the values of its options, as people say them."""

    def __init__(self, rules: Ruleset, options: Mapping[str, object], paint: Paint) -> None:
        self.rules = rules
        self.options = options
        self.paint = paint

    def lines(self) -> list[str]:
        """All of it, section by section."""
        return self._lines

    @cached_property
    def _lines(self) -> list[str]:
        rules = self.rules
        lines = [self.paint.bold(harmless(rules.title))]
        if rules.also_known_as:
            lines += self._text(f"also known as {rules.also_known_as}")
        if rules.about:
            lines += ["", *self._text(rules.about)]
        for name in rules.overlays:
            lines += self._text(f"With the house rule {label(name)}.")
        for title, part in self._sections():
            found = list(part)
            if found:
                lines += ["", self.paint.bold(title), *found]
        return lines

    def part(self, word: str) -> list[str]:
        """What is said under a name, wherever it stands; empty if nothing is called so."""
        wanted = label(word.casefold()).replace("-", " ")
        lines = self._lines
        found: list[str] = []
        for place, line in enumerate(lines):
            if not place or not _is_called(plain(line), wanted):
                continue
            found += ["", *_with_all_under_it(lines, place)]
        return found[1:]

    def _sections(self) -> Iterator[tuple[str, Iterable[str]]]:
        rules = self.rules
        settling = [t for t in rules.tables if t.payout]
        yield "Players and cards", self._material()
        yield "Agreed on", self._agreed()
        yield "On the table", self._table()
        yield "Kept in mind", self._memories()
        yield "Before the game", self._block(rules.setup, _STEP)
        yield "The game", self._phases(rules.phases, _STEP)
        yield "At any time", self._rows(rules.at_any_time)
        yield "What is paid and scored", self._tables(settling)
        yield "Tables", self._tables([t for t in rules.tables if not t.payout])
        yield "What the words mean", self._terms()
        yield "The end", self._end()
        yield (
            "What is played here",
            self._named((label(topic), text) for topic, text in rules.rulings),
        )

    # ---------------------------------------------------------------- texts

    def words(self, tree: Any) -> str:
        """A part of the rules as people read it."""
        if isinstance(tree, s.Steps):
            return "; ".join(map(self.words, tree.effects))
        if isinstance(tree, s.Guard):
            return f"if {self.words(tree.condition)}: {self.words(tree.line)}"
        if isinstance(tree, s.ForEach):
            within = "" if tree.within is None else f" in {self.words(tree.within)}"
            where = "" if tree.where is None else f" where {self.words(tree.where)}"
            return f"for each {label(tree.noun)}{within}{where}: {self.words(tree.line)}"
        return self._said(unparse(tree))

    def _said(self, text: str) -> str:
        """Names as people see them, except in what is said aloud."""
        parts = _QUOTED.split(text)
        parts[::2] = [self._outside_quotes(part) for part in parts[::2]]
        parts[1::2] = [_VALUE.sub(lambda v: label(v[0]), part) for part in parts[1::2]]
        return harmless("".join(parts))

    def _outside_quotes(self, text: str) -> str:
        text = re.sub(r"\bconsults (\w+)", r"goes by the table '\1'", text)
        text = re.sub(r"\bconsult (\w+)", r"go by the table '\1'", text)
        if self.paint.symbols:
            for sign, symbol in _SIGNS.items():
                text = text.replace(sign, symbol)
        return label(text)

    def _text(self, text: str, depth: int = 0, name: str = "", more: int = 0) -> list[str]:
        """A text in lines; its `name` before it, and what goes on stands further in by `more`."""
        import textwrap

        head = f"{name}: " if name and text else name
        lines = textwrap.wrap(
            head + harmless(text), self.paint.width, initial_indent=" " * depth,
            subsequent_indent=" " * (depth + more), break_long_words=False,
            break_on_hyphens=False,
        )  # fmt: skip
        if name and lines:
            lines[0] = " " * depth + self.paint.name(name) + lines[0][depth + len(name) :]
        return lines

    def _named(self, rows: Iterable[tuple[str, str]]) -> list[str]:
        """Names with what is said of them."""
        return [
            line for name, text in rows
            for line in self._text(text, _STEP, harmless(name), 2 * _STEP)
        ]  # fmt: skip

    # ---------------------------------------------------------------- what there is

    def _material(self) -> Iterator[str]:
        deck, rules = self.rules.deck, self.rules
        seats = rules.players
        most = "" if seats.high == seats.low else f" to {seats.high}"
        teams = "" if seats.teams is None else f" in {seats.teams} teams"
        told = f"{seats.low}{most} {'player' if seats.high == 1 else 'players'}{teams}"
        yield from self._text(told, _STEP)
        of = "" if len(deck.suits) == 4 else f", only {' '.join(deck.suits)}"
        many = "" if deck.copies == 1 else f", {deck.copies} of each"
        jokers = f", and {', '.join(map(label, deck.jokers))}" if deck.jokers else ""
        yield from self._text(
            f"{self._how_many()}from low to high {' '.join(map(label, deck.ranks))}{of}{many}{jokers}; "
            f"they lie in the {label(deck.starts_in)} when the game begins.", _STEP, more=_STEP,
        )  # fmt: skip
        if deck.only is not None:
            yield from self._text(
                f"In the pack are only cards with {self.words(deck.only)}.", _STEP
            )
        if deck.wild is not None:
            yield from self._text(f"A card is wild if {self.words(deck.wild)}.", _STEP)
        values = self._values()
        if values:
            written = {rank for rank, _ in deck.values}
            others = any(rank.isdecimal() and rank not in written for rank in deck.ranks)
            rest = "; other numbers as many as they say" if others else ""
            yield from self._text(f"Cards count: {values}{rest}.", _STEP, more=_STEP)
        for meld in self.rules.melds:
            yield from self._text(
                self.words(meld.pattern), _STEP, f"a {label(meld.name)}", 2 * _STEP
            )

    def _how_many(self) -> str:
        """How many cards the pack has, where that is not for the rules to say."""
        deck = self.rules.deck
        if deck.only is not None:
            return "The cards are "
        return f"{deck.copies * (len(deck.ranks) * len(deck.suits) + len(deck.jokers))} cards, "

    def _values(self) -> str:
        """What cards count, as far as it is written: `J Q K 10, A 1`."""
        same: dict[int, list[str]] = {}
        for rank, value in self.rules.deck.values:
            same.setdefault(value, []).append(label(rank))
        return ", ".join(f"{' '.join(ranks)} = {value}" for value, ranks in same.items())

    def _agreed(self) -> Iterator[str]:
        rows = []
        for option in self.rules.options:
            said = option.option
            told = f"{label(str(self.options.get(option.name, '')))}".strip()
            help_ = f": {said.help}" if said.help else ""
            rows.append((label(option.name), f"{told} ({self.words(said.kind)}){help_}"))
        indent = " " * _STEP
        for line in entries(
            [(self.paint.name(name), harmless(text)) for name, text in rows],
            self.paint.width - _STEP,
        ):
            yield indent + line

    def _table(self) -> Iterator[str]:
        rules = self.rules
        rows = [(label(pile.name), self._pile(pile)) for pile in rules.piles]
        if rules.purse is not None:
            rows.append(("chips", f"each player begins with {self.words(rules.purse)}"))
        for holder in rules.chips:
            each = f" for each {holder.chips.per}" if holder.chips.per else ""
            paid = ", and who paid how much counts" if holder.chips.remembers_who_paid else ""
            rows.append((label(holder.name),
                         f"chips, {self.words(holder.chips.amount)} at first{each}{paid}"))  # fmt: skip
        yield from self._named(rows)

    def _pile(self, pile: Pile) -> str:
        words = []
        if pile.count is not None:
            words.append(f"{pile.count} {label(pile.family or 'piles')}")
        if pile.groups:
            words.append("in groups, as many as are laid there")
        if pile.per is not None:
            words.append(f"one for each {pile.per}")
        if pile.seen_by is None:
            words.append("only the top card face up" if pile.top_face_up else _FACES[pile.face])
        else:
            words.append(f"seen by {'its owner' if pile.seen_by == 'owner' else 'all others'}")
        if pile.remembers_who_played:
            words.append("who played which card is remembered")
        if pile.refilled_from is not None:
            but = ", all but its top card," if pile.except_top else ""
            words.append(
                f"once it is empty, the {label(pile.refilled_from)}{but} is shuffled into it"
            )
        return ", ".join(words)

    def _memories(self) -> Iterator[str]:
        def rows() -> Iterator[tuple[str, str]]:
            inner = [m for phase in _all_of(self.rules.phases) for m in phase.memories]
            for memory in (*self.rules.memories, *inner):
                said = memory.remember
                told = self.words(said.kind)
                if said.per is not None:
                    told += f" for each {said.per}"
                if said.starts is not None:
                    told += f", to begin with {self.words(said.starts)}"
                if said.secret:
                    told += ", for the rules alone" if said.per != "player" else ", kept secret"
                if memory.phase is not None:
                    told += f", anew in each {self._pass_of(memory.phase)}"
                yield label(memory.name), told

        yield from self._named(rows())

    def _pass_of(self, name: str) -> str:
        """In what a memory of a phase starts afresh: `round`, or `turn of play`."""
        phase = next(p for p in _all_of(self.rules.phases) if p.name == name)
        has_turns = phase.who is not None and "turn" not in label(name).split()
        return f"turn of {label(name)}" if has_turns else label(name)

    # ---------------------------------------------------------------- what is done

    def _block(self, block: Block, depth: int, name: str = "") -> Iterator[str]:
        """Lines that do something, one below the other, with what they are for."""
        if not block:
            return
        if name:
            yield " " * depth + self.paint.name(name)
            depth += _STEP
        for line in block:
            yield from self._text("- " + self.words(line.line), depth, more=_STEP)

    def _phases(self, phases: Sequence[Phase], depth: int) -> Iterator[str]:
        for phase in phases:
            yield from self._phase(phase, depth)

    def _phase(self, phase: Phase, depth: int) -> Iterator[str]:
        """A phase with what it consists of; the moves that a phase has itself stand in it."""
        within = depth
        if phase.name != "moves":
            told = ". ".join(map(_capital, filter(None, (self._often(phase), self._turns(phase)))))
            told = told[:1].lower() + told[1:]
            yield from self._text(told, depth, label(phase.name), 2 * _STEP)
            within += _STEP
        if phase.skip_when is not None:
            yield from self._text(f"left out if {self.words(phase.skip_when)}", within)
        yield from self._block(phase.at_start, within, "first")
        yield from self._block(phase.before_turn, within, "when a turn begins")
        if phase.skip_turn_when is not None:
            yield from self._text(f"no move if {self.words(phase.skip_turn_when)}", within)
        if phase.moves:
            yield " " * within + "you may"
            for move in phase.moves:
                yield from self._move(move, within + _STEP)
        yield from self._phases(phase.phases, within)
        if phase.if_stuck is not None:
            yield from self._block(phase.if_stuck, within, "if no move is possible")
        yield from self._block(phase.after_turn, within, "when a turn is over")
        yield from self._block(phase.at_end, within, "at last")

    def _often(self, phase: Phase) -> str:
        """How often a phase is gone through; empty if once."""
        repeat = phase.repeat
        if repeat is None:
            return ""
        if repeat.always:
            return "again and again"
        times = "" if repeat.times is None else f"{self.words(repeat.times)} times"
        until = "" if repeat.until is None else f"until {self.words(repeat.until)}"
        return ", or ".join(filter(None, (times, until)))

    def _turns(self, phase: Phase) -> str:
        """Who has turns in a phase; empty if nobody of its own."""
        who = phase.who
        if who is None:
            return ""
        if isinstance(who, s.OnePlayer):
            told = f"{self.words(who.player)} has a turn"
        elif isinstance(who, s.AtOnce):
            told = "all choose at once, unseen by the others" + self._where(who.where)
        else:
            other = isinstance(who, s.EachPlayer) and who.other
            told = f"each {'other ' if other else ''}player has a turn"
            if isinstance(who, s.InTurn):
                told = "the players have turns, round and round"
            if who.starting is not None:
                told += f", starting with {self.words(who.starting)}"
            told += self._where(who.where)
        if phase.until is not None:
            told += f", until {self.words(phase.until)}"
        return told

    def _where(self, where: Any) -> str:
        return "" if where is None else f", as long as {self.words(where)}"

    def _sentences(self, block: Block) -> str:
        """Lines that are done one after the other; each a sentence where they are more than steps."""
        told = [self.words(line.line) for line in block]
        if all(isinstance(line.line, s.Steps) for line in block):
            return "; ".join(told)
        return ". ".join([told[0], *map(_capital, told[1:])])

    def _move(self, move: Move, depth: int) -> Iterator[str]:
        choices = [self.words(c.choice) if _speaks_for_itself(c.choice, c.name)
                   else f"{self.words(c.choice)} ({label(c.name)})" for c in move.choices]  # fmt: skip
        done = self._sentences(move.do)
        told = f"choose {'; and '.join(choices)}. Then {done}" if choices else done
        yield from self._text(told, depth, label(move.name), 2 * _STEP)
        for condition in move.may:
            name = "" if condition.name == "may" else label(condition.name)
            asked = f"only if {self.words(condition.expr)}"
            yield from self._text(asked, depth + _STEP, name, 2 * _STEP)

    # ---------------------------------------------------------------- what follows from what

    def _rows(self, rows: Sequence[Row], depth: int = _STEP) -> Iterator[str]:
        for row in rows:
            said, name = row.row, label(row.name)
            when = {"always": "", "otherwise": "otherwise"}.get(said.kind, "")
            if said.condition is not None:
                when = f"if {self.words(said.condition)}"
            outcome = name if said.outcome is None else self.words(said.outcome)
            told = f"{when} {self.paint.arrow} {outcome}" if when else outcome
            yield from self._text(told, depth, harmless(name), 2 * _STEP)

    def _tables(self, tables: Sequence[Table]) -> Iterator[str]:
        for table in tables:
            gives = "" if table.gives is None else f"{self.words(table.gives)}; "
            yield from self._text(gives + _HITS[table.hit], _STEP, _head(table.name, table.parameters),
                                  2 * _STEP)  # fmt: skip
            yield from self._rows(table.rows, 2 * _STEP)

    def _terms(self) -> list[str]:
        return self._named(
            (_head(t.name, t.parameters), self.words(t.expr)) for t in self.rules.terms
        )

    def _end(self) -> Iterator[str]:
        rules = self.rules
        rows = []
        for ending in rules.ends:
            said = ending.ending
            after = "" if said.after is None else f"after {label(said.after)}, "
            rows.append((label(ending.name), f"{after}when {self.words(said.condition)}"))
        yield from self._named(rows)
        if rules.winner is not None:
            yield from self._text(self.words(rules.winner), _STEP, "who wins", 2 * _STEP)
        if rules.payoff is not None:
            yield from self._text(self.words(rules.payoff), _STEP, "what it is worth", 2 * _STEP)
        yield from self._text(
            f"after {count(rules.limit, 'move')} without an end nobody wins", _STEP
        )


def _is_called(line: str, wanted: str) -> bool:
    """Whether a line of the rulebook begins what is said under a name: `set` in `a set: ...`,
    `strength` in `strength of card: ...`, `beats` in `card beats other card: ...`."""
    text = line.casefold().replace("-", " ").strip()
    head = re.split(":|  ", text, maxsplit=1)[0]
    if head == text and line[:1] == " ":  # a step, or more of one; but phases stand alone, too
        return head == wanted
    return head in (wanted, f"a {wanted}", f"the {wanted}") or (
        head.startswith(f"{wanted} of ")
        or re.fullmatch(rf"\w+ {re.escape(wanted)} .+", head) is not None
    )


def _with_all_under_it(lines: Sequence[str], place: int) -> Iterator[str]:
    depth = _depth(lines[place])
    yield lines[place]
    for line in lines[place + 1 :]:
        if not line or _depth(line) <= depth:
            return
        yield line


def _depth(line: str) -> int:
    text = plain(line)
    return len(text) - len(text.lstrip())


def _speaks_for_itself(choice: Any, name: str) -> bool:
    """Whether a choice is called like what is chosen: `card in your hand`."""
    return isinstance(choice, (s.ChooseOne, s.ChooseSome)) and label(choice.noun) in (
        label(name), label(name) + "s",
    )  # fmt: skip


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _all_of(phases: Sequence[Phase]) -> Iterator[Phase]:
    for phase in phases:
        yield phase
        yield from _all_of(phase.phases)


def _head(name: str, parameters: Sequence[str]) -> str:
    """What a term or table is called: `best`, `strength of player`, `card beats other card`."""
    match parameters:
        case ():
            return label(name)
        case (noun,):
            return label(f"{name} of {noun}")
        case (first, second, *_):
            return label(f"{first} {name} {second}")
    raise AssertionError(parameters)
