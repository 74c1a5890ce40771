"""A ruleset from merged nodes: which keys stand where, what kind of thing is under each, what the
texts say.

Nothing here asks what a name means; that is the checker's work. All that is wrong is told at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from collections.abc import Mapping as Map
from dataclasses import replace
from typing import Literal, cast, get_args

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import (
    Diagnostic,
    Note,
    did_you_mean,
    has_errors,
    in_order,
)
from rulerun.grammar.nodes import Entry, Mapping, Node, Scalar
from rulerun.grammar.parser import parse
from rulerun.grammar.tokens import snake
from rulerun.grammar.vocabulary.effects import EFFECTS, SPELLINGS, effect_for

from .course import CourseReader
from .material import (
    PileNames,
    read_chips,
    read_deck,
    read_limit,
    read_melds,
    read_memories,
    read_options,
    read_piles,
    read_seats,
)
from .ruleset import (
    Deck,
    EndCondition,
    Example,
    GivenValue,
    Row,
    Ruleset,
    Table,
    Term,
)
from .seated import with_slips_told
from .sections import RowText, Section, SectionReader
from .standing import check_lines
from .steps import read_steps

Hit = Literal["first", "unique", "all", "sum"]


def build(
    node: Mapping, *, name: str, overlays: Map[str, str] | None = None, whole: bool = True
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The ruleset that merged nodes describe, and all that is wrong with its structure.

    `name` is the game's short name. `overlays` gives for the name of each overlay's file the name
    of the overlay, in the order of stacking. `whole` is False when part of a file could not be read:
    then no key of the top level is called missing. There is a ruleset only when there is no error.
    """
    ruleset, diagnostics = build_with_gaps(node, name=name, overlays=overlays, whole=whole)
    return None if has_errors(diagnostics) or not whole else ruleset, diagnostics


def build_with_gaps(
    node: Mapping,
    *,
    name: str,
    overlays: Map[str, str] | None = None,
    whole: bool = True,
    place: Literal["ruleset", "form"] = "ruleset",
) -> tuple[Ruleset | None, list[Diagnostic]]:
    """The same, with a ruleset also beside errors: it lacks what could not be read.

    It is None only where there is no deck or no number of players to speak of. `place` says whose
    keys the top level has: a form has fewer than a game, and never makes a ruleset by itself.
    """
    reader = SectionReader(whole=whole)
    reader.end = node.span.end
    top = reader.section(node, place)
    if top is None:  # a map has a section; for the type checker
        return None, in_order(reader.diagnostics)
    files = dict(overlays or {})
    reader.used_elsewhere(top)
    title = reader.words(top, "game")
    seats = read_seats(reader, top)
    pile_rows = reader.rows(top, "piles")
    pile_names = PileNames(pile_rows, top.found.get("piles"))
    deck = read_deck(reader, top, pile_names)
    purse, chips = read_chips(reader, top, seats)
    course = CourseReader(reader, seats)
    phases = tuple(course.phases(reader.map_of_names(top, "phases")))
    ends = _ends(reader, top)
    if whole and not top.speaks_of("end"):
        for span in course.endless:
            reader.report(
                "S217",
                "'always' goes on for ever in a game without 'end'",
                span,
                "say under 'end' when the game is over, or repeat it so many times",
            )
    words = {k: reader.words(top, k) for k in ("also known as", "about")}
    ruleset = Ruleset(
        name=name,
        title=title.text if title else "",
        also_known_as=_text(words["also known as"]),
        about=_text(words["about"]),
        source=tuple(s.text for s in reader.texts(top, "source")),
        players=cast("syntax.Seats", seats),
        limit=read_limit(reader, top),
        deck=cast("Deck", deck),  # None only beside an error
        melds=read_melds(reader, top, deck),
        options=read_options(reader, top),
        purse=purse,
        chips=chips,
        piles=read_piles(reader, pile_rows, pile_names, seats),
        memories=read_memories(reader, top, None, seats),
        terms=_terms(reader, top),
        setup=reader.lines(top, "setup"),
        at_any_time=_at_any_time(reader, top),
        phases=phases,
        tables=(*_tables(reader, top, "payouts"), *_tables(reader, top, "tables")),
        ends=ends,
        winner=cast("syntax.Expr | None", reader.tree(top, "winner")),
        payoff=cast("syntax.Expr | None", reader.tree(top, "payoff")),
        rulings=tuple((r.name, r.text.text) for r in reader.rows(top, "rulings")),
        examples=_examples(reader, top, files),
        titles=_titles(reader, top),
        node=node,
        overlays=tuple(files.values()),
    )
    reader.diagnostics.extend(check_lines(ruleset, set(pile_names.words)))
    return None if seats is None or deck is None else ruleset, in_order(reader.diagnostics)


