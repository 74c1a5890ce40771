"""L602, the cases of tables: one that no row takes, rows in each other's way, rows that never apply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from rulerun.grammar.diagnostics import Diagnostic, Note, Severity, joined, quoted

from ...checking.core import PileAt, walk
from ...declarations import ruleset as rules
from ...machine.checked import Checked
from ..unused import word_in
from .cases import Answer, Cases, Counting
from .circumstances import Circumstances
from .consulting import TableReader, Use
from .wording import Wording

CODE = "L602"
_MOST_USES = 100
"""Of a table that is used at more places, none like another, and in all of them may have cases left,
it is only said that they were not counted."""
_FEW = 3
"""Piles with more cards than that are not gone through card by card."""


def table_cases(checked: Checked) -> Iterator[Diagnostic]:
    """What is to be said of the tables of a ruleset: of each, whatever all its uses have in common."""
    if not checked.rules.tables:
        return
    reader = TableReader(checked.symbols)
    program = reader.read()
    counting = Counting(checked.symbols, program)
    words = Wording(counting.world)
    course = Circumstances(
        program,
        checked.rules.piles,
        checked.rules.deck.starts_in,
        counting.world.cards_in_all,
        {use.number: use.value for use in reader.uses if use.value is not None},
    )
    uses: dict[str, list[Use]] = {}
    for use in reader.uses:
        uses.setdefault(use.table.name, []).append(use)
    for table in checked.rules.tables:
        if table.name in uses:
            findings = _Findings(table, words, counting, course)
            findings.used = any(use.number in course.consulted for use in uses[table.name])
            for use in uses[table.name]:
                findings.look(use)
                if not findings.open or len(findings.looked) > _MOST_USES:
                    break
            if len(findings.looked) <= _MOST_USES:
                yield from findings.all()
            else:
                yield _too_much(table)


def _too_much(table: rules.Table) -> Diagnostic:
    return Diagnostic(
        "L619",
        f"'{table.name}' is used in more than {_MOST_USES} places, no two alike: whether its rows leave a "
        "case out, or never apply, is not found out",
        word_in(table.span, table.name),
        "let one line do what many do, or end it with 'otherwise'",
        severity=Severity.NOTE,
    )


class _Findings:
    """What there is to say of one table.

    `dead` are the places of the rows of which no case is known yet; that of `otherwise` is -1.
    `used`: it is known where the table is used; then nothing is told of a case that may come up
    only elsewhere.
    """

    def __init__(
        self, table: rules.Table, words: Wording, counting: Counting, course: Circumstances
    ) -> None:
        self.table = table
        self.words = words
        self.counting = counting
        self.course = course
        self.looked: list[tuple[Use, dict[str, tuple[int, ...]]]] = []
        self._seen: set[object] = set()
        self.rows = [row for row in table.rows if row.row.kind != "otherwise"]
        self.last = next((row for row in table.rows if row.row.kind == "otherwise"), None)
        self.used = False
        self.counted: list[tuple[Use, Cases]] = []
        self.everywhere: list[Cases] = []
        self.unknown = False
        complete = any(row.row.kind != "when" for row in table.rows)
        self.asks_all = not complete and (table.payout or table.hit in ("first", "unique"))
        self.dead = {i for i, row in enumerate(self.rows) if row.row.kind == "when"}
        if self.last is not None and self.rows:
            self.dead.add(-1)

    @property
    def open(self) -> bool:
        """Whether another use may tell more."""
        return bool(self.dead) or self.asks_all or self.table.hit == "unique"

    def look(self, use: Use) -> None:
        """Count the cases at one place where the table is used."""
        known = self.course.consulted.get(use.number)
        sizes = {} if known is None else known.sizes
        few = {n: tuple(sorted(s)) for n, s in sizes.items() if s and max(s) <= _FEW}
        facts = () if known is None else tuple(known.facts.values())
        same = (use.conditions, tuple(map(id, facts)), tuple(few.items()))
        if same in self._seen:
            return
        self._seen.add(same)
        self.looked.append((use, few))
        cases = self.counting.cases(use.conditions, facts, few, self._enough)
        if cases is None:
            self.unknown = True
            return
        self.everywhere.append(cases)
        if known is not None or not self.used:
            self.counted.append((use, cases))

    def _enough(self, answer: Answer) -> bool:
        """Take note of rows that apply somewhere; whether there is nothing more to be found."""
        for place in [*self.dead]:
            if place < 0:
                applies = not any(answer)
            else:
                applies = answer[place] and not (self.table.hit == "first" and any(answer[:place]))
            if applies:
                self.dead.discard(place)
        return not self.open

    def all(self) -> Iterator[Diagnostic]:
        """All findings of the table."""
        if self.asks_all:
            yield from self._left_out()
        if self.table.hit == "unique":
            yield from self._overlapping()
        if not self.unknown:
            yield from self._never()

    # ---------------------------------------------------------------- a case left out

    def _left_out(self) -> Iterator[Diagnostic]:
        """A case that no row takes, where one has to."""
        table = self.table
        severity = Severity.ERROR if table.payout else Severity.WARNING
        advice = f"add a last row: 'otherwise -> {'do nothing' if table.gives is None else '...'}'"
        case = self._shown(lambda answer: not any(answer))
        if case is not None:
            said = f"no row for {case}" if case else "no row ever applies"
            yield self._finding(f"{said} in '{table.name}'", advice, severity)
            return
        if self.unknown or any(cases.may_be_none() for _, cases in self.counted):
            message = f"'{table.name}' does not say what happens when none of its rows applies"
            yield self._finding(message, advice, severity)

    # ---------------------------------------------------------------- overlapping rows

    def _overlapping(self) -> Iterator[Diagnostic]:
        """Under `unique`, two rows that apply at once; each row is told of once."""
        for other, second in enumerate(self.rows):
            both = ((first, self._both(one, other)) for one, first in enumerate(self.rows[:other]))
            first, case = next(((f, c) for f, c in both if c is not None), (second, None))
            if case is None:
                continue
            when = f" for {case}" if case else ""
            yield Diagnostic(
                CODE,
                f"'{first.name}' and '{second.name}' both apply{when}, "
                f"and '{self.table.name}' takes just one row",
                second.span,
                "say 'and not ...' in one of them, or let the upper one apply with 'hit: first'",
                (Note(f"'{first.name}' is here", first.span),),
                Severity.WARNING,
            )

    def _both(self, one: int, other: int) -> str | None:
        return self._shown(lambda answer: answer[one] and answer[other])

    def _shown(self, wanted: Callable[[Answer], bool]) -> str | None:
        """A case as wanted, in words; empty for any case, None if none can be told."""
        for use, cases in self.counted:
            case = cases.shown(wanted)
            if case is not None:
                nouns = dict(zip(use.arguments, self.table.parameters, strict=False))
                return self.words.case(case, nouns) if case.things else ""
        return None

    # ---------------------------------------------------------------- rows that never apply

    def _never(self) -> Iterator[Diagnostic]:
        """Rows that no case is left for."""
        holding_never: dict[str, list[rules.Row]] = {}
        for place in sorted(self.dead - {-1}):
            row = self.rows[place]
            holding = [a for cases in self.everywhere for a in cases.all if a[place]]
            if holding:
                yield self._dead(row, self._taking(holding, place))
            else:
                why = self._why_never(place)
                if why is not None:
                    holding_never.setdefault(why, []).append(row)
        for why, rows in holding_never.items():
            # An empty pile is one mistake, however many rows ask of its cards.
            for some in [rows] if "empty" in why else [[row] for row in rows]:
                yield self._never_applying(some, why)
        if -1 in self.dead and self.last is not None:
            answers = [a for cases in self.everywhere for a in cases.all]
            if answers:
                above = self._taking(answers, len(self.rows))
                advice = None if self.table.gives is not None else "delete this row"
                if len(self.rows) - 1 in above:
                    advice = f"let '{self.rows[-1].name}' say 'otherwise', and delete this row"
                yield self._dead(self.last, above, advice)

    def _why_never(self, place: int) -> str | None:
        """Why the condition of a row never holds; None if that is told of a pile that it asks of."""
        empty = {pile for _, few in self.looked for pile, sizes in few.items() if sizes == (0,)}
        for use, few in self.looked:
            asked = {p.pile for p in walk(use.conditions[place]) if isinstance(p, PileAt)}
            empty &= {pile for pile in asked if few.get(pile) == (0,)}
        if any(map(self.course.never_has_cards, empty)):
            return None
        if empty:
            are = "is" if len(empty) == 1 else "are"
            return f"{joined(quoted(sorted(empty)))} {are} empty there"
        for use, few in self.looked:
            elsewhere = self.counting.cases(use.conditions[place : place + 1], sizes=few)
            if elsewhere is None or (True,) in elsewhere.all:
                how = "consulted" if self.table.gives is None else "used"
                return f"its condition never holds where '{self.table.name}' is {how}"
        return "its condition never holds"

    def _taking(self, holding: Sequence[Answer], place: int) -> list[int]:
        """Rows above that take all the cases of a row, as few as will do."""
        rest, found = list(holding), []
        while rest:
            best = max(range(place), key=lambda i: sum(a[i] for a in rest))
            found.append(best)
            rest = [a for a in rest if not a[best]]
        return sorted(found)

    def _dead(self, row: rules.Row, above: Sequence[int], advice: str | None = None) -> Diagnostic:
        names = [self.rows[i].name for i in above]
        said = f"{joined(quoted(names))} {'takes' if len(names) == 1 else 'take'} all its cases"
        notes = tuple(Note(f"'{self.rows[i].name}' is here", self.rows[i].span) for i in above)
        return self._never_applying([row], said, notes, advice)

    def _never_applying(
        self,
        rows: Sequence[rules.Row],
        why: str,
        notes: tuple[Note, ...] = (),
        advice: str | None = None,
    ) -> Diagnostic:
        what = f"row{'s' if len(rows) > 1 else ''} {joined(quoted(row.name for row in rows))}"
        message = f"{what} of '{self.table.name}' can never apply: {why}"
        return Diagnostic(CODE, message, rows[0].span, advice, notes, Severity.WARNING)

    def _finding(self, message: str, advice: str, severity: Severity) -> Diagnostic:
        return Diagnostic(CODE, message, self.table.span, advice, (), severity)
