"""Small rule files for tests: loaded from a text, looked at with expressions of the language."""

from __future__ import annotations

import tempfile
import textwrap
from functools import cache
from pathlib import Path

from rulerun.grammar.diagnostics import Diagnostic
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.parser import parse
from rulerun.grammar.source import SourceFile, Span
from rulerun.interpreter.checking.core import Const, Expr
from rulerun.interpreter.checking.expressions import ExpressionChecker
from rulerun.interpreter.checking.scope import Findings, Scope
from rulerun.interpreter.checking.types import PLAYER
from rulerun.interpreter.examples import playing as examples
from rulerun.interpreter.loading import Loaded, read_rules
from rulerun.interpreter.machine.game import Game
from rulerun.interpreter.machine.state import State


@cache
def loaded(text: str) -> Loaded:
    """What comes of reading a rule file with that text."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "table.yaml")
        path.write_text(textwrap.dedent(text), encoding="utf-8")
        return read_rules(path)


def problems(text: str) -> list[str]:
    """What is wrong with a rule file, a line each."""
    return [in_short(diagnostic) for diagnostic in loaded(text).diagnostics]


def in_short(diagnostic: Diagnostic) -> str:
    """`CODE “what is underlined”: message; suggestion`."""
    underlined = " ".join(diagnostic.span.text.split())
    hint = f"; {diagnostic.suggestion}" if diagnostic.suggestion else ""
    return f"{diagnostic.code} “{underlined}”: {diagnostic.message}{hint}"


def game_of(text: str, players: int | None = None, **options: object) -> Game:
    """The game of a rule file that has to be right."""
    found = loaded(text)
    assert found.checked is not None, problems(text)
    return Game(found.checked, options, players)


def failures(text: str) -> list[str]:
    """What goes otherwise than the examples of a rule file say: `EXAMPLE: CODE message`."""
    found = loaded(text)
    assert found.checked is not None, problems(text)
    rules = found.checked.rules
    assert rules.examples, "nothing is shown"
    return [
        f"{example.name}: {failure.code} {failure.message}"
        for example in rules.examples
        for failure in examples.run(found.checked, example).failures
    ]


@cache
def position(text: str, example: str) -> tuple[State, dict[str, int]]:
    """The state in which an example leaves its game, and the seats of its players."""
    found = loaded(text)
    assert found.checked is not None, problems(text)
    shown = next(e for e in found.checked.rules.examples if e.name == example)
    return examples.position(found.checked, shown), {n: i for i, n in enumerate(shown.players)}


def scalar(text: str) -> Scalar:
    """A text as if it stood in a file of its own."""
    file = SourceFile("text", text)
    return Scalar(text, Span(file, 0, len(text)), tuple(range(len(text))))


def checked(game: Game, text: str, people: dict[str, int] | None = None, you: int = 0) -> Expr:
    """A text as an expression of a game; AssertionError with what is wrong with it."""
    tree, wrong = parse("expr", scalar(text))
    assert tree is not None, wrong
    findings = Findings()
    checker = ExpressionChecker(game.symbols, findings)
    expr = checker.expr(tree, Scope(you=Const(PLAYER, False, you), persons=people or {}))
    assert not findings.diagnostics, [f"{d.code} {d.message}" for d in findings.diagnostics]
    return expr


def value(state: State, text: str, people: dict[str, int] | None = None, you: int = 0) -> str:
    """What an expression gives in a state, as text; `you` is the seat that speaks."""
    expr = checked(state.game, text, people, you)
    return state.game.values.text(expr.type, state.game.evaluate(expr, state.clone()))