#: What a form may leave to the game that uses it: a move's `do`, a `who`, the piles of its words.
_LEFT_TO_THE_GAME = ("S202", "S215", "S217", "S230", "S234")


def wrong_in_form(node: Mapping) -> list[Diagnostic]:
    """What is wrong with a form's file in itself, whichever game uses it: its keys and its texts."""
    title = node.entry("form")
    _, found = build_with_gaps(node, name="", place="form")
    top = () if title is None else (title.key.span,)
    return [d for d in found if d.code not in _LEFT_TO_THE_GAME or d.span in top]


def _text(words: Scalar | None) -> str | None:
    return None if words is None else words.text


# -- terms, rows, tables ---------------------------------------------------------------------------


def _terms(reader: SectionReader, top: Section) -> tuple[Term, ...]:
    terms = []
    for row in reader.rows(top, "terms"):
        head = _head(reader, row.key)
        if isinstance(head, syntax.Head) and row.tree is not None:
            terms.append(
                Term(
                    name=head.name,
                    span=row.key.span,
                    parameters=head.parameters,
                    expr=cast("syntax.Expr", row.tree),
                    source=row.text,
                )
            )
    return tuple(terms)


def _head(reader: SectionReader, key: Scalar) -> syntax.Node | None:
    """The name of a term or table, and of what it is said; one in another style is taken as meant."""
    head = reader.parse("head", key)
    if head is None and re.fullmatch(r"[^\W\d_]+", key.text):
        meant = snake(key.text)
        said = Scalar(meant, key.span, (key.span.start,) * len(meant))
        return cast("syntax.Node | None", parse("head", said)[0])
    return head


def _row(row: RowText) -> Row | None:
    if not isinstance(row.tree, syntax.Row):
        return None
    return Row(name=row.name, span=row.key.span, row=row.tree, source=row.text)


def _at_any_time(reader: SectionReader, top: Section) -> tuple[Row, ...]:
    rows = []
    for text in reader.rows(top, "at any time"):
        row = _row(text)
        if row is None:
            continue
        if row.row.kind != "when":
            reader.report(
                "S224",
                f"'{row.row.kind}' stands in tables only: at any time something has to happen first",
                row.row.span,
                "write 'when CONDITION -> ...'",
            )
        rows.append(row)
    return tuple(rows)


def _ends(reader: SectionReader, top: Section) -> tuple[EndCondition, ...]:
    return tuple(
        EndCondition(name=row.name, span=row.key.span, ending=row.tree, source=row.text)
        for row in reader.rows(top, "end")
        if isinstance(row.tree, syntax.Ending)
    )


def _tables(reader: SectionReader, top: Section, under: str) -> tuple[Table, ...]:
    found = (_table(reader, entry, under == "payouts") for entry in reader.map_of_names(top, under))
    return tuple(t for t in found if t is not None)


def _table(reader: SectionReader, entry: Entry, payout: bool) -> Table | None:
    head = _head(reader, entry.key)
    section = reader.section(entry.value, "table", entry.key)
    if section is None:
        return None
    gives = reader.tree(section, "gives")
    of_values = "gives" in section
    label = f"table '{entry.key.text}'"
    if of_values and payout:
        reader.report(
            "S222",
            f"{label} gives a value, so it settles nothing",
            section.key_span("gives"),
            "it stands under 'tables'",
        )
    if not section.others and section.found:
        reader.report("S220", f"{label} has no rows", entry.key.span)
    rows_read = "gives" not in section.meant  # else it is open which kind of row they are
    named = Mapping(section.others if rows_read else (), entry.value.span)
    if rows_read and not of_values and (meant := _values_meant(section.others)) is not None:
        gives = _lacks_gives(reader, entry.key, meant, label, payout)
        of_values = True
    hit = _hit(reader, section, of_values, label)
    texts = list(
        reader.row_texts(reader.named(named, entry.key), "row_value" if of_values else "row_do")
    )
    rows = tuple(row for row in map(_row, texts) if row is not None)
    if hit is not None and len(rows) == len(section.others):
        _check_rows(reader, rows, hit, of_values, label, entry)
    if not isinstance(head, syntax.Head):
        return None
    if head.parameters and not of_values and rows_read:
        reader.report(
            "S204",
            f"a table of what is done is called by a name alone, not '{entry.key.text}'",
            entry.key.span,
            f"write '{head.name}', and in its rows 'you' for whoever consults it",
        )
        head, rows = replace(head, parameters=()), ()
    return Table(
        name=head.name,
        span=entry.key.span,
        parameters=head.parameters,
        payout=payout,
        gives=gives if isinstance(gives, syntax.Kind) else None,
        hit=hit or "first",
        rows=rows,
    )


