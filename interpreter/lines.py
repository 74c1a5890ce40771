"""Lines that do things, checked: effects, guards, `for each`, tables that are consulted."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, fields, replace

from rulerun.grammar import syntax
from rulerun.grammar.diagnostics import did_you_mean
from rulerun.grammar.source import Span

from . import ruleset as rules
from .core import (
    MOVING,
    Address,
    Bind,
    Call,
    CardsIn,
    Changed,
    Const,
    Do,
    Expr,
    For,
    GameOver,
    If,
    Items,
    Leave,
    Local,
    Loop,
    Needed,
    Op,
    PilesAt,
    Set,
    Site,
    Slot,
    Stmt,
)
from .expressions import NO, YES, ZERO, ExpressionChecker, any_of, negate
from .scope import BAD, Findings, Scope
from .symbols import Symbols
from .types import (
    CARD,
    CARDS,
    HOLDER,
    MELDS,
    NUMBER,
    PILE,
    PLAYER,
    PLAYERS,
    TEAM,
    TEXT,
    UNKNOWN,
    YESNO,
    Type,
    list_of,
    pile_of,
)

MOVER = "mover"
"""The cell that holds the `you` of the line in which cards go where it is remembered who played."""


@dataclass(frozen=True, slots=True)
class Place:
    """Where lines stand, which decides how they may leave.

    `around` are the enclosing phases, innermost first; `ending` is the phase whose `at end` this is;
    `decision` the label of the decision and `move` the name of the move whose `do` this is;
    `settled` is set where no line of LANGUAGE 5.5 may stand, and says where that is.
    """

    around: tuple[rules.Phase, ...] = ()
    ending: str | None = None
    decision: str | None = None
    move: str | None = None
    settled: str | None = None
    in_table: bool = False


class LineChecker(ExpressionChecker):
    """Checks blocks of lines into statements."""

    def __init__(self, symbols: Symbols, findings: Findings) -> None:
        super().__init__(symbols, findings)
        self._kept: Counter[str] = Counter()

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
            statements += made
        return tuple(statements)

    def line(self, line: syntax.Line, scope: Scope, place: Place) -> tuple[tuple[Stmt, ...], Scope]:
        """The statements of a line, and the scope after it."""
        if isinstance(line, syntax.Guard):
            before, condition, inner = self.guard(line.condition, line.line, scope)
            body, _ = self.line(line.line, inner, place)
            return (*before, If(condition, body)), scope
        if isinstance(line, syntax.ForEach):
            members, variable, inner = self._each(line, scope)
            body, _ = self.line(line.line, inner, place)
            return (For(variable, members, body),), scope
        statements: list[Stmt] = []
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
        source, variable, where, _ = self.loop_parts(
            each.noun, each.within, each.where, scope, each.noun_span
        )
        members = source
        if where is not None:
            members = Loop(list_of(variable.type), False, "all", variable, source, where, None)
        noun = self.symbols.singular(each.noun)
        return members, variable, replace(scope.having(noun, variable), depth=scope.depth + 1)

    def for_subject(
        self, subject: syntax.Subject, scope: Scope, span: Span, want: Type = PLAYER
    ) -> tuple[Expr | None, Local | None, Expr, Scope]:
        """Who does it: the list and variable for `each`, else None; the player; the inner scope."""
        if isinstance(subject, syntax.Each):
            members, variable, inner = self._each(subject, scope)
            player = self.fit(variable, want, subject.span)
            return members, variable, player, inner
        if subject is None:
            return None, None, self._you(syntax.You(span=span), scope), scope
        return None, None, needed(self.typed(subject, scope, want), subject.span), scope

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
            value = self.expr(effect.value, replace(scope, random_allowed=True))
            bind, local = self.keep(f"let_{effect.name}", value)
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

    # ---------------------------------------------------------------- chips and points

    def holder(self, node: syntax.Expr, scope: Scope) -> Slot | None:
        """A chip holder, or the purse of a player; None after a report."""
        found = self.expr(node, scope)
        if found.type == UNKNOWN:
            return None
        fitted = found if found.type == HOLDER else self.coerce(found, HOLDER)
        if found.type.is_list and found.type.item == PLAYER:
            single = self.coerce(found, PLAYER)
            fitted = None if single is None else self.coerce(single, HOLDER)
        if not isinstance(fitted, Slot):
            self.report(
                "T411", f"a chip holder is needed here, '{node.span.text}' is {found.type}",
                node.span, did_you_mean(node.span.text, self.symbols.holders),
            )  # fmt: skip
            return None
        return indexed(fitted, node.span)

    def amount(self, amount: syntax.Amount, scope: Scope) -> tuple[str, Expr]:
        """How an amount is meant (`""`, `_up_to`, `_all`) and how much it is."""
        if isinstance(amount, syntax.AllOfIt):
            return "_all", ZERO
        if isinstance(amount, syntax.UpTo):
            return "_up_to", self.typed(amount.amount, scope, NUMBER)
        return "", self.typed(amount, scope, NUMBER)

    def _transfer(
        self, span: Span, amount: tuple[str, Expr], source: Slot | None, to: Slot | None
    ) -> tuple[tuple[Stmt, ...], frozenset[str]]:
        if source is None or to is None or amount[1] is BAD:
            return (), frozenset()
        how, number = amount
        arguments: tuple[Expr, ...] = (
            Address(HOLDER, False, source),
            Address(HOLDER, False, to),
        )
        if how != "_all":
            arguments += (number,)
        statement = Do("pay" + how, arguments, Site(span, "pay"))
        return (statement,), frozenset({source.key, to.key})

    def _do_pay(self, effect: syntax.Pay, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if effect.source is not None and effect.subject is not None:
            self.report(
                "T411", "chips come from a player or from a holder, not from both", effect.span
            )
            return ()
        if effect.source is not None:
            body, parts = self._transfer(
                effect.span, self.amount(effect.amount, scope),
                self.holder(effect.source, scope), self.holder(effect.to, scope),
            )  # fmt: skip
            return (*body, Changed(parts))
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        purse = None if player is BAD else Slot(HOLDER, player.maybe, "chips", player)
        body, parts = self._transfer(
            effect.span, self.amount(effect.amount, inner), purse, self.holder(effect.to, inner)
        )
        return (*_for(members, variable, body), Changed(parts))

    def _do_take(self, effect: syntax.Take, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        purse = None if player is BAD else Slot(HOLDER, player.maybe, "chips", player)
        body, parts = self._transfer(
            effect.span, self.amount(effect.amount, inner), self.holder(effect.source, inner), purse
        )
        return (*_for(members, variable, body), Changed(parts))

    def _do_split(self, effect: syntax.Split, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        holder = self.holder(effect.holder, scope)
        players = self.typed(effect.among, scope, PLAYERS)
        if holder is None or players is BAD:
            return ()
        address = Address(HOLDER, False, holder)
        return (
            Do("split", (address, players), Site(effect.span, "split")),
            Changed(frozenset({holder.key, "chips"})),
        )

    def _do_score(self, effect: syntax.Score, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        points = self.symbols.memories.get("points")
        if points is None or points.remember.kind.name != "number" or points.remember.per is None:
            self.report(
                "T401", "'scores' adds to the memory 'points', and there is none", effect.span,
                "add 'points: number per player' under 'remember'",
            )  # fmt: skip
            return ()
        self.used.add("points")
        want = (
            TEAM
            if points.remember.per == "team" and self.says_team(effect.subject, scope)
            else PLAYER
        )
        members, variable, player, inner = self.for_subject(
            effect.subject, scope, effect.span, want
        )
        number = self.typed(effect.points, inner, NUMBER)
        if BAD in (player, number):
            return ()
        slot = self._own_property(player, "points", effect.span, inner)
        assert isinstance(slot, Slot)
        body = (
            Set(slot, Op(NUMBER, number.maybe, "+", (slot, number)), Site(effect.span, "points")),
        )
        return (*_for(members, variable, body), Changed(frozenset({slot.key})))

    # ---------------------------------------------------------------- cards

    def pile(self, node: syntax.Expr, scope: Scope) -> Expr:
        """A single pile."""
        found = self.expr(node, scope)
        if found.type.name == "piles":
            return self.report("T411", f"'{node.span.text}' is several piles: say which", node.span)
        if found.type not in (PILE, UNKNOWN):
            return self.report(
                "T411", f"a pile is needed here, '{node.span.text}' is {found.type}", node.span,
                did_you_mean(node.span.text, self.symbols.piles),
            )  # fmt: skip
        return found

    def _each_pile(self, node: syntax.EachPile, everyone: bool = False) -> Expr:
        pile = self.symbols.piles.get(node.name) or self.symbols.family_of(node.name)
        if pile is None or not (pile.per_player or pile.family or pile.groups):
            each = [p.name for p in self.symbols.piles.values() if p.per_player]
            return self.report(
                "T401", f"no pile called '{node.name}' is there for each player", node.span,
                did_you_mean(node.name, each),
            )  # fmt: skip
        return PilesAt(list_of(pile_of(pile.name)), False, pile.name, None, everyone)

    def _facing(self, facing: syntax.Facing, to: Expr, span: Span) -> Expr:
        if facing is None:
            return Const(YESNO, True, None)
        pile = self.symbols.piles.get(to.type.pile or (to.type.item or UNKNOWN).pile or "")
        if pile is not None and pile.face != "either":
            self.report(
                "T414", f"the cards of '{pile.name}' all lie face {pile.face}", span,
                f"declare '{pile.name}: face either'",
            )  # fmt: skip
        return YES if facing == "up" else NO

    def _do_shuffle(self, effect: syntax.Shuffle, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if effect.into is None:
            pile = self.pile(effect.cards, scope)
            return (
                Do("shuffle", (pile,), Site(effect.span, "shuffle")), Changed(touched(pile)),
            )  # fmt: skip
        cards = self.typed(effect.cards, scope, CARDS)
        pile = self.pile(effect.into, scope)
        return (
            Do("shuffle_into", (cards, pile), Site(effect.span, "shuffle")),
            Changed(frozenset({"piles"})),
        )

    def _do_deal(self, effect: syntax.Deal, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        how, number = self.amount(effect.amount, scope)
        source = self.pile(effect.source, scope)
        if isinstance(effect.to, syntax.EachPile):
            to = self._each_pile(effect.to)
            procedure = "deal_each" + how
        else:
            to = self.pile(effect.to, scope)
            procedure = "deal" + how
        if BAD in (number, source, to):
            return ()
        facing = self._facing(effect.facing, to, effect.span)
        return (
            Do(procedure, (source, to, number, facing), Site(effect.span, "deal")),
            Changed(touched(source) | touched(to) | self._refills(source)),
        )

    def _refills(self, source: Expr) -> frozenset[str]:
        pile = self.symbols.piles.get(source.type.pile or "")
        if pile is not None and pile.refilled_from is not None:
            return frozenset({f"pile {pile.refilled_from}"})
        return frozenset()

    def _do_draw(self, effect: syntax.Draw, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        how, number = self.amount(effect.amount, inner)
        source = self.pile(effect.source, inner)
        hand = self.symbols.piles.get("hand")
        if hand is None or not hand.per_player:
            self.report(
                "T401", "'draws' adds to the pile 'hand' of a player, and there is none",
                effect.span, "add 'hand: per player, seen by owner' under 'piles'",
            )  # fmt: skip
            return ()
        if BAD in (player, number, source):
            return ()
        to = self._own_property(player, "hand", effect.span, inner)
        assert to is not None
        facing = Const(YESNO, True, None)
        body = (Do("deal" + how, (source, to, number, facing), Site(effect.span, "deal")),)
        parts = touched(source) | touched(to) | self._refills(source)
        return (*_for(members, variable, body), Changed(parts))

    def _do_move(self, effect: syntax.Move, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if isinstance(effect.to, syntax.EachPile):
            self.report(
                "T411", "cards are moved to one pile; write 'for each player -> move ...'",
                effect.to.span,
            )  # fmt: skip
            return ()
        to = self.pile(effect.to, scope)
        facing = self._facing(effect.facing, to, effect.span)
        statements: list[Stmt] = []
        parts = touched(to)
        site = Site(effect.span, "move")
        for node in effect.cards:
            cards = self.expr(node, scope)
            where = origin(cards)
            parts |= touched(where) if where is not None else frozenset({"piles"})
            hint = where if where is not None else Const(PILE, True, None)
            if cards.type == CARD:
                procedure = "move_card"
            else:
                procedure = "move"
                cards = self.fit(cards, CARDS, node.span)
            if BAD in (cards, to):
                return ()
            arguments = (cards, to, facing, hint)
            statements.append(Do(procedure + ("_under" if effect.under else ""), arguments, site))
        return (*statements, Changed(parts))

    def _do_gather(self, effect: syntax.Gather, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        site = Site(effect.span, "gather")
        first = effect.sources[0]
        if isinstance(first, syntax.EachPile) and first.name in self.symbols.holders:
            return self._gather_chips(effect, scope)
        into = self.pile(effect.into, scope)
        if into is BAD:
            return ()
        statements: list[Stmt] = []
        parts = touched(into)
        under = YES if effect.under else NO
        # Under the pile, what is put there last lies lowest.
        for source in reversed(effect.sources) if effect.under else effect.sources:
            if isinstance(source, syntax.AllCards):
                statements.append(Do("gather_everything", (into, under), site))
                parts |= {"piles"}
                continue
            if isinstance(source, syntax.EachPile):
                piles = self._each_pile(source, everyone=True)
            else:
                piles = self.expr(source, scope)
            if piles.type.name not in ("pile", "piles", "unknown"):
                self.report(
                    "T411", f"a pile is needed here, '{source.span.text}' is {piles.type}",
                    source.span,
                )  # fmt: skip
                continue
            if piles is BAD:
                continue
            procedure = "gather" if piles.type.name == "pile" else "gather_each"
            statements.append(Do(procedure, (piles, into, under), site))
            parts |= touched(piles)
        return (*statements, Changed(parts))

    def _gather_chips(self, effect: syntax.Gather, scope: Scope) -> tuple[Stmt, ...]:
        into = self.holder(effect.into, scope)
        if into is None:
            return ()
        statements: list[Stmt] = []
        parts = frozenset({into.key})
        for source in effect.sources:
            if not isinstance(source, syntax.EachPile) or source.name not in self.symbols.holders:
                self.report(
                    "T411", "chips are gathered from holders that each player has", source.span
                )
                continue
            everyone = Call(PLAYERS, False, "everyone", (), True)
            seat = Local(PLAYER, False, scope.variable("player"))
            slot = Slot(HOLDER, False, f"chips {source.name}", seat)
            addresses = (Address(HOLDER, False, slot), Address(HOLDER, False, into))
            statements.append(
                For(seat, everyone, (Do("pay_all", addresses, Site(effect.span, "pay")),))
            )
            parts |= {slot.key}
        return (*statements, Changed(parts))

    def _do_flip(self, effect: syntax.Flip, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        source, into = self.pile(effect.source, scope), self.pile(effect.into, scope)
        return (
            Do("flip", (source, into), Site(effect.span, "flip")),
            Changed(touched(source) | touched(into)),
        )

    def _do_turn(self, effect: syntax.Turn, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        found = self.expr(effect.cards, scope)
        cards = (
            self.fit(found, CARD, effect.cards.span)
            if found.type == CARD
            else self.fit(found, CARDS, effect.cards.span)
        )
        up = YES if effect.facing == "up" else NO
        procedure = "turn_card" if cards.type == CARD else "turn"
        return (
            Do(procedure, (cards, up), Site(effect.span, "turn")),
            Changed(frozenset({"piles"})),
        )

    def _do_lay(self, effect: syntax.Lay, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        melds = self.expr(effect.melds, scope)
        if melds.type != MELDS and melds.type.item != CARDS:
            cards = self.fit(melds, CARDS, effect.melds.span)
            melds = Items(MELDS, False, (cards,))
        on = self.expr(effect.on, scope)
        site = Site(effect.span, "lay")
        if on.type.name == "piles" and isinstance(on, PilesAt):
            pile = self.symbols.piles[on.pile]
            if not pile.groups:
                self.report(
                    "T414", f"melds are laid on groups, '{on.pile}' has a fixed number of piles",
                    effect.on.span,
                )  # fmt: skip
            seat = on.seat if on.seat is not None else Const(PLAYER, True, None)
            arguments = (melds, Const(TEXT, False, on.pile), seat)
            return Do("lay", arguments, site), Changed(frozenset({"piles"}))
        on = self.fit(on, PILE, effect.on.span)
        return Do("lay_on", (melds, on), site), Changed(frozenset({"piles"}))

    def _do_show(self, effect: syntax.Show, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        cards = self.typed(effect.cards, scope, CARDS)
        to: Expr = Call(PLAYERS, False, "everyone", (), True)
        if effect.to is not None:
            to = self.typed(effect.to, scope, PLAYERS)
        return Do("show", (cards, to), Site(effect.span, "show")), Changed(frozenset())

    # ---------------------------------------------------------------- memories

    def memory_slot(self, node: syntax.Expr, scope: Scope) -> Slot | None:
        """The memory that a line changes; None after a report."""
        found = self.expr(node, replace(scope, random_allowed=False))
        if isinstance(found, Slot) and found.key.startswith("memory "):
            return indexed(found, node.span)
        if found.type != UNKNOWN:
            what = "chips are paid and taken" if found.type == HOLDER else "it is no memory"
            self.report("T413", f"'{node.span.text}' cannot be changed so: {what}", node.span)
        return None

    def _do_becomes(self, effect: syntax.Becomes, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        slot = self.memory_slot(effect.target, scope)
        if slot is None:
            return ()
        value = self.typed(effect.value, scope, slot.type)
        return Set(slot, value, Site(effect.span, "memory")), Changed(frozenset({slot.key}))

    def _do_add(self, effect: syntax.Add, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        return self._change(effect.value, effect.target, "+", "added", effect.span, scope)

    def _do_remove(self, effect: syntax.Remove, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        return self._change(effect.value, effect.target, "-", "removed", effect.span, scope)

    def _change(
        self, value: syntax.Expr, target: syntax.Expr, op: str, function: str, span: Span,
        scope: Scope,
    ) -> tuple[Stmt, ...]:  # fmt: skip
        slot = self.memory_slot(target, scope)
        if slot is None:
            return ()
        result: Expr
        if slot.type.is_list:
            result = Call(slot.type, False, function, (slot, self.typed(value, scope, slot.type)))
        elif slot.type == NUMBER:
            number = self.typed(value, scope, NUMBER)
            result = Op(NUMBER, number.maybe, "+" if op == "+" else "-", (slot, number))
        else:
            self.report(
                "T413", f"'{target.span.text}' is {slot.type}: only numbers and lists are added to",
                target.span,
            )  # fmt: skip
            return ()
        return Set(slot, result, Site(span, "memory")), Changed(frozenset({slot.key}))

    # ---------------------------------------------------------------- tables

    def _do_consult(self, effect: syntax.Consult, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        table = self.symbols.tables.get(effect.table)
        if table is None or table.gives is not None:
            known = [t.name for t in self.symbols.tables.values() if t.gives is None]
            what = "gives a value and is not consulted" if table else "is no table"
            self.report(
                "T401", f"'{effect.table}' {what}", effect.table_span,
                did_you_mean(effect.table, known),
            )  # fmt: skip
            return ()
        if table.parameters:
            self.report("T402", f"'{table.name}' cannot be consulted: it has a noun", table.span)
            return ()
        if effect.subject is None:
            return self.consult(table, effect.table_span, scope, place)
        members, variable, player, inner = self.for_subject(effect.subject, scope, effect.span)
        if player is BAD:
            return ()
        if members is not None:
            body = self.consult(table, effect.table_span, replace(inner, you=player), place)
            return _for(members, variable, body)
        bind, local = self.keep("consulting", player)
        inner = replace(scope, you=local)
        return (bind, *self.consult(table, effect.table_span, inner, place))

    def consult(
        self, table: rules.Table, span: Span, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        """The rows of an action table, written out where it is consulted."""
        inner = self._enter(table.name, (), (), span, scope)
        if inner is None:
            return ()
        place = replace(place, in_table=True)
        site = Site(table.span, table.name)
        rows: list[tuple[tuple[Stmt, ...], Expr, tuple[Stmt, ...]]] = []
        otherwise: tuple[Stmt, ...] | None = None
        for row in table.rows:
            line = row.row.outcome
            assert isinstance(line, syntax.Steps | syntax.Guard | syntax.ForEach)
            condition = row.row.condition
            if row.row.kind == "otherwise":
                otherwise = self.line(line, inner, place)[0]
                continue
            if condition is None:
                rows.append(((), YES, self.line(line, inner, place)[0]))
                continue
            before, asked, row_scope = self.guard(condition, line, inner)
            rows.append((before, asked, self.line(line, row_scope, place)[0]))
        if table.hit == "first":
            result: tuple[Stmt, ...] = otherwise or ()
            for before, asked, body in reversed(rows):
                result = (*before, If(asked, body, result))
            return result
        return self._all_asked_first(table, rows, otherwise, site, scope)

    def _all_asked_first(
        self,
        table: rules.Table,
        rows: list[tuple[tuple[Stmt, ...], Expr, tuple[Stmt, ...]]],
        otherwise: tuple[Stmt, ...] | None,
        site: Site,
        scope: Scope,
    ) -> tuple[Stmt, ...]:
        statements: list[Stmt] = []
        asked: list[Expr] = []
        for i, (before, condition, _) in enumerate(rows):
            bind, local = self.keep(f"{table.name}_{i + 1}", condition)
            statements += [*before, bind]
            asked.append(local)
        if table.hit == "unique":
            applying = Items(list_of(YESNO), False, tuple(asked))
            statements.append(Do("only_one_row", (applying, YES if otherwise else NO), site))
            result: tuple[Stmt, ...] = otherwise or ()
            for applies, (_, _, body) in zip(reversed(asked), reversed(rows), strict=True):
                result = (If(applies, body, result),)
            return (*statements, *result)
        for applies, (_, _, body) in zip(asked, rows, strict=True):
            statements.append(If(applies, body))
        if otherwise is not None:
            statements.append(If(negate(any_of(asked)), otherwise))
        return tuple(statements)

    # ---------------------------------------------------------------- turn order and leaving

    def _do_playsnext(
        self, effect: syntax.PlaysNext, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        player = self.typed(effect.player, scope, PLAYER)
        for phase in place.around:
            if isinstance(phase.who, syntax.InTurn):
                slot = Slot(PLAYER, True, f"next {phase.path}")
                return Set(slot, player, Site(effect.span, "player")), Changed(frozenset())
        self.report(
            "T414", "'plays next' needs a 'players in turn' around it", effect.span
        )  # fmt: skip
        return ()

    def _do_reversedirection(
        self, effect: syntax.ReverseDirection, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        slot = Slot(NUMBER, False, "direction")
        turned = Op(NUMBER, False, "neg", (slot,))
        return Set(slot, turned), Changed(frozenset({"direction"}))

    def _do_dropout(self, effect: syntax.DropOut, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        members, variable, player, _ = self.for_subject(effect.subject, scope, effect.span)
        if player is BAD:
            return ()
        body = (Do("drop_out", (player,), Site(effect.span, "player")),)
        return (*_for(members, variable, body), Changed(frozenset({"live"})))

    def _may_leave(self, what: str, place: Place, span: Span) -> bool:
        if place.settled is None:
            return True
        self.report("T414", f"'{what}' cannot stand {place.settled}", span)
        return False

    def _do_goagain(self, effect: syntax.GoAgain, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave("go again", place, effect.span):
            return ()
        if place.decision is None:
            self.report("T414", "'go again' stands only in the 'do' of a move", effect.span)
            return ()
        return (Leave(place.decision),)

    def _do_goto(self, effect: syntax.GoTo, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave("go to", place, effect.span):
            return ()
        groups = [p.phases for p in place.around] + [self.symbols.rules.phases]
        for phases in groups[1:] if place.around else groups:
            for phase in phases:
                if phase.name == effect.phase and phase.name != "moves":
                    self.used.add(f"phase {phase.name}")
                    return (Leave(phase.path),)
        known = [p.name for phases in groups for p in phases if p.name != "moves"]
        if effect.phase in self.symbols.phases:
            message = f"'{effect.phase}' lies neither beside this phase nor beside one around it"
            self.report("T401", message, effect.phase_span)
        else:
            self.report(
                "T401", f"no phase is called '{effect.phase}'", effect.phase_span,
                did_you_mean(effect.phase, known),
            )  # fmt: skip
        return ()

    def _do_end(self, effect: syntax.End, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        if not self._may_leave(f"end {effect.phase}", place, effect.span):
            return ()
        if effect.phase == "game":
            if place.move is None or place.in_table:
                self.report("T414", "'end game' stands only in the 'do' of a move", effect.span)
                return ()
            return (GameOver(self.symbols.word(place.move)),)
        for phase in place.around:
            if phase.name == effect.phase and phase.name != "moves":
                if place.ending == phase.name:
                    self.report(
                        "T414", f"this is the 'at end' of '{phase.name}': it is ending already",
                        effect.span,
                    )  # fmt: skip
                    return ()
                return (Leave(f"{phase.path}:end"),)
        known = [p.name for p in place.around if p.name != "moves"]
        self.report(
            "T401", f"'{effect.phase}' is no phase around this line", effect.phase_span,
            did_you_mean(effect.phase, known) or (f"around it: {', '.join(known)}" if known else None),
        )  # fmt: skip
        return ()

    def _do_say(self, effect: syntax.Say, scope: Scope, place: Place) -> tuple[Stmt, ...]:
        parts: list[Expr] = []
        for part in effect.parts:
            parts.append(
                Const(TEXT, False, part) if isinstance(part, str) else self.expr(part, scope)
            )
        tagged = tuple(
            Items(TEXT, False, (Const(TEXT, False, p.type.name), CardsIn(CARDS, False, p)))
            if p.type.name in ("pile", "piles")
            else Items(TEXT, False, (Const(TEXT, False, p.type.name), p))
            for p in parts
        )
        said = Do("say", (Items(TEXT, False, tagged),), Site(effect.span, "say"))
        return said, Changed(frozenset())

    def _do_donothing(
        self, effect: syntax.DoNothing, scope: Scope, place: Place
    ) -> tuple[Stmt, ...]:
        return (Changed(frozenset()),)


def _for(members: Expr | None, variable: Local | None, body: tuple[Stmt, ...]) -> tuple[Stmt, ...]:
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
