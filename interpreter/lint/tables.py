"""L602, the cases of tables: one that no row takes, rows in each other's way, rows that never apply."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity

from .. import ruleset as rules
from ..game import Checked
from .cases import Case, Cases, Counting
from .circumstances import Circumstances
from .consulting import TableReader, Use
from .things import World
from .wording import Wording

CODE = "L602"
_FEW = 3
"""Piles with more cards than that are not gone through card by card."""


def table_cases(checked: Checked) -> Iterator[Diagnostic]:
    """What is to be said of the tables of a ruleset: of each, whatever all its uses have in common."""
    if not checked.rules.tables:
        return
    reader = TableReader(checked.symbols)
    program = reader.read()
    world = World(checked.symbols, program, checked.symbols.words)
    counting = Counting(world)
    words = Wording(world)
    course = Circumstances(
        program, checked.rules.piles, checked.rules.deck.starts_in, world.cards_in_all
    )
    uses: dict[str, list[Use]] = {}
    for use in reader.uses:
        uses.setdefault(use.table.name, []).append(use)
    for table in checked.rules.tables:
        of_table = [
            (use, _counted(use, counting, course)) for use in _different(uses.get(table.name, ()))
        ]
        yield from _Findings(table, of_table, words).all()


def _counted(use: Use, counting: Counting, course: Circumstances) -> Cases | None:
    """The cases of a table at a place where it is used."""
    known = None if use.number is None else course.consulted.get(use.number)
    if known is None:
        return counting.cases(use.conditions)
    sizes = {
        name: tuple(sorted(size))
        for name, size in known.sizes.items()
        if size is not None and max(size) <= _FEW
    }
    return counting.cases(use.conditions, tuple(known.facts.values()), sizes)


def _different(uses: Iterable[Use]) -> list[Use]:
    """Uses that ask the same are one, if it is not known what holds there beside."""
    return list({(use.number, use.conditions): use for use in uses}.values())


class _Findings:
    """What there is to say of one table."""

    def __init__(
        self, table: rules.Table, uses: Sequence[tuple[Use, Cases | None]], words: Wording
    ) -> None:
        self.table = table
        self.uses = uses
        self.words = words
        self.rows = uses[0][0].rows if uses else ()
        self.counted = [cases for _, cases in uses if cases is not None]
        self.complete = any(row.row.kind != "when" for row in table.rows)

    def all(self) -> Iterator[Diagnostic]:
        """All findings of the table."""
        if not self.uses:
            return
        if not self.complete:
            yield from self._left_out()
        if self.table.hit == "unique":
            yield from self._overlapping()
        if len(self.counted) == len(self.uses):
            yield from self._never()

    # ---------------------------------------------------------------- a case left out

    def _left_out(self) -> Iterator[Diagnostic]:
        """A case that no row takes, where one has to."""
        table = self.table
        if not table.payout and table.hit not in ("first", "unique"):
            return
        severity = Severity.ERROR if table.payout else Severity.WARNING
        nobody = tuple(False for _ in self.rows)
        advice = f"add a last row: 'otherwise -> {'do nothing' if table.gives is None else '...'}'"
        for cases in self.counted:
            case = cases.shown(lambda answer: not any(answer))
            if case is not None:
                said = (
                    f"no row for {self.words.case(case)}" if case.things else "no row ever applies"
                )
                yield self._finding(f"{said} in '{table.name}'", advice, severity)
                return
        unknown = len(self.counted) < len(self.uses) or any(
            nobody in cases.plain for cases in self.counted
        )
        if unknown:
            message = f"'{table.name}' does not say what happens when none of its rows applies"
            yield self._finding(message, advice, severity)

    # ---------------------------------------------------------------- overlapping rows

    def _overlapping(self) -> Iterator[Diagnostic]:
        """Under `unique`, two rows that apply at once."""
        for one, other in combinations(range(len(self.rows)), 2):
            case = self._both(one, other)
            if case is None:
                continue
            first, second = self.rows[one], self.rows[other]
            when = f" for {self.words.case(case)}" if case.things else ""
            yield Diagnostic(
                CODE,
                f"'{first.name}' and '{second.name}' both apply{when}, "
                f"and '{self.table.name}' takes just one row",
                second.span,
                "let one of them leave the case to the other, as in 'and not ...'",
                (Note(f"'{first.name}' is here", first.span),),
                Severity.WARNING,
            )

    def _both(self, one: int, other: int) -> Case | None:
        for cases in self.counted:
            case = cases.shown(lambda answer: answer[one] and answer[other])
            if case is not None:
                return case
        return None

    # ---------------------------------------------------------------- rows that never apply

    def _never(self) -> Iterator[Diagnostic]:
        """Rows that no case is left for."""
        for place, row in enumerate(self.rows):
            if row.row.kind == "always":
                continue
            holding = [a for cases in self.counted for a in cases.all if a[place]]
            if not holding:
                yield self._dead(row, "its condition never holds")
                continue
            if self.table.hit != "first" or any(not any(a[:place]) for a in holding):
                continue
            above = self._taking(holding, place)
            names = [f"'{self.rows[i].name}'" for i in above]
            said = f"{_listed(names)} {'takes' if len(names) == 1 else 'take'} all its cases"
            notes = [Note(f"'{self.rows[i].name}' is here", self.rows[i].span) for i in above]
            yield self._dead(row, said, notes)

    def _taking(self, holding: Sequence[tuple[bool, ...]], place: int) -> list[int]:
        """Rows above that take all the cases of a row, as few as will do."""
        rest, found = list(holding), []
        while rest:
            best = max(range(place), key=lambda i: sum(a[i] for a in rest))
            found.append(best)
            rest = [a for a in rest if not a[best]]
        return sorted(found)

    def _dead(self, row: rules.Row, why: str, notes: Sequence[Note] = ()) -> Diagnostic:
        message = f"row '{row.name}' of '{self.table.name}' can never apply: {why}"
        return Diagnostic(CODE, message, row.span, None, tuple(notes), Severity.WARNING)

    def _finding(self, message: str, advice: str, severity: Severity) -> Diagnostic:
        return Diagnostic(CODE, message, self.table.span, advice, (), severity)


def _listed(names: Sequence[str]) -> str:
    if len(names) == 1:
        return names[0]
    return f"{', '.join(names[:-1])} and {names[-1]}"
