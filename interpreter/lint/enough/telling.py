"""What is said of payments, deals and draws that may not suffice: in which of them, and at which table."""

from __future__ import annotations

import re

from rulerun.grammar.diagnostics import Diagnostic, Severity

from ...checking.core import Address, Do, PileAt
from .handling import Shortage
from .tables import Tables
from .trial import MOST_PARTS, Mishap


def runs_out(line: Do, shortage: Shortage, tables: Tables) -> Diagnostic:
    where = tables.at_the_table(*tables.table(shortage))
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


def ran_out(line: Do, mishap: Mishap, tables: Tables) -> Diagnostic:
    where = tables.at_the_table(mishap.options, mishap.players)
    what = mishap.message if line.procedure == "pay" else "it was empty here"
    moves = " or ".join(f"'{name}'" for name in mishap.eager)
    game = f"where {moves} is made whenever it may be" if moves else "in a game by chance"
    return _told(line, f"{_fails(line)}{where}: {game}, {what}")


def too_little_asked(line: Do, shortage: Shortage) -> Diagnostic:
    needed, there = int(shortage.needed[0]), int(shortage.there[0])
    much = f"{_things(line, needed)} needed, and only {there} {'is' if there == 1 else 'are'} sure to be there"
    return _told(line, f"may {_fail(line)}: {much}")


def nothing_bounds(line: Do) -> Diagnostic:
    what = "what is paid" if line.procedure == "pay" else "how many cards are taken"
    return _told(line, f"may {_fail(line)}: nothing bounds {what} here by what is there")


def not_played(line: Do) -> Diagnostic:
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