def _values_meant(entries: Iterable[Entry]) -> str | None:
    """Of rows that do nothing and give values, the kind of these; None for other rows.

    The kind is empty where the texts alone do not tell it.
    """
    kinds: list[str] = []
    for entry in entries:
        if not isinstance(entry.value, Scalar):
            return None
        if parse("row_do", entry.value)[1]:
            row, wrong = parse("row_value", entry.value)
            if wrong or row.outcome is None or isinstance(row.outcome, syntax.Nothing):
                continue  # `otherwise -> nothing` is said where nothing is done, too
            said = row.outcome
            if isinstance(said, syntax.Relation | syntax.Property) and _is_done(said.name):
                return None  # `you take the pot` does something, wrongly
            kinds.append(_kind_of(row.outcome))
        elif "do nothing" not in entry.value.text:
            return None
    known = {kind for kind in kinds if kind}
    return None if not kinds else known.pop() if len(known) == 1 else ""


def _is_done(word: str) -> bool:
    """Whether a word says what somebody does."""
    return word in SPELLINGS or word in EFFECTS or effect_for(word) is not None


def _kind_of(value: syntax.Expr) -> str:
    """The kind of a value as `gives` says it, where its text alone tells; else nothing."""
    if isinstance(value, syntax.Property) and value.name in _COUNTED:
        return "number"
    if isinstance(value, syntax.Arith | syntax.Negative | syntax.Number):
        return "number"
    return next((kind for tree, kind in _KINDS if isinstance(value, tree)), "")


_COUNTED = ("value", "size", "chips", "points")
_KINDS = (
    (syntax.YesNo, "yes or no"),
    (syntax.Logic, "yes or no"),
    (syntax.Compare, "yes or no"),
    (syntax.CardName, "card"),
    (syntax.RankName, "rank"),
    (syntax.You, "player"),
)


def _lacks_gives(
    reader: SectionReader, key: Scalar, kind: str, label: str, payout: bool
) -> syntax.Kind | None:
    """Reports that a table of values does not say what it gives; the kind that it likely gives."""
    advice = f"write: gives: {kind}" if kind else "write 'gives: KIND', such as 'gives: number'"
    if payout:
        advice = f"tables of values stand under 'tables'; {advice}"
    message = f"the rows of {label} give values and do nothing, and it does not say 'gives'"
    reader.report("S225", message, key.span, advice)
    if not kind:
        return None
    said = Scalar(kind, key.span, (key.span.start,) * len(kind))
    return cast("syntax.Kind | None", parse("gives", said)[0])


def _hit(reader: SectionReader, section: Section, of_values: bool, label: str) -> Hit | None:
    """How many rows may apply; None where it is not said right."""
    text = reader.words(section, "hit")
    if text is None:
        return None if section.speaks_of("hit") else "first"
    known: tuple[Hit, ...] = get_args(Hit)
    if text.text not in known:
        reader.report(
            "S224",
            f"'{text.text}' does not say how many rows may apply",
            text.span,
            did_you_mean(text.text, known) or f"write one of {', '.join(known)}",
        )
        return None
    wrong = "all" if of_values else "sum"
    if text.text == wrong:
        what = "values" if of_values else "actions"
        reader.report(
            "S224",
            f"{label} is one of {what} and cannot be '{wrong}'",
            text.span,
            "its values are added by 'sum'"
            if of_values
            else "several rows are carried out by 'all'; values are given with 'gives'",
        )
        return None
    return text.text


