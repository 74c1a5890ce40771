"""Python `ast` nodes, a little shorter to write."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, TypeAlias

Place: TypeAlias = tuple[int, int, int, int]
"""Where code stands: first line, last line, first column, last column, as `ast` counts them."""


def name(identifier: str) -> ast.expr:
    """Reading a name."""
    return ast.Name(identifier, ast.Load())


def const(value: Any) -> ast.expr:
    """A constant, tuples too."""
    if isinstance(value, tuple):
        return ast.Tuple([const(v) for v in value], ast.Load())
    if isinstance(value, int) and not isinstance(value, bool) and value < 0:
        return ast.UnaryOp(ast.USub(), ast.Constant(-value))
    return ast.Constant(value)


def call(function: str, *arguments: ast.expr) -> ast.expr:
    """A call of a function by name."""
    return ast.Call(name(function), list(arguments), [])


def index(sequence: ast.expr, position: ast.expr) -> ast.expr:
    """Reading `sequence[position]`."""
    return ast.Subscript(sequence, position, ast.Load())


def bit(bits: ast.expr, number: ast.expr) -> ast.expr:
    """Whether a number's bit is set."""
    shifted = ast.BinOp(bits, ast.RShift(), number)
    return ast.Compare(ast.BinOp(shifted, ast.BitAnd(), const(1)), [ast.Eq()], [const(1)])


def store(identifier: str) -> ast.Name:
    """Writing a name."""
    return ast.Name(identifier, ast.Store())


def as_stored(value: ast.expr) -> ast.expr:
    """The same name, to be written to."""
    assert isinstance(value, ast.Name)
    return store(value.id)


def plus(base: int, offset: ast.expr) -> ast.expr:
    """`base + offset`, added up where both are known."""
    if isinstance(offset, ast.Constant) and isinstance(offset.value, int):
        return const(base + offset.value)
    return offset if base == 0 else ast.BinOp(const(base), ast.Add(), offset)


def as_target(value: ast.expr) -> ast.Subscript:
    """The same place, to be written to."""
    assert isinstance(value, ast.Subscript)
    return ast.Subscript(value.value, value.slice, ast.Store())


def negated(test: ast.expr) -> ast.expr:
    """`not test`."""
    if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
        return test.operand
    return ast.UnaryOp(ast.Not(), test)


def all_of(tests: list[ast.expr]) -> ast.expr:
    """Whether all of some tests hold, asked in their order; there is at least one."""
    return tests[0] if len(tests) == 1 else ast.BoolOp(ast.And(), tests)


def is_short(value: ast.expr) -> bool:
    """Whether computing a value twice costs next to nothing."""
    if isinstance(value, ast.Subscript):
        return is_short(value.slice)
    if isinstance(value, ast.BinOp):
        return is_short(value.left) and is_short(value.right)
    return isinstance(value, ast.Constant | ast.Name)


def identifier(label: str) -> str:
    """A label as part of a Python name."""
    return "".join(c if c.isalnum() else "_" for c in label)


def nodes_in(roots: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """Some nodes and all under them that have a place, several times faster than `ast.walk`."""
    waiting: list[Any] = list(roots)
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        yield node
        known = vars(node)
        for part in _PARTS[node.__class__]:
            under = known.get(part)
            if under.__class__ is list:
                waiting += under
            elif under is not None:
                waiting.append(under)


def size_of(roots: Iterable[ast.AST]) -> int:
    """How many nodes these are with all under them, signs and such counted, too."""
    size = 0
    waiting: list[Any] = list(roots)
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        kind = node.__class__
        known = vars(node)
        size += 1 + (len(known["ops"]) if kind is ast.Compare else _SIGNS_OF[kind])
        for part in _PARTS[kind]:
            under = known.get(part)
            if under.__class__ is list:
                waiting += under
            elif under is not None:
                waiting.append(under)
    return size


def put_at(roots: Iterable[ast.AST], place: Place) -> None:
    """Give nodes and all under them a place, but for those that have one already."""
    here = _as_fields(place)
    waiting: list[Any] = list(roots)
    while waiting:
        node = waiting.pop()
        if node is None:
            continue
        known = vars(node)
        kind = node.__class__
        if kind in _PLACED:
            if "lineno" in known:
                continue  # and so has all under it
            known.update(here)
        for part in _PARTS[kind]:
            under = known.get(part)
            if under.__class__ is list:
                waiting += under
            elif under is not None:
                waiting.append(under)


def put_somewhere(roots: Iterable[ast.AST], place: Place) -> list[ast.AST]:
    """Give all nodes without a place that of what they stand in, as Python asks for one. The nodes with
    all under them, in their order."""
    here = _as_fields(place)
    found: list[ast.AST] = []
    waiting: list[Any] = list(roots)[::-1]
    while waiting:
        node = waiting.pop()
        kind = node.__class__
        if kind is dict:
            here = node  # all is done that stands in what has a place of its own
            continue
        if node is None:
            continue
        found.append(node)
        known = vars(node)
        if kind in _PLACED:
            if "lineno" not in known:
                known.update(here)
            elif known["col_offset"] != here["col_offset"] or any(
                known[part] != where for part, where in here.items()
            ):
                waiting.append(here)
                here = {part: known[part] for part in here}
        for part in _BACKWARDS[kind]:
            under = known.get(part)
            if under.__class__ is list:
                waiting += under[::-1]
            elif under is not None:
                waiting.append(under)
    return found


def function(title: str, parameters: Sequence[str], body: list[ast.stmt]) -> ast.FunctionDef:
    """The definition of a function."""
    given = ast.arguments([], [ast.arg(p) for p in parameters], None, [], [], None, [])
    return ast.FunctionDef(title, given, body, [], None)


def _as_fields(place: Place) -> dict[str, int]:
    first, last, left, right = place
    return {"lineno": first, "end_lineno": last, "col_offset": left, "end_col_offset": right}


_SIGNS = ("ctx", "op", "ops")
"""Under these names a node has what has no place of its own and nothing in it."""
_NO_NODES = (
    "id", "attr", "arg", "kind", "type_comment", "name", "names", "module", "level", "is_async",
    "simple", "conversion", *_SIGNS,
)  # fmt: skip


_KINDS = [
    kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)
]
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in kind._fields if name not in _NO_NODES) for kind in _KINDS
}
"""Under which names each kind of node has others."""
_PARTS[ast.Constant] = ()
_PARTS[ast.keyword] = ("value",)
_BACKWARDS = {kind: parts[::-1] for kind, parts in _PARTS.items()}
_PLACED = frozenset(kind for kind in _KINDS if "lineno" in kind._attributes)
"""The kinds of nodes that have a place."""
_SIGNS_OF = {kind: sum(name in _SIGNS for name in kind._fields) for kind in _KINDS}


STATE, CELLS, PILES = name("S"), name("V"), name("P")
