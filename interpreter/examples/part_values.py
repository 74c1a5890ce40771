"""The values of the parts of a text at a moment of a game: why a condition holds, or does not.

What a `where` asks is told of each thing that it was asked of.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from rulerun.grammar import syntax
from rulerun.grammar.nodes import Scalar
from rulerun.grammar.record import record
from rulerun.grammar.unparse import unparse

from ..checking.core import Const, Expr, Local, Loop, MoveRule, walk
from ..checking.flow import FlowChecker
from ..checking.scope import BAD, Findings, Scope
from ..checking.symbols import all_phases
from ..checking.types import CARD, CARDS, HOLDER, NOTHING, NUMBER, PILE, TEXT, UNKNOWN, Type
from ..declarations import ruleset as rules
from ..errors import RuleError
from ..labels import in_names

if TYPE_CHECKING:
    from ..checking.symbols import Symbols
    from ..machine.game import Game
    from ..machine.state import State

_MOST_CARDS = 13
"""Of longer lists the first cards are shown, and how many there are."""
_MOST_MEMBERS = 12


@record
class PartValue:
    """The value of a part of a text. `at` is the place in the text below which it belongs.

    It is None where nobody can tell, as in a text that two files have written together.
    """

    part: str
    value: str
    at: int | None


@record
class Valued:
    """A text with the values of its parts; `title` says what text it is, where that is not plain."""

    title: str | None
    text: str
    values: tuple[PartValue, ...]


@dataclass(slots=True)
class _Part:
    """A part of a text and what it was understood as, within the loops that it stands in."""

    tree: syntax.Expr
    expr: Expr
    loops: tuple[Loop, ...] = ()

    def loose(self) -> set[str]:
        """The names that it asks for and no loop gives."""
        own = {loop.variable.name for loop in self.loops}
        for expr in (self.expr, *(loop.source for loop in self.loops)):
            own |= {e.variable.name for e in walk(expr) if isinstance(e, Loop)}
        asked = {e.name for e in walk(self.expr) if isinstance(e, Local)}
        for loop in self.loops:
            asked |= {e.name for e in walk(loop.source) if isinstance(e, Local)}
        return asked - own


class _Noting(FlowChecker):
    """Checks a text again, and keeps what each part of it is understood as."""

    def __init__(self, symbols: Symbols) -> None:
        super().__init__(symbols, Findings())
        self.parts: list[_Part] = []

    def expr(self, node: syntax.Expr, scope: Scope) -> Expr:
        """The checked expression of a tree, kept unless it stands in a term."""
        begun = len(self.parts)
        found = super().expr(node, scope)
        if scope.inside:
            return found
        for part in self.parts[begun:]:
            for name in part.loose():
                loop = next((e for e in walk(found) if _loops_over(e, name)), None)
                if isinstance(loop, Loop):
                    part.loops = (loop, *part.loops)
        self.parts.append(_Part(node, found))
        return found


def _loops_over(expr: Expr, name: str) -> bool:
    return isinstance(expr, Loop) and expr.variable.name == name


@record
class Telling:
    """Tells values in a state, with the players' names. `names` are those of the code, as choices."""

    game: Game
    state: State
    persons: tuple[str, ...]
    names: Mapping[str, Any] = field(default_factory=dict)

    # ---------------------------------------------------------------- texts

    def expectation(self, tree: syntax.Expr, source: Scalar) -> Valued:
        """What an `expect` says."""
        seats = {name: seat for seat, name in enumerate(self.persons)}
        checker = _Noting(self.game.symbols)
        checker.yesno(tree, Scope(persons=seats))
        return self._valued(None, source, checker.parts)

    def things(self, trees: Iterable[syntax.Expr], source: Scalar) -> Valued:
        """What somebody sees, or does not see."""
        seats = {name: seat for seat, name in enumerate(self.persons)}
        checker = _Noting(self.game.symbols)
        for tree in trees:
            checker.expr(tree, Scope(persons=seats))
        return self._valued(None, source, checker.parts)

    def move(
        self, rule: MoveRule, choices: tuple[Any, ...], failed: int | None = None
    ) -> Iterator[Valued]:
        """What is asked before a move is made.

        `failed` is what is wrong, as `check` says it: the n-th condition, or minus the n-th choice;
        then that alone is told. Without it all conditions are.
        """
        game = self.game
        decision = game.program.decisions[self.state.at - game.decision_base]
        declared = _declared(game, rule)
        if declared is None:
            return
        checker = _Noting(game.symbols)
        scope = Scope(you=decision.you)
        told = Telling(game, self.state, self.persons, dict(_chosen(rule, choices)))
        for number, choice in enumerate(declared.choices):
            checker.parts = []
            domain = checker._domain(choice, scope)
            if failed == -number - 1:
                title = f"the choice '{choice.name}' of '{rule.name}'"
                yield told._valued(title, choice.source, checker.parts)
            scope = scope.having(choice.name, Local(domain.type, False, domain.variable.name))
        for number, may in enumerate(declared.may):
            if failed in (None, number + 1):
                checker.parts = []
                checker.yesno(may.expr, scope)
                named = "" if may.name == "may" else f" '{may.name}'"
                title = f"the condition{named} of '{rule.name}'"
                yield told._valued(title, may.source, checker.parts)

    def _valued(self, title: str | None, source: Scalar, parts: Iterable[_Part]) -> Valued:
        found = {}
        for part in parts:
            value = self._value(part)
            if value is not None:
                place = _place(part.tree, source)
                # Of two parts at one place the outer one is told, which comes later.
                key = part.tree.span.start if place is None else place
                found[key] = PartValue(unparse(part.tree), value, place)
        text = "".join(" " if c == "\n" else c for c in source.text)
        return Valued(title, text, tuple(found[key] for key in sorted(found)))

    # ---------------------------------------------------------------- values

    def _value(self, part: _Part) -> str | None:
        """The value of a part, or of each thing that it is asked of; None where it says itself."""
        expr = part.expr
        if expr is BAD or expr.type in (UNKNOWN, NOTHING, TEXT):
            return None
        if isinstance(expr, Const) or _is_written(part.tree):
            return None
        if part.loose() - self.names.keys():
            return None
        try:
            found = list(self._each(part, part.loops, dict(self.names)))
        except RuleError as error:
            return f"({error.message})"
        if not part.loops:
            return found[0][1]
        shown = [f"{who} {value}" if who else value for who, value in found[:_MOST_MEMBERS]]
        more = f" and {len(found) - _MOST_MEMBERS} more" if len(found) > _MOST_MEMBERS else ""
        return (", ".join(shown) or "asked of nothing") + more

    def _each(
        self, part: _Part, loops: tuple[Loop, ...], names: dict[str, Any]
    ) -> Iterator[tuple[str, str]]:
        """What a part is asked of, as people call it, and its value there."""
        if not loops:
            yield "", self._text(part.expr, names)
            return
        loop, *rest = loops
        kind = loop.variable.type
        for member in self._evaluate(loop.source, names):
            label = self._member(kind, member)
            if part.expr == loop.variable:
                yield "", self._pile(member) if kind == PILE else label
                continue
            for inner, value in self._each(
                part, tuple(rest), {**names, loop.variable.name: member}
            ):
                yield " ".join(filter(None, (label, inner))), value

    def _evaluate(self, expr: Expr, names: Mapping[str, Any]) -> Any:
        asked = {e.name for e in walk(expr) if isinstance(e, Local)}
        used = {name: value for name, value in names.items() if name in asked}
        return self.game.evaluate(expr, self.state, used)

    def _text(self, expr: Expr, names: Mapping[str, Any]) -> str:
        value = self._evaluate(expr, names)
        kind = NUMBER if expr.type == HOLDER else expr.type
        if kind == PILE:
            return "no such pile" if value is None else self._lying(value)
        if kind.name == "piles":
            return ", ".join(self._pile(number) for number in value or ()) or "no piles"
        if kind == CARDS or kind.item == CARD:
            return self._cards(value)
        if kind.is_list and value is not None and not value:
            return "none"
        return self._in_names(self.game.values.text(kind, value))

    def _member(self, kind: Type, member: Any) -> str:
        if kind == PILE:
            return self._in_names(self.game.values.pile_label(member))
        return self._in_names(self.game.values.text(kind, member))

    def _pile(self, number: int) -> str:
        return self._in_names(f"{self.game.values.pile_label(number)} {self._lying(number)}")

    def _lying(self, number: int) -> str:
        """What lies in a pile; of cards that have no order yet only how many there are."""
        pile = self.state.piles[number]
        if self.state.undecided[number]:
            return f"{len(pile)} cards"
        return self._cards(pile)

    def _cards(self, cards: Iterable[int] | None) -> str:
        numbers = list(cards or ())
        if not numbers:
            return "empty"
        shown = self.game.values.text(CARDS, numbers[:_MOST_CARDS])
        return shown if len(numbers) <= _MOST_CARDS else f"{shown} ... {len(numbers)} cards"

    def _in_names(self, text: str) -> str:
        """A text about seats with the names of the players."""
        return in_names(text, self.persons)


