"""Lists in which nothing is ever twice: whether something is to be added to one is then one question."""

from __future__ import annotations

from collections import defaultdict

from ..checking.core import Call, Const, Expr, Items, Local, Program, Set, Slot, Start
from ..checking.facts import all_statements, may_repeat


def lists_without_twins(program: Program) -> frozenset[str]:
    """The memories that are lists in which no member is ever twice, by name."""
    kept: dict[str, list[Expr]] = defaultdict(list)
    for cell in program.cells:
        if cell.start is not None:
            kept[cell.key].append(cell.start)
    for statement in all_statements(program):
        match statement:
            case Set(target=Slot(key=key), value=value) | Start(key=key, value=value):
                kept[key].append(value)
    return frozenset(key for key, values in kept.items() if not any(map(_may_repeat, values)))


def _may_repeat(value: Expr) -> bool:
    if isinstance(value, Call) and value.function in ("added", "removed"):
        return False
    return may_repeat(value)


def one_more(added: Call, without_twins: frozenset[str]) -> Expr | None:
    """The one thing, quickly asked, that comes to a list without twins; None elsewhere."""
    match added.arguments:
        case Slot(key=key), Items(items=(Local() | Const() | Slot(index=None) as one,)):
            return one if key in without_twins and not one.maybe else None
    return None