def _check_rows(
    reader: SectionReader,
    rows: tuple[Row, ...],
    hit: Hit,
    of_values: bool,
    label: str,
    entry: Entry,
) -> None:
    for row in rows:
        if row.row.kind == "always" and hit in ("first", "unique"):
            reader.report(
                "S224",
                f"'always' leaves nothing to the other rows, of which {label} takes one",
                row.row.span,
                "write 'otherwise', or let several rows apply with 'hit: "
                f"{'sum' if of_values else 'all'}'",
            )
    rest = [row for row in rows if row.row.kind == "otherwise"]
    for row in rest[1:]:
        reader.report(
            "S221",
            f"{label} has a row for all other cases already, '{rest[0].name}'",
            row.row.span,
            "say when this one applies: 'when ... -> ...'",
            Note("the other one", rest[0].span),
        )
    if not (rows and of_values and hit == "first") or rows[-1].row.kind != "when":
        return
    last = next((r for r in rows if r.row.kind == "otherwise"), None)
    if last is None:
        reader.report(
            "S221",
            f"{label} gives no value when none of its rows applies",
            entry.key.span,
            "its last row has to say 'otherwise -> ...'",
        )
    else:
        for row in rows[rows.index(last) + 1 :]:
            reader.report(
                "S221",
                f"row '{row.name}' stands after 'otherwise' in {label}",
                row.span,
                f"put it before '{last.name}'",
                Note("the last row has to be this one", last.span),
            )


# -- examples and titles ---------------------------------------------------------------------------


def _examples(reader: SectionReader, top: Section, files: Map[str, str]) -> tuple[Example, ...]:
    found = (
        _example(reader, entry, files.get(entry.key.span.file.name))
        for entry in reader.map_of_names(top, "examples")
    )
    return tuple(e for e in found if e is not None)


def _example(reader: SectionReader, entry: Entry, overlay: str | None) -> Example | None:
    section = reader.section(entry.value, "example", entry.key)
    if section is None:
        return None
    people = reader.tree(section, "players")
    players: tuple[str, ...] = ()
    if isinstance(people, syntax.People):
        players = _people(reader, with_slips_told(reader, people, entry.value))
    return Example(
        name=entry.key.text,
        span=entry.key.span,
        proves=reader.texts(section, "proves"),
        players=players,
        people=people.span if isinstance(people, syntax.People) else entry.key.span,
        set=tuple(
            (row.key, row.text) for row in reader.row_texts(reader.map_of_names(section, "set"), "")
        ),
        shuffle=reader.words(section, "shuffle"),
        start_at=reader.words(section, "start at"),
        given=_given(reader, section),
        play=read_steps(reader, section, players),
        overlay=overlay,
    )


def build_example(
    title: Scalar, node: Node, overlay: str | None
) -> tuple[Example | None, list[Diagnostic]]:
    """An example by itself, such as one that a house rule breaks."""
    reader = SectionReader()
    example = _example(reader, Entry(title, node), overlay)
    return (None if has_errors(reader.diagnostics) else example), reader.diagnostics


def _people(reader: SectionReader, people: syntax.People) -> tuple[str, ...]:
    names: dict[str, syntax.Person] = {}
    for person in people.people:
        if person.name in names:
            first = Note("first at", names[person.name].span)
            reader.report("S240", f"two players are called {person.name}", person.span, None, first)
        names.setdefault(person.name, person)
    return tuple(names)


def _given(reader: SectionReader, section: Section) -> tuple[GivenValue, ...]:
    given = []
    for row in reader.row_texts(reader.map_of_names(section, "given"), ""):
        target = reader.parse("expr", row.key)
        if target is not None:
            given.append(
                GivenValue(target=cast("syntax.Expr", target), value=row.text, span=row.key.span)
            )
    return tuple(given)


def _titles(
    reader: SectionReader, top: Section
) -> tuple[tuple[str, tuple[tuple[str, str], ...]], ...]:
    titles = []
    for entry in reader.map_of_names(top, "titles"):
        if isinstance(entry.value, Mapping) and entry.value.entries:
            rows = reader.row_texts(list(entry.value.entries), "")
            titles.append((entry.key.text, tuple((r.name, r.text.text) for r in rows)))
        else:
            reader.wrong_kind(entry.value, entry.key, "a map of names and their labels")
    return tuple(titles)
