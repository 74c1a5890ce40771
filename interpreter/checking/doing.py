"""Lines that do things, in general: where they stand, who does it, guards and `for each`."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import fields, replace

from rulerun.grammar import syntax
from rulerun.grammar.record import record
from rulerun.grammar.source import Span
from rulerun.grammar.vocabulary.words import EFFECT_WORDS, PICKING_WORDS

from ..declarations import ruleset as rules
from .core import (
    MOVING,
    Bind,
    Call,
    CardsIn,
    Const,
    Do,
    Expr,
    For,
    If,
    Local,
    Loop,
    Needed,
    Op,
    Set,
    Site,
    Slot,
    Stmt,
)
from .expressions import ExpressionChecker
from .marks import passing
from .nesting import is_deep_to_do
from .scope import BAD, Findings, Scope
from .symbols import Symbols
from .types import (
    CARDS,
    PILE,
    PLAYER,
    TEAM,
    TEXT,
    UNKNOWN,
    YESNO,
    Type,
    list_of,
)

EVERYBODY = ("players", "teams", "everyone", "everybody")
"""Words for all who might do something, or who are taken for such words."""

MOVER = "mover"
"""The cell that holds the `you` of the line in which cards go where it is remembered who played."""


_COUNTED = re.compile(
    r"\b(?:number\s+of\s+(?P<noun>player|team)s|exactly\s+1\s+(?P<one>player|team))\s+"
    r"(?:(?P<where>where|whose)|with|has|have|who\s+have)\s+(?P<asked>.+?)(?:\)?\s*=\s*1)?\s*->\s*(?:that\s+)?$",
    re.DOTALL,
)


def _only_one_counted(subject: syntax.Name) -> str | None:
    """Who is meant where the condition before counted them: `when number of players with most points = 1
    -> that player scores 1`."""
    text = subject.span.file.text[: subject.span.start]
    found = _COUNTED.search(text, max(text.rfind("when "), text.rfind("\n"), 0))
    if found is None or subject.name not in (found["noun"], found["one"]):
        return None
    return f"first {subject.name} {'where' if found['where'] else 'with'} {' '.join(found['asked'].split())}"


@record
class Place:
    """Where lines stand, which decides how they may leave.

    `around` are the enclosing phases, innermost first; `ending` is the phase whose `at end` this is;
    `turn_is_over` in an `after turn`;
    `decision` the label of the decision and `move` the name of the move whose `do` this is;
    `settled` is set where no line of LANGUAGE 5.5 may stand, and says where that is; `unused` in a
    table that is consulted nowhere, so that nobody can tell where its lines stand.
    """

    around: tuple[rules.Phase, ...] = ()
    ending: str | None = None
    turn_is_over: bool = False
    decision: str | None = None
    move: str | None = None
    settled: str | None = None
    in_table: bool = False
    unused: bool = False


class Doing(ExpressionChecker):
    """The ground of the effects: blocks, lines, guards and subjects."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        super().__init__(symbols, findings)
        self._kept: Counter[str] = Counter()
        #: Names of the code that stand for the best of some players, which a `let` has picked.
        self.best_of_all: set[str] = set()

    def keep(self, name: str, value: Expr) -> tuple[Bind, Local]:
        """Keep a value under a name of the code that no other value bears."""
        self._kept[name] += 1
        if self._kept[name] > 1:
            name = f"{name}_{self._kept[name]}"
        return Bind(name, value), Local(value.type, value.maybe, name)

    def block(self, block: rules.Block, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        """The statements of a block; a `let` holds to its end."""
        statements: list[Stmt] = []
        for named in block:
            made, scope = self.line(named.line, scope, place)
            if is_deep_to_do(made):
                self.too_deep(named.line.span)
                continue
            if many := self.lengths.too_many_to_do(made):
                self.too_many(many, named.line.span)
                continue
            statements += made
        return tuple(statements)

    def line(self, line: syntax.Line, scope: Scope, place: Place) -> tuple[tuple[Stmt, ...], Scope]:
        """The statements of a line, and the scope after it."""
        reached = passing(self.symbols, "line", line.span)
        if isinstance(line, syntax.Guard):
            before, condition, inner = self.guard(line.condition, line.line, scope)
            body, _ = self.line(line.line, inner, place)
            return (*reached, *before, If(condition, body, span=line.condition.span)), scope
        if isinstance(line, syntax.ForEach):
            members, variable, inner = self._each(line, scope)
            body, _ = self.line(line.line, inner, place)
            return (*reached, For(variable, members, body)), scope
        statements: list[Stmt] = [*reached]
        for effect in line.effects:
            made, scope = self.effect(effect, scope, place)
            statements += made
        return tuple(statements), scope

    def guard(
        self, condition: syntax.Expr, line: syntax.Line, scope: Scope
    ) -> tuple[tuple[Stmt, ...], Expr, Scope]:
        """A condition before an arrow; after `when any NOUN where C` the line knows the one found."""
        if (
            isinstance(condition, syntax.Pick)
            and condition.word == "any"
            and condition.where is not None
            and _speaks_of(line, self.symbols.singular(condition.noun), self.symbols)
        ):
            found = self.expr(replace(condition, word="first"), scope)
            if found.type == UNKNOWN:
                return (), BAD, scope
            noun = self.symbols.singular(condition.noun)
            bind, local = self.keep(f"found_{noun}", found)
            there = Op(YESNO, False, "!=", (local, Const(found.type, True, None)))
            return (bind,), there, scope.having(noun, replace(local, maybe=False))
        return (), self.yesno(condition, scope), scope

    def _each(self, each: syntax.Each | syntax.ForEach, scope: Scope) -> tuple[Expr, Local, Scope]:
        noun = self.symbols.singular(each.noun)
        in_line = isinstance(each, syntax.ForEach) and _speaks_of(each.line, noun, self.symbols)
        source, variable, where, _ = self.loop_parts(
            each.noun, each.within, each.where, scope, each.noun_span, used=in_line
        )
        members = source
        if where is not None:
            members = Loop(list_of(variable.type), False, "all", variable, source, where, None)
        return members, variable, replace(scope.having(noun, variable), depth=scope.depth + 1)

    def for_subject(
        self, subject: syntax.Subject, scope: Scope, span: Span, want: Type = PLAYER
    ) -> tuple[Expr | None, Local | None, Expr, Scope]:
        """Who does it: the list and variable for `each`, else None; the player; the inner scope."""
        if isinstance(subject, syntax.Each):
            members, variable, inner = self._each(subject, scope)
            player = self.fit(variable, want, subject.span)
            return members, variable, player, inner
        if isinstance(subject, syntax.Name) and self._is_any(subject.name, scope):
            return None, None, self._say_which(subject, scope, span), scope
        if subject is None and scope.you is None and scope.inside:
            return None, None, self._you(syntax.You(span=span), scope), scope
        if subject is None and scope.you is None:
            bad = self.report(
                "T402", "there is no 'you' here: it is nobody's turn", span,
                f"say who: 'each player ...' or '{self._somebody()} ...'",
            )  # fmt: skip
            return None, None, bad, scope
        if subject is None:
            return None, None, self._you(syntax.You(span=span), scope), scope
        each = self._each_instead(subject, scope)
        if each is not None:
            message = f"'{' '.join(subject.span.text.split())}' are several, and each does it"
            bad = self.report("T411", message, subject.span, f"write '{each}'")
            return None, None, bad, scope
        return None, None, needed(self.typed(subject, scope, want), subject.span), scope

    def _each_instead(self, subject: syntax.Expr, scope: Scope) -> str | None:
        """How the subject is written where all of several are said to do something."""
        if isinstance(subject, syntax.Pick) and subject.word == "all":
            noun = self.symbols.singular(subject.noun)
            end = subject.noun_span.end
            rest = subject.span.file.text[end : subject.span.end]
            return " ".join(["each", noun, *rest.split()])
        if isinstance(subject, syntax.Name) and subject.name not in scope.names:
            name = subject.name
            if name == "everybody" and name in self.symbols.all_names():
                return None
            return {"teams": "each team"}.get(name, "each player") if name in EVERYBODY else None
        return None

    def _is_any(self, noun: str, scope: Scope) -> bool:
        """Whether a word is the noun for players or teams, and nobody is meant by it here."""
        return noun in ("player", "team") and not (
            noun in scope.names or any(tested.noun == noun for tested in scope.tested)
        )

    def _say_which(self, subject: syntax.Name, scope: Scope, span: Span) -> Expr:
        """The report on `player pays 1 to pot`, where all players are meant, or the one in turn."""
        effect = " ".join(span.text.split())
        found = re.match(r"(\w+) (\w+?)s\b( .*|$)", effect)
        advice = f"write 'each {effect}'"
        only = _only_one_counted(subject)
        if only is not None:
            advice = f"write '{only}{effect.removeprefix(subject.name)}'"
        elif found is not None and scope.you is not None and subject.name == "player":
            advice += f", or '{found[2]}{found[3]}' for the one whose turn it is"
        end = re.compile(r"\s*\w*").match(span.file.text, subject.span.end)
        place = Span(span.file, subject.span.start, end.end() if end else subject.span.end)
        return self.report(
            "T401", f"'{subject.name}' alone does not say which {subject.name}", place, advice
        )

    def says_team(self, subject: syntax.Subject, scope: Scope) -> bool:
        """Whether the one who does something is written as a team."""
        if isinstance(subject, syntax.Each):
            return self.symbols.noun_type(subject.noun) == TEAM
        quiet = ExpressionChecker(self.symbols, Findings())
        return subject is not None and quiet.expr(subject, scope).type == TEAM

    def effect(
        self, effect: syntax.Effect, scope: Scope, place: Place
    ) -> tuple[tuple[Stmt, ...], Scope]:
        """The statements of an effect, and the scope after it."""
        if isinstance(effect, syntax.Let):
            if effect.name in EFFECT_WORDS | PICKING_WORDS:
                self.report(
                    "T404", f"nothing can be called '{effect.name}': lines and phrases begin so",
                    effect.span,
                )  # fmt: skip
            value = self.expr(effect.value, replace(scope, random_allowed=True))
            bind, local = self.keep(f"let_{effect.name}", value)
            if isinstance(value, Loop) and value.how in ("most", "least", "max", "min"):
                self.best_of_all.add(local.name)
            return (bind,), scope.having(effect.name, local)
        method = getattr(self, "_do_" + type(effect).__name__.lower())
        # `random` is drawn once for each effect, so it may stand in one.
        statements: tuple[Stmt, ...] = method(effect, replace(scope, random_allowed=True), place)
        if self._is_remembered(statements):
            you = scope.you or Const(PLAYER, True, None)
            statements = (Set(Slot(PLAYER, True, MOVER), you), *statements)
        return statements, scope

    def _is_remembered(self, statements: tuple[Stmt, ...]) -> bool:
        """Whether cards may come to a pile that remembers who played them."""
        piles = {p.name for p in self.symbols.piles.values() if p.remembers_who_played}

        def may_be(argument: Expr) -> bool:
            if isinstance(argument, Const) and argument.type == TEXT:
                return argument.value in piles
            pile = argument.type.item or argument.type
            return pile == PILE and (pile.pile is None or pile.pile in piles)

        return bool(piles) and any(
            (isinstance(s, For) and self._is_remembered(s.body))
            or (
                isinstance(s, Do)
                and s.procedure.startswith(MOVING)
                and any(may_be(a) for a in s.arguments)
            )
            for s in statements
        )


def for_each(
    members: Expr | None, variable: Local | None, body: tuple[Stmt, ...]
) -> tuple[Stmt, ...]:
    if members is None or variable is None or not body:
        return body
    return (For(variable, members, body),)


def _speaks_of(tree: object, noun: str, symbols: Symbols) -> bool:
    """Whether a line may mean the one that its guard found: it names the noun, a term or a table."""
    if isinstance(tree, syntax.Name):
        return tree.name == noun or tree.name in symbols.terms or tree.name in symbols.tables
    if isinstance(tree, syntax.Consult) or (
        isinstance(tree, syntax.Relation) and tree.name in (*symbols.terms, *symbols.tables)
    ):
        return True
    if isinstance(tree, syntax.Property) and (
        tree.name in symbols.terms or tree.name in symbols.tables
    ):
        return True
    if isinstance(tree, tuple):
        return any(_speaks_of(t, noun, symbols) for t in tree)
    if isinstance(tree, syntax.Node):
        return any(_speaks_of(getattr(tree, f.name), noun, symbols) for f in fields(tree))
    return False


def needed(value: Expr, span: Span) -> Expr:
    """A value that has to be there; as it is, if it surely is."""
    if not value.maybe or value is BAD:
        return value
    return Needed(value.type, False, value, Site(span, value.type.name))


def indexed(slot: Slot, span: Span) -> Slot:
    """A cell that is to be changed, of somebody who has to be there."""
    if slot.index is None or not slot.index.maybe:
        return slot
    return replace(slot, index=needed(slot.index, span))


def touched(pile: Expr) -> frozenset[str]:
    """The part of the state that changes with a pile."""
    name = pile.type.pile or (pile.type.item.pile if pile.type.item else None)
    return frozenset({f"pile {name}" if name else "piles"})


def origin(cards: Expr) -> Expr | None:
    """The pile that cards surely come from, where the text says so."""
    if isinstance(cards, CardsIn) and cards.type == CARDS and cards.of.type == PILE:
        return cards.of
    if isinstance(cards, Call) and cards.function in ("first", "last", "first_some", "last_some"):
        return origin(cards.arguments[0])
    if isinstance(cards, Loop) and cards.how in ("all", "first", "last", "max", "min"):
        return origin(cards.source)
    return cards if cards.type == PILE else None
