"""L601: payments, deals and draws that may not suffice.

Three steps, each for what the one before could not settle. The rules are gone through with whatever
players and options there may be; then with each number of players and the least and greatest values
of the options, turn by turn, as far as some play surely leads, where a shortage is found with its
numbers, and with the most telling of these settings further; at last a few games are played by chance,
and some in which a move is made as often as may be.
What is left is told if nothing in the rules asks how much is there.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from copy import copy
from typing import TypeVar

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.source import Span

from ...checking.core import Do, OptionValue, every, walk
from ...declarations import ruleset as rules
from ...declarations.course import walk as phases_in
from ...machine.checked import Checked
from .asking import Asking, taken_from
from .effort import Effort
from .handling import Shortage, worse
from .openings import of_openings, opening_of
from .parts import EqualParts
from .rehearsal import Counter, Rehearsal
from .relevance import Relevance
from .setting import Setting
from .tables import Tables, unlike
from .telling import not_played, nothing_bounds, ran_out, runs_out, too_little_asked
from .trial import EAGER_MOVES, MOVES, Mishap, is_too_large, play, play_eagerly

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

FEW = 24
"""Passes that are no more than these are counted one by one."""

EAGER = 6
"""So many moves are made as often as may be, each in a game of its own."""


def sufficiency(checked: Checked) -> Iterator[Diagnostic]:
    """Payments, deals and draws without `up to` for which there may be too little."""
    relevance = Relevance(checked.program, checked.rules.piles)
    lines = {line.site.span: line for line in relevance.lines}
    if not lines:
        return
    inquiry = Inquiry(checked, relevance, lines)
    rehearsal = Rehearsal(checked.program, relevance, checked.rules.deck.starts_in)
    settled = rehearsal.run(inquiry.tables.anything(relevance), LINES) <= LINES
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
            told.add(taken_from(lines[span]))
            yield runs_out(lines[span], shortage, inquiry.tables)
    for span in list(EqualParts(inquiry.tables).dealt_out(doubtful)) if doubtful else ():
        doubtful.pop(span, None)
    for span, mishap in inquiry.by_chance(doubtful).items():
        told.add(taken_from(lines[span]))
        shortage = doubtful.pop(span)
        if shortage.never and inquiry.tables.is_of(shortage, mishap):
            yield runs_out(lines[span], shortage, inquiry.tables)
        else:
            yield ran_out(lines[span], mishap, inquiry.tables)
    if doubtful and is_too_large(checked.program):
        yield not_played(lines[next(iter(doubtful))])
    for span, shortage in doubtful.items():
        line = lines[span]
        if shortage.needed[1] <= shortage.there[0]:
            continue  # It was given up, not found wanting.
        if inquiry.asking.asks_for_less(line, shortage):
            yield too_little_asked(line, shortage)
        elif taken_from(line) not in told and not inquiry.asking.is_bounded(line):
            yield nothing_bounds(line)


class Inquiry:
    """What is asked about one ruleset."""

    def __init__(self, checked: Checked, relevance: Relevance, lines: Mapping[Span, Do]) -> None:
        self.checked = checked
        self.relevance = relevance
        self.lines = lines
        self.effort = Effort(ALL_LINES)
        self.tables = Tables(checked, self.effort)
        self.options = self.tables.options
        self.asking = Asking(checked, relevance, self.options)

    @property
    def left(self) -> int:
        """So many lines may still be gone through."""
        return max(0, self.effort.most - self.effort.spent)

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
        anything = self.tables.anything(relevance)
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
        corners = list(self.tables.corners(relevance))
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
        bounded = all(map(self.asking.is_bounded, still.values()))
        telling = 1 if bounded and not any(self._repeating()) else TELLING
        for players, options in self.tables.most_telling(corners)[:telling]:
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

    def _exactly(self, players: int, options: Mapping[str, int]) -> Setting:
        return self.tables.exactly(self._rehearsal.relevance, players, options)

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
        names = [n for n in self.tables.named(self.relevance) if n in self.options]
        low, high = self.checked.rules.players.low, self.checked.rules.players.high
        poor = set(self._of_sources({taken_from(self.lines[span]) for span in doubtful}))
        tables = [self.tables.table(shortage) for shortage in doubtful.values() if shortage.never]
        scarce = {
            name: option.text(option.low if name in poor else option.high)
            for name, option in self.options.items()
            if name in names
        }
        tables += [({}, low), (scarce, high)]
        found: dict[Span, Mishap] = {}
        opening = of_openings(self.checked.program, doubtful)
        checked = opening_of(self.checked) if opening == doubtful.keys() else self.checked
        tables = unlike(tables)[:TABLES]
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
        else:
            if checked is self.checked:
                often = {n: self.options[n].text(self.options[n].high) for n in self._repeating()}
                # Another game of as many players is quickly made.
                tables = unlike([*tables[:-1], (scarce | often, high), *tables[-1:]])
                found |= self._eagerly({span for span in doubtful if span not in found}, tables)
        return found

    def _repeating(self) -> Iterator[str]:
        """The options that say how often phases are repeated."""
        for phase in phases_in(self.checked.rules.phases):
            times = phase.repeat.times if phase.repeat is not None else None
            if isinstance(times, syntax.Name) and times.name in self.options:
                yield times.name

    def _eagerly(
        self, wanted: set[Span], tables: Sequence[tuple[dict[str, str], int]]
    ) -> dict[Span, Mishap]:
        """Games in which moves that take from what may run out are made whenever they may be; where
        it is taken outside of moves, each move in its turn, as it may follow from that one."""
        found: dict[Span, Mishap] = {}
        if not wanted or is_too_large(self.checked.program):
            return found
        for options, players in tables:
            groups = list(self._groups(wanted - found.keys()))
            most = EAGER_MOVES // len(tables)
            found |= play_eagerly(self.checked, options, players, wanted, groups, most)
        return found

    def _groups(self, wanted: Collection[Span]) -> Iterator[tuple[str, ...]]:
        """The names of the moves that are made whenever they may be, game by game."""
        names: dict[str, dict[str, None]] = {}
        others: dict[str, None] = {}
        inside: set[Span] = set()
        for decision in self.checked.program.decisions:
            for move in decision.moves:
                others[move.name] = None
                for statement in every(move.do):
                    if isinstance(statement, Do) and statement.site.span in wanted:
                        inside.add(statement.site.span)
                        names.setdefault(taken_from(statement), {})[move.name] = None
        groups = [tuple(group) for group in names.values()]
        if any(span not in inside for span in wanted):
            groups += [(name,) for name in others]
        yield from unlike(groups)[:EAGER]

    def _of_sources(self, sources: Collection[str]) -> Iterator[str]:
        """The options that say how much there is at first where it is taken from."""
        for cell in self.checked.program.cells:
            if cell.key in sources and cell.start is not None:
                yield from (p.name for p in walk(cell.start) if isinstance(p, OptionValue))


def _by_source(lines: Mapping[Span, Do]) -> dict[str, dict[Span, Do]]:
    """The lines that take from one kind of pile or holder each."""
    groups: dict[str, dict[Span, Do]] = {}
    for span, line in lines.items():
        groups.setdefault(taken_from(line), {})[span] = line
    return groups
