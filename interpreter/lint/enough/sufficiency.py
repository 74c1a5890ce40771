"""L601: payments, deals and draws that may not suffice.

Three steps, each for what the one before could not settle. The rules are gone through with whatever
players and options there may be; then with each number of players and the least and greatest values
of the options, turn by turn, as far as some play surely leads, where a shortage is found with its
numbers, and with the most telling of these settings further; at last a few games are played by chance. What is left is told if nothing in the rules asks how much is
there.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Mapping
from copy import copy
from functools import cached_property
from itertools import product
from typing import TypeVar

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic, Severity
from rulerun.grammar.record import record
from rulerun.grammar.source import Span

from ...cards import build_deck
from ...checking.constants import constant
from ...checking.core import Address, Call, Do, Expr, OptionValue, PileAt, every, walk
from ...checking.expressions import ExpressionChecker
from ...checking.scope import Findings, Scope
from ...checking.settings import option_value
from ...declarations import ruleset as rules
from ...declarations.course import walk as phases_in
from ...errors import GameSetupError, RuleError
from ...machine.checked import Checked
from ..cases.cases import Counting
from .bounds import Range
from .effort import Effort
from .handling import Shortage, worse
from .holdings import Setting
from .openings import of_openings, opening_of
from .quantities import Reader
from .rehearsal import Counter, Rehearsal
from .relevance import Relevance, expressions_in, numbers_in
from .trial import MOST_PARTS, MOVES, Mishap, is_too_large, play

T = TypeVar("T")

LINES = 2_000
"""So many lines are gone through at once at most; whatever is not settled by then goes to the next step."""

STEPS = 3_000
"""So many lines are gone through turn by turn."""

ALL_LINES = 3_500
"""So many lines are gone through in all, whatever the rules: a check is done in a moment."""

TELLING = 4
"""With so many settings everything is gone through that may happen; with all others, what must. Where
the rules ask themselves how much is there, one is enough."""

TABLES = 3
"""With so many settings games are played by chance at most: to make a game takes longer than to play it."""

LONG = 50
"""Of a program with more blocks only one game is made, with what is scarce."""

MANY = 16
"""Of more numbers of players than these the least and the greatest are gone through."""

FEW = 24
"""Passes that are no more than these are counted one by one."""


def sufficiency(checked: Checked) -> Iterator[Diagnostic]:
    """Payments, deals and draws without `up to` for which there may be too little."""
    relevance = Relevance(checked.program, checked.rules.piles)
    lines = {line.site.span: line for line in relevance.lines}
    if not lines:
        return
    inquiry = Inquiry(checked, relevance, lines)
    rehearsal = Rehearsal(checked.program, relevance, checked.rules.deck.starts_in)
    settled = rehearsal.run(inquiry.anything(relevance), LINES) <= LINES
    still = {span: line for span, line in lines.items() if not settled or span in rehearsal.short}
    if not still:
        return
    told: set[str] = set()
    doubtful: dict[Span, Shortage] = {}
    groups = list(_by_source(still).values())
    for i, group in enumerate(groups):
        most = inquiry.left // (len(groups) - i)
        certain, more = inquiry.step_by_step(group, most, is_new=not settled)
        doubtful |= more
        for span, shortage in certain.items():
            told.add(_name(lines[span]))
            yield _runs_out(lines[span], shortage, inquiry)
    for span, mishap in inquiry.by_chance(doubtful).items():
        told.add(_name(lines[span]))
        shortage = doubtful.pop(span)
        if shortage.never and inquiry.is_of(shortage, mishap):
            yield _runs_out(lines[span], shortage, inquiry)
        else:
            yield _ran_out(lines[span], mishap, inquiry)
    if doubtful and is_too_large(checked.program):
        yield _not_played(lines[next(iter(doubtful))])
    for span, shortage in doubtful.items():
        line = lines[span]
        if shortage.needed[1] <= shortage.there[0]:
            continue  # It was given up, not found wanting.
        if inquiry.asks_for_less(line, shortage):
            yield _too_little_asked(line, shortage)
        elif _name(line) not in told and not inquiry.is_bounded(line):
            yield _nothing_bounds(line)


@record
class _Option:
    """An option: what it may be, and what it normally is; yes and no are 1 and 0."""

    low: int
    high: int
    normal: int
    is_number: bool

    def text(self, value: int) -> str:
        return str(value) if self.is_number else ("yes" if value else "no")


class Inquiry:
    """What is asked about one ruleset."""

    def __init__(self, checked: Checked, relevance: Relevance, lines: Mapping[Span, Do]) -> None:
        self.checked = checked
        self.relevance = relevance
        self.lines = lines
        self.effort = Effort(ALL_LINES)
        self._packs: dict[tuple[int, tuple[tuple[str, int], ...]], int] = {}

    @property
    def left(self) -> int:
        """So many lines may still be gone through."""
        return max(0, self.effort.most - self.effort.spent)

    # ---------------------------------------------------------------- settings

    @cached_property
    def cards(self) -> int:
        """So many there are with the normal options, if the number of players is all the same."""
        if self.checked.program.only is None:
            return len(build_deck(self.checked.rules.deck))
        # To make a game for it would take longer than all that is done here.
        return len(Counting(self.checked.symbols, self.checked.program).world.usual)

    @cached_property
    def _asked_of_pack(self) -> tuple[bool, list[str]]:
        """Whether the pack has to do with the number of players, and the options of which it has."""
        only = self.checked.program.only
        parts = [] if only is None else list(walk(only[1]))
        names = [part.name for part in parts if isinstance(part, OptionValue)]
        everyone = any(isinstance(part, Call) and part.function == "everyone" for part in parts)
        return everyone, list(dict.fromkeys(names))

    def _cards_with(self, players: tuple[int, int], options: Mapping[str, Range]) -> int:
        """How many cards there are: the fewest there may be, where not all of it is settled."""
        of_players, names = self._asked_of_pack
        if not of_players and not names:
            return self.cards
        numbers = range(players[0], players[1] + 1) if of_players else players[:1]
        ends = [{int(end) for end in options[n]} for n in names if n in options]
        known = [n for n in names if n in options]
        return min(
            self._pack(number, tuple(zip(known, values, strict=True)))
            for number in numbers
            for values in product(*ends)
        )

    def _pack(self, players: int, options: tuple[tuple[str, int], ...]) -> int:
        key = players, options
        if key not in self._packs:
            from ...machine.plain_game import Pack

            texts = {name: self.options[name].text(value) for name, value in options}
            try:
                self._packs[key] = len(Pack(self.checked, texts, players).deck)
            except (GameSetupError, RuleError):
                self._packs[key] = self.cards
        return self._packs[key]

    @cached_property
    def options(self) -> dict[str, _Option]:
        """The options that are numbers or answers."""
        symbols = self.checked.symbols
        checker = ExpressionChecker(symbols, Findings())
        found: dict[str, _Option] = {}
        for option in self.checked.rules.options:
            kind = option.option.kind
            normal = option_value(symbols, option)
            if kind.name == "yes or no":
                found[option.name] = _Option(0, 1, int(normal), False)
            elif kind.low is not None and kind.high is not None:
                type_ = symbols.kind_type(kind)
                low, high = (
                    constant(checker.typed(bound, Scope(), type_))
                    for bound in (kind.low, kind.high)
                )
                found[option.name] = _Option(low, high, normal, True)
        return found

    @cached_property
    def kept(self) -> dict[str, Range]:
        """The bounds of memories that have constant ones."""
        found: dict[str, Range] = {}
        for cell in self.checked.program.cells:
            if cell.low is not None and cell.high is not None:
                ends = [e.value for e in (cell.low, cell.high) if hasattr(e, "value")]
                start = getattr(cell.start, "value", None)
                if len(ends) == 2 and isinstance(start, int):
                    found[cell.key] = min(ends[0], start), max(ends[1], start)
        return found

    def _setting(
        self, relevance: Relevance, players: tuple[int, int], options: Mapping[str, Range]
    ) -> Setting:
        if relevance not in self._read:
            deck = build_deck(self.checked.rules.deck)
            values = min(deck.values), max(deck.values)
            reader = Reader(values, len(deck.rank_names), relevance.names)
            self._read[relevance] = reader, _with_neighbours(numbers_in(relevance))
        reader, spoken_of = self._read[relevance]
        settled = (int(low) for low, high in options.values() if low == high)
        cards = self._cards_with(players, options)
        steps = {0, 1, cards, *players} | spoken_of | _with_neighbours(settled)
        answers = frozenset(n for n, o in self.options.items() if not o.is_number)
        return Setting(
            players,
            self.checked.rules.players.teams or 0,
            cards,
            options,
            answers,
            self.kept,
            tuple(sorted(steps)),
            reader,
            self.effort,
        )

    @cached_property
    def _read(self) -> dict[Relevance, tuple[Reader, set[int]]]:
        """What reads the expressions of what matters, and the numbers it speaks of."""
        return {}

    def anything(self, relevance: Relevance) -> Setting:
        """Whatever number of players, whatever options."""
        seats = self.checked.rules.players
        options: dict[str, Range] = {n: (o.low, o.high) for n, o in self.options.items()}
        return self._setting(relevance, (seats.low, seats.high), options)

    def normally(self, relevance: Relevance, players: int) -> Setting:
        """So many players, with the normal options."""
        options: dict[str, Range] = {n: (o.normal, o.normal) for n, o in self.options.items()}
        return self._setting(relevance, (players, players), options)

    # ---------------------------------------------------------------- step by step

    def step_by_step(
        self, still: Mapping[Span, Do], most: int, *, is_new: bool
    ) -> tuple[dict[Span, Shortage], dict[Span, Shortage]]:
        """Shortages that are sure to come, and those of which that cannot be said.

        So many lines are gone through at most. `is_new`: they were not gone through to the end with
        whatever options there may be.
        """
        end = self.effort.spent + most
        cards = any(line.procedure != "pay" for line in still.values())
        counted = self._counted(still) if cards else []
        also = {key[0].removeprefix("size ") for _, key in counted}
        relevance = Relevance(self.checked.program, self.checked.rules.piles, also, still)
        starts_in = self.checked.rules.deck.starts_in
        certain: dict[Span, Shortage] = {}
        doubtful: dict[Span, Shortage] = {}
        anything = self.anything(relevance)
        if is_new:
            # Without what only other lines need it may be settled quickly.
            plain = Rehearsal(self.checked.program, relevance, starts_in)
            lines = min(LINES, most // 2)
            if plain.run(anything, lines) <= lines:
                still = {span: line for span, line in still.items() if span in plain.short}
                if not still:
                    return certain, doubtful
        self._rehearsal = Rehearsal(self.checked.program, relevance, starts_in, counted)
        unsettled = Shortage((0, 0), (0, 0), False, False, anything)
        corners = list(self._corners(relevance))
        extremes: dict[Span, dict[str, int]] = {}
        # What is sure to come is looked for with every setting: that is quickly done.
        sure = copy(self._rehearsal)
        sure.surely = True
        for players, options in corners:
            if self.effort.spent >= end - most // 4:
                break
            sure.run(self._exactly(players, options), end - most // 4 - self.effort.spent)
            for span, shortage in sure.short.items():
                if span in still and span not in certain and shortage.certain:
                    certain[span], extremes[span] = shortage, options
        self._put_plainly(certain, extremes, (self.effort.spent + end) // 2)
        # What else may come is looked for with those that tell the most.
        left = min(STEPS, end - most // 8 - self.effort.spent)
        telling = 1 if all(map(self.is_bounded, still.values())) else TELLING
        for players, options in self._most_telling(corners)[:telling]:
            if len(certain) == len(still):
                break
            left -= self._rehearsal.run(self._exactly(players, options), left)
            for span, shortage in self._rehearsal.short.items():
                if span not in still or span in certain:
                    continue
                if shortage.certain:
                    certain[span], extremes[span] = shortage, options
                elif span not in doubtful or worse(shortage) > worse(doubtful[span]):
                    doubtful[span] = shortage
            if left < 0:
                doubtful = {span: unsettled for span in still} | doubtful
                break
        self._put_plainly(certain, extremes, end)
        return certain, {s: found for s, found in doubtful.items() if s not in certain}

    def _most_telling(
        self, corners: list[tuple[int, dict[str, int]]]
    ) -> list[tuple[int, dict[str, int]]]:
        """The corners, first those that show the most: as many players as may play and as few, all
        options normal, all at their ends; then those between."""
        seats = self.checked.rules.players

        def rank(corner: tuple[int, dict[str, int]]) -> tuple[bool, int, int]:
            players, options = corner
            ends = [
                sum(value == getattr(self.options[n], end) for n, value in options.items())
                for end in ("normal", "high", "low")
            ]
            return (
                seats.low < players < seats.high,
                len(options) - max(ends),
                -(players == seats.high),
            )

        return sorted(corners, key=rank)

    def _exactly(self, players: int, options: Mapping[str, int]) -> Setting:
        ranges: dict[str, Range] = {n: (o.low, o.high) for n, o in self.options.items()}
        ranges |= {name: (value, value) for name, value in options.items()}
        return self._setting(self._rehearsal.relevance, (players, players), ranges)

    def _counted(self, still: Collection[Span]) -> list[Counter]:
        """The phases around lines in question whose turns or passes can be counted."""
        places: set[str] = set()
        for label, block in self.relevance.blocks.items():
            if any(isinstance(s, Do) and s.site.span in still for s in every(block.body)):
                places.add(label.split(":")[0])
        for label, decision in self.relevance.decisions.items():
            for move in decision.moves:
                if any(isinstance(s, Do) and s.site.span in still for s in every(move.do)):
                    places.add(label.split(":")[0])
        found: list[Counter] = []
        for phase in phases_in(self.checked.rules.phases):
            if not any(p == phase.path or p.startswith(f"{phase.path}.") for p in places):
                continue
            if isinstance(phase.who, syntax.EachPlayer):
                found.append((phase.path, (f"size queue {phase.path}", "")))
            if phase.repeat is not None and self._few(phase):
                found.append((phase.path, (f"count {phase.name}", "")))
        return found

    def _few(self, phase: rules.Phase) -> bool:
        times = phase.repeat.times if phase.repeat is not None else None
        if isinstance(times, syntax.Number):
            return times.value <= FEW
        if isinstance(times, syntax.Name) and times.name in self.options:
            return self.options[times.name].high <= FEW
        return False

    def _corners(self, relevance: Relevance) -> Iterator[tuple[int, dict[str, int]]]:
        """Each number of players with the normal options, then with the least and greatest."""
        seats = self.checked.rules.players
        names = [n for n in self._named(relevance) if n in self.options]
        numbers = list(range(seats.low, seats.high + 1))
        if len(numbers) > MANY:
            numbers = [*numbers[: MANY // 2], *numbers[-MANY // 2 :]]
        normal = {n: self.options[n].normal for n in names}
        settings: list[dict[str, int]] = [normal]
        for end in ("low", "high"):
            settings += [normal | {n: getattr(self.options[n], end)} for n in names]
        if len(names) <= 3:
            ends = [sorted({self.options[n].low, self.options[n].high}) for n in names]
            settings += [dict(zip(names, corner, strict=True)) for corner in product(*ends)]
        else:
            settings += [{n: getattr(self.options[n], e) for n in names} for e in ("low", "high")]
        for options in _unlike(settings):
            for players in numbers:
                yield players, options

    def _named(self, relevance: Relevance) -> list[str]:
        """The options that matter, in the order written."""
        used = {
            part.name
            for expr in (*expressions_in(relevance), *self._starts(relevance))
            for part in walk(expr)
            if isinstance(part, OptionValue)
        }
        used.update(self._asked_of_pack[1])
        return [o.name for o in self.checked.rules.options if o.name in used]

    def _starts(self, relevance: Relevance) -> Iterable[Expr]:
        for cell in self.checked.program.cells:
            if cell.key in relevance.names and cell.start is not None:
                yield cell.start

    def _put_plainly(
        self, certain: dict[Span, Shortage], extremes: dict[Span, dict[str, int]], end: int
    ) -> None:
        """Put the shortages that were found with such options with plainer ones."""
        for span, options in extremes.items():
            certain[span] = self._plainest(span, certain[span], options, end)
        extremes.clear()

    def _plainest(
        self, span: Span, found: Shortage, options: Mapping[str, int], end: int
    ) -> Shortage:
        """The same shortage with options as near to the normal ones as it still comes, as far as
        that is found out before so many lines were gone through."""
        players = int(found.setting.players[0])
        best, chosen = found, dict(options)
        for name, value in options.items():
            option = self.options[name]
            near, far = option.normal, value
            while near != far and self.effort.spent < end:
                middle = (near + far) // 2 if far > near else -((-near - far) // 2)
                self._rehearsal.run(
                    self._exactly(players, chosen | {name: middle}), end - self.effort.spent
                )
                shortage = self._rehearsal.short.get(span)
                if shortage is not None and shortage.certain:
                    far, best = middle, shortage
                elif middle == near:
                    near += 1 if far > near else -1
                else:
                    near = middle
                if middle == far and near == middle:
                    break
            chosen[name] = far
        return best

    # ---------------------------------------------------------------- by chance

    def by_chance(self, doubtful: Mapping[Span, Shortage]) -> dict[Span, Mishap]:
        """Games by chance in which there was too little."""
        names = [n for n in self._named(self.relevance) if n in self.options]
        low, high = self.checked.rules.players.low, self.checked.rules.players.high
        poor = set(self._of_sources({_name(self.lines[span]) for span in doubtful}))
        tables = [self.table(shortage) for shortage in doubtful.values() if shortage.never]
        scarce = {
            name: option.text(option.low if name in poor else option.high)
            for name, option in self.options.items()
            if name in names
        }
        tables += [({}, low), (scarce, high)]
        found: dict[Span, Mishap] = {}
        opening = of_openings(self.checked.program, doubtful)
        checked = opening_of(self.checked) if opening == doubtful.keys() else self.checked
        tables = _unlike(tables)[:TABLES]
        if len(self.checked.program.blocks) > LONG:
            tables = tables[-1:]
        # What goes wrong with the normal options says more than what goes wrong with others.
        for options, players in sorted(tables, key=lambda table: bool(table[0])):
            wanted = [span for span in doubtful if span not in found]
            if not wanted:
                break
            more = play(checked, options, players, wanted, MOVES // len(tables))
            if more is None:
                break
            found |= more
        return found

    def table(self, shortage: Shortage) -> tuple[dict[str, str], int]:
        """The options, where they are not the normal ones, and the players of a shortage."""
        options = {
            name: self.options[name].text(int(low))
            for name, (low, high) in shortage.setting.options.items()
            if low == high != self.options[name].normal
        }
        return options, int(shortage.setting.players[0])

    def is_of(self, shortage: Shortage, mishap: Mishap) -> bool:
        """Whether a mishap happened at the table of which a shortage tells."""
        return self.table(shortage) == (mishap.options, mishap.players)

    def _of_sources(self, sources: Collection[str]) -> Iterator[str]:
        """The options that say how much there is at first where it is taken from."""
        for cell in self.checked.program.cells:
            if cell.key in sources and cell.start is not None:
                yield from (p.name for p in walk(cell.start) if isinstance(p, OptionValue))

    def at_the_table(self, options: Mapping[str, str], players: int) -> str:
        """With how many players and what options, for a message."""
        seats = self.checked.rules.players
        text = ""
        if seats.low != seats.high:
            text = f" at {players} player{'' if players == 1 else 's'}"
        chosen = [
            f"{name} {value}"
            for name, value in options.items()
            if value != self.options[name].text(self.options[name].normal)
        ]
        if chosen:
            text += f" with {' and '.join(chosen)}"
        return text

    # ---------------------------------------------------------------- bounded

    def is_bounded(self, line: Do) -> bool:
        """Whether anything has to do with how much is there: a condition, the amount itself, or
        that what is there at first was reckoned out. What is done so many times was tried by chance."""
        if self._is_reckoned_out(line) or self._is_counted_out(line):
            return True
        relevance = self.relevance
        pile = relevance.piles.get(_name(line))
        if pile is not None and pile.refilled_from and relevance.limits(line.arguments[1]):
            return True  # What does not lie there comes back.
        if line.procedure != "pay" and relevance.watched(line):
            return True
        return _name(line) in relevance.asked_before(line) | relevance.behind(line.arguments[2])

    def asks_for_less(self, line: Do, shortage: Shortage) -> bool:
        """Whether it is seen to that something is there, but not as much as is taken."""
        less = 0 < shortage.there[0] < shortage.needed[0]
        return less and not self._is_reckoned_out(line)

    def _is_counted_out(self, line: Do) -> bool:
        """Whether it is done only as often as phases around it are said to be repeated, or as the
        game or the phase ends by the number of its passes."""
        around: set[str] = self._paths.get(id(line), set())
        return not any(
            isinstance(phase.who, syntax.InTurn)
            or (phase.repeat is not None and not self._has_a_last(phase, phase.repeat))
            for phase in phases_in(self.checked.rules.phases)
            for path in around
            if path == phase.path or path.startswith(f"{phase.path}.")
        )

    @cached_property
    def _paths(self) -> dict[int, set[str]]:
        """For each statement the phases in which it stands, by their paths."""
        found: dict[int, set[str]] = {}
        program = self.checked.program
        bodies = [(block.label, block.body) for block in program.blocks]
        bodies += [(d.label, move.do) for d in program.decisions for move in d.moves]
        for label, body in bodies:
            for statement in every(body):
                found.setdefault(id(statement), set()).add(label.split(":")[0])
        return found

    def _has_a_last(self, phase: rules.Phase, repeat: syntax.Repeat) -> bool:
        """Whether it is known which pass of a phase is the last at latest."""
        ends = [end.ending.condition for end in self.checked.rules.ends]
        if repeat.until is not None:
            ends.append(repeat.until)
        return repeat.times is not None or any(self._comes_by(phase.name, end) for end in ends)

    def _comes_by(self, phase: str, condition: syntax.Expr) -> bool:
        """Whether a condition holds from some pass of a phase on, or at it: `round_number = 50`."""
        match condition:
            case syntax.Logic(op="or" | "unless", left=left, right=right):
                return self._comes_by(phase, left) or self._comes_by(phase, right)
            case syntax.Compare(op="=" | ">" | ">=", left=count, right=last) if self._is_set(last):
                pass
            case syntax.Compare(op="=" | "<" | "<=", left=last, right=count) if self._is_set(last):
                pass
            case _:
                return False
        return isinstance(count, syntax.Name) and count.name == f"{phase}_number"

    def _is_set(self, amount: syntax.Expr) -> bool:
        """Whether it is settled before the game: a number, or an option."""
        if isinstance(amount, syntax.Name):
            return amount.name in self.options
        return isinstance(amount, syntax.Number)

    def _is_reckoned_out(self, line: Do) -> bool:
        """Whether what a holder has at first is more than a number or an option."""
        return any(
            cell.key == _name(line) and cell.start is not None and bool(cell.start.children)
            for cell in self.checked.program.cells
        )


def _name(line: Do) -> str:
    """The part of the state that a line takes from."""
    source = line.arguments[0]
    return source.slot.key if isinstance(source, Address) else f"pile {source.type.pile}"


def _by_source(lines: Mapping[Span, Do]) -> dict[str, dict[Span, Do]]:
    """The lines that take from one kind of pile or holder each."""
    groups: dict[str, dict[Span, Do]] = {}
    for span, line in lines.items():
        groups.setdefault(_name(line), {})[span] = line
    return groups


def _with_neighbours(numbers: Iterable[int]) -> set[int]:
    return {near for one in numbers for near in (one - 1, one, one + 1)}


def _unlike(settings: Iterable[T]) -> list[T]:
    kept: list[T] = []
    for setting in settings:
        if setting not in kept:
            kept.append(setting)
    return kept


# --------------------------------------------------------------------------------------------
# What is said


def _runs_out(line: Do, shortage: Shortage, inquiry: Inquiry) -> Diagnostic:
    where = inquiry.at_the_table(*inquiry.table(shortage))
    needed, there = int(shortage.needed[0]), int(shortage.there[1])
    least = "" if shortage.needed[0] == shortage.needed[1] else "at least "
    most = "" if shortage.there[0] == shortage.there[1] or not there else "at most "
    much = f"{least}{_things(line, needed)} needed, {most}{there or 'none'} there"
    return _told(line, f"{_fails(line)}{where}: {much}", _fewer_each(line, needed, there))


def _fewer_each(line: Do, needed: int, there: int) -> str | None:
    """`deal 28 cards from stock to each spot`: each of them gets so many, which was hardly meant."""
    text = line.site.span.text
    found = re.match(r"(deal\s+)(\d+)\s+cards?\b(?=[^\n]*\sto\s+each\b)", text)
    if found is None or needed % int(found[2]):
        return None
    piles = needed // int(found[2])
    number = there // piles
    if not 0 < number < int(found[2]):
        return None
    write = f"{found[1]}{number} card{'' if number == 1 else 's'}{text[found.end() :]}"
    return f"each of the {piles} piles gets so many: write '{write}'"


def _ran_out(line: Do, mishap: Mishap, inquiry: Inquiry) -> Diagnostic:
    where = inquiry.at_the_table(mishap.options, mishap.players)
    what = mishap.message if line.procedure == "pay" else "it was empty here"
    return _told(line, f"{_fails(line)}{where}: in a game by chance, {what}")


def _too_little_asked(line: Do, shortage: Shortage) -> Diagnostic:
    needed, there = int(shortage.needed[0]), int(shortage.there[0])
    much = f"{_things(line, needed)} needed, and only {there} {'is' if there == 1 else 'are'} sure to be there"
    return _told(line, f"may {_fail(line)}: {much}")


def _nothing_bounds(line: Do) -> Diagnostic:
    what = "what is paid" if line.procedure == "pay" else "how many cards are taken"
    return _told(line, f"may {_fail(line)}: nothing bounds {what} here by what is there")


def _not_played(line: Do) -> Diagnostic:
    return Diagnostic(
        "L619",
        f"whether {_source(line)} may {_fail(line)} is not tried out: there are more than {MOST_PARTS} "
        "phases, rows and moves, and no game by chance is made of so many",
        line.site.span,
        _advice(line),
        severity=Severity.NOTE,
    )


def _told(line: Do, how: str, advice: str | None = None) -> Diagnostic:
    message = f"{_source(line)} {how}"
    advice = advice or _advice(line)
    return Diagnostic("L601", message, line.site.span, advice, severity=Severity.WARNING)


def _fails(line: Do) -> str:
    return "holds too little" if line.procedure == "pay" else "runs out"


def _fail(line: Do) -> str:
    return "hold too little" if line.procedure == "pay" else "run out"


def _things(line: Do, count: int) -> str:
    thing = "chip" if line.procedure == "pay" else "card"
    return f"{count} {thing}{'' if count == 1 else 's'}"


def _source(line: Do) -> str:
    """What is taken from, as people say it."""
    source = line.arguments[0]
    if isinstance(source, Address):
        slot = source.slot
        if slot.key == "chips":
            return "a purse"
        name = slot.key.removeprefix("chips ")
        return f"a player's {name}" if slot.index is not None else name
    name = source.type.pile or "the pile"
    return f"a player's {name}" if isinstance(source, PileAt) and source.seat is not None else name


def _advice(line: Do) -> str:
    text = line.site.span.text
    better = re.sub(r"\b(pays?|takes?|deals?|draws?)\s+", r"\1 up to ", text, count=1)
    if better == text or "\n" in better:
        return "write 'up to' before the number, or ask before how much is there"
    return f"write '{better}', or ask before how much is there"
