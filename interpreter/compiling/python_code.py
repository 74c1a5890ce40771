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


def store(identifier: str) -> ast.expr:
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
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        yield node
        waiting += _under(node)


def size_of(roots: Iterable[ast.AST]) -> int:
    """How many nodes these are with all under them, signs and such counted, too."""
    return sum(
        1 + (len(node.ops) if isinstance(node, ast.Compare) else _SIGNS_OF[type(node)])
        for node in nodes_in(roots)
    )


def put_at(roots: Iterable[ast.AST], place: Place) -> None:
    """Give nodes and all under them a place, but for those that have one already."""
    waiting = list(roots)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.stmt | ast.expr):
            if hasattr(node, "lineno"):
                continue  # and so has all under it
            node.lineno, node.end_lineno, node.col_offset, node.end_col_offset = place
        waiting += _under(node)


def put_somewhere(module: ast.Module) -> None:
    """Give all nodes without a place that of what they stand in, as Python asks for one."""
    waiting: list[tuple[ast.AST, Place]] = [(module, (1, 1, 0, 0))]
    while waiting:
        node, place = waiting.pop()
        if "lineno" in node._attributes:
            known = vars(node)
            if "lineno" in known:
                place = (
                    known["lineno"],
                    known["end_lineno"],
                    known["col_offset"],
                    known["end_col_offset"],
                )
            else:
                known["lineno"], known["end_lineno"] = place[:2]
                known["col_offset"], known["end_col_offset"] = place[2:]
        parts = _under(node)
        if parts:
            waiting += [(part, place) for part in reversed(parts)]


_SIGNS = ("ctx", "op", "ops")
"""Under these names a node has what has no place of its own and nothing in it."""
_NO_NODES = ("id", "attr", "arg", "kind", "type_comment", *_SIGNS)


_KINDS = [
    kind for kind in vars(ast).values() if isinstance(kind, type) and issubclass(kind, ast.AST)
]
_PARTS: dict[type[ast.AST], tuple[str, ...]] = {
    kind: tuple(name for name in kind._fields if name not in _NO_NODES) for kind in _KINDS
}
"""Under which names each kind of node has others."""
_PARTS[ast.Constant] = ()
_SIGNS_OF = {kind: sum(name in _SIGNS for name in kind._fields) for kind in _KINDS}


def _under(node: ast.AST) -> Sequence[ast.AST]:
    """The nodes that a node is made of."""
    names = _PARTS[type(node)]
    if not names:
        return ()
    found: list[ast.AST] = []
    known = vars(node)
    for name in names:
        value = known.get(name)
        if isinstance(value, list):
            found += [part for part in value if isinstance(part, ast.AST)]
        elif isinstance(value, ast.AST):
            found.append(value)
    return found


STATE, CELLS, PILES = name("S"), name("V"), name("P")
