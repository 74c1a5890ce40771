"""The same question is always the same expression; and expressions with other values in them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from ...checking.combining import all_of, mentions
from ...checking.core import (
    Bind,
    Call,
    CardsIn,
    Choose,
    Const,
    Expr,
    Firing,
    If,
    Items,
    Local,
    Loop,
    Needed,
    Op,
    Set,
    Slot,
    walk,
    with_parts,
)  # fmt: skip
from ...checking.facts import never_negative
from ...checking.types import NUMBER, YESNO

_ORDERS = frozenset(("any", "every", "no", "count", "first", "last"))
LIVE = "live"
"""The cell of the players still in."""


def counted(source: Expr, where: tuple[Local, Expr] | None) -> Expr:
    """How many members of a list there are, or those of which something holds, in plain form."""
    source = _members(source)
    if where is not None:
        return Loop(NUMBER, False, "count", where[0], source, where[1], None)
    if isinstance(source, Loop) and source.how == "all" and source.value is None:
        return Loop(NUMBER, False, "count", source.variable, source.source, source.where, None)
    if isinstance(source, Items):
        return Const(NUMBER, False, len(source.items))
    return Call(NUMBER, False, "size", (source,))


def _members(source: Expr) -> Expr:
    """A list where only its members matter, not their order."""
    while isinstance(source, Call) and source.function in (
        "turn_order", "turn_queue", "round_from", "ranks_of", "suits_of",
    ):  # fmt: skip
        if source.function == "round_from":
            return Slot(source.type, False, LIVE)
        source = source.arguments[0]
    if isinstance(source, CardsIn) and source.ordered:
        source = replace(source, ordered=False)
    return source


def plain(expr: Expr) -> Expr:
    """An expression in the form in which the same question is always the same expression."""
    return _plain(expr, {}, 0)


def _plain(expr: Expr, names: dict[str, Local], depth: int) -> Expr:
    match expr:
        case Local():
            return names.get(expr.name, expr)
        case Const() | Slot(index=None):
            return expr
        case Needed():
            return _plain(expr.of, names, depth)
        case Loop():
            return _plain_loop(expr, names, depth)
        case Call(function="size"):
            return counted(_plain(expr.arguments[0], names, depth), None)
        case Op(op="=" | "!="):
            found = _plain_first(expr, names, depth)
            if found is not None:
                return found
    made = with_parts(expr, lambda part: _plain(part, names, depth))
    return _folded(made) if isinstance(made, Op) else made


def _folded(expr: Op) -> Expr:
    """An operator of which the answer can be seen, as that answer."""
    if expr.op in ("and", "or"):
        decides = expr.op == "or"
        parts = [o for o in expr.operands if not (isinstance(o, Const) and o.value is not decides)]
        if any(isinstance(o, Const) for o in parts) or not parts:
            return Const(YESNO, False, decides if parts else not decides)
        return parts[0] if len(parts) == 1 else replace(expr, operands=tuple(parts))
    if expr.op == "not":
        inner = expr.operands[0]
        return Const(YESNO, False, not inner.value) if isinstance(inner, Const) else expr
    if expr.op in ("in", "=", "!="):
        left, right = expr.operands
        if expr.op == "in":
            return Const(YESNO, False, False) if _is_nobody(right) else expr
        for one, other in ((left, right), (right, left)):
            if isinstance(other, Const) and other.value is None and not one.maybe:
                return Const(YESNO, False, expr.op == "!=")
            if isinstance(one, Choose) and isinstance(other, Const) and _is_of_words(one):
                return _asked_of_rows(one, other, expr.op == "=")
    return _compared_with_nothing(expr)


def _is_of_words(table: Choose) -> bool:
    """Whether what a table of values gives is one of some words."""
    return table.type.name == "word" and all(
        isinstance(part, Const) or (isinstance(part, Choose) and _is_of_words(part))
        for part in (table.then, table.otherwise)
    )


def _asked_of_rows(table: Expr, word: Const, answer: bool) -> Expr:
    """`TABLE is WORD` as what its rows ask."""
    if not isinstance(table, Choose):
        assert isinstance(table, Const)
        return Const(YESNO, False, (table.value == word.value) is answer)
    then = _asked_of_rows(table.then, word, answer)
    otherwise = _asked_of_rows(table.otherwise, word, answer)
    if then == otherwise:
        return then
    if isinstance(then, Const) and isinstance(otherwise, Const):
        return table.condition if then.value else negated(table.condition)
    return Choose(YESNO, False, table.condition, then, otherwise)


def _compared_with_nothing(expr: Op) -> Expr:
    """Of what is never negative: `= 0` and `< 1` as `<= 0`, `!= 0` and `>= 1` as `> 0`."""
    zero, one = Const(NUMBER, False, 0), Const(NUMBER, False, 1)
    match expr:
        case (
            Op(op="=" | "!=", operands=(Const(value=0), thing))
            | Op(op="=" | "!=", operands=(thing, Const(value=0)))
        ) if _is_counted(thing):
            return _is_none(thing, expr.op == "=")
        case Op(op="<", operands=(thing, other)) if other == one and _is_counted(thing):
            return _is_none(thing, True)
        case Op(op="<=", operands=(other, thing)) if other == one and _is_counted(thing):
            return _is_none(thing, False)
        case Op(op="<=", operands=(thing, other)) if other == zero and _is_counted(thing):
            return _is_none(thing, True)
        case Op(op="<", operands=(other, thing)) if other == zero and _is_counted(thing):
            return _is_none(thing, False)
    return expr


def _is_counted(thing: Expr) -> bool:
    return not thing.maybe and thing.type.name in ("number", "holder") and never_negative(thing)


def _is_none(thing: Expr, answer: bool) -> Expr:
    zero = Const(NUMBER, False, 0)
    if answer:
        return Op(YESNO, False, "<=", (thing, zero))
    return Op(YESNO, False, "<", (zero, thing))


def _is_nobody(members: Expr) -> bool:
    return isinstance(members, Items) and not members.items


def _plain_first(expr: Op, names: dict[str, Local], depth: int) -> Expr | None:
    """`first X where C is nothing`: there is none."""
    for one, other in (expr.operands, expr.operands[::-1]):
        is_nothing = isinstance(other, Const) and other.value is None
        if is_nothing and isinstance(one, Loop) and one.how in ("first", "last"):
            return _plain_loop(replace(one, how="no" if expr.op == "=" else "any"), names, depth)
    return None


def _plain_loop(loop: Loop, names: dict[str, Local], depth: int) -> Expr:
    source = _plain(loop.source, names, depth)
    variable = replace(loop.variable, name=f"each {depth}")
    inner = {**names, loop.variable.name: variable}
    where = None if loop.where is None else _plain(loop.where, inner, depth + 1)
    value = None if loop.value is None else _plain(loop.value, inner, depth + 1)
    if loop.how not in _ORDERS or loop.how in ("first", "last"):
        if loop.how in ("sum", "largest", "smallest", "any"):
            source = _members(source)
        return replace(loop, variable=variable, source=source, where=where, value=value)
    if loop.how == "every":
        where = None if where is None else negated(where)
        if where is None:
            return Const(YESNO, False, True)
    if isinstance(where, Const) and where.value:
        where = None
    aside: list[Expr] = []
    if loop.how != "count" and where is not None and not isinstance(where, Const):
        # What says nothing of the members holds, or there is none.
        parts = where.operands if isinstance(where, Op) and where.op == "and" else (where,)
        own = [part for part in parts if mentions(part, variable)]
        aside = [part for part in parts if part not in own]
        where = all_of(own) if own else None
    number = counted(source, None if where is None else (variable, where))
    if isinstance(where, Const):
        number = Const(NUMBER, False, 0)
    if loop.how == "count":
        return number
    zero = Const(NUMBER, False, 0)
    if loop.how == "any":
        found = Op(YESNO, False, "<", (zero, number))
        return Op(YESNO, False, "and", (found, *aside)) if aside else found
    found = Op(YESNO, False, "<=", (number, zero))
    return Op(YESNO, False, "or", (found, *map(negated, aside))) if aside else found


def negated(condition: Expr) -> Expr:
    """The contrary of a condition in plain form: always the same for what says the same."""
    if isinstance(condition, Op):
        if condition.op == "not":
            return condition.operands[0]
        if condition.op in ("=", "!="):
            return replace(condition, op="!=" if condition.op == "=" else "=")
        if condition.op in ("<", "<=") and not any(o.maybe for o in condition.operands):
            left, right = condition.operands
            return replace(
                condition, op="<=" if condition.op == "<" else "<", operands=(right, left)
            )
        if condition.op in ("and", "or"):
            parts = tuple(negated(o) for o in condition.operands)
            return replace(condition, op="or" if condition.op == "and" else "and", operands=parts)
    return Op(YESNO, False, "not", (condition,))


def replaced(expr: Expr, values: dict[Expr, Expr]) -> Expr:
    """An expression with values in the place of other expressions."""
    if not values or not any(node in values for node in walk(expr)):
        return expr
    if expr in values:
        return values[expr]
    if isinstance(expr, Loop):
        # What the loop itself calls so is another thing.
        inner = {k: v for k, v in values.items() if k != expr.variable}
        return replace(
            expr,
            source=replaced(expr.source, values),
            where=None if expr.where is None else replaced(expr.where, inner),
            value=None if expr.value is None else replaced(expr.value, inner),
        )
    return with_parts(expr, lambda part: replaced(part, values))


def assign(steps: Iterable[object], values: dict[Expr, Expr]) -> None:
    """Note what cells and names hold after some steps, as far as that can be said."""
    for step in steps:
        match step:
            case Set():
                value = replaced(step.value, values)
                if step.target.index is None and step.target not in set(walk(value)):
                    values[step.target] = value
                else:
                    values.pop(step.target, None)
            case Bind():
                name = Local(step.value.type, step.value.maybe, step.name)
                value = replaced(step.value, {k: v for k, v in values.items() if k != name})
                values[name] = value


def condition_of(row: Firing) -> Expr:
    """What a row of `at any time` asks."""
    values: dict[Expr, Expr] = {}
    for step in row.body:
        if isinstance(step, If):
            return replaced(step.condition, values)
        assign((step,), values)
    raise AssertionError("a row asks something")