def _declared(game: Game, rule: MoveRule) -> rules.Move | None:
    moves = (move for phase, _ in all_phases(game.rules.phases) for move in phase.moves)
    return next((move for move in moves if move.span == rule.span), None)


def _chosen(rule: MoveRule, choices: tuple[Any, ...]) -> Iterator[tuple[str, Any]]:
    for domain, choice in zip(rule.choices, choices, strict=False):
        yield domain.variable.name, choice


def _is_written(tree: syntax.Expr) -> bool:
    """Whether a text says its value itself."""
    match tree:
        case syntax.Listing():
            return all(map(_is_written, tree.items))
        case syntax.Numbers():
            return _is_written(tree.low) and _is_written(tree.high)
    return isinstance(tree, _WRITTEN)


_WRITTEN = (
    syntax.Number, syntax.YesNo, syntax.RankName, syntax.CardName, syntax.Person, syntax.Nothing,
    syntax.Cards,
)  # fmt: skip


def _place(tree: syntax.Expr, source: Scalar) -> int | None:
    """Where in a text the word or sign stands that a part is known by."""
    if source.offsets is None:
        return None
    span = tree.span
    match tree:
        case syntax.Property() | syntax.Relation():
            offset = tree.name_span.start
        case (
            syntax.Arith() | syntax.Compare() | syntax.Is() | syntax.IsIn() | syntax.IsFacing()
            | syntax.Between() | syntax.Logic()
        ):  # fmt: skip
            offset = tree.left.span.end
            while offset < span.end and span.file.text[offset].isspace():
                offset += 1
        case _:
            offset = span.start
            while offset < span.end and span.file.text[offset] == "(":
                offset += 1
    place = bisect_left(source.offsets, offset)
    return place if place < len(source.offsets) else None
