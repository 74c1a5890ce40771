"""From the grammar in rules.lark to the tables in rules.table, which Lark makes.

That takes longer than everything else that a command does, so the tables are kept beside the
grammar, and are made anew only where it is not the one that they were made of.
"""

from __future__ import annotations

import zlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from .automaton import END, Tables

if TYPE_CHECKING:
    from lark import Lark
    from lark.grammar import Rule, Symbol

_WRITTEN_AS = 1
"""How a table is written: another number where that, or what Lark is asked for, has changed."""


def tables(grammar: str, starts: Sequence[str], kept: str) -> Tables:
    """The tables of a grammar, from what was kept if it is of this grammar."""
    if kept.startswith(_head(grammar, starts) + "\n"):
        return Tables(kept)
    return Tables(written(made(grammar, starts), grammar, starts))


def _head(grammar: str, starts: Sequence[str]) -> str:
    told = f"{_WRITTEN_AS} {' '.join(starts)}\n{grammar}".encode()
    return f"tables {_WRITTEN_AS} {zlib.crc32(told):08x} {len(told)}"


def made(grammar: str, starts: Sequence[str], *, strict: bool = False) -> Lark:
    """The parser for a grammar. With `strict`, any conflict is an error."""
    from lark import Lark
    from lark.lexer import Lexer

    class NoLexer(Lexer):
        """Words are told apart where they stand (parser.py), not by how they are spelled."""

        def __init__(self, _: object) -> None: ...

        def lex(self, *_: object) -> Any:
            raise NotImplementedError

    return Lark(
        grammar,
        parser="lalr",
        lexer=NoLexer,
        start=list(starts),
        keep_all_tokens=True,
        maybe_placeholders=False,
        strict=strict,
    )


def spellings(pattern: Any) -> tuple[str, ...]:
    """The words, phrases and signs of a terminal; those in capitals are lists of nothing else."""
    if pattern.type == "str":
        return (pattern.value,)
    inner = pattern.value.removeprefix("(?:").removesuffix(")")
    return tuple(part.replace("\\", "") for part in inner.split("|"))


def written(machine: Lark, grammar: str, starts: Sequence[str]) -> str:
    """The tables of a parser as a text, the same whenever they are written."""
    from lark.parsers.lalr_analysis import Shift

    parser: Any = machine.parser
    found = parser.parser._parse_table
    terminals = {t.name: f"{t.name} {'|'.join(spellings(t.pattern))}" for t in machine.terminals}
    symbols = {s for rule in machine.rules for s in rule.expansion if s.is_term}
    terminals |= {name: name for name in sorted(s.name for s in symbols) if name not in terminals}
    numbers = {name: i for i, name in enumerate([*terminals, END])}
    rules = {rule: i for i, rule in enumerate(machine.rules)}
    # Lark numbers the states by chance; here they stand in the order in which one comes to them.
    order: dict[int, int] = {}
    waiting = [found.start_states[start] for start in starts]
    rows: list[str] = []
    for state in waiting:
        if state not in order:
            order[state] = len(order)
            row = found.states[state]
            waiting += [arg for _, (act, arg) in sorted(row.items()) if act is Shift]
    for state in order:
        shifts: list[str] = []
        gotos: list[str] = []
        reductions: dict[int, list[str]] = {}
        for symbol, (act, arg) in sorted(found.states[state].items()):
            if act is not Shift:
                reductions.setdefault(rules[arg], []).append(str(numbers[symbol]))
            elif symbol in numbers:
                shifts.append(f"{numbers[symbol]}:{order[arg]}")
            else:
                gotos.append(f"{symbol}:{order[arg]}")
        complete = [f"{rule}:{','.join(on)}" for rule, on in sorted(reductions.items())]
        rows.append(";".join(" ".join(part) for part in (shifts, gotos, complete)))
    first = [f"{s} {order[found.start_states[s]]} {order[found.end_states[s]]}" for s in starts]
    parts = [
        [_head(grammar, starts)], first, terminals.values(), map(_rule, machine.rules), rows,
    ]  # fmt: skip
    return "\n\n".join("\n".join(part) for part in parts) + "\n"


def _rule(rule: Rule) -> str:
    name = str(rule.origin.name)
    spread = ",".join(str(i) for i, symbol in enumerate(rule.expansion) if _is_row(symbol))
    method = "" if name.startswith("_") else rule.alias or name
    alone = bool(rule.options.expand1 and not rule.alias)
    return f"{name} {len(rule.expansion)} {spread} {method} {alone:d}"


def _is_row(symbol: Symbol) -> bool:
    """Whether a part is one of several that Lark sets in a row: of `x*`, or of a rule `_x`."""
    return not symbol.is_term and str(symbol.name).startswith("_")
